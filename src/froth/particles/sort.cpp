// SPDX-License-Identifier: Apache-2.0
// A stable counting sort by block, then a small sort by (cell, id) inside each block.
#include <froth/particles/sort.h>

#include <algorithm>
#include <array>

namespace froth {

namespace {

template <int Dim>
struct CellView {
  std::array<const std::int32_t*, Dim> axis;
  Vec<Dim, std::int32_t> operator[](Index s) const {
    Vec<Dim, std::int32_t> c{};
    for (int d = 0; d < Dim; ++d) c[d] = axis[static_cast<std::size_t>(d)][s];
    return c;
  }
};

template <int Dim>
CellView<Dim> cells_of(const ColumnTable& particles) {
  CellView<Dim> view{};
  for (int d = 0; d < Dim; ++d)
    view.axis[static_cast<std::size_t>(d)] = particles.plane<std::int32_t>("cell", d);
  return view;
}

/// Few large chunks: each needs a histogram over all blocks.
Index sort_chunk(Index count) { return std::max<Index>(8192, chunk_count(count, 64)); }

template <int Dim>
std::vector<BlockCoord<Dim>> occupied_blocks(const CellView<Dim>& cells, Index count) {
  const Index chunk = sort_chunk(count);
  std::vector<std::vector<BlockCoord<Dim>>> found(static_cast<std::size_t>(chunk_count(count, chunk)));
  parallel_chunks(count, chunk, [&](const Chunk& c) {
    auto& mine = found[static_cast<std::size_t>(c.number)];
    for (Index s = c.begin; s < c.end; ++s) {
      const BlockCoord<Dim> b = block_of(cells[s]);
      if (mine.empty() || !(mine.back() == b)) mine.push_back(b);
    }
    make_canonical(mine);
  });
  std::vector<BlockCoord<Dim>> all;
  for (const auto& mine : found) all.insert(all.end(), mine.begin(), mine.end());
  make_canonical(all);
  return all;
}

/// Number of the block that each particle is in.
template <int Dim>
std::vector<std::int32_t> rank_particles(const CellView<Dim>& cells, Index count,
                                         const std::vector<BlockCoord<Dim>>& blocks) {
  BlockMap<Dim> map;
  map.build(blocks);
  std::vector<std::int32_t> rank(static_cast<std::size_t>(count));
  parallel_chunks(count, sort_chunk(count), [&](const Chunk& c) {
    BlockCoord<Dim> last{};
    std::int32_t last_rank = -1;
    for (Index s = c.begin; s < c.end; ++s) {
      const BlockCoord<Dim> b = block_of(cells[s]);
      if (last_rank < 0 || !(b == last)) last = b, last_rank = map.find(b);
      rank[static_cast<std::size_t>(s)] = last_rank;
    }
  });
  return rank;
}

/// Stable order by rank; fills the first slot of every block.
std::vector<std::uint32_t> order_by_rank(const std::vector<std::int32_t>& rank, std::vector<Index>& begin) {
  const Index count = static_cast<Index>(rank.size()), chunk = sort_chunk(count);
  const std::size_t blocks = begin.size() - 1, chunks = static_cast<std::size_t>(chunk_count(count, chunk));
  std::vector<std::vector<Index>> place(chunks, std::vector<Index>(blocks, 0));
  parallel_chunks(count, chunk, [&](const Chunk& c) {
    auto& mine = place[static_cast<std::size_t>(c.number)];
    for (Index s = c.begin; s < c.end; ++s)
      ++mine[static_cast<std::size_t>(rank[static_cast<std::size_t>(s)])];
  });
  Index next = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    begin[b] = next;
    for (std::size_t c = 0; c < chunks; ++c) next += std::exchange(place[c][b], next);
  }
  begin[blocks] = next;

  std::vector<std::uint32_t> order(rank.size());
  parallel_chunks(count, chunk, [&](const Chunk& c) {
    auto& mine = place[static_cast<std::size_t>(c.number)];
    for (Index s = c.begin; s < c.end; ++s) {
      Index& slot = mine[static_cast<std::size_t>(rank[static_cast<std::size_t>(s)])];
      order[static_cast<std::size_t>(slot++)] = static_cast<std::uint32_t>(s);
    }
  });
  return order;
}

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

template <int Dim>
BlockRuns<Dim> sort_by(const CellView<Dim>& cells, ColumnTable& particles) {
  const Index count = particles.count();
  BlockRuns<Dim> runs;
  runs.blocks = occupied_blocks(cells, count);
  runs.begin.resize(runs.blocks.size() + 1);
  std::vector<std::uint32_t> order = order_by_rank(rank_particles(cells, count, runs.blocks), runs.begin);

  const std::uint64_t* id = particles.plane<std::uint64_t>("id");
  parallel_chunks(static_cast<Index>(runs.blocks.size()), 16, [&](const Chunk& c) {
    std::vector<std::uint32_t> scratch;
    for (Index b = c.begin; b < c.end; ++b)
      order_inside_block<Dim>(cells, id, order.data() + runs.begin[static_cast<std::size_t>(b)],
                              order.data() + runs.begin[static_cast<std::size_t>(b) + 1], scratch);
  });
  particles.permute(order);
  return runs;
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
BlockRuns<Dim> sort_by_cell(ColumnTable& particles) {
  return sort_by(cells_of<Dim>(particles), particles);
}

template <int Dim, class Real>
BlockRuns<Dim> sort_by_home(ColumnTable& particles, const Lattice<Dim>& lattice) {
  std::array<std::vector<std::int32_t>, Dim> home;
  CellView<Dim> view{};
  for (std::size_t d = 0; d < Dim; ++d) {
    home[d] = bring_home<Dim, Real>(particles, lattice, static_cast<int>(d));
    view.axis[d] = home[d].data();
  }
  return sort_by(view, particles);
}

template BlockRuns<2> sort_by_cell<2>(ColumnTable&);
template BlockRuns<3> sort_by_cell<3>(ColumnTable&);
template BlockRuns<2> sort_by_home<2, float>(ColumnTable&, const Lattice<2>&);
template BlockRuns<2> sort_by_home<2, double>(ColumnTable&, const Lattice<2>&);
template BlockRuns<3> sort_by_home<3, float>(ColumnTable&, const Lattice<3>&);
template BlockRuns<3> sort_by_home<3, double>(ColumnTable&, const Lattice<3>&);

}  // namespace froth
