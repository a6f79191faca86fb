// SPDX-License-Identifier: Apache-2.0
// Near particles in patches, each with the dense box of cells (tile) that they reach: kernels are then read
// from and added to memory without gaps, and no two patches write to the same place. Particles whose kernels
// are wide are in wider patches of their own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <froth/power/kernel_box.h>
#include <froth/power/t_grid.h>

namespace froth {

/// Cells low .. low + size, on three axes; the first of these has one cell in the plane. Along the last axis
/// boxes begin and end with blocks of the t-grid.
struct Patch {
  Index begin = 0, end = 0;  ///< particles, in the order of the patches
  Vec3<std::int32_t> low{}, size{};
  std::size_t tile = 0;  ///< where its values are in an array of all tiles

  TileStride stride() const {
    return {static_cast<std::size_t>(size[1]) * static_cast<std::size_t>(size[2]),
            static_cast<std::size_t>(size[2])};
  }
  std::size_t cell_count() const { return stride().x * static_cast<std::size_t>(size[0]); }
  std::size_t number(const Vec3<std::int32_t>& cell) const {
    return static_cast<std::size_t>(cell[0] - low[0]) * stride().x +
           static_cast<std::size_t>(cell[1] - low[1]) * stride().y +
           static_cast<std::size_t>(cell[2] - low[2]);
  }
  Vec3<std::int32_t> cell_of(std::size_t number) const {
    return low + Vec3<std::int32_t>{static_cast<std::int32_t>(number / stride().x),
                                    static_cast<std::int32_t>(number % stride().x / stride().y),
                                    static_cast<std::int32_t>(number % stride().y)};
  }
};

/// Room behind every tile: the last pack of its last row may end beyond it.
inline constexpr std::size_t kTileSlack = 8;

/// A coordinate on three axes, and back.
template <int Dim>
inline Vec3<std::int32_t> on_three_axes(const Vec<Dim, std::int32_t>& c) {
  Vec3<std::int32_t> r{};
  for (int d = 0; d < Dim; ++d) r[3 - Dim + d] = c[d];
  return r;
}
template <int Dim>
inline Vec<Dim, std::int32_t> on_own_axes(const Vec3<std::int32_t>& c) {
  Vec<Dim, std::int32_t> r{};
  for (int d = 0; d < Dim; ++d) r[d] = c[3 - Dim + d];
  return r;
}

/// Lowest and highest cell of every particle's kernel.
struct CellRange {
  Vec3<std::int32_t> low, high;
};

struct Patches {
  std::vector<Patch> list;
  std::vector<std::uint32_t> order;  ///< the caller's number of every particle
  std::size_t tile_cells = 0;        ///< of all tiles, with the room behind each

  /// Blocks of the t-grid by patch, and patches by block.
  std::vector<std::int32_t> blocks, patches;
  std::vector<Index> blocks_begin, patches_begin;

  std::span<const std::int32_t> blocks_of(std::size_t patch) const {
    return {blocks.data() + blocks_begin[patch], blocks.data() + blocks_begin[patch + 1]};
  }
  std::span<const std::int32_t> patches_of(std::size_t block) const {
    return {patches.data() + patches_begin[block], patches.data() + patches_begin[block + 1]};
  }
  std::size_t bytes() const;
};

/// Groups particles by place and reach; `range` in the caller's order.
template <int Dim>
Patches group_particles(std::span<const CellRange> range);

/// Blocks of 8^Dim cells that patches touch, in canonical order.
template <int Dim>
std::vector<BlockCoord<Dim>> touched_blocks(const Patches& patches);

/// Fills the lists of blocks by patch and of patches by block.
template <int Dim, class Real>
void link_blocks(Patches& patches, const TGrid<Dim, Real>& grid);

/// Calls `row(in_tile, in_block)` for the rows of kListWidth cells that a patch shares with a block.
template <int Dim, class Row>
FROTH_INLINE void for_each_shared_row(const Patch& patch, const BlockCoord<Dim>& block, Row row) {
  const Vec3<std::int32_t> b = on_three_axes<Dim>(block);
  Vec3<std::int32_t> from{}, to{};
  for (int d = 0; d < 3; ++d) {
    const bool flat = d < 3 - Dim;
    from[d] = flat ? 0 : std::max(patch.low[d], b[d] * kListWidth);
    to[d] = flat ? 1 : std::min(patch.low[d] + patch.size[d], (b[d] + 1) * kListWidth);
  }
  for (std::int32_t x = from[0]; x < to[0]; ++x)
    for (std::int32_t y = from[1]; y < to[1]; ++y) {
      const int in_block = ((x & (kListWidth - 1)) * kListWidth + (y & (kListWidth - 1))) * kListWidth;
      row(patch.number({x, y, b[2] * kListWidth}), static_cast<std::size_t>(in_block));
    }
}

}  // namespace froth
