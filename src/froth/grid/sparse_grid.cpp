// SPDX-License-Identifier: Apache-2.0
#include <froth/grid/sparse_grid.h>

#include <froth/geometry/block_colors.h>

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

/// Groups of aligned cubes of 2^bits blocks, by colour; groups of one colour have disjoint tiles.
template <int Dim>
std::vector<std::vector<SourceGroup>> GridTopology<Dim>::colored_groups(const BlockCoord<Dim>& periodic,
                                                                        int bits) const {
  BlockCoord<Dim> groups{};  // round each periodic axis
  for (int d = 0; d < Dim; ++d) groups[d] = (periodic[d] + (1 << bits) - 1) >> bits;
  const auto group_of = [&](BlockCoord<Dim> block) {
    for (int d = 0; d < Dim; ++d) block[d] >>= bits;
    return block;
  };
  std::vector<std::vector<SourceGroup>> by_color(kBlockColors<Dim>);
  const auto count = static_cast<std::int32_t>(sources_.size());
  for (std::int32_t first = 0, last = 0; first < count; first = last) {
    // Groups are aligned cubes of blocks, so that the canonical order has their members side by side.
    const BlockCoord<Dim> group = group_of(sources_[static_cast<std::size_t>(first)].block);
    for (last = first + 1; last < count && group_of(sources_[static_cast<std::size_t>(last)].block) == group;)
      ++last;
    by_color[static_cast<std::size_t>(block_color(group, groups))].push_back({first, last});
  }
  std::erase_if(by_color, [](const auto& list) { return list.empty(); });
  return by_color;
}

template <int Dim>
void GridTopology<Dim>::color_sources(const BlockCoord<Dim>& periodic) {
  // Wide groups share more nodes in cache; they are taken where enough of them remain for many threads. Never
  // a matter of how many threads there are.
  constexpr std::size_t enough_per_color = 32;
  for (int bits = 2; bits >= 1; --bits) {
    colors_ = colored_groups(periodic, bits);
    std::size_t groups = 0;
    for (const auto& color : colors_) groups += color.size();
    if (groups >= enough_per_color * colors_.size()) return;
  }
}

template <int Dim>
std::size_t GridTopology<Dim>::bytes() const {
  return (blocks_.capacity() + source_blocks_.capacity()) * sizeof(BlockCoord<Dim>) +
         sources_.capacity() * (sizeof(Source) + sizeof(std::int32_t)) + map_.bytes();
}

template <int Dim, class Real>
void NodeField<Dim, Real>::resize(Index blocks) {
  blocks_ = blocks;
  buffer_.resize(static_cast<std::size_t>(blocks) * kNodes * sizeof(Node));
}

template class GridTopology<2>;
template class GridTopology<3>;
template class NodeField<2, float>;
template class NodeField<2, double>;
template class NodeField<3, float>;
template class NodeField<3, double>;

}  // namespace froth
