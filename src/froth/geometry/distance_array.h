// SPDX-License-Identifier: Apache-2.0
// Signed distance of a solid, sampled on a regular array.
#pragma once

#include <vector>

#include <froth/base/vec.h>

namespace froth {

/// Samples at origin + spacing * (i, j, k), x fastest. Distances are capped at `margin`, the room around the
/// solid, so that all samples on the array's border are equal to it.
struct DistanceArray {
  Vec3<double> origin{};
  double spacing = 0, margin = 0;  ///< [m]
  Vec3<int> count{};
  std::vector<float> values;
};

}  // namespace froth
