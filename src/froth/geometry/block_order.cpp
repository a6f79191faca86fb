// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/block_order.h>

#include <algorithm>
#include <utility>

namespace froth {

namespace {

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

/// Number of the block that each point is in.
template <int Dim>
std::vector<std::int32_t> rank_points(const CellView<Dim>& cells, Index count,
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

}  // namespace

template <int Dim>
BlockOrder<Dim> order_by_block(const CellPlanes<Dim>& planes, Index count) {
  const CellView<Dim> cells{planes};
  BlockOrder<Dim> result;
  BlockRuns<Dim>& runs = result.runs;
  runs.blocks = occupied_blocks(cells, count);
  runs.begin.resize(runs.blocks.size() + 1);
  result.order = order_by_rank(rank_points(cells, count, runs.blocks), runs.begin);
  return result;
}

template BlockOrder<2> order_by_block<2>(const CellPlanes<2>&, Index);
template BlockOrder<3> order_by_block<3>(const CellPlanes<3>&, Index);

}  // namespace froth
