// SPDX-License-Identifier: Apache-2.0
// Grid to particles.
// Source: [Fei2021], Eqs. (1) to (13): v = v* + alpha (v_p - v_n), x += dt (v* + beta alpha (v_p - v_n)),
// C = sum w v* d^T D^-1, beta by Eq. (5); the velocity gradient is C in MLS form [Hu2018], else
// sum v* (grad w)^T [Sulsky1994]. J in Eq. (5) is what Eq. (6) makes of it, before any projection.
#include <algorithm>
#include <cmath>
#include <optional>

#include <froth/base/math.h>
#include <froth/transfer/polynomial_modes.h>
#include <froth/transfer/stencil_sums.h>
#include <froth/transfer/transfer.h>

namespace froth {

namespace {

void combine(MotionReport& total, const MotionReport& part) {
  total.max_speed = std::max(total.max_speed, part.max_speed);
  total.left_block |= part.left_block;
  if (part.bad_particle >= 0 && (total.bad_particle < 0 || part.bad_particle < total.bad_particle)) {
    total.bad_particle = part.bad_particle;
    total.is_too_far = part.is_too_far;
  }
}

/// What the particles of a packet gather, by particle: v*, its sums along each axis, and the same with the
/// kernel's slopes; of v_n what does not ride in the last lane of v*.
template <int Dim, class Real>
struct Catch {
  static constexpr int kSize = Pack<Real>::kSize;
  alignas(64) Real v[kSize][4], along[Dim][kSize][4], slope[Dim][kSize][4], others[2][kSize];
};

/// Gathers for the particles of one home block.
template <int Dim, int Degree, class Real, GradientForm Form, bool KeepsVelocity>
struct Gather {
  using Wide = Pack<Real>;
  using Stencils = StencilPacket<Dim, Degree, Real>;
  static constexpr bool kSlopes = Form == GradientForm::Kernel;
  const TransferJob<Dim, Real>& job;
  BlockCoord<Dim> home;
  const Tile<Dim, Real>& after;         ///< v*
  const BeforeTile<Dim, Real>& before;  ///< v_n; read only where the particle keeps its velocity
  const NearObstacles<Dim>* obstacles;  ///< null where none matters

  void operator()(const ParticleView<Dim, Real>& p, Index first, Index last, MotionReport& report) const {
    Wide max_square(0);
    Index s = first;
    if constexpr (Degree == 2)
      if (p.modes[0] != nullptr)
        for (; s < last; ++s) gather_modes(p, s, home, after, job.settings.mode_scales);
    for (s = first; s + Wide::kSize <= last; s += Wide::kSize) packet(p, s, max_square, report);
    if (s < last) {
      LastPacket<Dim, Real> rest(p, s, static_cast<int>(last - s));
      MotionReport own;
      packet(rest.view(), 0, max_square, own);
      if (own.bad_particle >= 0) own.bad_particle += s;
      combine(report, own);
      rest.write_back();
    }
    Real largest = 0;
    for (int k = 0; k < Wide::kSize; ++k) largest = std::max(largest, max_square[k]);
    report.max_speed = std::max(report.max_speed, std::sqrt(double(largest)));
  }

  /// The packet from slot s on.
  FROTH_INLINE void packet(const ParticleView<Dim, Real>& p, Index s, Wide& max_square,
                           MotionReport& report) const {
    Stencils stencils;
    stencils.template set<kSlopes>(p, s, home);
    Catch<Dim, Real> caught;
    for (int k = 0; k < Wide::kSize; ++k) sum(stencils, k, caught);
    Wide cells[Dim];
    max_square = max(max_square, update(caught, p, s, cells));
    for (int d = 0; d < Dim; ++d) cells[d] *= Wide(Real(job.settings.dt / job.lattice.dx));
    report.left_block |= !move(p, s, cells, report);
  }

