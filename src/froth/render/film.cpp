// SPDX-License-Identifier: Apache-2.0
#include <froth/render/film.h>

#include <algorithm>
#include <cmath>

namespace froth {

namespace {

constexpr float kToe = 0.18f;       // end of the toe
constexpr float kToePower = 1.12f;  // above 1: deeper blacks
constexpr float kStraight = 0.45f;  // share of what is above the toe that stays straight

float shown(float x) {
  constexpr float length = (1 - kToe) * kStraight, start = kToe + length;
  if (x > start) return 1 - (1 - start) * std::exp(-(x - start) / (1 - start));
  if (x >= kToe) return x;
  const float t = x / kToe, straight = t * t * (3 - 2 * t);
  return (1 - straight) * kToe * std::pow(t, kToePower) + straight * x;
}

}  // namespace

Vec3<float> film_curve(const Vec3<float>& light) {
  Vec3<float> out{};
  for (int c = 0; c < 3; ++c) out[c] = light[c] > 0 ? shown(light[c]) : 0.0f;  // 0 where it is no number
  return out;
}

float exposure_factor(double stops) { return float(std::exp2(stops)); }

}  // namespace froth
