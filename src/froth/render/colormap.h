// SPDX-License-Identifier: Apache-2.0
// Colours: a palette for bodies, and a map from numbers to colours whose luminance rises steadily, so that it
// also reads in grey and to the colour-blind.
#pragma once

#include <froth/base/srgb.h>

namespace froth {

/// Share of a linear colour that the eye sees as brightness (Rec. 709 weights).
inline float luminance(const Vec3<float>& linear) {
  return 0.2126f * linear[0] + 0.7152f * linear[1] + 0.0722f * linear[2];
}

inline constexpr int kBodyColorCount = 12;

/// Linear colour of body number `body`; repeats after kBodyColorCount bodies.
Vec3<float> body_color(int body);

/// Linear colours of colliders and of floors that have none of their own.
Vec3<float> collider_color();
Vec3<float> ground_color();

/// Linear colour of a number in [0, 1] (clamped), from dark violet through teal to yellow.
Vec3<float> scalar_color(float t);

}  // namespace froth
