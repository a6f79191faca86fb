// SPDX-License-Identifier: Apache-2.0
// The longest stable step. No signal, carried by a wave or by the flow, may cross more than `cfl` cells;
// viscous momentum may not spread over more than a cell; nothing that moves may jump over nodes. Source:
// [Sulsky1994] for the wave bound; the usual bound of explicit diffusion, dt < dx^2 rho / (2 Dim eta).
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include <froth/mpm/mpm_solver.h>
#include <froth/mpm/vertex_contact.h>

namespace froth {

namespace {
/// Speed of the fastest point of a moving shape [m/s], or of the corners of the box around it at rest; of an
/// unbounded one that turns, of its pivot. Along the axis a point may be as far from the pivot as it likes.
template <int Dim>
double fastest_point(const Shape& shape, const Pose& pose) {
  const double linear = norm(pose.linear), turning = norm(pose.angular);
  const Bounds box = shape.bounds();
  if (turning == 0 || !box.is_finite(Dim)) return linear;
  double fastest = 0;
  for (int corner = 0; corner < 1 << Dim; ++corner) {
    Vec3<double> arm{};
    for (int d = 0; d < Dim; ++d) arm[d] = ((corner >> d & 1) != 0 ? box.max[d] : box.min[d]) - pose.pivot[d];
    fastest = std::max(fastest, norm(cross(pose.angular, pose.turn * arm)));
  }
  return linear + fastest;
}

/// What may not cross too many cells in a step: waves and what moves, or motion alone.
enum class Signals { All, Motion };

/// Fastest signal of what an emitter emits [m/s].
template <int Dim, class Real>
double emitted_signal_speed(const MpmBody<Dim, Real>& body, Signals signals) {
  if (signals == Signals::Motion) return norm(body.emitter->velocity);
  const Real density = Real(body.density);
  const auto wave = [&]<class L>(const L& law) { return double(law.wave_speed(L::rest(), density)); };
  return norm(body.emitter->velocity) + std::visit(wave, body.law);
}

/// In which material of this speed that gravity may still speed up crosses `cfl` cells [s]: the positive root
/// of (speed + g dt) dt = cfl dx.
template <int Dim>
double motion_dt(const MpmSettings<Dim>& settings, double speed) {
  const double way = settings.cfl * settings.lattice.dx;
  return 2 * way / (speed + std::sqrt(speed * speed + 4 * norm(settings.gravity) * way));
}

/// When an emitter emits next [s]; empty where it is done.
template <int Dim, class Real>
std::optional<double> next_emission(const MpmBody<Dim, Real>& body) {
  if (!body.emitter || body.emitted == body.emitter->budget) return std::nullopt;
  return body.emitter->due(body.next_batch);
}

/// Of the stress by which sheets and strands press [m/s].
template <int Dim, class Real>
double contact_wave_speed(const MpmBody<Dim, Real>& body) {
  if (body.elements == nullptr) return 0;
  const ManifoldElements<Dim>* manifold = manifold_of(*body.elements);
  return manifold == nullptr ? 0.0 : manifold->contact().wave_speed(body.density);
}

template <int Dim, class Real>
TimeStepLimit step_limit(const MpmState<Dim, Real>& state, double time, Signals signals) {
  // The bound is for a five-point stencil; a wider kernel allows no less.
  constexpr double viscous_safety = 0.5;
  const MpmSettings<Dim>& settings = state.settings;
  const double dx = settings.lattice.dx;
  TimeStepLimit limit{
      .dt = std::numeric_limits<double>::infinity(), .body = {}, .law = {}, .obstacle = {}, .reason = {}};
  const auto consider = [&](double dt, const MpmBody<Dim, Real>& body, const char* reason) {
    if (!(dt < limit.dt)) return;
    const auto name = std::visit([](const auto& law) { return std::decay_t<decltype(law)>::name; }, body.law);
    limit = {.dt = dt, .body = body.name, .law = name, .obstacle = {}, .reason = reason};
  };
  for (const auto& body : state.bodies) {
    const bool has_waves = signals == Signals::All;
    if (has_waves)
      consider(settings.cfl * dx / (body.max_wave_speed + body.max_speed), body,
               body.max_speed > body.max_wave_speed ? "particle speed" : "wave speed");
    else
      consider(motion_dt(settings, body.max_speed), body, "particle speed");
    if (const double wave = contact_wave_speed(body); !has_waves && wave > 0)  // which no solve knows of
      consider(settings.cfl * dx / (wave + body.max_speed), body, "contact");
    const auto viscous_dt = [&](double eta) {
      return viscous_safety * dx * dx * body.density / (2 * Dim * eta);
    };
    if (const double eta = body.max_viscosity; has_waves && eta > 0)
      consider(viscous_dt(eta), body, "viscosity");
    if (const auto due = next_emission(body)) {  // the first particles must not come in one long step
      const double wait = *due - time,
                   eta = std::visit([](auto&law) { return double(law.viscosity()); }, body.law);
      consider(std::max(wait, settings.cfl * dx / emitted_signal_speed(body, signals)), body, "emitter");
      if (has_waves && eta > 0) consider(std::max(wait, viscous_dt(eta)), body, "viscosity");
    }
  }
  const auto consider_moving = [&](const Shape& shape, const Motion& motion, const VectorField& surface,
                                   const char* kind, const std::string& name) {
    // Its speed now and at the end of the step: a keyframe may set it off in between.
    for (const double t : {time, time + std::min(limit.dt, 1e3)}) {
      const double speed = fastest_point<Dim>(shape, motion.at(t)) + norm(value_at(surface, {}, t));
      if (const double dt = settings.cfl * dx / speed; dt < limit.dt)
        limit = {.dt = dt,
                 .body = {},
                 .law = {},
                 .obstacle = fmt::format("{} \"{}\"", kind, name),
                 .reason = "speed"};
    }
  };
  for (const Collider& c : settings.obstacles.colliders)
    if (!c.motion.is_still() || !is_zero(c.surface_velocity))
      consider_moving(c.shape, c.motion, c.surface_velocity, "collider", c.name);
  for (const RigidBody& body : state.rigid.bodies()) {
    const Collider& c = settings.obstacles.colliders[body.collider];
    if (const double dt = motion_dt(settings, fastest_point<Dim>(c.shape, body.pose())); dt < limit.dt)
      limit = {.dt = dt,
               .body = {},
               .law = {},
               .obstacle = fmt::format("collider \"{}\"", c.name),
               .reason = "speed"};
  }
  for (const HeldRegion& region : settings.obstacles.held)
    if (region.is_active(time) && !region.motion.is_still())
      consider_moving(region.shape, region.motion, {}, "held region", region.name);
  return limit;
}
}  // namespace

template <int Dim, class Real>
TimeStepLimit explicit_step_limit(const MpmState<Dim, Real>& state, double time) {
  return step_limit(state, time, Signals::All);
}

template <int Dim, class Real>
TimeStepLimit motion_step_limit(const MpmState<Dim, Real>& state, double time) {
  return step_limit(state, time, Signals::Motion);
}

#define FROTH_INSTANCE(Dim, Real)                                                 \
  template TimeStepLimit explicit_step_limit(const MpmState<Dim, Real>&, double); \
  template TimeStepLimit motion_step_limit(const MpmState<Dim, Real>&, double);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
