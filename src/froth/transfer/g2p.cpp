// SPDX-License-Identifier: Apache-2.0
// Grid to particles.
// Source: [Fei2021], Eqs. (1) to (4) and (7), (8): v = v* + alpha (v_p - v_n), x += dt (v* + beta alpha (v_p
// - v_n)), C = sum w v* d^T D^-1; the velocity gradient is C in MLS form [Hu2018], else sum v* (grad w)^T
// [Sulsky1994].
#include <cmath>

#include <froth/transfer/bspline.h>
#include <froth/transfer/tile.h>
#include <froth/transfer/transfer.h>

namespace froth {

namespace {

template <int Dim, class Real>
struct Gathered {
  Lane4<Real> v{};          ///< sum w v
  Lane4<Real> moment[Dim];  ///< sum w d v, one per axis; distances in cells
  Lane4<Real> slope[Dim];   ///< sum (dw/dx) v, per cell
};

template <int Dim, int Degree, class Real, bool WithSlopes>
FROTH_INLINE Gathered<Dim, Real> gather(const Stencil<Dim, Degree, Real>& s, const Lane4<Real>* base) {
  using T = Tile<Dim, Degree, Real>;
  Gathered<Dim, Real> sum{};
  for (int c = 0; c < Dim; ++c) sum.moment[c] = sum.slope[c] = Lane4<Real>{};
  for (int i = 0; i <= Degree; ++i) {
    // Sums over the last axes first: plane, its first moments and slopes across, then the first axis.
    Lane4<Real> v{}, moment[Dim] = {}, slope[Dim] = {};
    for (int j = 0; j <= Degree; ++j) {
      const Lane4<Real>* row = base + i * T::kStride[0] + j * T::kStride[1];
      Lane4<Real> rv{}, rm{}, rs{};
      if constexpr (Dim == 2) {
        rv = row[0];
      } else {
        for (int k = 0; k <= Degree; ++k) {
          const Lane4<Real> term = row[k] * s.w[2][k];
          rv += term;
          rm += term * s.d[2][k];
          if constexpr (WithSlopes) rs += row[k] * s.g[2][k];
        }
        moment[Dim - 1] += rm * s.w[1][j];
        if constexpr (WithSlopes) slope[Dim - 1] += rs * s.w[1][j];
      }
      const Lane4<Real> term = rv * s.w[1][j];
      v += term;
      moment[1] += term * s.d[1][j];
      if constexpr (WithSlopes) slope[1] += rv * s.g[1][j];
    }
    const Lane4<Real> term = v * s.w[0][i];
    sum.v += term;
    sum.moment[0] += term * s.d[0][i];
    if constexpr (WithSlopes) sum.slope[0] += v * s.g[0][i];
    for (int c = 1; c < Dim; ++c) {
      sum.moment[c] += moment[c] * s.w[0][i];
      if constexpr (WithSlopes) sum.slope[c] += slope[c] * s.w[0][i];
    }
  }
  return sum;
}

template <int Dim, int Degree, class Real>
FROTH_INLINE Lane4<Real> gather_value(const Stencil<Dim, Degree, Real>& s, const Lane4<Real>* base) {
  using T = Tile<Dim, Degree, Real>;
  Lane4<Real> sum{};
  for (int i = 0; i <= Degree; ++i)
    for (int j = 0; j <= Degree; ++j) {
      const Lane4<Real>* row = base + i * T::kStride[0] + j * T::kStride[1];
      const Real w = s.w[0][i] * s.w[1][j];
      if constexpr (Dim == 2)
        sum += row[0] * w;
      else
        for (int k = 0; k <= Degree; ++k) sum += row[k] * (w * s.w[2][k]);
    }
  return sum;
}

/// Moves one particle and says whether it left its cell; false `fine` for numbers that cannot be a position.
template <int Dim, class Real>
FROTH_INLINE void move_particle(const ParticleView<Dim, Real>& p, Index s, const Lattice<Dim>& lattice,
                                const Vec<Dim, Real>& cells, bool& changed, bool& fine) {
  for (int d = 0; d < Dim; ++d) {
    // Written so that a not-a-number fails; a particle that crosses a block in one step is lost anyway.
    if (!(std::abs(cells[d]) < Real(kBlockWidth)) || std::abs(p.cell[d][s]) > kCellLimit) {
      fine = false;
      return;
    }
    const std::int32_t before = p.cell[d][s];
    std::int32_t cell = before;
    Offset<Real>::advance(cell, p.offset[d][s], cells[d]);
    p.cell[d][s] = lattice.wrap(cell, d);
    changed |= cell != before;
  }
}

template <int Dim, int Degree, class Real, GradientForm Form, bool KeepsVelocity>
struct Gather {
  static constexpr bool kSlopes = Form == GradientForm::Kernel;
  const TransferJob<Dim, Real>& job;
  const Tile<Dim, Degree, Real>& after;
  const Tile<Dim, Degree, Real>& before;  ///< used only when KeepsVelocity

