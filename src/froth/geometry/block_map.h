// SPDX-License-Identifier: Apache-2.0
// Blocks of 4^Dim cells (or nodes), and a hash that finds a block's number by its coordinate.
#pragma once

#include <cstdint>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

/// A block is 4 cells wide: a quadratic or cubic stencil based inside it reaches only into the next block.
inline constexpr int kBlockBits = 2;
inline constexpr int kBlockWidth = 1 << kBlockBits;
template <int Dim>
inline constexpr int kBlockCells = Dim == 3 ? 64 : 16;

template <int Dim>
using BlockCoord = Vec<Dim, std::int32_t>;

/// Cells stay within this distance of the origin, so that block coordinates fit a Morton code.
inline constexpr std::int32_t kCellLimit = 1 << 21;

template <int Dim>
inline BlockCoord<Dim> block_of(const Vec<Dim, std::int32_t>& cell) {
  BlockCoord<Dim> b{};
  for (int d = 0; d < Dim; ++d) b[d] = cell[d] >> kBlockBits;
  return b;
}
/// Number of a cell inside its block; the last axis runs fastest.
template <int Dim>
inline int cell_in_block(const Vec<Dim, std::int32_t>& cell) {
  int n = 0;
  for (int d = 0; d < Dim; ++d) n = n * kBlockWidth + (cell[d] & (kBlockWidth - 1));
  return n;
}

/// Open-addressing hash from block coordinate to its number in a given list.
template <int Dim>
class BlockMap {
 public:
  /// Numbers the blocks by their place in the list; coordinates must be distinct.
  void build(const std::vector<BlockCoord<Dim>>& blocks);
  /// Number of a block, or -1.
  std::int32_t find(const BlockCoord<Dim>& block) const {
    if (table_.empty()) return -1;
    for (std::size_t h = hash(block) & mask_;; h = (h + 1) & mask_) {
      const Entry& e = table_[h];
      if (e.number < 0 || e.block == block) return e.number;
    }
  }
  std::size_t bytes() const { return table_.capacity() * sizeof(Entry); }

 private:
  struct Entry {
    BlockCoord<Dim> block;
    std::int32_t number;
  };
  static std::size_t hash(const BlockCoord<Dim>& b) {
    std::uint64_t h = 0;
    for (int d = 0; d < Dim; ++d) h = (h ^ static_cast<std::uint32_t>(b[d])) * 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(h ^ (h >> 32));
  }
  std::vector<Entry> table_;
  std::size_t mask_ = 0;
};

/// Sorts blocks into canonical (Morton) order and removes duplicates.
template <int Dim>
void make_canonical(std::vector<BlockCoord<Dim>>& blocks);

}  // namespace froth
