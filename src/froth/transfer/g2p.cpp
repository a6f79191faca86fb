// SPDX-License-Identifier: Apache-2.0
// Grid to particles, fused: velocity, affine part, velocity gradient and position in one pass.
// Source: [Fei2021], Eqs. (1) to (13): v = v* + alpha (v_p - v_n), x += dt (v* + beta alpha (v_p - v_n)),
// C = sum w v* d^T D^-1, beta by Eq. (5); the velocity gradient is C in MLS form [Hu2018], else
// sum v* (grad w)^T [Sulsky1994]. J in Eq. (5) is what Eq. (6) makes of it, before any projection.
#include <algorithm>
#include <cmath>
#include <optional>

#include <froth/transfer/gather_packets.h>
#include <froth/transfer/move_packet.h>
#include <froth/transfer/particle_rules.h>
#include <froth/transfer/polynomial_modes.h>

namespace froth {

namespace {

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
  std::span<RigidImpulse> impulses;

  void operator()(const ParticleView<Dim, Real>& p, Index first, Index last, MotionReport& report) const {
    Wide max_square(0);
    Index s = first;
    if constexpr (Degree == 2)
      if (p.modes[0] != nullptr)
        for (; s < last; ++s) gather_modes(p, s, home, after, job.settings.mode_scales);
    for (s = first; s + Wide::kSize <= last; s += Wide::kSize) packet(p, s, Wide::kSize, max_square, report);
    if (s < last) {
      LastPacket<Dim, Real> rest(p, s, static_cast<int>(last - s));
      MotionReport own;
      packet(rest.view(), 0, static_cast<int>(last - s), max_square, own);
      if (own.bad_particle >= 0) own.bad_particle += s;
      combine(report, own);
      rest.write_back();
    }
    Real largest = 0;
    for (int k = 0; k < Wide::kSize; ++k) largest = std::max(largest, max_square[k]);
    report.max_speed = std::max(report.max_speed, std::sqrt(double(largest)));
  }

  /// The packet from slot s on, of which the first `count` particles count.
  FROTH_INLINE void packet(const ParticleView<Dim, Real>& p, Index s, int count, Wide& max_square,
                           MotionReport& report) const {
    Stencils stencils;
    stencils.template set<kSlopes>(p, s, home);
    PacketSums<Dim, Real> sums;
    for (int k = 0; k < Wide::kSize; ++k) sum(stencils, k, sums);
    Wide cells[Dim];
    max_square = max(max_square, update(sums, p, s, cells));
    for (int d = 0; d < Dim; ++d) cells[d] *= Wide(Real(job.settings.dt / job.lattice.dx));
    if (obstacles != nullptr && job.settings.tight_colliders && may_meet(p, s, cells))
      stop_at_surfaces(p, s, count, cells, report);
    const MovePacket<Dim, Degree, Real> move{home, Real(job.settings.most_cells)};
    report.left_block |= !move(p, s, cells, report);
  }

  FROTH_INLINE void sum(const Stencils& stencils, int k, PacketSums<Dim, Real>& sums) const {
    sum_nodes<kSlopes>(after, stencils, k, sums);
    if constexpr (KeepsVelocity) {
      const Vec2<Real> others = gather_two<Dim, Degree, Real>(before.at(stencils.place[k]), stencils.w, k);
      sums.others[0][k] = others[0], sums.others[1][k] = others[1];
    }
  }

  /// Velocity, C and velocity gradient. Sets the velocity that carries each particle
  /// and returns the square of its own.
  FROTH_INLINE Wide update(const PacketSums<Dim, Real>& sums, const ParticleView<Dim, Real>& p, Index s,
                           Wide (&advect)[Dim]) const {
    const Wide divergence = store_gradients<Form, Degree>(sums, p, s, job.lattice.dx);
    Wide v[4], square(0), share(0);
    load_transposed(sums.v, v);
    const Wide v_n[3] = {v[3], Wide::load(sums.others[0]), Wide::load(sums.others[1])};
    if constexpr (KeepsVelocity) share = beta(p, s, divergence);
    for (int d = 0; d < Dim; ++d) {
      advect[d] = v[d];
      if constexpr (KeepsVelocity) {
        adjust_velocity(v[d], advect[d], Wide::load(p.v[d] + s), v_n[d], Wide(Real(job.settings.flip_ratio)),
                        share, job.settings.adjusts_velocity);
      }
    }
    if (obstacles != nullptr && obstacles->stops_particles()) stop_inside(p, s, v, advect);
    for (int d = 0; d < Dim; ++d) {
      v[d].store(p.v[d] + s);
      square += v[d] * v[d];
    }
    return square;
  }

