// SPDX-License-Identifier: Apache-2.0
// Source: as power/s_nodes.h.
#include <froth/power/s_nodes.h>

#include <algorithm>

namespace froth {

namespace {

/// The s-cells in which a block of the t-grid fills anything, each once.
template <int Dim, class Real>
std::vector<Vec<Dim, std::int32_t>> filled_cells(const BlockCoord<Dim>& block, const Real* fill,
                                                 std::int32_t ratio) {
  std::vector<Vec<Dim, std::int32_t>> cells;
  for (int n = 0; n < kListCells<Dim>; ++n) {
    if (!(fill[n] > 0)) continue;
    Vec<Dim, std::int32_t> cell = list_cell<Dim>(n);
    for (int d = 0; d < Dim; ++d) cell[d] = s_cell(block[d] * kListWidth + cell[d], ratio);
    if (std::find(cells.rbegin(), cells.rend(), cell) == cells.rend()) cells.push_back(cell);
  }
  return cells;
}

template <int Dim>
Vec<Dim, std::int32_t> corner_of(Vec<Dim, std::int32_t> cell, int corner) {
  for (int d = 0; d < Dim; ++d) cell[d] += corner >> d & 1;
  return cell;
}

}  // namespace

template <int Dim>
template <class Real>
SNodes<Dim>::SNodes(const TGrid<Dim, Real>& grid, std::int32_t ratio) {
  std::vector<std::vector<Vec<Dim, std::int32_t>>> filled(grid.block_count());
  parallel_tasks(static_cast<Index>(grid.block_count()), [&](Index b) {
    const auto n = static_cast<std::size_t>(b);
    filled[n] = filled_cells(grid.blocks()[n], grid.of_block(grid.fill, n), ratio);
  });
  number_nodes(filled);
}

template <int Dim>
void SNodes<Dim>::number_nodes(const std::vector<std::vector<Vec<Dim, std::int32_t>>>& filled) {
  std::vector<BlockCoord<Dim>> blocks;
  for (const auto& cells : filled) {
    const auto first = static_cast<std::ptrdiff_t>(blocks.size());
    for (const auto& cell : cells)
      for (int corner = 0; corner < 1 << Dim; ++corner) {
        const BlockCoord<Dim> block = block_of(corner_of<Dim>(cell, corner));
        if (std::find(blocks.begin() + first, blocks.end(), block) == blocks.end()) blocks.push_back(block);
      }
  }
  make_canonical(blocks);
  map_.build(blocks);
  number_.resize(blocks.size());
  for (auto& numbers : number_) numbers.fill(-1);
  for (const auto& cells : filled)
    for (const auto& cell : cells)
      for (int corner = 0; corner < 1 << Dim; ++corner) {
        const Vec<Dim, std::int32_t> node = corner_of<Dim>(cell, corner);
        number_[static_cast<std::size_t>(map_.find(block_of(node)))]
               [static_cast<std::size_t>(cell_in_block(node))] = 0;
      }
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      std::int32_t& number = number_[b][static_cast<std::size_t>(n)];
      if (number < 0) continue;
      number = static_cast<std::int32_t>(nodes_.size());
      Vec<Dim, std::int32_t> node{};
      for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= kBlockWidth)
        node[d] = blocks[b][d] * kBlockWidth + rest % kBlockWidth;
      nodes_.push_back(node);
    }
}

template class SNodes<2>;
template class SNodes<3>;
template SNodes<2>::SNodes(const TGrid<2, float>&, std::int32_t);
template SNodes<2>::SNodes(const TGrid<2, double>&, std::int32_t);
template SNodes<3>::SNodes(const TGrid<3, float>&, std::int32_t);
template SNodes<3>::SNodes(const TGrid<3, double>&, std::int32_t);

}  // namespace froth
