// SPDX-License-Identifier: Apache-2.0
#include <froth/render/colormap.h>

#include <algorithm>
#include <cstdint>

namespace froth {

namespace {

/// sRGB bytes, red in the high one.
Vec3<double> from_hex(std::uint32_t rgb) {
  return {double(rgb >> 16 & 255u) / 255, double(rgb >> 8 & 255u) / 255, double(rgb & 255u) / 255};
}

// Neighbours differ in hue and in lightness, and none is so dark that its shading cannot be seen.
constexpr std::uint32_t kBodyColors[kBodyColorCount] = {0x3f8fd6, 0xf08a3c, 0x46b39a, 0xe2586b,
                                                        0xf2c14e, 0x8b6fc9, 0x79b851, 0xd977b0,
                                                        0x56b9dc, 0xb5835a, 0xc3cf5a, 0x8792a6};

// Evenly spaced stops; brightness rises in nearly equal steps of CIE lightness.
constexpr std::uint32_t kScalarStops[] = {0x2b0f54, 0x40307f, 0x3a5490, 0x2d7591, 0x25948b,
                                          0x3bb377, 0x7ecb55, 0xc6dc3f, 0xfbe94b};
constexpr int kScalarStopCount = int(sizeof(kScalarStops) / sizeof(kScalarStops[0]));

}  // namespace

Vec3<float> body_color(int body) {
  const int entry = ((body % kBodyColorCount) + kBodyColorCount) % kBodyColorCount;
  return srgb_to_linear(from_hex(kBodyColors[entry]));
}

Vec3<float> collider_color() { return srgb_to_linear(from_hex(0x9aa3ad)); }

Vec3<float> ground_color() { return srgb_to_linear(from_hex(0xccc8c3)); }

Vec3<float> scalar_color(float t) {
  const float s = (t > 0 ? std::min(t, 1.0f) : 0.0f) * float(kScalarStopCount - 1);
  const int k = std::min(int(s), kScalarStopCount - 2);
  const double w = double(s) - k;
  // Mixed in sRGB, which is close to even steps for the eye.
  return srgb_to_linear((1 - w) * from_hex(kScalarStops[k]) + w * from_hex(kScalarStops[k + 1]));
}

}  // namespace froth
