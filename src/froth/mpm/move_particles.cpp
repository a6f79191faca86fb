// SPDX-License-Identifier: Apache-2.0
// Sorting, what the transfers are told, and what they tell. Source: [Fei2021], section 3; transfer/ has the
// sums.
#include <algorithm>
#include <fmt/format.h>

#include <froth/mpm/stages.h>

namespace froth {

template <int Dim, class Real>
void sort_particles(const Lattice<Dim>& lattice, MpmBodies<Dim, Real>& bodies) {
  for (MpmBody<Dim, Real>& body : bodies) {
    if (body.is_sorted) continue;
    body.runs = sort_by_home<Dim, Real>(body.particles, lattice);
    body.is_sorted = true;
  }
}

template <int Dim, class Real>
TransferJob<Dim, Real> transfer_job(const MpmSettings<Dim>& settings, MpmBodies<Dim, Real>& bodies,
                                    const MpmGrid<Dim, Real>& grid, const PosedObstacles& obstacles,
                                    double dt) {
  const TransferScheme& scheme = settings.scheme;
  double fastest = 0;
  std::vector<ParticleView<Dim, Real>> views;
  for (MpmBody<Dim, Real>& body : bodies) {
    fastest = std::max(fastest, body.max_speed);
    views.push_back(view_of<Dim, Real>(body.particles));
  }
  const bool keeps_out = scheme.beta_boundary && scheme.beta_max > 0;
  const bool stops_particles =
      std::ranges::any_of(obstacles.colliders, [](const PosedCollider& c) { return c.contact.on_particles; });
  const bool is_tight = settings.tight_colliders && !obstacles.colliders.empty();
  return {grid.topology,
          settings.lattice,
          grid.ranges,
          std::move(views),
          {.degree = settings.lattice.degree,
           .gradient = settings.gradient,
           .affine = scheme.affine,
           .flip_ratio = scheme.flip_ratio_for(dt),
           .beta_min = scheme.beta_min,
           .beta_max = scheme.beta_max,
           .keeps_velocity = scheme.keeps_particle_velocity(),
           .adjusts_velocity = scheme.adjusts_velocity,
           .mode_scales = scheme.mode_scales,
           .obstacles = keeps_out || stops_particles || is_tight ? &obstacles : nullptr,
           .keeps_out = keeps_out,
           .tight_colliders = is_tight,
           .reach = fastest * dt + (is_tight ? settings.cfl * settings.lattice.dx : 0.0),
           .dt = dt}};
}

template <int Dim, class Real>
StepReport move_particles(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid, double time,
                          MpmBodies<Dim, Real>& bodies, MpmCounters& counters) {
  const std::vector<MotionReport> reports = g2p(job, grid);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    bodies[b].max_speed = reports[b].max_speed;
    counters.passed += reports[b].passed;
    counters.boundary_work += reports[b].boundary_work;
    if (reports[b].left_block) bodies[b].is_sorted = false;
    if (reports[b].bad_particle >= 0)
      return lost_particle(bodies[b], reports[b].bad_particle, time,
                           reports[b].is_too_far ? "is more than two million cells from the origin"
                                                 : fmt::format("moved more than {:g} cells in one step",
                                                               job.settings.most_cells));
  }
  return {};
}

template <int Dim, class Real>
StepReport lost_particle(const MpmBody<Dim, Real>& body, Index slot, double time, std::string_view what) {
  std::string cell;
  for (int d = 0; d < Dim; ++d)
    cell +=
        fmt::format("{}{}", d == 0 ? "" : ", ", body.particles.template plane<std::int32_t>("cell", d)[slot]);
  return StepReport::failure(fmt::format("particle {} of body \"{}\" in cell ({}) {} at t = {:.6g} s",
                                         body.particles.template plane<std::uint64_t>("id")[slot], body.name,
                                         cell, what, time));
}

#define FROTH_INSTANCE(Dim, Real)                                                                         \
  template void sort_particles(const Lattice<Dim>&, MpmBodies<Dim, Real>&);                               \
  template TransferJob<Dim, Real> transfer_job(const MpmSettings<Dim>&, MpmBodies<Dim, Real>&,            \
                                               const MpmGrid<Dim, Real>&, const PosedObstacles&, double); \
  template StepReport move_particles(const TransferJob<Dim, Real>&, const GridFields<Dim, Real>&, double, \
                                     MpmBodies<Dim, Real>&, MpmCounters&);                                \
  template StepReport lost_particle(const MpmBody<Dim, Real>&, Index, double, std::string_view);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
