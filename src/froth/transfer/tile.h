// SPDX-License-Identifier: Apache-2.0
// A tile is the dense patch of nodes that the particles of one block can touch, eight nodes wide: scattered
// into or gathered from in cache, then merged with the sparse grid as a whole. It leaves particles room to
// wander a cell out of their block before they must be sorted again (half a cell for cubic stencils: sort.h).
// Source: the grid of docs/architecture.md.
#pragma once

#include <algorithm>
#include <cstring>

#include <froth/base/lanes.h>
#include <froth/grid/sparse_grid.h>

namespace froth {

inline constexpr int kTileWidth = 2 * kBlockWidth;
/// Nodes of a block's tile start this far below the block's first cell.
inline constexpr int kTileMargin = 1;

/// The first node of a block of nodes, along one axis.
FROTH_INLINE std::int32_t first_node(std::int32_t block) { return block * kBlockWidth - kTileMargin; }
/// Where the stencil of a particle starts in the tile of its home block, along one axis.
FROTH_INLINE int place_in_tile(std::int32_t cell, std::int32_t home_block) {
  return cell - home_block * kBlockWidth + kTileMargin;
}
/// A stencil that starts here still fits the tile.
template <int Degree>
FROTH_INLINE bool fits_tile(int place) {
  return static_cast<unsigned>(place) <= static_cast<unsigned>(kTileWidth - 1 - Degree);
}

/// The part of a tile that stencils touch, as first and last node along each axis.
template <int Dim>
struct TileBox {
  std::int8_t first[Dim], last[Dim];

  static constexpr TileBox empty() {
    TileBox box{};
    for (int d = 0; d < Dim; ++d) box.first[d] = kTileWidth, box.last[d] = -1;
    return box;
  }
};

/// Visits runs of four nodes that lie side by side both in the tile and in a block, where the box touches
/// them. Corner bit d of the source's tile means "next along axis d"; inside a block the last axis runs
/// fastest.
template <int Dim, class Visit>
FROTH_INLINE void for_each_tile_row(const typename GridTopology<Dim>::Source& source, const TileBox<Dim>& box,
                                    Visit visit) {
  const int first_j = Dim == 3 ? box.first[1] : 0, last_j = Dim == 3 ? box.last[1] : 0;
  const int first_half = box.first[Dim - 1] >> kBlockBits, last_half = box.last[Dim - 1] >> kBlockBits;
  for (int i = box.first[0]; i <= box.last[0]; ++i)
    for (int j = first_j; j <= last_j; ++j)
      for (int half = first_half; half <= last_half; ++half) {
        const int corner = (i >> kBlockBits) | (Dim == 3 ? (j >> kBlockBits) << 1 : 0) | half << (Dim - 1);
        const int li = i & (kBlockWidth - 1), lj = j & (kBlockWidth - 1);
        const int local = (Dim == 3 ? li * kBlockWidth + lj : li) * kBlockWidth;
        const int at = (Dim == 3 ? i * kTileWidth + j : i) * kTileWidth + half * kBlockWidth;
        visit(source.tile[static_cast<std::size_t>(corner)], local, at);
      }
}

/// A node of a tile has four numbers; eight where momentum and force are kept apart.
template <int Dim, class Real, int NodeLanes = 4>
struct Tile {
  static constexpr int kNodes = Dim == 3 ? kTileWidth * kTileWidth * kTileWidth : kTileWidth * kTileWidth;
  static constexpr int kStride[3] = {Dim == 3 ? kTileWidth * kTileWidth : kTileWidth,
                                     Dim == 3 ? kTileWidth : 1, 1};
  static constexpr int kLanes = NodeLanes;
  using Node = Lanes<Real, NodeLanes>;
  using Source = typename GridTopology<Dim>::Source;

  alignas(64) Node node[kNodes];

  Real* at(int place) { return reinterpret_cast<Real*>(node + place); }
  const Real* at(int place) const { return reinterpret_cast<const Real*>(node + place); }

  void clear() { std::fill(node, node + kNodes, Node{}); }
  /// Adds the touched nodes to the grid and leaves them zero, ready for the next block.
  void flush_to(NodeField<Dim, Real>& field, const Source& source, const TileBox<Dim>& box) {
    for_each_tile_row<Dim>(source, box, [&](std::int32_t block, int local, int at) {
      using Pair = Lanes<Real, 8>;  // two nodes
      Real *to = reinterpret_cast<Real*>(field.block(block) + local), *from = this->at(at);
      for (int k = 0; k < 4 * kBlockWidth; k += 8) {
        store_lanes(to + k, load_lanes<Pair>(to + k) + load_lanes<Pair>(from + k));
        store_lanes(from + k, Pair{});
      }
    });
  }
  /// The same for nodes of eight numbers: the first four go to one field, the others to the second.
  void flush_to(NodeField<Dim, Real>& first, NodeField<Dim, Real>& second, const Source& source,
                const TileBox<Dim>& box) {
    for_each_tile_row<Dim>(source, box, [&](std::int32_t block, int local, int at) {
      auto *to_first = first.block(block) + local, *to_second = second.block(block) + local;
      for (int k = 0; k < kBlockWidth; ++k) {
        to_first[k] += lower<Real>(node[at + k]);
        to_second[k] += upper<Real>(node[at + k]);
        node[at + k] = Node{};
      }
    });
  }
  void load_from(const NodeField<Dim, Real>& field, const Source& source, const TileBox<Dim>& box) {
    for_each_tile_row<Dim>(source, box, [&](std::int32_t block, int local, int at) {
      const Node* from = field.block(block) + local;
      for (int k = 0; k < kBlockWidth; ++k) node[at + k] = from[k];
    });
  }
};

/// The velocity before forces, as a gather wants it: of the first component nothing (it rides in the last
/// lane of the motion), of the others two numbers per node, so that a whole row of a stencil is one vector.
template <int Dim, class Real>
struct BeforeTile {
  static constexpr int kRows = Tile<Dim, Real>::kNodes / kTileWidth;
  static constexpr int kRowNumbers = 2 * kTileWidth;
  /// Eight more than the nodes need: the vector of the last row may reach beyond it.
  alignas(64) Real number[kRows * kRowNumbers + 8];

  const Real* at(int place) const { return number + 2 * place; }
  void load_from(const NodeField<Dim, Real>& field, const typename GridTopology<Dim>::Source& source,
                 const TileBox<Dim>& box) {
    for_each_tile_row<Dim>(source, box, [&](std::int32_t block, int local, int at) {
      using Pair = Lanes<Real, 8>;
      const Real* from = reinterpret_cast<const Real*>(field.block(block) + local);
      const Pair low = load_lanes<Pair>(from), high = load_lanes<Pair>(from + 8);  // the row's four nodes
      store_lanes(number + 2 * at, __builtin_shufflevector(low, high, 1, 2, 5, 6, 9, 10, 13, 14));
    });
  }
  /// A quadratic row reads one node beyond its own, times zero: it must be a number.
  void clear() { std::fill(number, number + kRows * kRowNumbers + 8, Real(0)); }
};

}  // namespace froth
