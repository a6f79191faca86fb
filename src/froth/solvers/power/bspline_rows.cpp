// SPDX-License-Identifier: Apache-2.0
// Source: [Steffen2008] for the splines; [Jiang2015] for the moment dx^2/4, which the rows find by
// themselves.
#include <cmath>

#include <froth/geometry/block_order.h>
#include <froth/solvers/power/grid_rows.h>
#include <froth/solvers/power/state.h>
#include <froth/transfer/bspline.h>

namespace froth {

namespace {

template <int Dim>
constexpr int kNodesOfRow = Dim == 3 ? 27 : 9;

template <int Dim>
using Node = Vec<Dim, std::int32_t>;

/// Lowest node of a stencil: the nearest node is its middle.
template <int Dim>
Node<Dim> lowest_node(const Vec<Dim, double>& x, double dx) {
  Node<Dim> node{};
  for (int d = 0; d < Dim; ++d) node[d] = static_cast<std::int32_t>(std::floor(x[d] / dx + 0.5)) - 1;
  return node;
}

/// Blocks that stencils touch, in canonical order. A stencil is 3 nodes wide, a block 4: it touches its own
/// block and at most the next one along every axis.
template <int Dim>
std::vector<BlockCoord<Dim>> touched_blocks(std::span<const Vec<Dim, double>> x, double dx) {
  std::array<std::vector<std::int32_t>, Dim> planes;
  CellPlanes<Dim> cells{};
  for (std::size_t d = 0; d < Dim; ++d) {
    planes[d].resize(x.size());
    for (std::size_t p = 0; p < x.size(); ++p) planes[d][p] = lowest_node(x[p], dx)[static_cast<int>(d)];
    cells[d] = planes[d].data();
  }
  std::vector<BlockCoord<Dim>> blocks;
  for (const BlockCoord<Dim>& b : order_by_block<Dim>(cells, static_cast<Index>(x.size())).runs.blocks)
    for (int corner = 0; corner < (1 << Dim); ++corner) {
      BlockCoord<Dim> next = b;
      for (int d = 0; d < Dim; ++d) next[d] += (corner >> d) & 1;
      blocks.push_back(next);
    }
  make_canonical(blocks);
  return blocks;
}

template <int Dim>
void fill_row(const Vec<Dim, double>& x, double dx, const BlockMap<Dim>& map,
              StencilEntry<Dim, double>* row) {
  const Node<Dim> low = lowest_node(x, dx);
  double w[Dim][3];
  for (int d = 0; d < Dim; ++d) BSpline<2, double>::weights(x[d] / dx - double(low[d] + 1), w[d]);
  for (int n = 0; n < kNodesOfRow<Dim>; ++n) {
    Node<Dim> node = low;
    double weight = 1;
    for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= 3) {
      node[d] += rest % 3;
      weight *= w[d][rest % 3];
    }
    Vec<Dim, double> away{};
    for (int d = 0; d < Dim; ++d) away[d] = dx * node[d] - x[d];
    const auto block = static_cast<std::uint32_t>(map.find(block_of<Dim>(node)));
    row[n] = {block * std::uint32_t(kBlockCells<Dim>) + static_cast<std::uint32_t>(cell_in_block<Dim>(node)),
              weight, away};
  }
}

}  // namespace

template <int Dim>
GridRows<Dim> bspline_rows(std::span<const Vec<Dim, double>> x, double cell_size,
                           StencilRows<Dim, double> memory) {
  const std::vector<BlockCoord<Dim>> blocks = touched_blocks<Dim>(x, cell_size);
  BlockMap<Dim> map;
  map.build(blocks);
  std::vector<Vec<Dim, double>> node(blocks.size() * kBlockCells<Dim>);
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (int n = 0; n < kBlockCells<Dim>; ++n)
      for (int d = Dim - 1, rest = n; d >= 0; --d, rest /= kBlockWidth)
        node[b * kBlockCells<Dim> + static_cast<std::size_t>(n)][d] =
            cell_size * (blocks[b][d] * kBlockWidth + rest % kBlockWidth);
  constexpr std::size_t width = kNodesOfRow<Dim>;
  std::vector<Index> begin = memory.take_begin();
  begin.resize(x.size());
  for (std::size_t p = 0; p < x.size(); ++p) begin[p] = static_cast<Index>(p * width);
  memory.make_room(std::move(begin), x.size() * width);
  for_particles(0, x.size(), [&](std::size_t p) {
    fill_row(x[p], cell_size, map, memory.room(p));
    memory.finish_row(p, width);
  });
  memory.link_nodes(node.size());
  return {std::move(memory), std::move(node), std::vector<Vec<Dim, double>>(x.begin(), x.end())};
}

template GridRows<2> bspline_rows<2>(std::span<const Vec<2, double>>, double, StencilRows<2, double>);
template GridRows<3> bspline_rows<3>(std::span<const Vec<3, double>>, double, StencilRows<3, double>);

}  // namespace froth
