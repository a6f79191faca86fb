// SPDX-License-Identifier: Apache-2.0
// Where the nodes of a block are, and which obstacles can touch them. Source: docs/architecture.md,
// Colliders.
#pragma once

#include <cmath>

#include <froth/particles/position.h>
#include <froth/transfer/tile.h>

namespace froth {

template <int Dim>
struct NodePlaces {
  const Lattice<Dim>& lattice;

  /// A node this close to a surface is in contact [m]: small against a cell, large against rounding.
  double touch() const { return 1e-4 * lattice.dx; }

  Vec3<double> node_position(const BlockCoord<Dim>& block, int n) const {
    Vec<Dim, std::int32_t> i{};
    for (int d = Dim - 1; d >= 0; --d, n /= kBlockWidth)
      i[d] = lattice.wrap(first_node(block[d]) + n % kBlockWidth, d);
    return lift(lattice.node_position(i));
  }

  /// The distance is 1-Lipschitz: a block whose middle is further out than its own radius has no node inside.
  template <class Region>
  bool may_touch(const Region& c, const BlockCoord<Dim>& block, double margin = 0) const {
    const double dx = lattice.dx;
    Vec<Dim, double> middle{};
    for (int d = 0; d < Dim; ++d)  // the first block of a periodic axis has a node at the axis' other end
      if (lattice.periodic_cells[d] > 0 && block[d] == 0) return true;
    for (int d = 0; d < Dim; ++d)
      middle[d] = lattice.origin[d] + dx * (first_node(block[d]) + 0.5 * (kBlockWidth - 1));
    const double radius = 0.5 * (kBlockWidth - 1) * std::sqrt(double(Dim)) * dx;
    return c.distance(lift(middle)) <= radius + margin + 1e-3 * dx + c.slack();
  }
};

}  // namespace froth
