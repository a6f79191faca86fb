// SPDX-License-Identifier: Apache-2.0
// The diagonal blocks of a Hessian, node by node: sums of products of two gradients of weights.
// Source: as transfer/batches.h.
#include <algorithm>

#include <froth/transfer/batches.h>
#include <froth/transfer/scatter_packets.h>

namespace froth {

namespace {

/// The six products of two components of one gradient, in the order of kPairs; zero where an axis is none.
template <int Dim, class Real>
FROTH_INLINE void pair_products(const Real (&g)[3], Real (&product)[6]) {
  for (int n = 0; n < 6; ++n) product[n] = g[kPairs[n][0]] * g[kPairs[n][1]];
}

template <int Dim, int Degree, class Real>
struct BlockScatter {
  using Node = Lanes<Real, 8>;
  static constexpr int kSize = Pack<Real>::kSize;
  double scale;  ///< from sums over axes to gradients times dt
  bool by_slopes;
  Tile<Dim, Real, 8>& tile;

  /// Adds the stiffness of particle k of a packet, `entry` by pair of axes, times its volume, to its nodes.
  FROTH_INLINE void add(const StencilPacket<Dim, Degree, Real>& packet, int k, Real volume,
                        const Node (&stiffness)[6]) const {
    const auto& u = by_slopes ? packet.g : packet.wd;
    const Real factor = Real(scale * scale) * volume;
    using T = Tile<Dim, Real, 8>;
    const auto node = [&](const Real(&g)[3], int at) {
      Real product[6];
      pair_products<Dim>(g, product);
      Node sum = stiffness[0] * product[0];
      for (int n = 1; n < 6; ++n)
        if (Dim == 3 || (kPairs[n][1] < 2)) sum += stiffness[n] * product[n];
      tile.node[packet.place[k] + at] += sum * factor;
    };
    for (int i = 0; i <= Degree; ++i) {
      const Real w0 = packet.w.first[0][i][k], u0 = u.first[0][i][k];
      if constexpr (Dim == 2) {
        for (int j = 0; j <= Degree; ++j) {
          const Real w1 = packet.w.last[k][j], u1 = u.last[k][j];
          node({u0 * w1, w0 * u1, Real(0)}, i * T::kStride[0] + j);
        }
      } else {
        for (int j = 0; j <= Degree; ++j) {
          const Real w1 = packet.w.first[Dim - 2][j][k], u1 = u.first[Dim - 2][j][k];
          const Real uw = u0 * w1, wu = w0 * u1, ww = w0 * w1;
          for (int l = 0; l <= Degree; ++l) {
            const Real w2 = packet.w.last[k][l], u2 = u.last[k][l];
            node({uw * w2, wu * w2, ww * u2}, i * T::kStride[0] + j * T::kStride[1] + l);
          }
        }
      }
    }
  }
};

/// The particles [first, last) of one body of one block.
template <int Dim, int Degree, class Real>
void scatter_range(const TransferJob<Dim, Real>& job, const BlockScatter<Dim, Degree, Real>& scatter_block,
                   const StiffnessFunction<Real>& make, std::size_t body, Index first, Index last,
                   const BlockCoord<Dim>& home, TileBox<Dim>& box) {
  constexpr int size = Pack<Real>::kSize;
  const ParticleView<Dim, Real>& p = job.bodies[body];
  StencilBox<Dim, Degree, Real> reached;
  StiffnessBatch<Real> batch;
  for (Index s = first; s < last; s += kBatch) {
    const int count = static_cast<int>(std::min<Index>(kBatch, last - s));
    make(body, s, count, batch);
    for (int q = 0; q < count; q += size) {
      const int here = std::min(size, count - q);
      StencilPacket<Dim, Degree, Real> packet;
      if (here == size) {
        packet.template set<true>(p, s + q, home);
      } else {
        const LastPacket<Dim, Real> rest(p, s + q, here);
        packet.template set<true>(rest.view(), 0, home);
      }
      reached.add(packet);
      for (int k = 0; k < here; ++k) {
        Lanes<Real, 8> stiffness[6];
        for (int n = 0; n < 6; ++n) stiffness[n] = load_lanes<Lanes<Real, 8>>(batch.entry[n][q + k]);
        scatter_block.add(packet, k, p.V0[s + q + k], stiffness);
      }
    }
  }
  reached.extend(box);
}

template <int Dim, int Degree, class Real>
void scatter_blocks_as(const TransferJob<Dim, Real>& job, const StiffnessFunction<Real>& make,
                       NodeBlocks<Dim, Real>& blocks) {
  const bool by_slopes = job.settings.gradient == GradientForm::Kernel;
  const double moment = by_slopes ? 1.0 : double(BSpline<Degree, Real>::kInverseMoment);
  const ScatterTarget<Dim, Real> target{blocks.first, &blocks.second, blocks.touched, blocks.is_open};
  for (const auto& color : job.topology.colors()) {
    parallel_tasks(static_cast<Index>(color.size()), [&](Index n) {
      const SourceGroup& group = color[static_cast<std::size_t>(n)];
      Tile<Dim, Real, 8> tile;
      tile.clear();
      const BlockScatter<Dim, Degree, Real> scatter_block{job.settings.dt * moment / job.lattice.dx,
                                                          by_slopes, tile};
      for (std::int32_t number = group.first; number < group.last; ++number) {
        const auto& source = job.topology.sources()[static_cast<std::size_t>(number)];
        TileBox<Dim>& box = blocks.touched[static_cast<std::size_t>(number)];
        const auto ranges = job.ranges.of(number);
        for (std::size_t b = 0; b < job.bodies.size(); ++b)
          scatter_range(job, scatter_block, make, b, ranges[b].first, ranges[b].last, source.block, box);
        open_blocks(source, box, target);
        tile.flush_to(blocks.first, blocks.second, source, box);
      }
    });
  }
}

}  // namespace

template <int Dim, class Real>
void scatter_blocks(const TransferJob<Dim, Real>& job, StiffnessFunction<Real> make,
                    NodeBlocks<Dim, Real>& blocks) {
  const Index count = static_cast<Index>(job.topology.blocks().size());
  blocks.first.resize(count);
  blocks.second.resize(count);
  blocks.is_open.assign(static_cast<std::size_t>(count), 0);
  blocks.touched.assign(job.topology.sources().size(), TileBox<Dim>::empty());
  if (job.settings.degree == 2)
    scatter_blocks_as<Dim, 2>(job, make, blocks);
  else
    scatter_blocks_as<Dim, 3>(job, make, blocks);
}

#define FROTH_INSTANCE(Dim, Real)                                                      \
  template void scatter_blocks(const TransferJob<Dim, Real>&, StiffnessFunction<Real>, \
                               NodeBlocks<Dim, Real>&);
FROTH_INSTANCE(2, float)
FROTH_INSTANCE(2, double)
FROTH_INSTANCE(3, float)
FROTH_INSTANCE(3, double)

}  // namespace froth
