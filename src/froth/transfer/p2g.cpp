// SPDX-License-Identifier: Apache-2.0
// Particles to grid.
// Source: momentum [Fei2021], Eqs. (1), (7); stress in MLS form [Hu2018], Eq. (18), or with the kernel's
// slope [Sulsky1994]. In MLS form stress and affine motion are one matrix times the distance to the node.
#include <algorithm>

#include <froth/transfer/polynomial_modes.h>
#include <froth/transfer/stencil_sums.h>
#include <froth/transfer/transfer.h>

namespace froth {

namespace {

/// What the particles of a packet bring to their nodes, by particle: a constant and one slope per axis.
/// Schemes that need the velocity before forces keep momentum and force apart: nodes then have four more
/// numbers.
template <int Dim, class Real, bool Apart>
struct PacketLoad {
  static constexpr int kSize = Pack<Real>::kSize, kLanes = Apart ? 8 : 4;
  alignas(64) Real constant[kSize][kLanes];
  alignas(64) Real slope[Dim][kSize][kLanes];   ///< by weight times distance
  alignas(64) Real spread[Dim][kSize][kLanes];  ///< by slope of the weight; in kernel-gradient form only
};

/// Scatters the particles of one home block.
template <int Dim, int Degree, class Real, GradientForm Form, bool Apart>
struct Scatter {
  using Wide = Pack<Real>;
  using Load = PacketLoad<Dim, Real, Apart>;
  using Stencils = StencilPacket<Dim, Degree, Real>;
  using NodeRow = std::conditional_t<Apart, WideRow<Degree, Real>, Row<Degree, Real>>;
  static constexpr bool kKernel = Form == GradientForm::Kernel;
  static constexpr Index kLineParticles = 64 / sizeof(Real);  ///< that share a cache line of a plane
  const TransferJob<Dim, Real>& job;
  BlockCoord<Dim> home;
  Tile<Dim, Real, Load::kLanes>& tile;

  void operator()(const ParticleView<Dim, Real>& p, Index first, Index last, TileBox<Dim>& box) const {
    StencilBox<Dim, Degree, Real> touched;
    Index s = first;
    for (; s + Wide::kSize <= last; s += Wide::kSize) {
      if (s % kLineParticles < Wide::kSize) p.prefetch(s + 4 * kLineParticles, job.settings.affine);
      packet(p, s, Wide::kSize, touched);
    }
    if (s < last) {
      const int count = static_cast<int>(last - s);
      const LastPacket<Dim, Real> rest(p, s, count);
      packet(rest.view(), 0, count, touched);
    }
    if constexpr (Degree == 2)
      if (p.modes[0] != nullptr)
        for (s = first; s < last; ++s) scatter_modes(p, s, home, tile);
    touched.extend(box);
  }

  /// The packet from slot s on, of which the first `count` particles count.
  FROTH_INLINE void packet(const ParticleView<Dim, Real>& p, Index s, int count,
                           StencilBox<Dim, Degree, Real>& touched) const {
    Stencils stencils;
    stencils.template set<kKernel>(p, s, home);
    touched.add(stencils);
    Load load;
    fill(load, p, s);
    for (int k = 0; k < count; ++k) add(load, stencils, k);
  }

