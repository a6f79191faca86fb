// SPDX-License-Identifier: Apache-2.0
// Source: as solvers/power/block_coloring.h.
#include <froth/solvers/power/block_coloring.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <froth/geometry/block_order.h>

namespace froth {

namespace {

/// Colours that the groups of a node have taken, 64 to a word. More words are rare: every node needs them
/// then.
class TakenColors {
 public:
  explicit TakenColors(std::size_t nodes) : nodes_(nodes), words_(1), taken_(nodes) {}

  /// The first colour that none of `nodes` has, which all of them have afterwards.
  std::size_t take(std::span<const std::uint32_t> nodes) {
    for (std::size_t w = 0;; ++w) {
      if (w == words_) taken_.resize(++words_ * nodes_);
      std::uint64_t all = 0;
      for (const std::uint32_t n : nodes) all |= taken_[w * nodes_ + n];
      if (all == ~std::uint64_t(0)) continue;
      const int bit = std::countr_one(all);
      for (const std::uint32_t n : nodes) taken_[w * nodes_ + n] |= std::uint64_t(1) << bit;
      return w * 64 + static_cast<std::size_t>(bit);
    }
  }

 private:
  std::size_t nodes_, words_;
  std::vector<std::uint64_t> taken_;
};

/// Particles of a block, in ascending order, by how many of their cell come before them.
template <int Dim>
void put_in_rounds(const CellView<Dim>& cells, std::span<std::uint32_t> block) {
  std::array<std::uint32_t, kBlockCells<Dim>> count{};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_round(block.size());
  for (std::size_t k = 0; k < block.size(); ++k)
    by_round[k] = {count[static_cast<std::size_t>(cell_in_block(cells[block[k]]))]++, block[k]};
  std::ranges::sort(by_round);
  for (std::size_t k = 0; k < block.size(); ++k) block[k] = by_round[k].second;
}

}  // namespace

template <int Dim>
BlockColoring color_blocks(const StencilRows<Dim, double>& rows, std::span<const Vec<Dim, double>> x,
                           double cell_size) {
  std::array<std::vector<std::int32_t>, Dim> planes;
  CellPlanes<Dim> cells{};
  for (std::size_t d = 0; d < Dim; ++d) {
    for (const Vec<Dim, double>& at : x)
      planes[d].push_back(static_cast<std::int32_t>(std::floor(at[static_cast<int>(d)] / cell_size)));
    cells[d] = planes[d].data();
  }
  BlockOrder<Dim> blocks = order_by_block<Dim>(cells, static_cast<Index>(x.size()));
  BlockColoring result{std::move(blocks.order), std::move(blocks.runs.begin), {}};
  TakenColors taken(rows.node_count());
  std::vector<std::uint8_t> is_listed(rows.node_count());
  std::vector<std::uint32_t> nodes;
  for (std::size_t g = 0; g + 1 < result.begin.size(); ++g) {
    const auto first = static_cast<std::size_t>(result.begin[g]);
    put_in_rounds<Dim>(
        {cells},
        std::span(result.order).subspan(first, static_cast<std::size_t>(result.begin[g + 1]) - first));
    nodes.clear();
    for (Index k = result.begin[g]; k < result.begin[g + 1]; ++k)
      for (const auto& entry : rows.row(result.order[static_cast<std::size_t>(k)]))
        if (is_listed[entry.node] == 0) is_listed[entry.node] = 1, nodes.push_back(entry.node);
    const std::size_t color = taken.take(nodes);
    for (const std::uint32_t n : nodes) is_listed[n] = 0;
    if (result.colors.size() <= color) result.colors.resize(color + 1);
    result.colors[color].push_back(static_cast<Index>(g));
  }
  return result;
}

template BlockColoring color_blocks<2>(const StencilRows<2, double>&, std::span<const Vec<2, double>>,
                                       double);
template BlockColoring color_blocks<3>(const StencilRows<3, double>&, std::span<const Vec<3, double>>,
                                       double);

}  // namespace froth
