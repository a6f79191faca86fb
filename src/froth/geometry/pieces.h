// SPDX-License-Identifier: Apache-2.0
// Pieces that a set of points falls into: two points hang together where a chain of others links them, each
// step no longer than a given reach. These are the connected components of the graph of near neighbours,
// found by merging sets (union-find).
#pragma once

#include <cstddef>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

struct Pieces {
  std::vector<std::size_t> of;  ///< piece of each point
  std::vector<std::size_t>
      sizes;  ///< points of each piece; the largest first, of equals that of the first point

  std::size_t count() const { return sizes.size(); }
  /// Pieces of a single point.
  std::size_t isolated() const;
};

/// `reach` [m] is positive and itself near enough. Along an axis with a period other than 0 [m] the ends
/// meet. A point that is not finite is a piece of its own. The result depends on the points' order only in
/// the numbers of pieces of one size.
Pieces connected_pieces(const std::vector<Vec3<double>>& points, double reach,
                        const Vec3<double>& period = {});

}  // namespace froth
