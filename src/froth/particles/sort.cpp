// SPDX-License-Identifier: Apache-2.0
// A counting sort by block, then a small sort by (cell, id) inside each block.
#include <froth/particles/sort.h>

#include <algorithm>
#include <array>
#include <utility>

namespace froth {

namespace {

/// Sorts the slots of one block by (cell, id): a counting sort by cell, then insertion inside each cell,
/// where the particles that stayed are in order already.
template <int Dim>
void order_inside_block(const CellView<Dim>& cells, const std::uint64_t* id, std::uint32_t* first,
                        std::uint32_t* last, std::vector<std::uint32_t>& scratch) {
  std::array<std::uint32_t, kBlockCells<Dim> + 1> start{};
  const auto cell = [&](std::uint32_t s) { return static_cast<std::size_t>(cell_in_block(cells[s])); };
  for (const std::uint32_t* s = first; s != last; ++s) ++start[cell(*s) + 1];
  for (std::size_t k = 1; k < start.size(); ++k) start[k] += start[k - 1];
  scratch.assign(first, last);
  auto next = start;
  for (const std::uint32_t s : scratch) first[next[cell(s)]++] = s;
  for (std::size_t k = 0; k + 1 < start.size(); ++k) {
    for (std::uint32_t* s = first + start[k]; s < first + start[k + 1]; ++s) {
      const std::uint32_t moving = *s;
      std::uint32_t* hole = s;
      for (; hole > first + start[k] && id[hole[-1]] > id[moving]; --hole) *hole = hole[-1];
      *hole = moving;
    }
  }
}

/// The home cells along one axis, inside the period; cells follow them there.
template <int Dim, class Real>
std::vector<std::int32_t> bring_home(ColumnTable& particles, const Lattice<Dim>& lattice, int axis) {
  std::int32_t* cell = particles.plane<std::int32_t>("cell", axis);
  const auto* offset = particles.plane<typename Offset<Real>::Stored>("offset", axis);
  std::vector<std::int32_t> home(static_cast<std::size_t>(particles.count()));
  parallel_chunks(particles.count(), kReductionChunk, [&](const Chunk& c) {
    for (Index s = c.begin; s < c.end; ++s) {
      const std::int32_t up = lattice.degree == 3 && offset[s] >= 0 ? 1 : 0;
      const std::int32_t at = lattice.wrap(cell[s] + up, axis);
      home[static_cast<std::size_t>(s)] = at;
      cell[s] = at - up;
    }
  });
  return home;
}

}  // namespace

template <int Dim>
BlockRuns<Dim> sort_rows(ColumnTable& table, const CellPlanes<Dim>& planes) {
  const CellView<Dim> cells{planes};
  BlockOrder<Dim> by_block = order_by_block<Dim>(planes, table.count());
  const std::uint64_t* id = std::as_const(table).plane<std::uint64_t>("id");
  std::uint32_t* const first = by_block.order.data();
  const Index* const begin = by_block.runs.begin.data();
  parallel_chunks(static_cast<Index>(by_block.runs.blocks.size()), 16, [&](const Chunk& c) {
    std::vector<std::uint32_t> scratch;
    for (Index b = c.begin; b < c.end; ++b)
      order_inside_block<Dim>(cells, id, first + begin[b], first + begin[b + 1], scratch);
  });
  table.permute(by_block.order);
  return std::move(by_block.runs);
}

template <int Dim>
BlockRuns<Dim> sort_by_cell(ColumnTable& particles) {
  CellPlanes<Dim> cells{};
  for (std::size_t d = 0; d < Dim; ++d) cells[d] = particles.plane<std::int32_t>("cell", static_cast<int>(d));
  return sort_rows<Dim>(particles, cells);
}

template <int Dim, class Real>
BlockRuns<Dim> sort_by_home(ColumnTable& particles, const Lattice<Dim>& lattice) {
  std::array<std::vector<std::int32_t>, Dim> home;
  CellPlanes<Dim> cells{};
  for (std::size_t d = 0; d < Dim; ++d) {
    home[d] = bring_home<Dim, Real>(particles, lattice, static_cast<int>(d));
    cells[d] = home[d].data();
  }
  return sort_rows<Dim>(particles, cells);
}

template BlockRuns<2> sort_rows<2>(ColumnTable&, const CellPlanes<2>&);
template BlockRuns<3> sort_rows<3>(ColumnTable&, const CellPlanes<3>&);
template BlockRuns<2> sort_by_cell<2>(ColumnTable&);
template BlockRuns<3> sort_by_cell<3>(ColumnTable&);
template BlockRuns<2> sort_by_home<2, float>(ColumnTable&, const Lattice<2>&);
template BlockRuns<2> sort_by_home<2, double>(ColumnTable&, const Lattice<2>&);
template BlockRuns<3> sort_by_home<3, float>(ColumnTable&, const Lattice<3>&);
template BlockRuns<3> sort_by_home<3, double>(ColumnTable&, const Lattice<3>&);

}  // namespace froth
