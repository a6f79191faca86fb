// SPDX-License-Identifier: Apache-2.0
// Source: as power/inner_cells.h.
#include <froth/power/inner_cells.h>

#include <algorithm>
#include <cmath>

#include <froth/power/cells_around.h>

namespace froth {

namespace {

/// Sums over windows of 2 kInnerReach + 1 values that are `stride` apart, for the windows of a row of a
/// block.
template <class Real>
void window_sums(const Real* from, std::size_t stride, Real* to) {
  Real sum = 0;
  for (std::size_t k = 0; k < 2 * kInnerReach; ++k) sum += from[k * stride];
  for (std::size_t k = 0; k < kListWidth; ++k) {
    sum += from[(k + 2 * kInnerReach) * stride];
    to[k * stride] = sum;
    sum -= from[k * stride];
  }
}

/// Sums over the neighbourhoods of all cells of a block, by list_number(), from the block and the cells
/// around it; axis by axis, the last one first.
template <int Dim, class Real>
void sum_around(std::vector<Real>& tile, std::vector<Real>& spare) {
  const std::size_t from = tile_width(kInnerReach), to = kListWidth;
  std::size_t rows = tile.size() / from, stride = 1;
  for (int d = Dim - 1; d >= 0; --d) {
    spare.resize(rows * to * stride);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t k = 0; k < stride; ++k)
        window_sums(&tile[row * from * stride + k], stride, &spare[row * to * stride + k]);
    std::swap(tile, spare);
    stride *= to, rows /= from;
  }
}

}  // namespace

template <int Dim, class Real>
void find_limits(TGrid<Dim, Real>& grid, double pull) {
  parallel_tasks(static_cast<Index>(grid.block_count()), [&](Index task) {
    thread_local std::vector<Real> taken, room, spare;
    const auto b = static_cast<std::size_t>(task);
    const Around<Dim> around = blocks_around(grid, grid.blocks()[b]);
    read_around<Dim, Real>(grid, grid.fill, around, kInnerReach, 0, taken);
    read_around<Dim, Real>(grid, grid.capacity, around, kInnerReach, 1, room);
    sum_around<Dim, Real>(taken, spare);
    sum_around<Dim, Real>(room, spare);
    Real* L = grid.of_block(grid.limit, b);
    for (std::size_t n = 0; n < std::size_t(grid.kCells); ++n) {
      const double share = room[n] > 0 ? double(taken[n]) / double(room[n]) : 0;
      const double inside = std::clamp((share - kInsideFrom) / (kInsideTo - kInsideFrom), 0.0, 1.0);
      L[n] = static_cast<Real>(std::pow(pull, inside));
    }
  });
}

template void find_limits(TGrid<2, float>&, double);
template void find_limits(TGrid<2, double>&, double);
template void find_limits(TGrid<3, float>&, double);
template void find_limits(TGrid<3, double>&, double);

}  // namespace froth
