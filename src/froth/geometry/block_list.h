// SPDX-License-Identifier: Apache-2.0
// Blocks of 8^Dim cells, where they are and which touch each other, for lists of points by cell
// (geometry/cell_lists.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <froth/geometry/block_map.h>

namespace froth {

inline constexpr int kListBits = 3;
inline constexpr int kListWidth = 1 << kListBits;  ///< cells of a block along an axis
template <int Dim>
inline constexpr int kListCells = Dim == 3 ? 512 : 64;
template <int Dim>
inline constexpr int kAround = Dim == 3 ? 27 : 9;  ///< a block and those that touch it

/// Number of a cell, or of its lowest corner, inside its block; the last axis runs fastest.
template <int Dim>
inline int list_number(const Vec<Dim, std::int32_t>& cell) {
  int n = 0;
  for (int d = 0; d < Dim; ++d) n = n * kListWidth + (cell[d] & (kListWidth - 1));
  return n;
}
/// The other way round.
template <int Dim>
inline Vec<Dim, std::int32_t> list_cell(int number) {
  Vec<Dim, std::int32_t> cell{};
  for (int d = Dim - 1; d >= 0; --d, number /= kListWidth) cell[d] = number % kListWidth;
  return cell;
}
/// Block of a cell.
template <int Dim>
inline BlockCoord<Dim> list_block(const Vec<Dim, std::int32_t>& cell) {
  BlockCoord<Dim> b{};
  for (int d = 0; d < Dim; ++d) b[d] = cell[d] >> kListBits;
  return b;
}
/// Place, in a list of kAround blocks, of the one that holds a cell counted from the middle block.
template <int Dim>
inline int around_of(const Vec<Dim, std::int32_t>& cell) {
  int n = 0;
  for (int d = 0; d < Dim; ++d) n = n * 3 + (cell[d] >> kListBits) + 1;
  return n;
}

/// Numbers of a block and of those around it in some list of blocks; -1 where there is none.
template <int Dim>
using Around = std::array<std::int32_t, kAround<Dim>>;

/// Where blocks are, on a lattice that may be periodic.
template <int Dim>
class BlockList {
 public:
  /// `periodic`: length of an axis in blocks, or 0.
  void build(std::vector<BlockCoord<Dim>> blocks, const BlockCoord<Dim>& periodic);
  const std::vector<BlockCoord<Dim>>& blocks() const { return blocks_; }
  const BlockCoord<Dim>& periodic() const { return periodic_; }
  BlockCoord<Dim> wrapped(BlockCoord<Dim> block) const;
  std::int32_t find(const BlockCoord<Dim>& block) const { return map_.find(wrapped(block)); }
  Around<Dim> around(const BlockCoord<Dim>& block) const;

 private:
  std::vector<BlockCoord<Dim>> blocks_;
  BlockCoord<Dim> periodic_{};
  BlockMap<Dim> map_;
};

}  // namespace froth
