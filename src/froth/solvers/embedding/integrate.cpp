// SPDX-License-Identifier: Apache-2.0
// Kicks, drift, and what colliders and held regions do to particles on their way.
// Source: [Jones2014], section 3.2, corrected (step.cpp); obstacles/ has the rules of contact.
#include <froth/embedding/loops.h>
#include <froth/obstacles/swept.h>
#include <froth/solvers/embedding/embedding_solver.h>

namespace froth {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// The last held region that a particle is in at the beginning of the step, or null.
const PosedRegion* region_of(const PosedObstacles& obstacles, const Vec3<double>& x, double dt) {
  const PosedRegion* found = nullptr;
  for (const PosedRegion& region : obstacles.sources)
    if (region.distance(x + dt * region.velocity(x)) <= 0) found = &region;
  return found;
}

}  // namespace

void EmbeddingSolver::kick(EmbeddedBody& body, double time, double dt) {
  const StageClock::Scope scope(clock_, "integrate");
  const Vec3<double> gravity = settings_.settling.gravity_share(time) * settings_.gravity;
  for_each_particle(body.count(),
                    [&](Index i) { body.v[at(i)] += dt * (body.force[at(i)] / body.mass[at(i)] + gravity); });
}

void EmbeddingSolver::damp(EmbeddedBody& body, double dt, StepReport& report) {
  if (!(settings_.viscosity > 0)) return;
  const StageClock::Scope scope(clock_, "viscosity");
  const double speed =
      std::sqrt(sum_particles(body.count(), 0.0,
                              [&](double& sum, Index i) { sum += dot(body.v[at(i)], body.v[at(i)]); }) /
                double(std::max<Index>(body.count(), 1)));
  const CgReport solved = damp_implicitly(body, settings_.viscosity, dt, 1e-6 * speed, viscosity_space_);
  report.iterations += solved.iterations;
  counters_.damping_iterations += solved.iterations;
}

void EmbeddingSolver::move(EmbeddedBody& body, const PosedObstacles& obstacles, double time, double dt,
                           std::span<RigidImpulse> impulses) {
  const StageClock::Scope scope(clock_, "collide and move");
  const Vec3<double> gravity = settings_.settling.gravity_share(time + dt / 2) * settings_.gravity;
  const SweepLengths lengths{1e-4 * body.spacing, body.spacing};
  struct Works {
    double load = 0, boundary = 0;
    std::vector<RigidImpulse> impulses;
    Works& operator+=(const Works& other) {
      load += other.load, boundary += other.boundary;
      for (std::size_t b = 0; b < impulses.size(); ++b) impulses[b] += other.impulses[b];
      return *this;
    }
  };
  const Works none{0, 0, std::vector<RigidImpulse>(impulses.size())};
  const Works works = sum_particles(body.count(), none, [&](Works& sum, Index i) {
    const double m = body.mass[at(i)];
    Vec3<double>&x = body.x[at(i)], &v = body.v[at(i)];
    if (const PosedRegion* region = region_of(obstacles, x, dt)) {
      const Vec3<double> told = region->velocity(x);
      sum.boundary += m * dot(told - v, told);
      v = told;
      x += dt * v;
      sum.load += m * dt * dot(gravity, v);
      return;
    }
    ParticlePath path{x, x + dt * v, v, 0, m, sum.impulses};
    for (const PosedCollider& collider : obstacles.colliders) stop_at_surface(collider, lengths, path);
    sum.load += m * dot(gravity, path.end - x);
    sum.boundary += m * path.work;
    x = path.end, v = path.v;
  });
  counters_.load_work += works.load;
  counters_.boundary_work += works.boundary;
  for (std::size_t b = 0; b < impulses.size(); ++b) impulses[b] += works.impulses[b];
}

/// The viscous half of the second kick, with the velocities of the first; damping of a scene that settles;
/// and what held regions say of the velocities that this has left.
void EmbeddingSolver::finish(EmbeddedBody& body, const PosedObstacles& obstacles, double time, double dt) {
  const StageClock::Scope scope(clock_, "integrate");
  const double kept = settings_.settling.kept_velocity(time, dt);
  const bool is_viscous = settings_.viscosity > 0;
  counters_.boundary_work += sum_particles(body.count(), 0.0, [&](double& sum, Index i) {
    Vec3<double>& v = body.v[at(i)];
    if (is_viscous) v += (dt / 2 / body.mass[at(i)]) * body.drag[at(i)];
    v = kept * v;
    const PosedRegion* region = region_of(obstacles, body.x[at(i)] - dt * v, dt);
    if (region == nullptr) return;
    const Vec3<double> told = region->velocity(body.x[at(i)]);
    sum += body.mass[at(i)] * dot(told - v, told);
    v = told;
  });
}

}  // namespace froth
