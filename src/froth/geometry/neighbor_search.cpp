// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/neighbor_search.h>

#include <limits>

#include <froth/base/error.h>
#include <froth/geometry/block_order.h>

namespace froth {

namespace {

/// Cells along an axis, at most: their numbers and those of the blocks fit 32 bits.
constexpr double kMostCells = 1 << 30;

template <int Dim>
bool is_finite(const Vec<Dim, double>& x) {
  for (int d = 0; d < Dim; ++d)
    if (!std::isfinite(x[d])) return false;
  return true;
}

}  // namespace

/// The points in the order of their blocks.
template <int Dim>
class NeighborSearch<Dim>::Source {
 public:
  struct Found {
    Place x;
    std::uint32_t point;
    std::uint16_t number;
  };

  Source(NeighborSearch& to, std::span<const Place> points) : to_(to), points_(points) {
    for (std::size_t k = 0; k < points.size(); ++k)
      if (is_finite(points[k])) finite_.push_back(static_cast<std::uint32_t>(k));
    std::array<std::vector<std::int32_t>, Dim> planes;
    CellPlanes<Dim> cells{};
    for (std::size_t d = 0; d < Dim; ++d) cells[d] = (planes[d].resize(finite_.size()), planes[d].data());
    const auto count = static_cast<Index>(finite_.size());
    parallel_chunks(count, kReductionChunk, [&](const Chunk& c) {
      for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k) {
        const Cell cell = to_.cell_of(points_[finite_[k]]);
        // Blocks of particles are half as wide as those of lists.
        for (std::size_t d = 0; d < Dim; ++d) planes[d][k] = cell[static_cast<int>(d)] >> 1;
      }
    });
    by_block_ = order_by_block<Dim>(cells, count);
    for (std::size_t b = 0; b < by_block_.runs.blocks.size(); ++b)
      sizes_.push_back(static_cast<std::size_t>(by_block_.runs.begin[b + 1] - by_block_.runs.begin[b]));
  }
  const std::vector<BlockCoord<Dim>>& blocks() const { return by_block_.runs.blocks; }
  std::span<const std::size_t> sizes() const { return sizes_; }

  void make_room(std::size_t count) { to_.point_.resize(count); }
  void list(std::size_t block, std::vector<Found>& found) const {
    const Index first = by_block_.runs.begin[block], last = by_block_.runs.begin[block + 1];
    found.reserve(static_cast<std::size_t>(last - first));
    for (Index k = first; k < last; ++k) {
      const std::uint32_t point = finite_[by_block_.order[static_cast<std::size_t>(k)]];
      const Place& x = points_[point];
      found.push_back({x, point, static_cast<std::uint16_t>(list_number(to_.cell_of(x)))});
    }
  }
  void store(std::size_t k, const Found& one) { to_.point_[k] = one.point; }

 private:
  static_assert(kListWidth == 2 * kBlockWidth);
  NeighborSearch& to_;
  std::span<const Place> points_;
  std::vector<std::uint32_t> finite_;
  BlockOrder<Dim> by_block_;
  std::vector<std::size_t> sizes_;
};

template <int Dim>
NeighborSearch<Dim>::NeighborSearch(std::span<const Place> points, double width, const Place& period)
    : period_(period), asked_(points.size()) {
  FROTH_CHECK(width > 0, "cells of a search need a width");
  FROTH_CHECK(points.size() < std::numeric_limits<std::uint32_t>::max(), "more points than can be numbered");
  set_axes(points, width);
  Source source(*this, points);
  BlockList<Dim> list;
  list.build(source.blocks(), {});
  this->build(std::move(list), source.sizes(), source);
}

template <int Dim>
void NeighborSearch<Dim>::set_axes(std::span<const Place> points, double width) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  Place low = Place::constant(inf), high = Place::constant(-inf);
  for (const Place& x : points)
    for (int d = 0; d < Dim && is_finite(x); ++d)
      low[d] = std::min(low[d], x[d]), high[d] = std::max(high[d], x[d]);
  for (int d = 0; d < Dim; ++d) {
    const bool is_empty = !(low[d] <= high[d]);
    furthest_[d] = is_empty ? 0 : std::max(std::abs(low[d]), std::abs(high[d]));
    if (period_[d] > 0) {
      cells_[d] = static_cast<std::int32_t>(std::clamp(std::floor(period_[d] / width), 1.0, kMostCells));
      width_[d] = period_[d] / cells_[d];
      continue;
    }
    const double length = is_empty ? 0 : std::min(high[d] - low[d], std::numeric_limits<double>::max());
    low_[d] = is_empty ? 0 : low[d];
    width_[d] = std::max(width, length / (kMostCells - 1));
    cells_[d] = static_cast<std::int32_t>(length / width_[d]) + 1;
  }
}

