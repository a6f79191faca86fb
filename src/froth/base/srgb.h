// SPDX-License-Identifier: Apache-2.0
// The transfer curve of sRGB (IEC 61966-2-1).
#pragma once

#include <cmath>

#include <froth/base/vec.h>

namespace froth {

/// sRGB value in [0, 1] of a linear value in [0, 1], and back.
inline float linear_to_srgb(float linear) {
  return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}
inline float srgb_to_linear(float srgb) {
  return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f);
}
inline Vec3<float> srgb_to_linear(const Vec3<double>& srgb) {
  return {srgb_to_linear(float(srgb[0])), srgb_to_linear(float(srgb[1])), srgb_to_linear(float(srgb[2]))};
}

}  // namespace froth
