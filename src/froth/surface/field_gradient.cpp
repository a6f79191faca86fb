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

Vec3<float> FieldGradient::normal(const Vec3<double>& at) const {
  Vec3<std::int32_t> low{};
  for (int d = 0; d < 3; ++d) low[d] = static_cast<std::int32_t>(std::floor(at[d]));
  const Vec3<float> part = (at - low.cast<double>()).cast<float>();
  Vec3<float> sum{};
  for (int c = 0; c < 8; ++c) {
    Vec3<std::int32_t> corner = low;
    float weight = 1;
    for (int d = 0; d < 3; ++d) {
      const bool is_upper = ((c >> d) & 1) != 0;
      corner[d] += is_upper;
      weight *= is_upper ? part[d] : 1 - part[d];
    }
    for (int d = 0; d < 3; ++d) {
      Vec3<std::int32_t> up = corner, down = corner;
      up[d] += 1, down[d] -= 1;
      sum[d] += weight * (value(up) - value(down));
    }
  }
  const float length = norm(sum);
  return length > 0 ? sum / length : Vec3<float>{0, 0, 1};
}

}  // namespace froth
