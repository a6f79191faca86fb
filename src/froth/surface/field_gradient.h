// SPDX-License-Identifier: Apache-2.0
// The direction in which a field of voxels grows, anywhere among its tiles.
#pragma once

#include <froth/surface/skin.h>
#include <froth/surface/tiles.h>

namespace froth {

class FieldGradient {
 public:
  explicit FieldGradient(const VoxelField& field);
  /// Central differences on the corners around a place, interpolated; of unit length, (0, 0, 1) where they
  /// vanish. `at` counts in voxels from corner (0, 0, 0).
  Vec3<float> normal(const Vec3<double>& at) const;

 private:
  float value(const Vec3<std::int32_t>& corner) const;

  const VoxelField& field_;
  BlockMap<3> tiles_;
};

}  // namespace froth
