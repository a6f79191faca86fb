// SPDX-License-Identifier: Apache-2.0
// Source: as power/contour_volume.h.
#include <froth/power/contour_volume.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <froth/power/cells_around.h>

namespace froth {

namespace {

constexpr int kWidth = tile_width(1);  ///< of a block with the cells around it
constexpr double kSolid = -1;          ///< in place of a share, where there is no room

template <int Dim>
int padded_number(const Vec<Dim, std::int32_t>& cell) {
  int n = 0;
  for (int d = 0; d < Dim; ++d) n = n * kWidth + cell[d] + 1;
  return n;
}

template <class Real>
double share_of(Real fill, Real capacity) {
  return capacity > 0 ? static_cast<double>(fill) / static_cast<double>(capacity) : kSolid;
}

/// Least and largest share of a block; solids do not count.
struct Range {
  double least = 2, most = 0;
};

template <int Dim, class Real>
Range range_of(const TGrid<Dim, Real>& grid, std::size_t block) {
  Range range;
  for (std::size_t n = 0; n < std::size_t(grid.kCells); ++n) {
    const std::size_t cell = block * grid.kCells + n;
    const double share = share_of(grid.fill[cell], grid.capacity[cell]);
    if (share < 0) continue;
    range.least = std::min(range.least, share), range.most = std::max(range.most, share);
  }
  return range;
}

/// How full cells are, for one block and the cells around it.
using Shares = std::vector<double>;

template <int Dim, class Real>
void shares_around(const TGrid<Dim, Real>& grid, const Around<Dim>& around, Shares& shares) {
  thread_local std::vector<Real> fill, capacity;
  read_around<Dim, Real>(grid, grid.fill, around, 1, 0, fill);
  read_around<Dim, Real>(grid, grid.capacity, around, 1, 1, capacity);
  shares.resize(fill.size());
  for (std::size_t n = 0; n < shares.size(); ++n) shares[n] = share_of(fill[n], capacity[n]);
}

/// Whether a cell and all around it are on one side of the contour; solids do not count.
template <int Dim>
bool is_away(const Shares& shares, const Vec<Dim, std::int32_t>& cell, double contour) {
  const bool is_inside = shares[static_cast<std::size_t>(padded_number(cell))] >= contour;
  for (int k = 0; k < kAround<Dim>; ++k) {
    Vec<Dim, std::int32_t> at = cell;
    for (int d = 0, rest = k; d < Dim; ++d, rest /= 3) at[d] += rest % 3 - 1;
    const double share = shares[static_cast<std::size_t>(padded_number(at))];
    if (share >= 0 && (share >= contour) != is_inside) return false;
  }
  return true;
}

/// Part of a cell inside of the contour: points at odd eighths, linear between this cell and those beside it
/// on their side. Solids are as full as the cell itself.
template <int Dim>
double inside_of(const Shares& shares, const Vec<Dim, std::int32_t>& cell, double contour) {
  const double own = shares[static_cast<std::size_t>(padded_number(cell))];
  if (is_away<Dim>(shares, cell, contour)) return own >= contour ? 1 : 0;
  int inside = 0;
  constexpr int kPoints = Dim == 3 ? 64 : 16, kCorners = 1 << Dim;
  for (int point = 0; point < kPoints; ++point) {
    double sum = 0;
    for (int corner = 0; corner < kCorners; ++corner) {
      Vec<Dim, std::int32_t> at = cell;
      double weight = 1;
      for (int d = 0; d < Dim; ++d) {
        const double offset = ((point >> 2 * d & 3) - 1.5) / 4;
        const bool is_other = (corner >> d & 1) != 0;
        weight *= is_other ? std::abs(offset) : 1 - std::abs(offset);
        if (is_other) at[d] += offset < 0 ? -1 : 1;
      }
      const double share = shares[static_cast<std::size_t>(padded_number(at))];
      sum += weight * (share < 0 ? own : share);
    }
    inside += sum >= contour;
  }
  return double(inside) / kPoints;
}

}  // namespace

template <int Dim, class Real>
double contour_volume(const TGrid<Dim, Real>& grid, double share) {
  const std::size_t count = grid.block_count();
  std::vector<Range> range(count);
  parallel_tasks(static_cast<Index>(count), [&](Index b) {
    range[static_cast<std::size_t>(b)] = range_of(grid, static_cast<std::size_t>(b));
  });
  std::vector<double> cells(count);  // inside, by block
  parallel_tasks(static_cast<Index>(count), [&](Index task) {
    const auto b = static_cast<std::size_t>(task);
    const Around<Dim> around = blocks_around(grid, grid.blocks()[b]);
    Range near = range[b];
    for (const std::int32_t found : around) {
      const Range beside = found < 0 ? Range{0, 0} : range[static_cast<std::size_t>(found)];
      near.least = std::min(near.least, beside.least), near.most = std::max(near.most, beside.most);
    }
    if (near.most < share) return;
    const bool is_whole = near.least >= share;
    thread_local Shares shares;
    if (!is_whole) shares_around(grid, around, shares);
    for (int n = 0; n < grid.kCells; ++n) {
      const double capacity = static_cast<double>(grid.of_block(grid.capacity, b)[n]);
      if (capacity > 0)
        cells[b] += capacity * (is_whole ? 1 : inside_of<Dim>(shares, list_cell<Dim>(n), share));
    }
  });
  double sum = 0;
  for (const double each : cells) sum += each;
  return sum * std::pow(grid.cell(), Dim);
}

template double contour_volume(const TGrid<2, float>&, double);
template double contour_volume(const TGrid<2, double>&, double);
template double contour_volume(const TGrid<3, float>&, double);
template double contour_volume(const TGrid<3, double>&, double);

}  // namespace froth
