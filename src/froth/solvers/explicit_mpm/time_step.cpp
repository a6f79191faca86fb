// SPDX-License-Identifier: Apache-2.0
// The longest stable step. No signal, carried by a wave or by the flow, may cross more than `cfl` cells, and
// viscous momentum may not spread over more than a cell. Source: the usual bound of explicit diffusion, dt <
// dx^2 rho / (2 Dim eta) [Sulsky1994 uses the wave bound alone].
#include <algorithm>
#include <limits>

#include <froth/solvers/explicit_mpm/explicit_mpm.h>

namespace froth {

namespace {
/// Speed of the fastest point of a collider [m/s]; of an unbounded one that turns, of its pivot.
double fastest_point(const Collider& collider, const Pose& pose) {
  const double linear = norm(pose.linear), turning = norm(pose.angular);
  const Bounds box = collider.shape.bounds();
  if (turning == 0 || !box.is_finite(3)) return linear;
  Vec3<double> arm{};
  for (int d = 0; d < 3; ++d) arm[d] = std::max(pose.pivot[d] - box.min[d], box.max[d] - pose.pivot[d]);
  return linear + turning * norm(arm);
}
}  // namespace

template <int Dim, class Real>
TimeStepLimit ExplicitMpm<Dim, Real>::time_step_limit(double time) const {
  constexpr double viscous_safety =
      0.5;  // the bound is for a five-point stencil; a wider kernel allows no less
  const double dx = settings_.lattice.dx;
  TimeStepLimit limit{.dt = std::numeric_limits<double>::infinity(), .body = {}, .law = {}, .reason = {}};
  const auto consider = [&](double dt, const MpmBody<Dim, Real>& body, const char* reason) {
    if (!(dt < limit.dt)) return;
    const auto name = std::visit([](const auto& law) { return std::decay_t<decltype(law)>::name; }, body.law);
    limit = {dt, body.name, name, reason};
  };
  for (const auto& body : bodies_) {
    consider(settings_.cfl * dx / (body.max_wave_speed + body.max_speed), body,
             body.max_speed > body.max_wave_speed ? "particle speed" : "wave speed");
    const double eta = std::visit([](const auto& law) { return double(law.viscosity()); }, body.law);
    if (eta > 0) consider(viscous_safety * dx * dx * body.density / (2 * Dim * eta), body, "viscosity");
  }
  for (const Collider& collider : settings_.colliders) {
    if (collider.motion.is_still()) continue;
    // Its speed now and at the end of the step: a keyframe may set it off in between.
    for (const double t : {time, time + std::min(limit.dt, 1e3)}) {
      const double speed = fastest_point(collider, collider.motion.at(t));
      if (const double dt = settings_.cfl * dx / speed; dt < limit.dt)
        limit = {dt, {}, {}, "the speed of collider \"" + collider.name + "\""};
    }
  }
  return limit;
}

template class ExplicitMpm<2, float>;
template class ExplicitMpm<2, double>;
template class ExplicitMpm<3, float>;
template class ExplicitMpm<3, double>;

}  // namespace froth
