// SPDX-License-Identifier: Apache-2.0
// One step, as [Qu2023], section 6.1, lists it: plan and weights, particles to grid, forces, grid to
// particles, deformation with plastic flow and volumes, advection.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/solvers/power/power_solver.h>

namespace froth {

template <int Dim>
StepReport PowerSolver<Dim>::advance(double time, double dt) {
  emit(time);
  if (!rigid_.is_empty()) load_rigid(time, dt);
  PosedObstacles obstacles = pose_obstacles(settings_.obstacles, time, dt, rigid_);
  StepReport report = make_rows(obstacles, time);
  if (!report.ok()) return report;
  scatter();
  const Vec<Dim, double> gain = (dt * settings_.settling.gravity_share(time)) * settings_.gravity;
  const double kept = settings_.settling.kept_velocity(time, dt);
  for_particles(0, nodes_.v.size(), [&](std::size_t n) {
    if (nodes_.mass[n] > 0) nodes_.v[n] = kept * nodes_.v[n] + gain;
  });
  NodeContacts<Dim> contacts = find_contacts(obstacles);
  RigidMeeting<Dim> meeting(rigid_, settings_.obstacles.colliders, time, dt, norm(settings_.gravity));
  const auto act = [&] { counters_.boundary_work += meeting.act(contacts, nodes_.mass, nodes_.v); };
  const bool is_explicit = settings_.integration == Integration::Explicit;
  if (!is_explicit) push_by_viscosity(dt);
  report = is_explicit ? push_explicitly(act, dt) : push_implicitly(act, dt);
  if (!report.ok()) return report;
  counters_.boundary_work += meeting.work_on_bodies();
  if (!rigid_.is_empty())
    obstacles.colliders = contact_order(settings_.obstacles.colliders, time, dt, rigid_);
  gather();
  if (StepReport failed = deform(time, dt); !failed.ok()) return failed;
  move(obstacles, time, dt);
  note_frequencies();
  remove_killed(time + dt);
  ++counters_.steps;
  if (StepReport failed = checked(time + dt); !failed.ok()) return failed;
  return report;
}

template <int Dim>
StepReport PowerSolver<Dim>::checked(double time) const {
  for (const PowerBody<Dim>& body : bodies_)
    for (std::size_t p = body.begin; p < body.end; ++p) {
      const Vec<Dim, double>&x = particles_.x[p], &v = particles_.v[p];
      if (std::isfinite(dot(x, x) + dot(v, v))) continue;
      return StepReport::failure(fmt::format(
          "particle {} of body \"{}\" is nowhere at t = {:.6g} s; the step may be too long for the "
          "stiffness of the body, or an implicit step may need more solver.iterations",
          particles_.id[p], body.name, time));
    }
  return {};
}

/// Gravity and damping of rigid bodies.
template <int Dim>
void PowerSolver<Dim>::load_rigid(double time, double dt) {
  const Vec3<double> gravity = settings_.settling.gravity_share(time) * lift(settings_.gravity);
  rigid_.accelerate([&](const Vec3<double>&) { return gravity; }, dt,
                    settings_.settling.kept_velocity(time, dt));
}

/// Mass and velocity of nodes: m_i v_i = sum w m (v + C (x_i - c_p)).
template <int Dim>
void PowerSolver<Dim>::scatter() {
  const StageClock::Scope scope(clock_, "particles to grid");
  const std::size_t count = grid_->node.size();
  nodes_.mass.resize(count), nodes_.v.resize(count);
  scatter_momentum<Dim, double>(grid_->rows, particles_.mass, particles_.v, particles_.C, nodes_.mass,
                                nodes_.v);
  for_particles(0, count, [&](std::size_t n) {
    if (nodes_.mass[n] > 0) nodes_.v[n] = nodes_.v[n] / nodes_.mass[n];
  });
}

template <int Dim>
NodeContacts<Dim> PowerSolver<Dim>::find_contacts(const PosedObstacles& obstacles) {
  const StageClock::Scope scope(clock_, "contacts");
  return NodeContacts<Dim>(obstacles, grid_->node, nodes_.mass, settings_.cell_size);
}

/// Eq. (22), with the stress left of D^-1: `stress(law, state, gradient)` is that of a particle.
template <int Dim>
template <class Stress>
void PowerSolver<Dim>::push_by(double dt, const Stress& stress) {
  const StageClock::Scope scope(clock_, "forces");
  std::vector<Mat<Dim, double>> tau(particles_.x.size());
  for (const PowerBody<Dim>& body : bodies_)
    std::visit(
        [&]<class L>(const L& law) {
          for_particles(body.begin, body.end, [&](std::size_t p) {
            const Sym3<double> full = stress(law, body.template state<L>(p), lift(particles_.C[p]));
            for (int r = 0; r < Dim; ++r)
              for (int c = 0; c < Dim; ++c) tau[p](r, c) = full(r, c);
          });
        },
        body.law);
  nodes_.force.resize(nodes_.v.size());
  scatter_stress<Dim, double>(grid_->rows, particles_.V0, tau, nodes_.force);
  for_particles(0, nodes_.v.size(), [&](std::size_t n) {
    if (nodes_.mass[n] > 0) nodes_.v[n] += (dt / nodes_.mass[n]) * nodes_.force[n];
  });
}

template <int Dim>
StepReport PowerSolver<Dim>::push_explicitly(const std::function<void()>& act_on_nodes, double dt) {
  push_by(dt, [](const auto& law, const auto& state, const Mat3<double>& gradient) {
    return law.kirchhoff(state, gradient);
  });
  act_on_nodes();
  return {};
}

/// The part of stresses that hangs on the rate of deformation, which implicit steps do not solve for.
template <int Dim>
void PowerSolver<Dim>::push_by_viscosity(double dt) {
  if (std::ranges::none_of(bodies_, [](const PowerBody<Dim>& body) { return body.is_viscous(); })) return;
  push_by(dt, [](const auto& law, const auto& state, const Mat3<double>& gradient) {
    return law.kirchhoff(state, gradient) - law.kirchhoff(state, Mat3<double>{});
  });
}

/// v_p and A_p of Eqs. (16), (17).
template <int Dim>
void PowerSolver<Dim>::gather() {
  const StageClock::Scope scope(clock_, "grid to particles");
  gather_velocity<Dim, double>(grid_->rows, nodes_.v, particles_.v, particles_.C);
}

#define FROTH_INSTANCE(Dim)                                                                    \
  template StepReport PowerSolver<Dim>::advance(double, double);                               \
  template StepReport PowerSolver<Dim>::checked(double) const;                                 \
  template void PowerSolver<Dim>::scatter();                                                   \
  template NodeContacts<Dim> PowerSolver<Dim>::find_contacts(const PosedObstacles&);           \
  template StepReport PowerSolver<Dim>::push_explicitly(const std::function<void()>&, double); \
  template void PowerSolver<Dim>::push_by_viscosity(double);                                   \
  template void PowerSolver<Dim>::load_rigid(double, double);                                  \
  template void PowerSolver<Dim>::gather();
FROTH_INSTANCE(2)
FROTH_INSTANCE(3)

}  // namespace froth