  FROTH_INLINE void sum(const Stencils& stencils, int k, Catch<Dim, Real>& caught) const {
    const Real* from = after.at(stencils.place[k]);
    const auto g = gather<Dim, Degree, Real>(from, stencils.w, stencils.wd, k);
    store_lanes(caught.v[k], g.v);
    for (int c = 0; c < Dim; ++c) store_lanes(caught.along[c][k], g.along[c]);
    if constexpr (KeepsVelocity) {
      const Vec2<Real> others = gather_two<Dim, Degree, Real>(before.at(stencils.place[k]), stencils.w, k);
      caught.others[0][k] = others[0], caught.others[1][k] = others[1];
    }
    if constexpr (kSlopes) {
      const auto slope = gather<Dim, Degree, Real>(from, stencils.w, stencils.g, k);
      for (int c = 0; c < Dim; ++c) store_lanes(caught.slope[c][k], slope.along[c]);
    }
  }

  /// Velocity, C and velocity gradient. Sets the velocity that carries each particle
  /// and returns the square of its own.
  FROTH_INLINE Wide update(const Catch<Dim, Real>& caught, const ParticleView<Dim, Real>& p, Index s,
                           Wide (&advect)[Dim]) const {
    const Wide divergence = update_gradients(caught, p, s);
    Wide v[4], square(0), share(0);
    load_transposed(caught.v, v);
    const Wide v_n[3] = {v[3], Wide::load(caught.others[0]), Wide::load(caught.others[1])};
    if constexpr (KeepsVelocity) share = beta(p, s, divergence);
    for (int d = 0; d < Dim; ++d) {
      advect[d] = v[d];
      if constexpr (KeepsVelocity) {
        const Wide own = Wide::load(p.v[d] + s);
        const Wide adjustment = Wide(Real(job.settings.flip_ratio)) * (own - v_n[d]);
        if (job.settings.adjusts_velocity) v[d] += adjustment;
        advect[d] += share * adjustment;
      }
    }
    if (obstacles != nullptr && obstacles->stops_particles()) stop_inside(p, s, v, advect);
    for (int d = 0; d < Dim; ++d) {
      v[d].store(p.v[d] + s);
      square += v[d] * v[d];
    }
    return square;
  }

  /// C and velocity gradient; returns the divergence.
  FROTH_INLINE Wide update_gradients(const Catch<Dim, Real>& caught, const ParticleView<Dim, Real>& p,
                                     Index s) const {
    const Real per_cell = Real(1 / job.lattice.dx);
    const Wide to_C(BSpline<Degree, Real>::kInverseMoment * per_cell);
    Wide divergence(0);
    for (int c = 0; c < Dim; ++c) {
      Wide column[4];
      load_transposed(caught.along[c], column);
      for (int r = 0; r < Dim; ++r) (to_C * column[r]).store(p.C[r * Dim + c] + s);
      if constexpr (!kSlopes) divergence += to_C * column[c];
      if constexpr (!kSlopes) continue;
      load_transposed(caught.slope[c], column);
      for (int r = 0; r < Dim; ++r) (Wide(per_cell) * column[r]).store(p.grad_v[r * Dim + c] + s);
      divergence += Wide(per_cell) * column[c];
    }
    return divergence;
  }

  /// beta of [Fei2021], Eq. (5), by particle: the share of the adjustment that its position gets. Distances
  /// are asked for only where they can change it.
  FROTH_INLINE Wide beta(const ParticleView<Dim, Real>& p, Index s, const Wide& divergence) const {
    const TransferSettings& t = job.settings;
    Wide share(Real(t.beta_max));
    if (p.openness != nullptr) {
      // What was projected to J = J^c and then does not move is open, whatever rounding made of it.
      const Wide J = Wide::load(p.openness + s) * exp(Wide(Real(t.dt)) * divergence);
      share = select(J < Wide(Real(1 - 1e-6)), Wide(Real(t.beta_min)), share);
    }
    return obstacles == nullptr || !t.keeps_out ? share : keep_out(p, s, share);
  }

  /// Place of a particle.
  Vec<Dim, double> place(const ParticleView<Dim, Real>& p, Index s) const {
    Vec<Dim, std::int32_t> cell{};
    Vec<Dim, double> offset{};
    for (int d = 0; d < Dim; ++d) {
      cell[d] = p.cell[d][s];
      offset[d] = double(Offset<Real>::decode(p.offset[d][s]));
    }
    return job.lattice.position(cell, offset);
  }

