// SPDX-License-Identifier: Apache-2.0
#include <froth/render/grain_shape.h>

#include <cstdint>

#include <froth/render/samples.h>

namespace froth {

namespace {

constexpr int kFaces = 14;  // few enough to be seen, many enough for a convex grain

std::uint32_t bits_of(unsigned grain, std::uint32_t purpose) {
  return mixed_bits(mixed_bits(grain ^ 0x2545f491u) + purpose * 0x9e3779b9u);
}

/// Uniform over the sphere.
Direction direction_of(unsigned grain, std::uint32_t purpose) {
  const std::uint32_t bits = bits_of(grain, purpose);
  const float z = 2 * unit_number(bits) - 1, r = std::sqrt(std::max(0.0f, 1 - z * z));
  const float angle = 2 * kPi * unit_number(mixed_bits(bits));
  return {r * std::cos(angle), r * std::sin(angle), z};
}

}  // namespace

float grain_size(float angularity, unsigned grain) {
  return 1 + angularity * (0.6f * unit_number(bits_of(grain, 1)) - 0.35f);
}

Vec3<float> grain_shift(float angularity, unsigned grain) {
  return (0.35f * angularity * unit_number(bits_of(grain, 2))) * direction_of(grain, 3);
}

Direction grain_normal(const Direction& normal, float angularity, unsigned grain) {
  Direction nearest = normal;
  float most = -2;
  for (std::uint32_t k = 0; k < kFaces; ++k) {
    const Direction face = direction_of(grain, 4 + k);
    const float cosine = dot(face, normal);
    if (cosine > most) most = cosine, nearest = face;
  }
  const Direction bent = mixed(normal, nearest, std::min(1.0f, angularity));
  return dot(bent, bent) > 0 ? unit_vector(bent) : normal;
}

}  // namespace froth
