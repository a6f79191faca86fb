// SPDX-License-Identifier: Apache-2.0
// Nodes of the simulation grid (s-grid) that some particle reaches, numbered without gaps: the corners of
// those s-cells in which a transport plan fills anything. Source: [Qu2023], Eq. (10).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <froth/power/t_grid.h>

namespace froth {

/// The s-cell of a t-cell, for `ratio` t-cells along an s-cell.
inline std::int32_t s_cell(std::int32_t t_cell, std::int32_t ratio) {
  return t_cell >= 0 ? t_cell / ratio : -((ratio - 1 - t_cell) / ratio);
}

template <int Dim>
class SNodes {
 public:
  template <class Real>
  SNodes(const TGrid<Dim, Real>& grid, std::int32_t ratio);

  const std::vector<Vec<Dim, std::int32_t>>& nodes() const { return nodes_; }
  /// Number of a node, or -1.
  std::int32_t find(const Vec<Dim, std::int32_t>& node) const {
    const std::int32_t block = map_.find(block_of(node));
    return block < 0
               ? -1
               : number_[static_cast<std::size_t>(block)][static_cast<std::size_t>(cell_in_block(node))];
  }
  std::vector<Vec<Dim, std::int32_t>> take_nodes() { return std::move(nodes_); }

 private:
  void number_nodes(const std::vector<std::vector<Vec<Dim, std::int32_t>>>& filled);

  BlockMap<Dim> map_;
  std::vector<std::array<std::int32_t, kBlockCells<Dim>>> number_;
  std::vector<Vec<Dim, std::int32_t>> nodes_;
};

}  // namespace froth