  /// Contact of the particles themselves, of what they keep and of what carries them.
  void stop_inside(const ParticleView<Dim, Real>& p, Index s, Wide (&v)[4], Wide (&advect)[Dim]) const {
    for (int k = 0; k < Wide::kSize; ++k) {
      const Vec3<double> x = lift(place(p, s + k));
      Vec<Dim, double> own{}, carrying{};
      for (int d = 0; d < Dim; ++d) own[d] = double(v[d][k]), carrying[d] = double(advect[d][k]);
      own = drop<Dim>(obstacles->stopped(x, lift(own)));
      carrying = drop<Dim>(obstacles->stopped(x, lift(carrying)));
      for (int d = 0; d < Dim; ++d) v[d].v[k] = Real(own[d]), advect[d].v[k] = Real(carrying[d]);
    }
  }

  /// Sets the share of particles to zero that would come into a collider or a source.
  Wide keep_out(const ParticleView<Dim, Real>& p, Index s, Wide share) const {
    for (int k = 0; k < Wide::kSize; ++k) {
      if (share[k] == Real(0)) continue;
      Vec<Dim, double> v{};
      for (int d = 0; d < Dim; ++d) v[d] = double(p.v[d][s + k]);
      const Vec<Dim, double> x = place(p, s + k) + job.settings.dt * v;
      if (obstacles->forbids(lift(x), lift(v))) share.v[k] = Real(0);
    }
    return share;
  }

  /// Moves particles by so many cells and says whether their block's tile still holds them all. Where one
  /// cannot be moved, because the number is no step or its place too far out, it is reported and all stay.
  FROTH_INLINE bool move(const ParticleView<Dim, Real>& p, Index s, const Wide (&cells)[Dim],
                         MotionReport& report) const {
    using Ints = typename Stencils::Ints;
    using Stored = Lanes<typename Offset<Real>::Stored, Wide::kSize>;
    Ints cell[Dim], is_bad{}, leaves{};
    for (int d = 0; d < Dim; ++d) {
      cell[d] = load_lanes<Ints>(p.cell[d] + s);
      // Written so that a not-a-number fails; a particle that crosses a block in one step is lost anyway.
      is_bad |= ~convert_lanes<Ints>(abs(cells[d]) < Wide(Real(kBlockWidth)));
      is_bad |= (cell[d] > kCellLimit) | (cell[d] < -kCellLimit);
    }
    if (any(is_bad)) {
      if (report.bad_particle < 0) find_bad(p, s, cells, report);
      return false;
    }
    for (int d = 0; d < Dim; ++d) {
      Stored offset = load_lanes<Stored>(p.offset[d] + s);
      Offset<Real>::template advance<Wide::kSize>(cell[d], offset, cells[d].v);
      store_lanes(p.cell[d] + s, cell[d]);
      store_lanes(p.offset[d] + s, offset);
      const Ints at = cell[d] + place_in_tile(0, home[d]);
      leaves |= (at < 0) | (at > kTileWidth - 1 - Degree);
    }
    return !any(leaves);
  }

  void find_bad(const ParticleView<Dim, Real>& p, Index s, const Wide (&cells)[Dim],
                MotionReport& report) const {
    for (int k = Wide::kSize - 1; k >= 0; --k)
      for (int d = 0; d < Dim; ++d) {
        const bool is_too_far = std::abs(p.cell[d][s + k]) > kCellLimit;
        if (!is_too_far && std::abs(cells[d][k]) < Real(kBlockWidth)) continue;
        report.bad_particle = s + k;
        report.is_too_far = is_too_far;
      }
  }
};

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
    std::optional<NearObstacles<Dim>> near;
    if (job.settings.obstacles != nullptr)
      near.emplace(*job.settings.obstacles, job.lattice, job.settings.reach);
    if constexpr (KeepsVelocity) before.clear();
    for (Index n = c.begin; n < c.end; ++n) {
      const auto& source = sources[static_cast<std::size_t>(n)];
      const TileBox<Dim>& box = grid.touched[static_cast<std::size_t>(n)];
      after.load_from(grid.motion, source, box);
      if constexpr (KeepsVelocity) before.load_from(grid.before, source, box);
      if (near) near->enter(source.block);
      const Gather<Dim, Degree, Real, Form, KeepsVelocity> gather_block{
          job, source.block, after, before, near && !near->is_empty() ? &*near : nullptr};
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
