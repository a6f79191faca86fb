// SPDX-License-Identifier: Apache-2.0
// One step, as the method does it. Source: [Jones2014], Algorithm 1 and section 3.2, with the integrator
//   v_h = v + dt/2 [a(x) + a_visc(v_h)],  x += dt v_h,  v = v_h + dt/2 [a(x) + a_visc(v_h)].
#include <cmath>
#include <fmt/format.h>

#include <froth/embedding/deformation.h>
#include <froth/solvers/embedding/embedding_solver.h>

namespace froth {

StepReport EmbeddingSolver::advance(double time, double dt) {
  const bool has_rigid = !rigid_.is_empty();
  if (has_rigid) {
    const Vec3<double> gravity = settings_.settling.gravity_share(time) * settings_.gravity;
    rigid_.accelerate([&](const Vec3<double>&) { return gravity; }, dt,
                      settings_.settling.kept_velocity(time, dt));
  }
  PosedObstacles obstacles = pose_obstacles(settings_.obstacles, time, dt, rigid_);
  const bool is_implicit = settings_.integrator == Integrator::LinearlyImplicit;
  StepReport report;
  for (EmbeddedBody& body : bodies_) {
    if (is_implicit)
      kick_implicitly(body, time, dt, report);
    else
      kick(body, time, dt / 2);
    damp(body, dt / 2, report);
  }
  if (has_rigid) meet_rigid(obstacles, time, dt);
  std::vector<RigidImpulse> impulses(rigid_.count());
  for (EmbeddedBody& body : bodies_) {
    move(body, obstacles, time, dt, impulses);
    deform(body, dt);
    embed(body, report);
    resample(body, obstacles);
    treat_strays(body);
    push(body);
  }
  if (has_rigid) {
    counters_.load_work += rigid_.move(dt);
    rigid_.receive(impulses);
  }
  touch(time + dt);
  for (EmbeddedBody& body : bodies_) {
    if (!is_implicit) kick(body, time + dt, dt / 2);
    finish(body, obstacles, time, dt);
    remove_killed(body, time + dt);
  }
  ++counters_.steps;
  return checked(std::move(report), time + dt);
}

/// Contact between parts, of one body or of several.
void EmbeddingSolver::touch(double time) {
  if (!(settings_.part_contact.distance > 0)) return;
  const StageClock::Scope scope(clock_, "contact of parts");
  const Walls walls(settings_.obstacles.colliders, time, rigid_);
  add_part_contact(bodies_, settings_.part_contact, sight_past(walls));
}

StandsBetween EmbeddingSolver::sight_past(const Walls& walls) const {
  if (!settings_.line_of_sight || walls.is_empty()) return {};
  return [&walls](const Vec3<double>& a, const Vec3<double>& b) { return walls.are_between(a, b); };
}

void EmbeddingSolver::deform(EmbeddedBody& body, double dt) {
  const StageClock::Scope scope(clock_, "deform");
  deform_body(body, dt);
}

void EmbeddingSolver::push(EmbeddedBody& body) {
  const StageClock::Scope scope(clock_, "forces");
  gather_forces(body, body.x, body.F, body.stress, settings_.residual_stiffness, body.force, pulls_);
  // Here, and not before: particles may have come and gone since the drift.
  if (!(settings_.viscosity > 0)) return;
  body.drag.resize(body.x.size());
  viscous_forces(body.links, settings_.viscosity, body.v, body.drag);
}

StepReport EmbeddingSolver::checked(StepReport report, double time) const {
  for (const EmbeddedBody& body : bodies_)
    for (std::size_t s = 0; s < body.x.size(); ++s)
      if (!std::isfinite(dot(body.x[s], body.x[s]) + dot(body.v[s], body.v[s])))
        return StepReport::failure(fmt::format(
            "particle {} of body \"{}\" is nowhere at t = {:.6g} s; the step may be too long for the "
            "stiffness of the body, or its neighbourhoods have degenerated",
            body.id[s], body.name, time));
  return report;
}

}  // namespace froth
