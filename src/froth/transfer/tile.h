// SPDX-License-Identifier: Apache-2.0
// A tile is the dense patch of nodes that the particles of one block can touch: scattered into or gathered
// from in cache, then merged with the sparse grid as a whole. Source: the grid of docs/architecture.md.
#pragma once

#include <algorithm>

#include <froth/grid/sparse_grid.h>

namespace froth {

template <int Dim, int Degree, class Real>
struct Tile {
  static constexpr int kWidth = kBlockWidth + Degree;
  static constexpr int kNodes = Dim == 3 ? kWidth * kWidth * kWidth : kWidth * kWidth;
  static constexpr int kStride[3] = {Dim == 3 ? kWidth * kWidth : kWidth, Dim == 3 ? kWidth : 1, 1};

  Lane4<Real> node[kNodes];

  void clear() { std::fill(node, node + kNodes, Lane4<Real>{}); }
  void add_to(NodeField<Dim, Real>& field, const typename GridTopology<Dim>::Source& source) const {
    for_each_row(source, [&](std::int32_t block, int local, int at, int length) {
      Lane4<Real>* to = field.block(block) + local;
      for (int k = 0; k < length; ++k) to[k] += node[at + k];
    });
  }
  void load_from(const NodeField<Dim, Real>& field, const typename GridTopology<Dim>::Source& source) {
    for_each_row(source, [&](std::int32_t block, int local, int at, int length) {
      const Lane4<Real>* from = field.block(block) + local;
      for (int k = 0; k < length; ++k) node[at + k] = from[k];
    });
  }

 private:
  /// Visits runs of nodes that lie side by side both in the tile and in a block. Corner bit d of the source's
  /// tile means "next along axis d"; inside a block the last axis runs fastest.
  template <class Visit>
  static void for_each_row(const typename GridTopology<Dim>::Source& source, Visit visit) {
    constexpr int rows = Dim == 3 ? kWidth : 1;
    for (int i = 0; i < kWidth; ++i)
      for (int j = 0; j < rows; ++j)
        for (int half = 0; half < 2; ++half) {
          const int k = half * kBlockWidth, length = half == 0 ? kBlockWidth : Degree;
          const int corner = (i >> kBlockBits) | (Dim == 3 ? (j >> kBlockBits) << 1 : 0) | half << (Dim - 1);
          const int li = i & (kBlockWidth - 1), lj = j & (kBlockWidth - 1);
          const int local = (Dim == 3 ? li * kBlockWidth + lj : li) * kBlockWidth;
          const int at = Dim == 3 ? (i * kWidth + j) * kWidth + k : i * kWidth + k;
          visit(source.tile[static_cast<std::size_t>(corner)], local, at, length);
        }
  }
};

}  // namespace froth