  void operator()(const ParticleView<Dim, Real>& p, Index first, Index last, MotionReport& report) const {
    const TransferSettings& set = job.settings;
    const Real per_cell = Real(1 / job.lattice.dx), dt = Real(set.dt);
    const Real to_C = BSpline<Degree, Real>::kInverseMoment * per_cell;
    Real max_square = 0;
    bool changed = false;
    for (Index s = first; s < last; ++s) {
      Real offset[Dim];
      int base = 0;
      for (int d = 0; d < Dim; ++d) {
        offset[d] = Offset<Real>::decode(p.offset[d][s]);
        base += (p.cell[d][s] & (kBlockWidth - 1)) * Tile<Dim, Degree, Real>::kStride[d];
      }
      Stencil<Dim, Degree, Real> stencil;
      stencil.template place<kSlopes>(offset);
      const auto g = gather<Dim, Degree, Real, kSlopes>(stencil, after.node + base);

      Vec<Dim, Real> v = vec_of<Dim, Real>(g.v), advect = v;
      if constexpr (KeepsVelocity) {
        const Lane4<Real> v_n = gather_value<Dim, Degree, Real>(stencil, before.node + base);
        for (int d = 0; d < Dim; ++d) {
          const Real adjustment = Real(set.flip_ratio) * (p.v[d][s] - v_n[d]);
          v[d] += adjustment;
          advect[d] += Real(set.beta) * adjustment;
        }
      }
      for (int r = 0; r < Dim; ++r) {
        p.v[r][s] = v[r];
        for (int c = 0; c < Dim; ++c) p.C[r * Dim + c][s] = to_C * g.moment[c][r];
        if constexpr (kSlopes)
          for (int c = 0; c < Dim; ++c) p.grad_v[r * Dim + c][s] = per_cell * g.slope[c][r];
      }
      bool fine = true;
      move_particle(p, s, job.lattice, advect * (dt * per_cell), changed, fine);
      if (!fine && report.bad_particle < 0) report.bad_particle = s;
      const Real square = dot(v, v);
      max_square = square > max_square ? square : max_square;
    }
    report.cell_changed |= changed;
    report.max_speed = std::max(report.max_speed, std::sqrt(double(max_square)));
  }
};

void combine(MotionReport& total, const MotionReport& part) {
  total.max_speed = std::max(total.max_speed, part.max_speed);
  total.cell_changed |= part.cell_changed;
  if (part.bad_particle >= 0 && (total.bad_particle < 0 || part.bad_particle < total.bad_particle))
    total.bad_particle = part.bad_particle;
}

template <int Dim, int Degree, class Real, GradientForm Form, bool KeepsVelocity>
std::vector<MotionReport> g2p_as(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid) {
  const auto& sources = job.topology.sources();
  constexpr Index chunk = 4;
  const std::size_t bodies = job.bodies.size();
  std::vector<MotionReport> partial(
      bodies * static_cast<std::size_t>(chunk_count(static_cast<Index>(sources.size()), chunk)));
  parallel_chunks(static_cast<Index>(sources.size()), chunk, [&](const Chunk& c) {
    for (Index n = c.begin; n < c.end; ++n) {
      Tile<Dim, Degree, Real> after, before;
      after.load_from(grid.motion, sources[static_cast<std::size_t>(n)]);
      if constexpr (KeepsVelocity)
        before.load_from(grid.velocity_before, sources[static_cast<std::size_t>(n)]);
      const Gather<Dim, Degree, Real, Form, KeepsVelocity> body{job, after, before};
      const auto ranges = job.ranges.of(static_cast<std::int32_t>(n));
      for (std::size_t b = 0; b < bodies; ++b)
        body(job.bodies[b], ranges[b].first, ranges[b].last,
             partial[static_cast<std::size_t>(c.number) * bodies + b]);
    }
  });
  std::vector<MotionReport> total(bodies);
  for (std::size_t k = 0; k < partial.size(); ++k) combine(total[k % bodies], partial[k]);
  return total;
}

template <int Dim, int Degree, class Real>
std::vector<MotionReport> g2p_degree(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid) {
  const bool keeps = job.settings.keeps_particle_velocity();
  if (job.settings.gradient == GradientForm::Mls)
    return keeps ? g2p_as<Dim, Degree, Real, GradientForm::Mls, true>(job, grid)
                 : g2p_as<Dim, Degree, Real, GradientForm::Mls, false>(job, grid);
  return keeps ? g2p_as<Dim, Degree, Real, GradientForm::Kernel, true>(job, grid)
               : g2p_as<Dim, Degree, Real, GradientForm::Kernel, false>(job, grid);
}

}  // namespace

template <int Dim, class Real>
std::vector<MotionReport> g2p(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid) {
  return job.settings.degree == 2 ? g2p_degree<Dim, 2, Real>(job, grid) : g2p_degree<Dim, 3, Real>(job, grid);
}

template std::vector<MotionReport> g2p(const TransferJob<2, float>&, const GridFields<2, float>&);
template std::vector<MotionReport> g2p(const TransferJob<2, double>&, const GridFields<2, double>&);
template std::vector<MotionReport> g2p(const TransferJob<3, float>&, const GridFields<3, float>&);
template std::vector<MotionReport> g2p(const TransferJob<3, double>&, const GridFields<3, double>&);

}  // namespace froth
