// SPDX-License-Identifier: Apache-2.0
// Neighbours among points of the plane or of space: those within a radius, or the k nearest. Lists come
// nearest first, of equally near ones the point of the lower number first, so that nothing depends on how the
// search goes or on threads. Distances are those of a plain loop over all points, to the bit: cells only
// preselect.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <froth/geometry/cell_lists.h>

namespace froth {

struct Neighbor {
  std::uint32_t point;
  double square;  ///< of the distance [m^2]

  bool operator<(const Neighbor& other) const {
    return square != other.square ? square < other.square : point < other.point;
  }
};

/// The neighbours of every point, one list after the other.
struct NeighborTable {
  std::vector<std::size_t> begin;  ///< by point, and the number of all
  std::vector<Neighbor> all;

  std::span<const Neighbor> of(std::size_t point) const {
    return {all.data() + begin[point], begin[point + 1] - begin[point]};
  }
};

template <int Dim>
class NeighborSearch : private CellLists<Dim, double> {
 public:
  using Place = Vec<Dim, double>;

  /// `width` [m] should be about the radius that will be asked for, or the distance of neighbours: cells are
  /// at least so wide. Along an axis with a period other than 0 [m] the ends meet, and the nearest image of a
  /// point counts. Points that are not finite are nobody's neighbours and have none.
  NeighborSearch(std::span<const Place> points, double width, const Place& period = {});

  /// Calls `visit(point, square of the distance)` for every point no further than `radius` [m] from `x`, in
  /// an order that is not by distance but always the same.
  template <class Visitor>
  void visit_within(const Place& x, double radius, Visitor&& visit) const;

  /// Calls `visit(point, arm)` for every point no further than `reach` [m] from `x` along every axis, and for
  /// some that are up to a cell further; the arm leads from `x` to its nearest image. The order is always the
  /// same. For sums with a kernel, which need no test of what the kernel does not reach.
  template <class Visitor>
  void visit_near(const Place& x, double reach, Visitor&& visit) const;

  /// The points no further than `radius` [m] from `x`.
  void within(const Place& x, double radius, std::vector<Neighbor>& found) const;
  /// The `k` nearest points, or all where there are fewer. Slow where most points share a few cells or are
  /// very many cells away.
  void nearest(const Place& x, std::size_t k, std::vector<Neighbor>& found) const;

  /// The same for every point, itself left out.
  NeighborTable all_within(double radius) const;
  NeighborTable all_nearest(std::size_t k) const;

 private:
  using Cell = Vec<Dim, std::int32_t>;
  class Source;
  /// Cells along an axis that a search covers: one range, or two where it goes over the end of a period.
  struct Ranges {
    int count = 0;
    std::int32_t low[2], high[2];
  };

  void set_axes(std::span<const Place> points, double width);
  Cell cell_of(const Place& x) const;
  Ranges ranges(const Place& x, double radius, int axis) const;
  Place apart(const Place& from, std::size_t k) const;
  template <class Visitor>
  void visit_cells(const Cell& low, const Cell& high, Visitor&& visit) const;
  template <class Visitor>
  void visit_listed(const Place& x, double reach, Visitor&& visit) const;
  template <class Find>
  NeighborTable for_all(std::size_t most, Find&& find) const;

  Place period_, low_{}, width_{}, furthest_{};  ///< by axis: where cells begin, their width, largest |x|
  Cell cells_{};                                 ///< number of cells along each axis
  std::vector<std::uint32_t> point_;             ///< number of the k-th point of the lists
  std::size_t asked_;                            ///< points given, those that are not finite included
};

template <int Dim>
template <class Visitor>
void NeighborSearch<Dim>::visit_within(const Place& x, double radius, Visitor&& visit) const {
  visit_listed(x, radius, [&](std::size_t k, const Place& arm) {
    if (const double square = dot(arm, arm); square <= radius * radius) visit(point_[k], square);
  });
}

template <int Dim>
template <class Visitor>
void NeighborSearch<Dim>::visit_near(const Place& x, double reach, Visitor&& visit) const {
  visit_listed(x, reach, [&](std::size_t k, const Place& arm) { visit(point_[k], arm); });
}

/// All points of the cells that a box touches, by their places in the lists.
template <int Dim>
template <class Visitor>
void NeighborSearch<Dim>::visit_listed(const Place& x, double reach, Visitor&& visit) const {
  Ranges axes[Dim];
  int boxes = 1;
  for (int d = 0; d < Dim; ++d) {
    axes[d] = ranges(x, reach, d);
    boxes *= axes[d].count;
  }
  for (int box = 0; box < boxes; ++box) {
    Cell low{}, high{};
    for (int d = 0, rest = box; d < Dim; rest /= axes[d++].count) {
      const int n = rest % axes[d].count;
      low[d] = axes[d].low[n], high[d] = axes[d].high[n];
    }
    visit_cells(low, high, [&](std::size_t k) { visit(k, apart(x, k)); });
  }
}

/// From x to the nearest image of the k-th point.
template <int Dim>
Vec<Dim, double> NeighborSearch<Dim>::apart(const Place& from, std::size_t k) const {
  Place arm = this->place(k) - from;
  for (int d = 0; d < Dim; ++d)
    if (period_[d] > 0) arm[d] -= period_[d] * std::round(arm[d] / period_[d]);
  return arm;
}

/// Block by block; where fewer blocks exist than the box covers, those that do.
template <int Dim>
template <class Visitor>
void NeighborSearch<Dim>::visit_cells(const Cell& low, const Cell& high, Visitor&& visit) const {
  const BlockCoord<Dim> first = list_block(low), last = list_block(high);
  const auto visit_one = [&](std::size_t block, const BlockCoord<Dim>& at) {
    Cell from{}, to{};
    for (int d = 0; d < Dim; ++d) {
      const std::int32_t corner = at[d] * kListWidth;
      from[d] = std::max(low[d] - corner, 0);
      to[d] = std::min(high[d] - corner, kListWidth - 1);
      if (from[d] > to[d]) return;
    }
    this->visit_block(block, from, to, visit);
  };
  double covered = 1;
  for (int d = 0; d < Dim; ++d) covered *= double(last[d] - first[d]) + 1;
  if (covered > double(this->blocks().size())) {
    for (std::size_t b = 0; b < this->blocks().size(); ++b) visit_one(b, this->blocks()[b]);
    return;
  }
  BlockCoord<Dim> at = first;
  while (at[0] <= last[0]) {
    if (const std::int32_t b = this->list().find(at); b >= 0) visit_one(static_cast<std::size_t>(b), at);
    int d = Dim - 1;
    for (++at[d]; d > 0 && at[d] > last[d]; ++at[--d]) at[d] = first[d];
  }
}

}  // namespace froth