  /// beta of [Fei2021], Eq. (5), by particle: the share of the adjustment that its position gets. Distances
  /// are asked for only where they can change it.
  FROTH_INLINE Wide beta(const ParticleView<Dim, Real>& p, Index s, const Wide& divergence) const {
    const TransferSettings& t = job.settings;
    Wide share(Real(t.beta_max));
    if (p.volume_ratio_to_separation != nullptr)
      share = beta_by_volume(Wide::load(p.volume_ratio_to_separation + s), Wide(Real(t.dt)) * divergence,
                             Wide(Real(t.beta_min)), share);
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

  /// Whether a particle of the packet may end in a collider: floors and walls are planes, and a path that
  /// ends outside of a plane does not cross it.
  FROTH_INLINE bool may_meet(const ParticleView<Dim, Real>& p, Index s, const Wide (&cells)[Dim]) const {
    using Ints = typename Stencils::Ints;
    using Stored = Lanes<typename Offset<Real>::Stored, Wide::kSize>;
    if (!obstacles->has_only_planes()) return true;
    Wide end[Dim];  // in cells from the block's corner
    for (int d = 0; d < Dim; ++d) {
      const Ints cell = load_lanes<Ints>(p.cell[d] + s) - home[d] * kBlockWidth;
      end[d] = Wide(convert_lanes<typename Wide::Vector>(cell)) + cells[d] +
               Offset<Real>::template decode<Wide::kSize>(load_lanes<Stored>(p.offset[d] + s));
    }
    for (const auto& plane : obstacles->planes()) {
      Wide distance(plane.at_corner);
      for (int d = 0; d < Dim; ++d) distance += Wide(plane.normal[d]) * end[d];
      if (any(distance < Wide(1e-3))) return true;
    }
    return false;
  }

  /// Ends the paths of the packet's first `count` particles outside of colliders.
  void stop_at_surfaces(const ParticleView<Dim, Real>& p, Index s, int count, Wide (&cells)[Dim],
                        MotionReport& report) const {
    const double dx = job.lattice.dx;
    for (int k = 0; k < count; ++k) {
      bool is_step = true;  // what is none is MovePacket's to report
      for (int d = 0; d < Dim; ++d) is_step &= std::abs(cells[d][k]) < Real(job.settings.most_cells);
      if (!is_step) continue;
      const Vec<Dim, double> begin = place(p, s + k);
      Vec<Dim, double> way{}, v{};
      for (int d = 0; d < Dim; ++d) way[d] = double(cells[d][k]) * dx, v[d] = double(p.v[d][s + k]);
      ParticlePath path{lift(begin), lift(begin + way), lift(v), 0, double(p.mass[s + k]), impulses};
      if (!obstacles->stop_at_surfaces(path)) continue;
      for (int d = 0; d < Dim; ++d) {
        cells[d].v[k] = Real((path.end[d] - begin[d]) / dx);
        p.v[d][s + k] = Real(path.v[d]);
      }
      report.passed += obstacles->has_passed(path) ? 1 : 0;
      report.boundary_work += double(p.mass[s + k]) * path.work;
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
};

template <int Dim, int Degree, class Real, GradientForm Form, bool KeepsVelocity>
std::vector<MotionReport> g2p_as(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid) {
  const auto& sources = job.topology.sources();
  constexpr Index chunk = 4;
  const std::size_t bodies = job.bodies.size();
  const auto chunks = static_cast<std::size_t>(chunk_count(static_cast<Index>(sources.size()), chunk));
  std::vector<MotionReport> partial(bodies * chunks);
  const std::size_t rigid = job.settings.impulses.size();
  std::vector<RigidImpulse> given(rigid * chunks);
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
          job,
          source.block,
          after,
          before,
          near && !near->is_empty() ? &*near : nullptr,
          std::span(given).subspan(static_cast<std::size_t>(c.number) * rigid, rigid)};
      const auto ranges = job.ranges.of(static_cast<std::int32_t>(n));
      for (std::size_t b = 0; b < bodies; ++b)
        gather_block(job.bodies[b], ranges[b].first, ranges[b].last,
                     partial[static_cast<std::size_t>(c.number) * bodies + b]);
    }
  });
  std::vector<MotionReport> total(bodies);
  for (std::size_t k = 0; k < partial.size(); ++k) combine(total[k % bodies], partial[k]);
  for (std::size_t k = 0; k < given.size(); ++k) job.settings.impulses[k % rigid] += given[k];
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
