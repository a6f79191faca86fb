// SPDX-License-Identifier: Apache-2.0
// The sparse blocked grid: only blocks that material touches exist. A block holds 4^Dim nodes of four
// numbers, momentum or velocity and mass, so that a node is one vector load. Each block with particles (a
// source block) scatters into a tile that covers itself and the next block along every axis. Source blocks
// are coloured so that tiles of one colour are disjoint: colours are done one after the other, blocks of a
// colour in parallel, and every node is summed in an order that no thread count can change.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <froth/base/aligned_buffer.h>
#include <froth/base/lanes.h>
#include <froth/base/parallel.h>
#include <froth/geometry/block_map.h>

namespace froth {

template <int Dim>
inline constexpr int kTileBlocks = 1 << Dim;

/// Sources [first, last): neighbours in canonical order.
struct SourceGroup {
  std::int32_t first, last;
};

/// Which blocks exist and how tiles map to them. Knows no numbers, only topology.
template <int Dim>
class GridTopology {
 public:
  /// A block with particles, and the 2^Dim blocks that its tile covers (bit d of the index: next along axis
  /// d).
  struct Source {
    BlockCoord<Dim> block;
    std::array<std::int32_t, kTileBlocks<Dim>> tile;
  };

  /// `source_blocks` in canonical order; `periodic_blocks[d]` is the length of a periodic axis, else 0.
  void build(const std::vector<BlockCoord<Dim>>& source_blocks, const BlockCoord<Dim>& periodic_blocks);

  const std::vector<BlockCoord<Dim>>& blocks() const { return blocks_; }
  const std::vector<Source>& sources() const { return sources_; }
  /// The groups of each colour; one list after the other covers all sources.
  const std::vector<std::vector<SourceGroup>>& colors() const { return colors_; }
  std::int32_t find(const BlockCoord<Dim>& block) const { return map_.find(block); }
  std::size_t bytes() const;

 private:
  BlockCoord<Dim> next_block(BlockCoord<Dim> block, int corner, const BlockCoord<Dim>& periodic) const;
  void color_sources(const BlockCoord<Dim>& periodic);
  std::vector<std::vector<SourceGroup>> colored_groups(const BlockCoord<Dim>& periodic, int bits) const;

  std::vector<BlockCoord<Dim>> blocks_, source_blocks_;
  std::vector<Source> sources_;
  std::vector<std::vector<SourceGroup>> colors_;
  BlockMap<Dim> map_;
};

/// One field over the active blocks: four lanes per node.
template <int Dim, class Real>
class NodeField {
 public:
  using Node = Lanes<Real, 4>;
  static constexpr int kNodes = kBlockCells<Dim>;

  /// Makes room for `blocks` blocks, whose nodes hold anything until they are cleared.
  void resize(Index blocks);
  void clear(Index b) { std::fill_n(block(b), kNodes, Node{}); }
  Index blocks() const { return blocks_; }
  Node* block(Index b) { return buffer_.as<Node>() + b * kNodes; }
  const Node* block(Index b) const { return buffer_.as<Node>() + b * kNodes; }
  std::size_t bytes() const { return buffer_.capacity(); }

 private:
  AlignedBuffer buffer_;
  Index blocks_ = 0;
};

}  // namespace froth
