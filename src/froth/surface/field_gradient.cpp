// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/field_gradient.h>

#include <cmath>

namespace froth {

FieldGradient::FieldGradient(const VoxelField& field) : field_(field) { tiles_.build(field.tiles); }

float FieldGradient::value(const Vec3<std::int32_t>& corner) const {
  const std::int32_t tile = tiles_.find(list_block(corner));
  if (tile < 0) return field_.far;
  return field_
      .values[static_cast<std::size_t>(tile) * kTileCorners + static_cast<std::size_t>(list_number(corner))];
}

float FieldGradient::laplacian(const Vec3<std::int32_t>& corner) const {
  float sum = -6 * value(corner);
  for (int d = 0; d < 3; ++d)
    for (const int step : {-1, 1}) {
      Vec3<std::int32_t> other = corner;
      other[d] += step;
      sum += value(other);
    }
  return sum;
}

float FieldGradient::interpolated(const Vec3<double>& at) const {
  float sum = 0;
  Vec3<std::int32_t> low{};
  for (int d = 0; d < 3; ++d) low[d] = static_cast<std::int32_t>(std::floor(at[d]));
  for (int c = 0; c < 8; ++c) {
    Vec3<std::int32_t> corner = low;
    float weight = 1;
    for (int d = 0; d < 3; ++d) {
      const auto part = static_cast<float>(at[d] - low[d]);
      const bool is_upper = ((c >> d) & 1) != 0;
      corner[d] += is_upper;
      weight *= is_upper ? part : 1 - part;
    }
    sum += weight * value(corner);
  }
  return sum;
}

FieldSample FieldGradient::sample(const Vec3<double>& at) const {
  Vec3<std::int32_t> low{};
  for (int d = 0; d < 3; ++d) low[d] = static_cast<std::int32_t>(std::floor(at[d]));
  const Vec3<float> part = (at - low.cast<double>()).cast<float>();
  Vec3<float> slope{};
  float bend = 0;
  for (int c = 0; c < 8; ++c) {
    Vec3<std::int32_t> corner = low;
    Vec3<float> weight{}, side{};
    for (int d = 0; d < 3; ++d) {
      const bool is_upper = ((c >> d) & 1) != 0;
      corner[d] += is_upper;
      weight[d] = is_upper ? part[d] : 1 - part[d];
      side[d] = is_upper ? 1.0f : -1.0f;
    }
    const float v = value(corner);
    for (int d = 0; d < 3; ++d) slope[d] += v * side[d] * weight[(d + 1) % 3] * weight[(d + 2) % 3];
    bend += weight[0] * weight[1] * weight[2] * laplacian(corner);
  }
  const float length = norm(slope);
  if (!(length > 0)) return {{0, 0, 1}, 0};
  // What the field bends along its gradient is no curvature of its levels.
  const Vec3<double> normal = (slope / length).cast<double>();
  const float along = interpolated(at + normal) + interpolated(at - normal) - 2 * interpolated(at);
  return {slope / length, (bend - along) / length};
}

}  // namespace froth
