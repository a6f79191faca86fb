// SPDX-License-Identifier: Apache-2.0
// What a step does to particles: strain, flow and volume; then their way, from the centroid on.
// Source: [Qu2023], section 6.1, steps (6) to (9), Eqs. (18) and (19), and the blending of section 7.
#include <cmath>
#include <fmt/format.h>

#include <froth/obstacles/swept.h>
#include <froth/power/motion.h>
#include <froth/solvers/power/power_solver.h>

namespace froth {

namespace {

/// First particle that a step has turned inside out, or none.
struct FirstBad {
  std::size_t p = std::size_t(-1);
  FirstBad& operator+=(const FirstBad& other) {
    p = std::min(p, other.p);
    return *this;
  }
};

/// State after the displacement gradient A; J of the law is then the determinant that particles keep too.
template <class L>
typename L::State after_step(const L& law, const typename L::State& s, const Mat3<double>& A, double dt) {
  if constexpr (requires { law.solved(s, A, dt); })
    return law.solved(s, A, dt);
  else
    return law.deform(s, A, dt);
}

}  // namespace

template <int Dim>
StepReport PowerSolver<Dim>::deform(double time, double dt) {
  const StageClock::Scope scope(clock_, "material");
  for (PowerBody<Dim>& body : bodies_) {
    const auto one_law = [&]<class L>(const L& law) {
      return sum_over(body.begin, body.end, FirstBad{}, [&](FirstBad& bad, std::size_t p) {
        const Mat3<double> A = lift(particles_.C[p]) * dt;
        const double growth = volume_change(A);
        if (!(growth > -1) || !std::isfinite(growth)) {
          bad.p = std::min(bad.p, p);
          return;
        }
        body.template set_state<L>(p, after_step(law, body.template state<L>(p), A, dt));
        particles_.J[p] *= 1 + growth;
      });
    };
    if (const FirstBad bad = std::visit(one_law, body.law); bad.p != FirstBad{}.p)
      return StepReport::failure(
          fmt::format("a step of {:.3g} s turns particle {} of body \"{}\" inside out at t = {:.6g} s; it is "
                      "too long for "
                      "what happens there, or an implicit step needs more solver.iterations",
                      dt, particles_.id[bad.p], body.name, time));
  }
  return {};
}

template <int Dim>
void PowerSolver<Dim>::move(const PosedObstacles& obstacles, double time, double dt) {
  const StageClock::Scope scope(clock_, "move");
  const Vec<Dim, double> gravity = settings_.settling.gravity_share(time) * settings_.gravity;
  const SweepLengths lengths{1e-4 * settings_.cell_size, settings_.cell_size};
  struct Works {
    double load = 0, boundary = 0;
    std::vector<RigidImpulse> impulses;
    Works& operator+=(const Works& other) {
      load += other.load, boundary += other.boundary;
      for (std::size_t b = 0; b < impulses.size(); ++b) impulses[b] += other.impulses[b];
      return *this;
    }
  };
  const Works zero{0, 0, std::vector<RigidImpulse>(rigid_.count())};
  const Works works = sum_over(0, particles_.x.size(), zero, [&](Works& sum, std::size_t p) {
    Vec<Dim, double>&x = particles_.x[p], &v = particles_.v[p];
    const double m = particles_.mass[p];
    sum.load += m * dt * dot(gravity, v);
    const Vec<Dim, double> end = moved_from_centroid(x, grid_->centroid[p], v, dt, settings_.position_blend);
    ParticlePath path{lift(x), lift(end), lift(v), 0, m, sum.impulses};
    for (const PosedCollider& collider : obstacles.colliders) stop_at_surface(collider, lengths, path);
    sum.boundary += m * path.work;
    x = drop<Dim>(path.end), v = drop<Dim>(path.v);
  });
  counters_.load_work += works.load;
  counters_.boundary_work += works.boundary;
  if (rigid_.is_empty()) return;
  counters_.load_work += rigid_.move(dt);
  rigid_.receive(works.impulses);
}

#define FROTH_INSTANCE(Dim)                                     \
  template StepReport PowerSolver<Dim>::deform(double, double); \
  template void PowerSolver<Dim>::move(const PosedObstacles&, double, double);
FROTH_INSTANCE(2)
FROTH_INSTANCE(3)

}  // namespace froth
