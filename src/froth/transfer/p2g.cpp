// SPDX-License-Identifier: Apache-2.0
// Particles to grid.
// Source: momentum [Fei2021], Eqs. (1), (7); stress in MLS form [Hu2018], Eq. (18), or with the kernel's
// slope [Sulsky1994]. In MLS form stress and affine motion are one matrix times the distance to the node.
#include <froth/transfer/tile.h>
#include <froth/transfer/bspline.h>
#include <froth/transfer/transfer.h>

namespace froth {

namespace {

/// What one particle adds to its nodes: w (constant + slope . d) + force . grad w, each column four lanes
/// wide.
template <int Dim, class Real>
struct Contribution {
  Lane4<Real> constant;    ///< momentum and mass
  Lane4<Real> slope[Dim];  ///< change of momentum per cell of distance
  Lane4<Real> force[Dim];  ///< -dt V0 tau / dx, column by column
};

template <int Dim, class Real>
FROTH_INLINE Lane4<Real> stress_column(const ParticleView<Dim, Real>& p, Index s, int c, Real scale) {
  constexpr int entry[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  Vec<Dim, Real> column{};
  for (int r = 0; r < Dim; ++r) column[r] = scale * p.tau[entry[r][c]][s];
  return lane4<Dim, Real>(column, Real(0));
}

/// Adds sum_i w (constant + slope . d) to the tile, row by row.
template <int Dim, int Degree, class Real>
FROTH_INLINE void scatter_affine(const Stencil<Dim, Degree, Real>& s, const Lane4<Real>& constant,
                                 const Lane4<Real> (&slope)[Dim], Lane4<Real>* base) {
  using T = Tile<Dim, Degree, Real>;
  for (int i = 0; i <= Degree; ++i) {
    const Lane4<Real> at_i = constant + slope[0] * s.d[0][i];
    if constexpr (Dim == 2) {
      for (int j = 0; j <= Degree; ++j)
        base[i * T::kStride[0] + j] += (s.w[0][i] * s.w[1][j]) * (at_i + slope[1] * s.d[1][j]);
    } else {
      for (int j = 0; j <= Degree; ++j) {
        const Real w = s.w[0][i] * s.w[1][j];
        const Lane4<Real> at_ij = at_i + slope[1] * s.d[1][j];
        Lane4<Real>* row = base + i * T::kStride[0] + j * T::kStride[1];
        for (int k = 0; k <= Degree; ++k) row[k] += (w * s.w[2][k]) * (at_ij + slope[2] * s.d[2][k]);
      }
    }
  }
}

/// Adds sum_i force . grad w to the tile.
template <int Dim, int Degree, class Real>
FROTH_INLINE void scatter_slope(const Stencil<Dim, Degree, Real>& s, const Lane4<Real> (&force)[Dim],
                                Lane4<Real>* base) {
  using T = Tile<Dim, Degree, Real>;
  for (int i = 0; i <= Degree; ++i)
    for (int j = 0; j <= Degree; ++j) {
      const Lane4<Real> across = force[0] * (s.g[0][i] * s.w[1][j]) + force[1] * (s.w[0][i] * s.g[1][j]);
      Lane4<Real>* row = base + i * T::kStride[0] + j * T::kStride[1];
      if constexpr (Dim == 2) {
        row[0] += across;
      } else {
        const Lane4<Real> along = force[2] * (s.w[0][i] * s.w[1][j]);
        for (int k = 0; k <= Degree; ++k) row[k] += across * s.w[2][k] + along * s.g[2][k];
      }
    }
}

/// Where the stencil of slot s starts in its block's tile.
template <int Dim, int Degree, class Real>
FROTH_INLINE int tile_base(const ParticleView<Dim, Real>& p, Index s) {
  int at = 0;
  for (int d = 0; d < Dim; ++d)
    at += (p.cell[d][s] & (kBlockWidth - 1)) * Tile<Dim, Degree, Real>::kStride[d];
  return at;
}

template <int Dim, int Degree, class Real, GradientForm Form, bool Apart>
struct Scatter {
  const TransferJob<Dim, Real>& job;
  Tile<Dim, Degree, Real>& motion;
  Tile<Dim, Degree, Real>& impulse;  ///< used only when Apart

  FROTH_INLINE Contribution<Dim, Real> contribution(const ParticleView<Dim, Real>& p, Index s) const {
    const Real dx = Real(job.lattice.dx), mass = p.mass[s];
    const Real push =
        Real(-job.settings.dt) * p.V0[s] / dx;  // the distance is in cells, so one dx remains below
    const Real moment = Form == GradientForm::Mls ? BSpline<Degree, Real>::kInverseMoment : Real(1);
    Vec<Dim, Real> momentum{};
    for (int r = 0; r < Dim; ++r) momentum[r] = mass * p.v[r][s];
    Contribution<Dim, Real> add;
    add.constant = lane4<Dim, Real>(momentum, mass);
    const Real spin = job.settings.affine ? mass * dx : Real(0);
    for (int c = 0; c < Dim; ++c) {
      Vec<Dim, Real> column{};
      for (int r = 0; r < Dim; ++r) column[r] = spin * p.C[r * Dim + c][s];
      add.slope[c] = lane4<Dim, Real>(column, Real(0));
      add.force[c] = stress_column(p, s, c, push * moment);
    }
    return add;
  }

  void operator()(const ParticleView<Dim, Real>& p, Index first, Index last) const {
    for (Index s = first; s < last; ++s) {
      Real offset[Dim];
      for (int d = 0; d < Dim; ++d) offset[d] = Offset<Real>::decode(p.offset[d][s]);
      Stencil<Dim, Degree, Real> stencil;
      stencil.template place<Form == GradientForm::Kernel>(offset);
      Contribution<Dim, Real> add = contribution(p, s);
      const int base = tile_base<Dim, Degree, Real>(p, s);
      if constexpr (Form == GradientForm::Kernel) {
        scatter_slope<Dim, Degree, Real>(stencil, add.force, (Apart ? impulse : motion).node + base);
      } else if constexpr (Apart) {
        scatter_affine<Dim, Degree, Real>(stencil, Lane4<Real>{}, add.force, impulse.node + base);
      } else {
        for (int c = 0; c < Dim; ++c) add.slope[c] += add.force[c];
      }
      scatter_affine<Dim, Degree, Real>(stencil, add.constant, add.slope, motion.node + base);
    }
  }
};

template <int Dim, int Degree, class Real, GradientForm Form, bool Apart>
void p2g_as(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid) {
  const Index blocks = static_cast<Index>(job.topology.blocks().size());
  grid.motion.reset(blocks);
  if constexpr (Apart) grid.impulse.reset(blocks);
  for (const auto& color : job.topology.colors()) {
    parallel_tasks(static_cast<Index>(color.size()), [&](Index n) {
      const std::int32_t number = color[static_cast<std::size_t>(n)];
      const auto& source = job.topology.sources()[static_cast<std::size_t>(number)];
      Tile<Dim, Degree, Real> motion, impulse;
      motion.clear();
      if constexpr (Apart) impulse.clear();
      const Scatter<Dim, Degree, Real, Form, Apart> scatter{job, motion, impulse};
      const auto ranges = job.ranges.of(number);
      for (std::size_t b = 0; b < job.bodies.size(); ++b)
        scatter(job.bodies[b], ranges[b].first, ranges[b].last);
      motion.add_to(grid.motion, source);
      if constexpr (Apart) impulse.add_to(grid.impulse, source);
    });
  }
}

template <int Dim, int Degree, class Real>
void p2g_degree(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid) {
  const bool apart = job.settings.keeps_particle_velocity();
  if (job.settings.gradient == GradientForm::Mls)
    apart ? p2g_as<Dim, Degree, Real, GradientForm::Mls, true>(job, grid)
          : p2g_as<Dim, Degree, Real, GradientForm::Mls, false>(job, grid);
  else
    apart ? p2g_as<Dim, Degree, Real, GradientForm::Kernel, true>(job, grid)
          : p2g_as<Dim, Degree, Real, GradientForm::Kernel, false>(job, grid);
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
