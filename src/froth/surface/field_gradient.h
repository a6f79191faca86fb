// SPDX-License-Identifier: Apache-2.0
// The direction in which a field of voxels grows, anywhere among its tiles.
#pragma once

#include <froth/surface/skin.h>
#include <froth/surface/tiles.h>

namespace froth {

/// What a field is around a place.
struct FieldSample {
  Vec3<float> normal;   ///< direction in which it grows; (0, 0, 1) where it does not
  float curvature = 0;  ///< sum of the principal curvatures of its level there [1 / voxels]
};

class FieldGradient {
 public:
  explicit FieldGradient(const VoxelField& field);
  /// `at` counts in voxels from corner (0, 0, 0). The gradient is that of the trilinear interpolation.
  FieldSample sample(const Vec3<double>& at) const;

 private:
  float value(const Vec3<std::int32_t>& corner) const;
  float interpolated(const Vec3<double>& at) const;
  float laplacian(const Vec3<std::int32_t>& corner) const;

  const VoxelField& field_;
  BlockMap<3> tiles_;
};

}  // namespace froth
