// SPDX-License-Identifier: Apache-2.0
#include <froth/grid/sparse_grid.h>

#include <cstring>

namespace froth {

template <int Dim>
BlockCoord<Dim> GridTopology<Dim>::next_block(BlockCoord<Dim> block, int corner,
                                              const BlockCoord<Dim>& periodic) const {
  for (int d = 0; d < Dim; ++d) {
    block[d] += (corner >> d) & 1;
    if (periodic[d] > 0 && block[d] >= periodic[d]) block[d] -= periodic[d];
  }
  return block;
}

template <int Dim>
void GridTopology<Dim>::build(const std::vector<BlockCoord<Dim>>& source_blocks,
                              const BlockCoord<Dim>& periodic_blocks) {
  if (source_blocks == source_blocks_ && !sources_.empty()) return;  // the material is where it was
  source_blocks_ = source_blocks;
  blocks_.clear();
  for (const auto& b : source_blocks)
    for (int corner = 0; corner < kTileBlocks<Dim>; ++corner)
      blocks_.push_back(next_block(b, corner, periodic_blocks));
  make_canonical(blocks_);
  map_.build(blocks_);

  sources_.clear();
  for (const auto& b : source_blocks) {
    Source source{b, {}};
    for (int corner = 0; corner < kTileBlocks<Dim>; ++corner)
      source.tile[static_cast<std::size_t>(corner)] = map_.find(next_block(b, corner, periodic_blocks));
    sources_.push_back(source);
  }
  color_sources(periodic_blocks);
}

template <int Dim>
void GridTopology<Dim>::color_sources(const BlockCoord<Dim>& periodic) {
  // Even and odd blocks alternate; round a periodic axis of odd length the last block needs a third colour.
  const auto digit = [&](std::int32_t k, std::int32_t length) {
    return length > 1 && length % 2 == 1 && k == length - 1 ? 2 : (k & 1);
  };
  std::array<std::vector<std::int32_t>, 27> by_color;
  for (std::size_t s = 0; s < sources_.size(); ++s) {
    int color = 0;
    for (int d = 0; d < Dim; ++d) color = 3 * color + digit(sources_[s].block[d], periodic[d]);
    by_color[static_cast<std::size_t>(color)].push_back(static_cast<std::int32_t>(s));
  }
  colors_.clear();
  for (auto& list : by_color)
    if (!list.empty()) colors_.push_back(std::move(list));
}

template <int Dim>
std::size_t GridTopology<Dim>::bytes() const {
  return (blocks_.capacity() + source_blocks_.capacity()) * sizeof(BlockCoord<Dim>) +
         sources_.capacity() * (sizeof(Source) + sizeof(std::int32_t)) + map_.bytes();
}

template <int Dim, class Real>
void NodeField<Dim, Real>::reset(Index blocks) {
  constexpr std::size_t block_bytes = kNodes * sizeof(Lane4<Real>);
  blocks_ = blocks;
  buffer_.resize(static_cast<std::size_t>(blocks) * block_bytes);
  parallel_chunks(blocks, 64, [&](const Chunk& c) {
    std::memset(static_cast<void*>(block(c.begin)), 0,
                static_cast<std::size_t>(c.end - c.begin) * block_bytes);
  });
}

template class GridTopology<2>;
template class GridTopology<3>;
template class NodeField<2, float>;
template class NodeField<2, double>;
template class NodeField<3, float>;
template class NodeField<3, double>;

}  // namespace froth
