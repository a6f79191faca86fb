// SPDX-License-Identifier: Apache-2.0
// Points listed by the cell they are in, for questions about neighbours. Cells come in blocks that exist
// where points are, so that memory follows the points. Where the points come from is a template argument:
// sorted particles (foam/point_cells.h) or plain points (geometry/neighbor_search.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <froth/base/parallel.h>
#include <froth/geometry/block_list.h>

namespace froth {

template <int Dim, class Real>
class CellLists {
 public:
  using Cell = Vec<Dim, std::int32_t>;
  using Place = Vec<Dim, Real>;

  std::size_t count() const { return at_[0].size(); }
  const BlockList<Dim>& list() const { return list_; }
  const std::vector<BlockCoord<Dim>>& blocks() const { return list_.blocks(); }
  /// Points of a block.
  std::size_t begin(std::size_t block) const { return begin_[block * kListCells<Dim>]; }
  std::size_t end(std::size_t block) const { return begin_[(block + 1) * kListCells<Dim>]; }
  /// Where a point is, as its source says.
  Place place(std::size_t point) const {
    Place x{};
    for (int d = 0; d < Dim; ++d) x[d] = at_[static_cast<std::size_t>(d)][point];
    return x;
  }

  /// Calls `visit_row(first cell, first point, past the last point)` for every row, along the last axis, of
  /// the cells from `low` to `high`, both included. Cells count from the lowest corner of the middle block
  /// and stay within those around it. Rows are cut where blocks end and come in order.
  template <class Visitor>
  void visit_rows(const Around<Dim>& around, const Cell& low, const Cell& high, Visitor&& visit_row) const;

  /// Calls `visit(point)` for all points of the cells from `low` to `high` of one block, counted in it.
  template <class Visitor>
  void visit_block(std::size_t block, const Cell& low, const Cell& high, Visitor&& visit) const;

 protected:
  /// `sizes` are the numbers of points by block of the list. `source.make_room(count)` comes first. Then, for
  /// every block, side by side, `source.list(block, found)` appends its points as Source::Found, which has
  /// their place `x` and the `number` of their cell; `source.store(k, one)` hears which has become point k.
  /// Points of one cell stay in order.
  template <class Source>
  void build(BlockList<Dim> list, std::span<const std::size_t> sizes, Source& source);

 private:
  template <class Source>
  void sort_block(std::size_t block, Source& source);

  BlockList<Dim> list_;
  std::vector<std::uint32_t> begin_;  ///< first point of every cell of every block, and the count
  std::array<std::vector<Real>, Dim> at_;
};

template <int Dim, class Real>
template <class Source>
void CellLists<Dim, Real>::build(BlockList<Dim> list, std::span<const std::size_t> sizes, Source& source) {
  list_ = std::move(list);
  begin_.assign(blocks().size() * kListCells<Dim> + 1, 0);
  std::size_t total = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    begin_[k * kListCells<Dim>] = static_cast<std::uint32_t>(total);
    total += sizes[k];
  }
  begin_.back() = static_cast<std::uint32_t>(total);
  for (auto& axis : at_) axis.resize(total);
  source.make_room(total);
  parallel_tasks(static_cast<Index>(blocks().size()),
                 [&](Index k) { sort_block(static_cast<std::size_t>(k), source); });
}

/// A counting sort.
template <int Dim, class Real>
template <class Source>
void CellLists<Dim, Real>::sort_block(std::size_t block, Source& source) {
  std::array<std::uint32_t, kListCells<Dim> + 1> next{};
  std::vector<typename Source::Found> found;
  source.list(block, found);
  for (const auto& one : found) ++next[one.number + 1u];
  const std::size_t first = block * kListCells<Dim>;
  for (std::size_t c = 0; c < kListCells<Dim>; ++c) {
    next[c + 1] += next[c];
    begin_[first + c] = begin_[first] + next[c];
  }
  const std::uint32_t start = begin_[first];
  for (const auto& one : found) {
    const std::size_t k = start + next[one.number]++;
    for (int d = 0; d < Dim; ++d) at_[static_cast<std::size_t>(d)][k] = one.x[d];
    source.store(k, one);
  }
}

template <int Dim, class Real>
template <class Visitor>
void CellLists<Dim, Real>::visit_rows(const Around<Dim>& around, const Cell& low, const Cell& high,
                                      Visitor&& visit_row) const {
  constexpr int last = Dim - 1;
  Cell at = low;
  while (at[0] <= high[0]) {
    for (at[last] = low[last]; at[last] <= high[last];) {
      const std::int32_t row_end = std::min(high[last], at[last] | (kListWidth - 1));
      const std::int32_t block = around[static_cast<std::size_t>(around_of(at))];
      if (block >= 0) {
        const std::size_t first =
            static_cast<std::size_t>(block) * kListCells<Dim> + static_cast<std::size_t>(list_number(at));
        visit_row(at, begin_[first], begin_[first + static_cast<std::size_t>(row_end - at[last]) + 1]);
      }
      at[last] = row_end + 1;
    }
    int d = last - 1;
    for (++at[d]; d > 0 && at[d] > high[d]; ++at[--d]) at[d] = low[d];
  }
}

template <int Dim, class Real>
template <class Visitor>
void CellLists<Dim, Real>::visit_block(std::size_t block, const Cell& low, const Cell& high,
                                       Visitor&& visit) const {
  constexpr int last = Dim - 1;
  const auto length = static_cast<std::size_t>(high[last] - low[last]) + 1;
  Cell at = low;
  while (at[0] <= high[0]) {
    const std::size_t first = block * kListCells<Dim> + static_cast<std::size_t>(list_number(at));
    for (std::size_t k = begin_[first]; k < begin_[first + length]; ++k) visit(k);
    int d = last - 1;
    for (++at[d]; d > 0 && at[d] > high[d]; ++at[--d]) at[d] = low[d];
  }
}

}  // namespace froth
