// SPDX-License-Identifier: Apache-2.0
// A liquid's J is the history of its particles; where they are is another matter, and over many steps the two
// part: particles gather below and thin out above while J says that all is well. Every few steps, therefore,
// J is compared with the fill of the grid and follows it, and particles are shifted a little from overfull
// nodes to others. J follows both ways at one rate: what corrects only one sign turns noise into volume.
//   V_i = sum w V,   cap_i = share of the node's kernel outside of colliders
//   fill of a particle = sum w V_i / (dx^Dim sum w cap_i), V = V0 J
//   log J -= (dt/tau) (fill - 1) inside of the liquid,   x -= beta c dt dx grad max(1, V_i / (dx^Dim cap_i))
// In a thick liquid a particle's fill is by its own J and the rest volumes around it: shear along walls then
// leaves neighbours with J of their own, which a mean would not see.
// Velocities stay as they are: mass and momentum are conserved, angular momentum but for m s x v of the shift
// s. Source: transfer/fill.h; docs/liquids.md has what tau and beta were chosen among.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <froth/mpm/node_places.h>
#include <froth/mpm/stages.h>
#include <froth/mpm/state_planes.h>
#include <froth/transfer/fill.h>
#include <froth/transfer/gather_packets.h>
#include <froth/transfer/move_packet.h>