template <int Dim>
Vec<Dim, std::int32_t> NeighborSearch<Dim>::cell_of(const Place& x) const {
  Cell cell{};
  for (int d = 0; d < Dim; ++d) {
    const double in = period_[d] > 0 ? x[d] - period_[d] * std::floor(x[d] / period_[d]) : x[d] - low_[d];
    cell[d] = static_cast<std::int32_t>(std::clamp(in / width_[d], 0.0, double(cells_[d] - 1)));
  }
  return cell;
}

/// Wide enough that rounding, here and where points were put into cells, cannot hide a neighbour.
template <int Dim>
auto NeighborSearch<Dim>::ranges(const Place& x, double radius, int axis) const -> Ranges {
  const double w = width_[axis], last = double(cells_[axis] - 1), period = period_[axis];
  const double slack = 1e-6 + 1e-15 * (std::abs(x[axis]) + furthest_[axis] + radius) / w;
  const double in = period > 0 ? x[axis] - period * std::floor(x[axis] / period) : x[axis] - low_[axis];
  const double low = std::floor((in - radius) / w - slack), high = std::floor((in + radius) / w + slack);
  Ranges found;
  const auto add = [&](double from, double to) {
    found.low[found.count] = static_cast<std::int32_t>(from);
    found.high[found.count++] = static_cast<std::int32_t>(to);
  };
  if (!(low <= high)) return found;  // a place that is not finite
  if (period > 0) {
    if (!(high - low < last)) {
      add(0, last);
    } else {
      const double first = low - (last + 1) * std::floor(low / (last + 1)), end = first + (high - low);
      add(first, std::min(end, last));
      if (end > last) add(0, end - last - 1);
    }
  } else if (high >= 0 && low <= last) {
    add(std::max(low, 0.0), std::min(high, last));
  }
  return found;
}

template <int Dim>
void NeighborSearch<Dim>::within(const Place& x, double radius, std::vector<Neighbor>& found) const {
  found.clear();
  visit_within(x, radius, [&](std::uint32_t point, double square) { found.push_back({point, square}); });
  std::sort(found.begin(), found.end());
}

template <int Dim>
void NeighborSearch<Dim>::nearest(const Place& x, std::size_t k, std::vector<Neighbor>& found) const {
  found.clear();
  const std::size_t wanted = std::min(k, this->count());
  if (wanted == 0 || !is_finite(x)) return;
  double radius = *std::max_element(&width_[0], &width_[0] + Dim);
  while (true) {
    within(x, radius, found);
    if (found.size() >= wanted || std::isinf(radius)) break;
    radius *= found.empty() ? 3 : 1.5;
  }
  found.resize(std::min(found.size(), wanted));
}

/// Keeps `most` neighbours of what `find(x, found)` finds, for the points in the order of the lists, in which
/// neighbours are near in memory.
template <int Dim>
template <class Find>
NeighborTable NeighborSearch<Dim>::for_all(std::size_t most, Find&& find) const {
  constexpr Index chunk = 512;
  const auto count = static_cast<Index>(this->count());
  std::vector<std::vector<Neighbor>> found(static_cast<std::size_t>(chunk_count(count, chunk)));
  NeighborTable table;
  table.begin.assign(asked_ + 1, 0);
  parallel_chunks(count, chunk, [&](const Chunk& c) {
    std::vector<Neighbor> own;
    auto& all = found[static_cast<std::size_t>(c.number)];
    for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k) {
      find(this->place(k), own);
      std::erase_if(own, [&](const Neighbor& other) { return other.point == point_[k]; });
      if (own.size() > most) own.resize(most);
      table.begin[point_[k] + 1] = own.size();
      all.insert(all.end(), own.begin(), own.end());
    }
  });
  for (std::size_t p = 0; p < asked_; ++p) table.begin[p + 1] += table.begin[p];
  table.all.resize(table.begin.back());
  parallel_chunks(count, chunk, [&](const Chunk& c) {
    auto from = found[static_cast<std::size_t>(c.number)].begin();
    for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k) {
      const std::size_t first = table.begin[point_[k]], size = table.begin[point_[k] + 1] - first;
      std::copy_n(from, size, table.all.begin() + static_cast<Index>(first));
      from += static_cast<Index>(size);
    }
  });
  return table;
}

template <int Dim>
NeighborTable NeighborSearch<Dim>::all_within(double radius) const {
  return for_all(asked_, [&](const Place& x, std::vector<Neighbor>& found) { within(x, radius, found); });
}

template <int Dim>
NeighborTable NeighborSearch<Dim>::all_nearest(std::size_t k) const {
  // One more than asked for: of k + 1 points at least k are others.
  const std::size_t more = std::min(k, asked_) + 1;
  return for_all(k, [&](const Place& x, std::vector<Neighbor>& found) { nearest(x, more, found); });
}

template class NeighborSearch<2>;
template class NeighborSearch<3>;

}  // namespace froth
