// SPDX-License-Identifier: Apache-2.0
// The longest stable step. No signal, carried by a wave or by the flow, may cross more than `cfl` cells;
// viscous momentum may not spread over more than a cell; no collider may jump over nodes. Source:
// [Sulsky1994] for the wave bound; the usual bound of explicit diffusion, dt < dx^2 rho / (2 Dim eta).
#include <algorithm>
#include <limits>

#include <froth/solvers/explicit_mpm/explicit_mpm.h>

namespace froth {

namespace {
/// Speed of the fastest point of a collider [m/s]; of an unbounded one that turns, of its pivot.
template <int Dim>
double fastest_point(const Collider& collider, const Pose& pose) {
  const double linear = norm(pose.linear), turning = norm(pose.angular);
  const Bounds box = collider.shape.bounds();
  if (turning == 0 || !box.is_finite(Dim)) return linear;
  Vec<Dim, double> arm{};
  for (int d = 0; d < Dim; ++d) arm[d] = std::max(pose.pivot[d] - box.min[d], box.max[d] - pose.pivot[d]);
  return linear + turning * norm(arm);
}

/// Fastest signal of what an emitter is about to emit [m/s]: the first particles must not come in one long
/// step.
template <int Dim, class Real>
double emitted_signal_speed(const MpmBody<Dim, Real>& body, double time) {
  if (time >= body.emitter->end) return 0;
  const Real density = Real(body.density);
  const auto wave = [&]<class L>(const L& law) { return double(law.wave_speed(L::rest(), density)); };
  return norm(body.emitter->velocity) + std::visit(wave, body.law);
}
}  // namespace

template <int Dim, class Real>
TimeStepLimit ExplicitMpm<Dim, Real>::time_step_limit(double time) const {
  // The bound is for a five-point stencil; a wider kernel allows no less.
  constexpr double viscous_safety = 0.5;
  const double dx = settings_.lattice.dx;
  TimeStepLimit limit{
      .dt = std::numeric_limits<double>::infinity(), .body = {}, .law = {}, .collider = {}, .reason = {}};
  const auto consider = [&](double dt, const MpmBody<Dim, Real>& body, const char* reason) {
    if (!(dt < limit.dt)) return;
    const auto name = std::visit([](const auto& law) { return std::decay_t<decltype(law)>::name; }, body.law);
    limit = {.dt = dt, .body = body.name, .law = name, .collider = {}, .reason = reason};
  };
  for (const auto& body : bodies_) {
    consider(settings_.cfl * dx / (body.max_wave_speed + body.max_speed), body,
             body.max_speed > body.max_wave_speed ? "particle speed" : "wave speed");
    if (body.emitter) consider(settings_.cfl * dx / emitted_signal_speed(body, time), body, "emitter");
    if (const double eta = body.max_viscosity; eta > 0)
      consider(viscous_safety * dx * dx * body.density / (2 * Dim * eta), body, "viscosity");
  }
  for (const Collider& collider : settings_.colliders) {
    if (collider.motion.is_still() && is_zero(collider.surface_velocity)) continue;
    // Its speed now and at the end of the step: a keyframe may set it off in between.
    for (const double t : {time, time + std::min(limit.dt, 1e3)}) {
      const double speed = fastest_point<Dim>(collider, collider.motion.at(t)) +
                           norm(value_at(collider.surface_velocity, {}, t));
      if (const double dt = settings_.cfl * dx / speed; dt < limit.dt)
        limit = {.dt = dt, .body = {}, .law = {}, .collider = collider.name, .reason = "speed"};
    }
  }
  for (const HeldRegion& region : settings_.held) {
    if (!region.is_active(time) || (region.motion.is_still() && norm(region.flow) == 0)) continue;
    const Collider moving{region.name, region.shape, region.motion, {}, {}};
    const double speed = fastest_point<Dim>(moving, region.motion.at(time)) + norm(region.flow);
    if (const double dt = settings_.cfl * dx / speed; dt < limit.dt)
      limit = {.dt = dt, .body = {}, .law = {}, .collider = region.name, .reason = "speed"};
  }
  return limit;
}

template class ExplicitMpm<2, float>;
template class ExplicitMpm<2, double>;
template class ExplicitMpm<3, float>;
template class ExplicitMpm<3, double>;

}  // namespace froth
