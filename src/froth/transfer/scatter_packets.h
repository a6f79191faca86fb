// SPDX-License-Identifier: Apache-2.0
// The loop behind every scatter: particles in packets, block by block, colour by colour. What a packet brings
// to its nodes is a Fill, a small struct that is inlined into the loop; p2g.cpp and scatter_parts.cpp have
// them. Source: the sums of [Fei2021], Eqs. (1), (7); only their order of evaluation is ours.
#pragma once

#include <algorithm>

#include <froth/transfer/polynomial_modes.h>
#include <froth/transfer/stencil_sums.h>
#include <froth/transfer/transfer.h>

namespace froth {

/// What the particles of a packet bring to their nodes, by particle: a constant and one slope per axis, times
/// the weight; and by the slope of the weight. A node has four numbers, eight where momentum and force are
/// kept apart.
template <int Dim, class Real, int NodeLanes>
struct PacketLoad {
  static constexpr int kSize = Pack<Real>::kSize, kLanes = NodeLanes;
  alignas(64) Real constant[kSize][kLanes];
  alignas(64) Real slope[Dim][kSize][kLanes];   ///< by weight times distance
  alignas(64) Real spread[Dim][kSize][kLanes];  ///< by slope of the weight; only where a Fill uses it
};

/// Scatters the particles of one home block. A Fill has
///   kLanes               numbers of a node, 4 or 8
///   kSpreads             it uses `spread`, and then `slope` only where has_slopes() says so
///   kModes               polynomial modes are scattered too
///   fill(load, p, s)     what the packet from slot s on brings
template <int Dim, int Degree, class Real, class Fill>
struct ScatterBlock {
  using Wide = Pack<Real>;
  using Load = PacketLoad<Dim, Real, Fill::kLanes>;
  using Stencils = StencilPacket<Dim, Degree, Real>;
  using NodeRow = std::conditional_t<Fill::kLanes == 8, WideRow<Degree, Real>, Row<Degree, Real>>;
  static constexpr Index kLineParticles = 64 / sizeof(Real);  ///< that share a cache line of a plane
  const Fill& fill;
  BlockCoord<Dim> home;
  Tile<Dim, Real, Fill::kLanes>& tile;

  void operator()(const ParticleView<Dim, Real>& p, Index first, Index last, TileBox<Dim>& box) const {
    StencilBox<Dim, Degree, Real> touched;
    Index s = first;
    for (; s + Wide::kSize <= last; s += Wide::kSize) {
      if (s % kLineParticles < Wide::kSize) p.prefetch(s + 4 * kLineParticles, fill.has_slopes());
      packet(p, s, Wide::kSize, touched);
    }
    if (s < last) {
      const int count = static_cast<int>(last - s);
      const LastPacket<Dim, Real> rest(p, s, count);
      packet(rest.view(), 0, count, touched);
    }
    if constexpr (Degree == 2 && Fill::kModes)
      if (p.modes[0] != nullptr)
        for (s = first; s < last; ++s) scatter_modes(p, s, home, tile);
    touched.extend(box);
  }

  /// The packet from slot s on, of which the first `count` particles count.
  FROTH_INLINE void packet(const ParticleView<Dim, Real>& p, Index s, int count,
                           StencilBox<Dim, Degree, Real>& touched) const {
    Stencils stencils;
    stencils.template set<Fill::kSpreads>(p, s, home);
    touched.add(stencils);
    Load load;
    fill.fill(load, p, s);
    for (int k = 0; k < count; ++k) add(load, stencils, k);
  }

  FROTH_INLINE void add(const Load& load, const Stencils& stencils, int k) const {
    constexpr Real nothing[8] = {};
    Real* to = tile.at(stencils.place[k]);
    const Real *slope[Dim], *spread[Dim];
    for (int c = 0; c < Dim; ++c) slope[c] = load.slope[c][k], spread[c] = load.spread[c][k];
    if constexpr (!Fill::kSpreads)
      return scatter<NodeRow>(to, stencils.w, stencils.wd, k, load.constant[k], slope);
    scatter<NodeRow>(to, stencils.w, stencils.g, k, load.constant[k], spread);
    if (fill.has_slopes()) scatter<NodeRow>(to, stencils.w, stencils.wd, k, nothing, slope);
  }
};

/// Where a scatter adds up: one field, or two where a node has eight numbers; which part of each source's
/// tile was touched, and which blocks hold anything.
template <int Dim, class Real>
struct ScatterTarget {
  NodeField<Dim, Real>& field;
  NodeField<Dim, Real>* second;
  std::vector<TileBox<Dim>>& touched;
  std::vector<std::uint8_t>& is_open;
};

/// Clears the blocks that a box is the first to add to: just in time, while they go to cache. Boxes of one
/// colour share no block, so that the order of colours alone decides who is first.
template <int Dim, class Real>
void open_blocks(const typename GridTopology<Dim>::Source& source, const TileBox<Dim>& box,
                 const ScatterTarget<Dim, Real>& target) {
  for (int corner = 0; corner < kTileBlocks<Dim>; ++corner) {
    bool is_reached = true;
    for (int d = 0; d < Dim; ++d) {
      const int half = corner >> d & 1;
      is_reached &= box.first[d] >> kBlockBits <= half && box.last[d] >> kBlockBits >= half;
    }
    const std::int32_t block = source.tile[static_cast<std::size_t>(corner)];
    std::uint8_t& is_open = target.is_open[static_cast<std::size_t>(block)];
    if (!is_reached || is_open != 0) continue;
    is_open = 1;
    target.field.clear(block);
    if (target.second != nullptr) target.second->clear(block);
  }
}

/// Adds what `fill` makes of every particle of all bodies to the nodes, which start at zero.
template <int Dim, int Degree, class Real, class Fill>
void scatter_all(const TransferJob<Dim, Real>& job, const Fill& fill,
                 const ScatterTarget<Dim, Real>& target) {
  const Index blocks = static_cast<Index>(job.topology.blocks().size());
  target.field.resize(blocks);
  if (target.second != nullptr) target.second->resize(blocks);
  target.is_open.assign(static_cast<std::size_t>(blocks), 0);
  target.touched.assign(job.topology.sources().size(), TileBox<Dim>::empty());
  for (const auto& color : job.topology.colors()) {
    parallel_tasks(static_cast<Index>(color.size()), [&](Index n) {
      const SourceGroup& group = color[static_cast<std::size_t>(n)];
      Tile<Dim, Real, Fill::kLanes> tile;
      tile.clear();
      for (std::int32_t number = group.first; number < group.last; ++number) {
        const auto& source = job.topology.sources()[static_cast<std::size_t>(number)];
        TileBox<Dim>& box = target.touched[static_cast<std::size_t>(number)];
        const ScatterBlock<Dim, Degree, Real, Fill> scatter_block{fill, source.block, tile};
        const auto ranges = job.ranges.of(number);
        for (std::size_t b = 0; b < job.bodies.size(); ++b)
          scatter_block(job.bodies[b], ranges[b].first, ranges[b].last, box);
        open_blocks(source, box, target);
        if constexpr (Fill::kLanes == 8)
          tile.flush_to(target.field, *target.second, source, box);
        else
          tile.flush_to(target.field, source, box);
      }
    });
  }
}

}  // namespace froth
