// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/pieces.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>

#include <froth/base/error.h>

namespace froth {

namespace {

/// Disjoint sets; the root of a set is its least member, so that the result does not depend on the order of
/// merging.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

  std::size_t root(std::size_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void merge(std::size_t a, std::size_t b) {
    a = root(a), b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

using Cell = std::array<std::int64_t, 3>;

struct Entry {
  Cell cell;
  std::size_t point;
  bool operator<(const Entry& other) const {
    return cell != other.cell ? cell < other.cell : point < other.point;
  }
};

bool is_finite(const Vec3<double>& x) {
  return std::isfinite(x[0]) && std::isfinite(x[1]) && std::isfinite(x[2]);
}

/// Cells no narrower than the reach; along a periodic axis a whole number of them.
class CellGrid {
 public:
  CellGrid(const std::vector<Vec3<double>>& points, double reach, const Vec3<double>& period)
      : points_(points), reach2_(reach * reach), period_(period) {
    for (int d = 0; d < 3; ++d) {
      width_[d] = reach;
      if (period[d] <= 0) continue;
      count_[std::size_t(d)] = std::max<std::int64_t>(1, static_cast<std::int64_t>(period[d] / reach));
      width_[d] = period[d] / static_cast<double>(count_[std::size_t(d)]);
    }
    for (std::size_t k = 0; k < points.size(); ++k)
      if (is_finite(points[k])) entries_.push_back({cell_of(points[k]), k});
    std::sort(entries_.begin(), entries_.end());
  }

  void link(Sets& sets) const {
    for (std::size_t begin = 0, end = 0; begin < entries_.size(); begin = end) {
      while (end < entries_.size() && entries_[end].cell == entries_[begin].cell) ++end;
      for (std::size_t a = begin; a < end; ++a)
        for (std::size_t b = a + 1; b < end; ++b) try_pair(sets, entries_[a], entries_[b]);
      // Half of the 26 neighbours; the other half finds this cell from there.
      for (int n = 14; n < 27; ++n) {
        const Cell near = neighbor(entries_[begin].cell, {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1});
        auto other = std::lower_bound(entries_.begin(), entries_.end(), Entry{near, 0});
        for (; other != entries_.end() && other->cell == near; ++other)
          for (std::size_t a = begin; a < end; ++a) try_pair(sets, entries_[a], *other);
      }
    }
  }

 private:
  Cell wrapped(Cell cell) const {
    for (std::size_t d = 0; d < 3; ++d)
      if (count_[d] > 0) cell[d] = (cell[d] % count_[d] + count_[d]) % count_[d];
    return cell;
  }
  Cell cell_of(const Vec3<double>& x) const {
    constexpr double far = 1e18;  // fits into 64 bits; beyond it cells are wider than rounding leaves sense
    Cell cell{};
    for (int d = 0; d < 3; ++d)
      cell[std::size_t(d)] = static_cast<std::int64_t>(std::clamp(std::floor(x[d] / width_[d]), -far, far));
    return wrapped(cell);
  }
  Cell neighbor(const Cell& cell, const Cell& offset) const {
    return wrapped({cell[0] + offset[0], cell[1] + offset[1], cell[2] + offset[2]});
  }
  void try_pair(Sets& sets, const Entry& a, const Entry& b) const {
    Vec3<double> d = points_[a.point] - points_[b.point];
    for (int k = 0; k < 3; ++k)
      if (period_[k] > 0) d[k] -= period_[k] * std::round(d[k] / period_[k]);
    if (dot(d, d) <= reach2_) sets.merge(a.point, b.point);
  }

  const std::vector<Vec3<double>>& points_;
  double reach2_;
  Vec3<double> period_, width_{};
  Cell count_{0, 0, 0};  ///< of a periodic axis
  std::vector<Entry> entries_;
};

}  // namespace

std::size_t Pieces::isolated() const {
  return static_cast<std::size_t>(std::count(sizes.begin(), sizes.end(), std::size_t(1)));
}

Pieces connected_pieces(const std::vector<Vec3<double>>& points, double reach, const Vec3<double>& period) {
  FROTH_CHECK(reach > 0, "points need a positive reach to be linked");
  Sets sets(points.size());
  CellGrid(points, reach, period).link(sets);

  std::vector<std::size_t> size(points.size()), roots;
  for (std::size_t k = 0; k < points.size(); ++k) ++size[sets.root(k)];
  for (std::size_t k = 0; k < points.size(); ++k)
    if (size[k] > 0) roots.push_back(k);
  std::stable_sort(roots.begin(), roots.end(),
                   [&](std::size_t a, std::size_t b) { return size[a] > size[b]; });
  std::vector<std::size_t> number(points.size());
  Pieces pieces;
  for (const std::size_t root : roots) {
    number[root] = pieces.sizes.size();
    pieces.sizes.push_back(size[root]);
  }
  for (std::size_t k = 0; k < points.size(); ++k) pieces.of.push_back(number[sets.root(k)]);
  return pieces;
}

}  // namespace froth