  FROTH_INLINE void fill(Load& load, const ParticleView<Dim, Real>& p, Index s) const {
    constexpr int entry[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    const Real dx = Real(job.lattice.dx);
    const Wide none(0), mass = Wide::load(p.mass + s);
    const Wide affine = mass * Wide(dx);  // the distance is in cells
    const Real moment = kKernel ? Real(1) : BSpline<Degree, Real>::kInverseMoment;
    const Wide push = Wide::load(p.V0 + s) * Wide(Real(-job.settings.dt) * moment / dx);
    Wide momentum[4] = {none, none, none, mass};
    for (int r = 0; r < Dim; ++r) momentum[r] = mass * Wide::load(p.v[r] + s);
    put(load.constant, momentum, nullptr);
    for (int c = 0; c < Dim; ++c) {
      Wide slope[4] = {none, none, none, none}, force[4] = {none, none, none, none};
      for (int r = 0; r < Dim; ++r) {
        if (job.settings.affine) slope[r] = affine * Wide::load(p.C[r * Dim + c] + s);
        force[r] = push * Wide::load(p.tau[entry[r][c]] + s);
      }
      if constexpr (kKernel) {
        put(load.slope[c], slope, nullptr);
        put(load.spread[c], nullptr, force);
      } else {
        put(load.slope[c], slope, force);
      }
    }
  }

  /// Momentum and force of every particle, side by side or added up; null stands for zero.
  FROTH_INLINE static void put(Real (*to)[Load::kLanes], const Wide* momentum, const Wide* force) {
    Wide low[4], high[4];
    for (int r = 0; r < 4; ++r) {
      low[r] = momentum != nullptr ? momentum[r] : Wide(0);
      high[r] = force != nullptr ? force[r] : Wide(0);
      if (!Apart && momentum == nullptr) low[r] = high[r];
      if (!Apart && momentum != nullptr && force != nullptr) low[r] += high[r];
    }
    store_transposed(low, &to[0][0], Load::kLanes);
    if constexpr (Apart) store_transposed(high, &to[0][4], Load::kLanes);
  }

  FROTH_INLINE void add(const Load& load, const Stencils& stencils, int k) const {
    constexpr Real nothing[8] = {};
    Real* to = tile.at(stencils.place[k]);
    const Real *slope[Dim], *spread[Dim];
    for (int c = 0; c < Dim; ++c) slope[c] = load.slope[c][k], spread[c] = load.spread[c][k];
    if constexpr (!kKernel) return scatter<NodeRow>(to, stencils.w, stencils.wd, k, load.constant[k], slope);
    scatter<NodeRow>(to, stencils.w, stencils.g, k, load.constant[k], spread);
    if (job.settings.affine) scatter<NodeRow>(to, stencils.w, stencils.wd, k, nothing, slope);
  }
};

/// Clears the blocks that a box is the first to add to: just in time, while they go to cache. Boxes of one
/// colour share no block, so that the order of colours alone decides who is first.
template <int Dim, class Real, bool Apart>
void open_blocks(const typename GridTopology<Dim>::Source& source, const TileBox<Dim>& box,
                 GridFields<Dim, Real>& grid) {
  for (int corner = 0; corner < kTileBlocks<Dim>; ++corner) {
    bool is_reached = true;
    for (int d = 0; d < Dim; ++d) {
      const int half = corner >> d & 1;
      is_reached &= box.first[d] >> kBlockBits <= half && box.last[d] >> kBlockBits >= half;
    }
    const std::int32_t block = source.tile[static_cast<std::size_t>(corner)];
    std::uint8_t& is_open = grid.is_open[static_cast<std::size_t>(block)];
    if (!is_reached || is_open != 0) continue;
    is_open = 1;
    grid.motion.clear(block);
    if constexpr (Apart) grid.before.clear(block);
  }
}

template <int Dim, int Degree, class Real, GradientForm Form, bool Apart>
void p2g_as(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid) {
  const Index blocks = static_cast<Index>(job.topology.blocks().size());
  grid.motion.resize(blocks);
  if constexpr (Apart) grid.before.resize(blocks);
  grid.is_open.assign(static_cast<std::size_t>(blocks), 0);
  grid.touched.assign(job.topology.sources().size(), TileBox<Dim>::empty());
  for (const auto& color : job.topology.colors()) {
    parallel_tasks(static_cast<Index>(color.size()), [&](Index n) {
      const SourceGroup& group = color[static_cast<std::size_t>(n)];
      Tile<Dim, Real, Apart ? 8 : 4> tile;
      tile.clear();
      for (std::int32_t number = group.first; number < group.last; ++number) {
        const auto& source = job.topology.sources()[static_cast<std::size_t>(number)];
        TileBox<Dim>& box = grid.touched[static_cast<std::size_t>(number)];
        const Scatter<Dim, Degree, Real, Form, Apart> scatter_block{job, source.block, tile};
        const auto ranges = job.ranges.of(number);
        for (std::size_t b = 0; b < job.bodies.size(); ++b)
          scatter_block(job.bodies[b], ranges[b].first, ranges[b].last, box);
        open_blocks<Dim, Real, Apart>(source, box, grid);
        if constexpr (Apart) {
          tile.flush_to(grid.motion, grid.before, source, box);
        } else {
          tile.flush_to(grid.motion, source, box);
        }
      }
    });
  }
}

template <int Dim, int Degree, class Real, GradientForm Form>
void p2g_form(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid) {
  if (job.settings.keeps_velocity)
    p2g_as<Dim, Degree, Real, Form, true>(job, grid);
  else
    p2g_as<Dim, Degree, Real, Form, false>(job, grid);
}

template <int Dim, int Degree, class Real>
void p2g_degree(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid) {
  if (job.settings.gradient == GradientForm::Mls)
    p2g_form<Dim, Degree, Real, GradientForm::Mls>(job, grid);
  else
    p2g_form<Dim, Degree, Real, GradientForm::Kernel>(job, grid);
}

}  // namespace

template <int Dim, class Real>
void p2g(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid) {
  job.settings.degree == 2 ? p2g_degree<Dim, 2, Real>(job, grid) : p2g_degree<Dim, 3, Real>(job, grid);
}

template void p2g(const TransferJob<2, float>&, GridFields<2, float>&);
template void p2g(const TransferJob<2, double>&, GridFields<2, double>&);
template void p2g(const TransferJob<3, float>&, GridFields<3, float>&);
template void p2g(const TransferJob<3, double>&, GridFields<3, double>&);

}  // namespace froth
