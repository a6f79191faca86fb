// SPDX-License-Identifier: Apache-2.0
// The transport grid (t-grid): cells that particles share out among themselves, how much of each is free of
// solids, and how much of it is taken. Blocks of 8^Dim cells exist where particles reach. Cell j spans
// [j, j + 1] dx, so that nodes of the simulation grid (s-grid), whose spacing is a whole multiple of dx, are
// at corners of cells and moments never vanish. Source: [Qu2023], Section 4.1.
#pragma once

#include <vector>

#include <froth/base/parallel.h>
#include <froth/geometry/block_list.h>

namespace froth {

/// Distance to the nearest solid [m], negative inside; changes by at most the distance between two points.
template <int Dim>
using SolidDistance = FunctionRef<double(const Vec<Dim, double>&)>;

template <int Dim, class Real>
class TGrid {
 public:
  static constexpr int kCells = kListCells<Dim>;  ///< of a block

  /// `blocks` in canonical order; all cells are free.
  void build(std::vector<BlockCoord<Dim>> blocks, double cell);
  /// Takes the part of each cell that is inside solids from its capacity.
  void cut_solids(const SolidDistance<Dim>& distance);

  double cell() const { return cell_; }  ///< [m]
  const std::vector<BlockCoord<Dim>>& blocks() const { return list_.blocks(); }
  std::size_t block_count() const { return list_.blocks().size(); }
  std::int32_t find(const BlockCoord<Dim>& block) const { return list_.find(block); }

  /// By block, then by list_number() of the cell. Capacity V_j and fill sum_p T_pj in volumes of a cell, the
  /// scaling s_j of the plan and its upper limit L_j (power/inner_cells.h).
  std::vector<Real> capacity, scaling, limit, fill;

  const Real* of_block(const std::vector<Real>& values, std::size_t block) const {
    return values.data() + block * kCells;
  }
  Real* of_block(std::vector<Real>& values, std::size_t block) const {
    return values.data() + block * kCells;
  }
  /// Value of a cell, 0 where there is no block.
  Real at(const std::vector<Real>& values, const Vec<Dim, std::int32_t>& cell) const {
    const std::int32_t block = find(list_block(cell));
    return block < 0 ? Real(0)
                     : values[static_cast<std::size_t>(block) * kCells +
                              static_cast<std::size_t>(list_number(cell))];
  }
  std::size_t bytes() const;

 private:
  double cell_ = 1;
  BlockList<Dim> list_;
};

}  // namespace froth
