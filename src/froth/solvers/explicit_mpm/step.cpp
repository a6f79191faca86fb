// SPDX-License-Identifier: Apache-2.0
// Source: [Fei2021], section 3; each stage's file names its own.
#include <algorithm>
#include <fmt/format.h>

#include <froth/solvers/explicit_mpm/explicit_mpm.h>

namespace froth {

template <int Dim, class Real>
StepReport ExplicitMpm<Dim, Real>::advance(double time, double dt) {
  if (StepReport report = emit_particles(time); !report.ok) return report;
  sort_particles();
  activate_grid();
  {
    const StageClock::Scope scope(clock_, "p2g");
    p2g(transfer_job(dt), grid_);
  }
  update_grid(time, dt);
  if (StepReport report = gather(time, dt); !report.ok) return report;
  if (StepReport report = update_material(time, dt); !report.ok) return report;
  remove_particles(time + dt);
  return resample_particles(time + dt, dt);
}

template <int Dim, class Real>
void ExplicitMpm<Dim, Real>::sort_particles() {
  const StageClock::Scope scope(clock_, "sort");
  views_.clear();
  for (auto& body : bodies_) {
    if (!body.is_sorted) {
      body.runs = sort_by_home<Dim, Real>(body.particles, settings_.lattice);
      body.is_sorted = true;
    }
    views_.push_back(view_of<Dim, Real>(body.particles));
  }
}

template <int Dim, class Real>
TransferJob<Dim, Real> ExplicitMpm<Dim, Real>::transfer_job(double dt) {
  const TransferScheme& scheme = settings_.scheme;
  double fastest = 0;
  for (const auto& body : bodies_) fastest = std::max(fastest, body.max_speed);
  const bool keeps_out = scheme.beta_boundary && scheme.beta_max > 0;
  const bool stops_particles =
      std::ranges::any_of(settings_.colliders, [](const Collider& c) { return c.contact.on_particles; });
  return {topology_,
          settings_.lattice,
          ranges_,
          views_,
          {.degree = settings_.lattice.degree,
           .gradient = settings_.gradient,
           .affine = scheme.affine,
           .flip_ratio = scheme.flip_ratio_for(dt),
           .beta_min = scheme.beta_min,
           .beta_max = scheme.beta_max,
           .keeps_velocity = scheme.keeps_particle_velocity(),
           .adjusts_velocity = scheme.adjusts_velocity,
           .mode_scales = scheme.mode_scales,
           .obstacles = keeps_out || stops_particles ? &obstacles_ : nullptr,
           .keeps_out = keeps_out,
           .reach = fastest * dt,
           .dt = dt}};
}

template <int Dim, class Real>
StepReport ExplicitMpm<Dim, Real>::gather(double time, double dt) {
  const StageClock::Scope scope(clock_, "g2p");
  const std::vector<MotionReport> reports = g2p(transfer_job(dt), grid_);
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    bodies_[b].max_speed = reports[b].max_speed;
    if (reports[b].left_block) bodies_[b].is_sorted = false;
    if (reports[b].bad_particle >= 0)
      return lost_particle(b, reports[b].bad_particle, time,
                           reports[b].is_too_far ? "is more than two million cells from the origin"
                                                 : "moved more than four cells in one step");
  }
  return {};
}

template <int Dim, class Real>
StepReport ExplicitMpm<Dim, Real>::lost_particle(std::size_t b, Index slot, double time,
                                                 std::string_view what) const {
  const MpmBody<Dim, Real>& body = bodies_[b];
  std::string cell;
  for (int d = 0; d < Dim; ++d)
    cell +=
        fmt::format("{}{}", d == 0 ? "" : ", ", body.particles.template plane<std::int32_t>("cell", d)[slot]);
  return {false,
          fmt::format("particle {} of body \"{}\" in cell ({}) {} at t = {:.6g} s",
                      body.particles.template plane<std::uint64_t>("id")[slot], body.name, cell, what, time)};
}

#define FROTH_MEMBERS(Dim, Real)                                                                          \
  template StepReport ExplicitMpm<Dim, Real>::advance(double, double);                                    \
  template void ExplicitMpm<Dim, Real>::sort_particles();                                                 \
  template TransferJob<Dim, Real> ExplicitMpm<Dim, Real>::transfer_job(double);                           \
  template StepReport ExplicitMpm<Dim, Real>::lost_particle(std::size_t, Index, double, std::string_view) \
      const;
FROTH_FOR_EVERY_SOLVER(FROTH_MEMBERS)

}  // namespace froth
