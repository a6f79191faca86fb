// SPDX-License-Identifier: Apache-2.0
// Values of a block of the transport grid together with those of the cells around it.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include <froth/power/t_grid.h>

namespace froth {

/// Cells along an edge of such a tile.
constexpr int tile_width(int reach) { return kListWidth + 2 * reach; }

/// Where the blocks around one are among those of a grid, itself in the middle; -1 where there is none.
template <int Dim, class Real>
Around<Dim> blocks_around(const TGrid<Dim, Real>& grid, const BlockCoord<Dim>& block) {
  Around<Dim> around;
  for (int n = 0; n < kAround<Dim>; ++n) {
    BlockCoord<Dim> at = block;
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= 3) at[d] += rest % 3 - 1;
    around[static_cast<std::size_t>(n)] = grid.find(at);
  }
  return around;
}

/// Values of a block and of `reach` cells around it, at most a block, with `air` where there is no block; the
/// last axis runs fastest.
template <int Dim, class Real>
void read_around(const TGrid<Dim, Real>& grid, const std::vector<Real>& values, const Around<Dim>& around,
                 int reach, Real air, std::vector<Real>& tile) {
  const auto width = static_cast<std::size_t>(tile_width(reach));
  std::size_t count = 1;
  for (int d = 0; d < Dim; ++d) count *= width;
  tile.resize(count);
  const int parts[] = {-reach, 0, kListWidth, kListWidth + reach};  // of a row, each in a block of its own
  for (std::size_t row = 0; row < count / width; ++row) {
    Vec<Dim, std::int32_t> cell{};  // counted from the middle block
    std::size_t rest = row;
    for (int d = Dim - 2; d >= 0; --d, rest /= width) cell[d] = static_cast<int>(rest % width) - reach;
    for (int part = 0; part < 3; ++part) {
      const int from = parts[part], length = parts[part + 1] - from;
      cell[Dim - 1] = from;
      const std::int32_t block = around[static_cast<std::size_t>(around_of(cell))];
      Real* to = tile.data() + row * width + static_cast<std::size_t>(from + reach);
      if (block < 0)
        std::fill_n(to, length, air);
      else
        std::copy_n(grid.of_block(values, static_cast<std::size_t>(block)) + list_number(cell), length, to);
    }
  }
}

}  // namespace froth
