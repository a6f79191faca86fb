// SPDX-License-Identifier: Apache-2.0
#include <froth/power/t_grid.h>

#include <algorithm>
#include <cmath>

namespace froth {

namespace {

/// Part of a cell outside solids, from distances at the centres of its 2^Dim parts: exact for a wall along
/// the grid, and a few hundredths off for a slanted one.
template <int Dim>
double free_part(const SolidDistance<Dim>& distance, const Vec<Dim, double>& center, double cell) {
  double sum = 0;
  for (int corner = 0; corner < 1 << Dim; ++corner) {
    Vec<Dim, double> x = center;
    for (int d = 0; d < Dim; ++d) x[d] += (corner >> d & 1 ? 0.25 : -0.25) * cell;
    sum += std::clamp(0.5 + 2 * distance(x) / cell, 0.0, 1.0);
  }
  return sum / (1 << Dim);
}

}  // namespace

template <int Dim, class Real>
void TGrid<Dim, Real>::build(std::vector<BlockCoord<Dim>> blocks, double cell) {
  cell_ = cell;
  list_.build(std::move(blocks), BlockCoord<Dim>{});
  const std::size_t cells = block_count() * kCells;
  capacity.assign(cells, Real(1));
  scaling.resize(cells);
  limit.assign(cells, Real(1));
  fill.resize(cells);
}

template <int Dim, class Real>
void TGrid<Dim, Real>::cut_solids(const SolidDistance<Dim>& distance) {
  const double half_diagonal = 0.5 * std::sqrt(double(Dim)) * cell_;
  parallel_tasks(static_cast<Index>(block_count()), [&](Index b) {
    const BlockCoord<Dim>& block = blocks()[static_cast<std::size_t>(b)];
    Real* free = of_block(capacity, static_cast<std::size_t>(b));
    const auto center_of = [&](const Vec<Dim, std::int32_t>& cell, double half) {
      Vec<Dim, double> x{};
      for (int d = 0; d < Dim; ++d) x[d] = cell_ * (block[d] * kListWidth + cell[d] + half);
      return x;
    };
    const double middle = distance(center_of({}, 0.5 * kListWidth));
    if (std::abs(middle) >= kListWidth * half_diagonal) {
      if (middle < 0) std::fill(free, free + kCells, Real(0));
      return;
    }
    for (int n = 0; n < kCells; ++n) {
      const Vec<Dim, double> x = center_of(list_cell<Dim>(n), 0.5);
      const double near = distance(x);
      if (std::abs(near) >= half_diagonal)
        free[n] = near < 0 ? Real(0) : Real(1);
      else
        free[n] = static_cast<Real>(free_part(distance, x, cell_));
    }
  });
}

template <int Dim, class Real>
std::size_t TGrid<Dim, Real>::bytes() const {
  return sizeof(Real) * (capacity.capacity() + scaling.capacity() + limit.capacity() + fill.capacity()) +
         sizeof(BlockCoord<Dim>) * list_.blocks().capacity();
}

template class TGrid<2, float>;
template class TGrid<2, double>;
template class TGrid<3, float>;
template class TGrid<3, double>;

}  // namespace froth
