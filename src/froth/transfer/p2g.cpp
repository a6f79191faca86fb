// SPDX-License-Identifier: Apache-2.0
// Particles to grid.
// Source: momentum [Fei2021], Eqs. (1), (7); stress in MLS form [Hu2018], Eq. (18), or with the kernel's
// slope [Sulsky1994]. In MLS form stress and affine motion are one matrix times the distance to the node.
#include <algorithm>

#include <froth/transfer/stencil_sums.h>
#include <froth/transfer/transfer.h>

namespace froth {

namespace {

/// Column c of the Kirchhoff stress times a number.
template <int Dim, class Real>
FROTH_INLINE Vec<Dim, Real> stress_column(const ParticleView<Dim, Real>& p, Index s, int c, Real scale) {
  constexpr int entry[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  Vec<Dim, Real> column{};
  for (int r = 0; r < Dim; ++r) column[r] = scale * p.tau[entry[r][c]][s];
  return column;
}

/// How momentum and force reach the nodes. Joined: in one sum. Apart: the force in a sum of its own, for
/// schemes that need the velocity before forces; with or without an affine part of the momentum.
enum class Flow { Joined, Apart, ApartAffine };

/// Scatters the particles of one home block.
template <int Dim, int Degree, class Real, GradientForm Form, Flow flow>
struct Scatter {
  using Node = Lanes<Real, 4>;
  static constexpr Index kLineParticles = 64 / sizeof(Real);  ///< that share a cache line of a plane
  const TransferJob<Dim, Real>& job;
  BlockCoord<Dim> home;
  Tile<Dim, Real>& motion;
  Tile<Dim, Real>& impulse;  ///< the same tile where momentum and force are joined

  void operator()(const ParticleView<Dim, Real>& p, Index first, Index last, TileBox<Dim>& box) const {
    const Real dx = Real(job.lattice.dx);
    const Real affine = job.settings.affine ? dx : Real(0);  // the distance is in cells
    const Real moment = Form == GradientForm::Mls ? BSpline<Degree, Real>::kInverseMoment : Real(1);
    const Real push = Real(-job.settings.dt) * moment / dx;
    int lowest[Dim], highest[Dim];
    for (int d = 0; d < Dim; ++d) lowest[d] = kTileWidth, highest[d] = -1 - Degree;
    for (Index s = first; s < last; ++s) {
      if (s % kLineParticles == 0) p.template prefetch<flow != Flow::Apart>(s + 4 * kLineParticles);
      Real offset[Dim];
      int place = 0;
      for (int d = 0; d < Dim; ++d) {
        offset[d] = Offset<Real>::decode(p.offset[d][s]);
        const int at = place_in_tile(p.cell[d][s], home[d]);
        lowest[d] = std::min(lowest[d], at), highest[d] = std::max(highest[d], at);
        place += at * Tile<Dim, Real>::kStride[d];
      }
      Stencil<Dim, Degree, Real> stencil;
      stencil.template place<Form == GradientForm::Kernel>(offset);
      add(p, s, stencil, place, affine * p.mass[s], push * p.V0[s]);
    }
    for (int d = 0; d < Dim; ++d) {
      box.first[d] = static_cast<std::int8_t>(std::min<int>(box.first[d], lowest[d]));
      box.last[d] = static_cast<std::int8_t>(std::max<int>(box.last[d], highest[d] + Degree));
    }
  }

  FROTH_INLINE void add(const ParticleView<Dim, Real>& p, Index s, const Stencil<Dim, Degree, Real>& stencil,
                        int place, Real affine, Real push) const {
    Vec<Dim, Real> momentum{};
    for (int r = 0; r < Dim; ++r) momentum[r] = p.mass[s] * p.v[r][s];
    const Node constant = lanes_of(momentum, p.mass[s]);
    Node slope[Dim], force[Dim];
    for (int c = 0; c < Dim; ++c) {
      force[c] = lanes_of(stress_column(p, s, c, push), Real(0));
      if constexpr (flow == Flow::Apart) continue;
      Vec<Dim, Real> column{};
      for (int r = 0; r < Dim; ++r) column[r] = affine * p.C[r * Dim + c][s];
      slope[c] = lanes_of(column, Real(0));
      if constexpr (flow == Flow::Joined && Form == GradientForm::Mls) slope[c] += force[c];
    }
    if constexpr (flow == Flow::Apart)
      scatter<Dim, Degree, Real>(motion.at(place), stencil.w, constant);
    else
      scatter<Dim, Degree, Real>(motion.at(place), stencil.w, stencil.wd, constant, slope);
    if constexpr (Form == GradientForm::Kernel)
      scatter<Dim, Degree, Real>(impulse.at(place), stencil.w, stencil.g, Node{}, force);
    else if constexpr (flow != Flow::Joined)
      scatter<Dim, Degree, Real>(impulse.at(place), stencil.w, stencil.wd, Node{}, force);
  }
};

template <int Dim, int Degree, class Real, GradientForm Form, Flow flow>
void p2g_as(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid) {
  constexpr bool apart = flow != Flow::Joined;
  const Index blocks = static_cast<Index>(job.topology.blocks().size());
  grid.motion.resize(blocks);
  if constexpr (apart) grid.before.resize(blocks);
  grid.touched.assign(job.topology.sources().size(), TileBox<Dim>::empty());
  for (const auto& color : job.topology.colors()) {
    parallel_tasks(static_cast<Index>(color.size()), [&](Index n) {
      const SourceGroup& group = color[static_cast<std::size_t>(n)];
      Tile<Dim, Real> tiles[apart ? 2 : 1];
      for (auto& tile : tiles) tile.clear();
      for (std::int32_t number = group.first; number < group.last; ++number) {
        const auto& source = job.topology.sources()[static_cast<std::size_t>(number)];
        TileBox<Dim>& box = grid.touched[static_cast<std::size_t>(number)];
        const Scatter<Dim, Degree, Real, Form, flow> scatter_block{job, source.block, tiles[0],
                                                                   tiles[apart ? 1 : 0]};
        const auto ranges = job.ranges.of(number);
        for (std::size_t b = 0; b < job.bodies.size(); ++b)
          scatter_block(job.bodies[b], ranges[b].first, ranges[b].last, box);
        grid.motion.open(source);
        tiles[0].flush_to(grid.motion, source, box);
        if constexpr (apart) {
          grid.before.open(source);
          tiles[1].flush_to(grid.before, source, box);
        }
      }
    });
  }
}

template <int Dim, int Degree, class Real, GradientForm Form>
void p2g_form(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid) {
  if (!job.settings.keeps_velocity)
    p2g_as<Dim, Degree, Real, Form, Flow::Joined>(job, grid);
  else if (!job.settings.affine)
    p2g_as<Dim, Degree, Real, Form, Flow::Apart>(job, grid);
  else
    p2g_as<Dim, Degree, Real, Form, Flow::ApartAffine>(job, grid);
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
