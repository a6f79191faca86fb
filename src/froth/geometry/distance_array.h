// SPDX-License-Identifier: Apache-2.0
// Signed distance of a solid, sampled on a regular array.
#pragma once

#include <cstddef>
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

  std::size_t number_of(int i, int j, int k) const {
    const auto row = static_cast<std::size_t>(count[0]), layer = row * static_cast<std::size_t>(count[1]);
    return static_cast<std::size_t>(k) * layer + static_cast<std::size_t>(j) * row +
           static_cast<std::size_t>(i);
  }
};

}  // namespace froth
