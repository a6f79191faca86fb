// SPDX-License-Identifier: Apache-2.0
// Grid to particles.
// Source: [Fei2021], Eqs. (1) to (4) and (7), (8): v = v* + alpha (v_p - v_n), x += dt (v* + beta alpha (v_p
// - v_n)), C = sum w v* d^T D^-1; the velocity gradient is C in MLS form [Hu2018], else sum v* (grad w)^T
// [Sulsky1994].
#include <cmath>

#include <froth/transfer/stencil_sums.h>
#include <froth/transfer/transfer.h>

namespace froth {

namespace {

/// Gathers for the particles of one home block.
template <int Dim, int Degree, class Real, GradientForm Form, bool KeepsVelocity>
struct Gather {
  static constexpr bool kSlopes = Form == GradientForm::Kernel;
  const TransferJob<Dim, Real>& job;
  BlockCoord<Dim> home;
  const Tile<Dim, Real>& after;         ///< v*
  const BeforeTile<Dim, Real>& before;  ///< v_n; read only where the particle keeps its velocity

  void operator()(const ParticleView<Dim, Real>& p, Index first, Index last, MotionReport& report) const {
    const Real to_cells = Real(job.settings.dt / job.lattice.dx);
    Real max_square = 0;
    bool stays = true;
    for (Index s = first; s < last; ++s) {
      Vec<Dim, Real> v, advect;
      gather_particle(p, s, v, advect);
      bool fine = true;
      stays &= move(p, s, advect * to_cells, fine);
      if (!fine && report.bad_particle < 0) {
        report.bad_particle = s;
        report.is_too_far = is_too_far(p, s);
      }
      const Real square = dot(v, v);
      max_square = square > max_square ? square : max_square;
    }
    report.left_block |= !stays;
    report.max_speed = std::max(report.max_speed, std::sqrt(double(max_square)));
  }

  FROTH_INLINE void gather_particle(const ParticleView<Dim, Real>& p, Index s, Vec<Dim, Real>& v,
                                    Vec<Dim, Real>& advect) const {
    Real offset[Dim];
    int place = 0;
    for (int d = 0; d < Dim; ++d) {
      offset[d] = Offset<Real>::decode(p.offset[d][s]);
      place += place_in_tile(p.cell[d][s], home[d]) * Tile<Dim, Real>::kStride[d];
    }
    Stencil<Dim, Degree, Real> stencil;
    stencil.template place<kSlopes>(offset);
    const Real per_cell = Real(1 / job.lattice.dx), to_C = BSpline<Degree, Real>::kInverseMoment * per_cell;
    const auto g = gather<Dim, Degree, Real>(after.at(place), stencil.w, stencil.wd);
    v = advect = vec_of<Dim, Real>(g.v);
    if constexpr (KeepsVelocity) {
      const Vec2<Real> others = gather_two<Dim, Degree, Real>(before.at(place), stencil.w);
      const Vec3<Real> v_n{g.v[3], others[0], others[1]};
      for (int d = 0; d < Dim; ++d) {
        const Real adjustment = Real(job.settings.flip_ratio) * (p.v[d][s] - v_n[d]);
        v[d] += adjustment;
        advect[d] += Real(job.settings.beta) * adjustment;
      }
    }
    for (int r = 0; r < Dim; ++r) {
      p.v[r][s] = v[r];
      for (int c = 0; c < Dim; ++c) p.C[r * Dim + c][s] = to_C * g.along[c][r];
    }
    if constexpr (kSlopes) {
      const auto slope = gather<Dim, Degree, Real>(after.at(place), stencil.w, stencil.g);
      for (int r = 0; r < Dim; ++r)
        for (int c = 0; c < Dim; ++c) p.grad_v[r * Dim + c][s] = per_cell * slope.along[c][r];
    }
  }

  static bool is_too_far(const ParticleView<Dim, Real>& p, Index s) {
    bool far = false;
    for (int d = 0; d < Dim; ++d) far |= std::abs(p.cell[d][s]) > kCellLimit;
    return far;
  }

  /// Moves one particle by so many cells and says whether its block's tile still holds it; `fine` becomes
  /// false for numbers that cannot be a step.
  FROTH_INLINE bool move(const ParticleView<Dim, Real>& p, Index s, const Vec<Dim, Real>& cells,
                         bool& fine) const {
    bool stays = true;
    for (int d = 0; d < Dim; ++d) {
      // Written so that a not-a-number fails; a particle that crosses a block in one step is lost anyway.
      if (!(std::abs(cells[d]) < Real(kBlockWidth)) || std::abs(p.cell[d][s]) > kCellLimit) {
        fine = false;
        return false;
      }
      std::int32_t cell = p.cell[d][s];
      Offset<Real>::advance(cell, p.offset[d][s], cells[d]);
      p.cell[d][s] = cell;
      stays &= fits_tile<Degree>(place_in_tile(cell, home[d]));
    }
    return stays;
  }
};

void combine(MotionReport& total, const MotionReport& part) {
  total.max_speed = std::max(total.max_speed, part.max_speed);
  total.left_block |= part.left_block;
  if (part.bad_particle >= 0 && (total.bad_particle < 0 || part.bad_particle < total.bad_particle)) {
    total.bad_particle = part.bad_particle;
    total.is_too_far = part.is_too_far;
  }
}

template <int Dim, int Degree, class Real, GradientForm Form, bool KeepsVelocity>
std::vector<MotionReport> g2p_as(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid) {
  const auto& sources = job.topology.sources();
  constexpr Index chunk = 4;
  const std::size_t bodies = job.bodies.size();
  std::vector<MotionReport> partial(
      bodies * static_cast<std::size_t>(chunk_count(static_cast<Index>(sources.size()), chunk)));
  parallel_chunks(static_cast<Index>(sources.size()), chunk, [&](const Chunk& c) {
    Tile<Dim, Real> after;
    BeforeTile<Dim, Real> before;
    if constexpr (KeepsVelocity) before.clear();
    for (Index n = c.begin; n < c.end; ++n) {
      const auto& source = sources[static_cast<std::size_t>(n)];
      const TileBox<Dim>& box = grid.touched[static_cast<std::size_t>(n)];
      after.load_from(grid.motion, source, box);
      if constexpr (KeepsVelocity) before.load_from(grid.before, source, box);
      const Gather<Dim, Degree, Real, Form, KeepsVelocity> gather_block{job, source.block, after, before};
      const auto ranges = job.ranges.of(static_cast<std::int32_t>(n));
      for (std::size_t b = 0; b < bodies; ++b)
        gather_block(job.bodies[b], ranges[b].first, ranges[b].last,
                     partial[static_cast<std::size_t>(c.number) * bodies + b]);
    }
  });
  std::vector<MotionReport> total(bodies);
  for (std::size_t k = 0; k < partial.size(); ++k) combine(total[k % bodies], partial[k]);
  return total;
}

template <int Dim, int Degree, class Real, GradientForm Form>
std::vector<MotionReport> g2p_form(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid) {
  if (job.settings.keeps_velocity) return g2p_as<Dim, Degree, Real, Form, true>(job, grid);
  return g2p_as<Dim, Degree, Real, Form, false>(job, grid);
}

template <int Dim, int Degree, class Real>
std::vector<MotionReport> g2p_degree(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid) {
  if (job.settings.gradient == GradientForm::Mls)
    return g2p_form<Dim, Degree, Real, GradientForm::Mls>(job, grid);
  return g2p_form<Dim, Degree, Real, GradientForm::Kernel>(job, grid);
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
