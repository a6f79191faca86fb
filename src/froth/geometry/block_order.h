// SPDX-License-Identifier: Apache-2.0
// Puts points into the order of the blocks they are in: a stable counting sort, the same for any number of
// threads.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <froth/base/parallel.h>
#include <froth/geometry/block_map.h>

namespace froth {

/// Which places of an order belong to which block, blocks in canonical order.
template <int Dim>
struct BlockRuns {
  std::vector<BlockCoord<Dim>> blocks;
  std::vector<Index> begin;  ///< first place of each block, and the count at the end
};

/// The cell of every point, one plane per axis.
template <int Dim>
using CellPlanes = std::array<const std::int32_t*, Dim>;

/// A cell by the number of its point.
template <int Dim>
struct CellView {
  CellPlanes<Dim> axis;
  Vec<Dim, std::int32_t> operator[](Index s) const {
    Vec<Dim, std::int32_t> c{};
    for (int d = 0; d < Dim; ++d) c[d] = axis[static_cast<std::size_t>(d)][s];
    return c;
  }
};

template <int Dim>
struct BlockOrder {
  BlockRuns<Dim> runs;
  std::vector<std::uint32_t> order;  ///< points block by block; in a block they keep their order
};

/// Blocks are 4 cells wide, as block_of() has them.
template <int Dim>
BlockOrder<Dim> order_by_block(const CellPlanes<Dim>& cells, Index count);

}  // namespace froth