namespace froth {

namespace {

constexpr std::int64_t kEverySteps = 8;
constexpr double kTime = 1;           ///< tau of thin liquids [s]
constexpr double kViscousTime = 0.2;  ///< tau of thick ones, in times that viscosity takes to cross a cell
constexpr double kLeastFill = 0.7;
constexpr double kShift = 0.01;      ///< beta
constexpr double kMostShift = 0.05;  ///< in one comparison [cells]
constexpr double kLeastRoom = 0.4;   ///< nodes with less of their kernel outside of colliders do not push

/// Laws whose pressure hangs on nothing but the history of J.
template <class L>
concept FollowsFill = L::follows_fill;

template <int Dim, class Real>
bool follows_fill(const MpmBody<Dim, Real>& body) {
  return std::visit([]<class L>(const L&) { return FollowsFill<L>; }, body.law);
}

/// tau [s]. Thick liquids follow as fast as viscosity stills what the corrections stir; their pressure comes
/// from the flow, not from the history.
template <int Dim, class Real>
double time_to_follow(const MpmBody<Dim, Real>& body, double dx) {
  if (body.max_viscosity == 0) return kTime;
  return std::min(kTime, kViscousTime * dx * dx * body.density / body.max_viscosity);
}
template <int Dim, class Real>
bool is_thick(const MpmBody<Dim, Real>& body, double dx) {
  return follows_fill(body) && time_to_follow(body, dx) < kTime;
}

/// Volumes of a body's particles [m^Dim]: deformed, and as their fill is measured, which for thick liquids is
/// at rest.
template <class Real>
struct Volumes {
  std::vector<Real> measured, deformed;
};

template <int Dim, class Real>
Volumes<Real> volumes_of(const MpmBody<Dim, Real>& body, double dx) {
  const auto count = static_cast<std::size_t>(body.particles.count());
  Volumes<Real> volumes{std::vector<Real>(count), std::vector<Real>(count)};
  const Real* V0 = body.particles.template plane<Real>("V0");
  const bool at_rest = is_thick(body, dx);
  const auto of_law = [&]<class L>(const L& law) {
    const StatePlanes<L, const Real> states(body.particles);
    const LawPlanes<L, const Real> laws(body.particles);
    parallel_chunks(body.particles.count(), 1 << 14, [&](const Chunk& c) {
      for (Index s = c.begin; s < c.end; ++s) {
        const L own = laws.varies() ? laws.load(s) : law;
        const auto k = static_cast<std::size_t>(s);
        volumes.deformed[k] = V0[s] * own.volume_ratio(states.load(s));
        volumes.measured[k] = at_rest ? V0[s] : volumes.deformed[k];
      }
    });
  };
  std::visit(of_law, body.law);
  return volumes;
}

/// Shares of a node's kernel that a collider leaves free: before its surface, and behind it where it is thin.
struct Room {
  double before = 1, behind = 0;
};
inline Room room_beside(const PosedCollider& collider, const Vec3<double>& x, double dx, double touch) {
  const double d = collider.distance(x);
  if (d >= 1.5 * dx) return {};
  const double before = share_outside(d / dx);
  if (collider.is_plane()) return {before, 0};
  const Vec3<double> n = collider.normal(x, touch);
  for (double depth = 0.5 * dx; d + depth < 1.5 * dx; depth += 0.5 * dx) {
    const double outside = collider.distance(x - (d + depth) * n);
    if (outside > 0) return {before, share_outside(-(d + std::max(0.0, depth - outside)) / dx)};
  }
  return {before, 0};
}

/// Share of a node's kernel that its fill is compared with. One side of a thin wall may be empty while the
/// other is full, and the node cannot tell: of what may be free, it is what agrees best with the fill.
inline double free_share(const Room& room, double fill) {
  const double before = std::max(room.before, room.behind), behind = std::min(room.before, room.behind);
  return std::clamp(fill, before, before + behind);
}

/// What a gather finds in a node: its fill by measured volumes, the share of its kernel that is free, the
/// fill that pushes particles away, and whether it has a say in that.
constexpr int kFill = 0, kFree = 1, kPush = 2, kSays = 3;

/// Sums over nodes of measured and deformed volume, first and second number, to what a gather reads.
/// Returns the volume that the material takes [m^Dim].
template <int Dim, class Real>
double fill_nodes(const Lattice<Dim>& lattice, const PosedObstacles& obstacles,
                  const std::vector<BlockCoord<Dim>>& blocks, NodeSums<Dim, Real>& sums) {
  const NodePlaces<Dim> where{lattice};
  const double per_cell = std::pow(lattice.dx, -Dim), dx = lattice.dx;
  std::vector<double> occupied(blocks.size(), 0.0);
  parallel_chunks(static_cast<Index>(blocks.size()), 16, [&](const Chunk& c) {
    for (Index b = c.begin; b < c.end; ++b) {
      const auto n = static_cast<std::size_t>(b);
      if (sums.is_open[n] == 0) continue;
      Room rooms[kBlockCells<Dim>];
      for (const PosedCollider& collider : obstacles.colliders) {
        if (!where.may_touch(collider, blocks[n], 1.5 * dx)) continue;
        for (int k = 0; k < kBlockCells<Dim>; ++k) {
          const Room room = room_beside(collider, where.node_position(blocks[n], k), dx, where.touch());
          rooms[k].before *= room.before;
          rooms[k].behind = std::max(rooms[k].behind, room.behind);
        }
      }
      for (int k = 0; k < kBlockCells<Dim>; ++k) {
        auto& node = sums.field.block(b)[k];
        const double fill = double(node[0]) * per_cell, deformed = double(node[1]) * per_cell;
        const double free = free_share(rooms[k], fill), says = free >= kLeastRoom ? 1 : 0;
        if (free > 0) occupied[n] += free * occupied_share(fill / free) / per_cell;
        node[kFill] = Real(fill), node[kFree] = Real(free);
        node[kPush] = Real(says > 0 ? std::max(1.0, deformed / free) : 0.0), node[kSays] = Real(says);
      }
    }
  });
  return std::accumulate(occupied.begin(), occupied.end(), 0.0);
}

/// Takes the shift off particles that it would put into a collider.
template <int Dim, class Real>
void stay_outside(const Lattice<Dim>& lattice, const NearObstacles<Dim>& near,
                  const ParticleView<Dim, Real>& p, Index s, Pack<Real> (&cells)[Dim]) {
  for (int k = 0; k < Pack<Real>::kSize; ++k) {
    Vec<Dim, std::int32_t> cell{};
    Vec<Dim, double> offset{}, way{};
    for (int d = 0; d < Dim; ++d) {
      cell[d] = p.cell[d][s + k];
      offset[d] = double(Offset<Real>::decode(p.offset[d][s + k]));
      way[d] = lattice.dx * double(cells[d][k]);
    }
    const Vec<Dim, double> x = lattice.position(cell, offset);
    ParticlePath path{lift(x), lift(x + way), {}};
    if (!near.is_inside(path.end) && !near.stop_at_surfaces(path)) continue;
    for (int d = 0; d < Dim; ++d) cells[d].v[k] = Real(0);
  }
}

/// One liquid follows the fill; says whether a particle has left the reach of its block.
template <int Dim, int Degree, class Real>
bool follow(const TransferJob<Dim, Real>& job, const NodeSums<Dim, Real>& sums, std::size_t body,
            const FillRule<Real>& numbers, Real* log_J) {
  using Wide = Pack<Real>;
  const FillRule<Wide> rule{numbers.share, numbers.own, numbers.least_fill, numbers.shift,
                            numbers.most_shift};
  const Wide least_room(Real(0.05));
  const auto& sources = job.topology.sources();
  std::vector<MotionReport> reports(sources.size());
  const auto packet = [&](const Tile<Dim, Real>& tile, const BlockCoord<Dim>& home,
                          const NearObstacles<Dim>* near, const ParticleView<Dim, Real>& p, Index s,
                          Real* own_log_J, int count, MotionReport& report) {
    StencilPacket<Dim, Degree, Real> stencils;
    stencils.template set<true>(p, s, home);
    PacketSums<Dim, Real> gathered;
    for (int k = 0; k < Wide::kSize; ++k) sum_nodes<true>(tile, stencils, k, gathered);
    Wide here[4], cells[Dim], square(0);
    load_transposed(gathered.v, here);
    const Wide before = Wide::load(own_log_J, count);
    const Wide fill = exp(rule.own * before) * here[kFill] / max(here[kFree], least_room);
    (before + follow_fill(rule, fill, before)).store(own_log_J, count);
    // Nodes without a say count as if they were as full as the particle's place.
    const Wide push = here[kPush] / max(here[kSays], least_room);
    for (int d = 0; d < Dim; ++d) {
      Wide slope[4];
      load_transposed(gathered.slope[d], slope);
      cells[d] = -rule.shift * (slope[kPush] - push * slope[kSays]);
      square += cells[d] * cells[d];
    }
    const Wide limit = rule.most_shift / max(sqrt(square), rule.most_shift);
    for (int d = 0; d < Dim; ++d) cells[d] *= limit;
    if (near != nullptr) stay_outside(job.lattice, *near, p, s, cells);
    report.left_block |= !MovePacket<Dim, Degree, Real>{home}(p, s, cells, report);
  };
  parallel_chunks(static_cast<Index>(sources.size()), 4, [&](const Chunk& c) {
    Tile<Dim, Real> tile;
    NearObstacles<Dim> near(*job.settings.obstacles, job.lattice, kMostShift * job.lattice.dx);
    for (Index n = c.begin; n < c.end; ++n) {
      const auto& source = sources[static_cast<std::size_t>(n)];
      const auto range = job.ranges.of(static_cast<std::int32_t>(n))[body];
      if (range.first == range.last) continue;
      tile.load_from(sums.field, source, sums.touched[static_cast<std::size_t>(n)]);
      near.enter(source.block);
      Index at = range.first;
      for_each_packet(job.bodies[body], range.first, range.last,
                      [&](const ParticleView<Dim, Real>& p, Index s) {
                        const int count = static_cast<int>(std::min<Index>(Wide::kSize, range.last - at));
                        packet(tile, source.block, near.is_empty() ? nullptr : &near, p, s, log_J + at, count,
                               reports[static_cast<std::size_t>(n)]);
                        at += Wide::kSize;
                      });
    }
  });
  return std::ranges::any_of(reports, [](const MotionReport& report) { return report.left_block; });
}

/// How a body follows after `span` seconds.
template <int Dim, class Real>
FillRule<Real> rule_of(const MpmBody<Dim, Real>& body, double dx, double span) {
  return {.share = Real(-std::expm1(-span / time_to_follow(body, dx))),
          .own = Real(is_thick(body, dx) ? 1 : 0),
          .least_fill = Real(kLeastFill),
          .shift = Real(std::min(0.2, kShift * body.max_wave_speed * span / dx)),
          .most_shift = Real(kMostShift)};
}

}  // namespace

template <int Dim, class Real>
void keep_volume(const MpmSettings<Dim>& settings, double time, double dt, MpmBodies<Dim, Real>& bodies,
                 MpmGrid<Dim, Real>& grid, MpmCounters& counters, const RigidBodies& rigid) {
  if (std::ranges::none_of(bodies, follows_fill<Dim, Real>)) return;
  counters.since_volumes += dt;
  if (++counters.steps_since_volumes < kEverySteps) return;
  const double span = counters.since_volumes;
  counters.since_volumes = 0, counters.steps_since_volumes = 0;

  const PosedObstacles obstacles = pose_obstacles(settings.obstacles, time, 0, rigid);
  TransferJob<Dim, Real> job = transfer_job(settings, bodies, grid, obstacles, 0);
  job.settings.obstacles = &obstacles;
  std::vector<Volumes<Real>> volumes;
  std::vector<VectorPlanes<Dim, Real>> planes(bodies.size());
  for (const auto& body : bodies) volumes.push_back(volumes_of(body, settings.lattice.dx));
  for (std::size_t b = 0; b < bodies.size(); ++b)
    for (int d = 0; d < Dim; ++d)
      planes[b].plane[d] = d == 0 ? volumes[b].measured.data() : volumes[b].deformed.data();
  NodeSums<Dim, Real> sums;
  scatter_impulses(job, std::span<const VectorPlanes<Dim, Real>>(planes), sums);
  counters.occupied_volume = fill_nodes(settings.lattice, obstacles, grid.topology.blocks(), sums);
  if (!settings.keeps_volume) return;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!follows_fill(bodies[b])) continue;
    const FillRule<Real> rule = rule_of(bodies[b], settings.lattice.dx, span);
    Real* log_J = bodies[b].particles.template plane<Real>("log_J");
    const bool has_left = settings.lattice.degree == 2 ? follow<Dim, 2>(job, sums, b, rule, log_J)
                                                       : follow<Dim, 3>(job, sums, b, rule, log_J);
    if (has_left) bodies[b].is_sorted = false;
  }
  if (std::ranges::all_of(bodies, &MpmBody<Dim, Real>::is_sorted)) return;
  sort_particles(settings.lattice, bodies);
  activate_grid(settings.lattice, bodies, grid);
}

#define FROTH_INSTANCE(Dim, Real)                                                           \
  template void keep_volume(const MpmSettings<Dim>&, double, double, MpmBodies<Dim, Real>&, \
                            MpmGrid<Dim, Real>&, MpmCounters&, const RigidBodies&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
