// SPDX-License-Identifier: Apache-2.0
// Regions that are held: material in them moves as it is told.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "support/blocks.h"

using namespace froth;
using namespace froth::test;

namespace {

/// A bar of jelly along x, from -0.4 to 0.4, whose left end is held.
template <int Dim>
std::vector<NewParticle<Dim>> bar() {
  auto particles = jittered_block<Dim>(8, 0.4, AffineField<Dim>{});
  const std::size_t count = particles.size();
  for (std::size_t p = 0; p < count; ++p) {
    NewParticle<Dim> right = particles[p];
    right.id += count;
    right.x[0] += 0.2, particles[p].x[0] -= 0.2;
    particles.push_back(right);
  }
  return particles;
}

/// A motion with a bit of everything: smooth keyframes, an oscillation, and a turn about a place in the jaw.
Motion grip() {
  Motion motion;
  motion.keyframes = {{0, {0, 0, 0}, 0}, {0.06, {0.05, 0.02, 0}, 0.4}, {0.2, {0.01, 0, 0}, 0.2}};
  motion.interpolation = Interpolation::Smooth;
  motion.amplitude = {0.01, 0, 0}, motion.frequency = 5;
  motion.pivot = {-0.3, 0, 0};
  return motion;
}

Shape jaw() { return Shape::box({-9, -9, -9}, {-0.1, 9, 9}); }

/// How far particles that start more than two cells deep in the jaw are from where the motion takes them,
/// beside the length of their way.
template <int Dim, class Real>
std::array<double, 2> lag(ExplicitMpm<Dim, Real>& solver, const std::vector<NewParticle<Dim>>& start,
                          const Motion& motion, double time) {
  std::map<std::uint64_t, Vec3<double>> from;
  for (const auto& p : start) from[p.id] = lift(p.x);
  const auto x = solver.positions(0);
  const std::uint64_t* id = solver.state().bodies[0].particles.template plane<std::uint64_t>("id");
  const Pose pose = motion.at(time);
  double worst = 0, way = 0;
  int count = 0;
  for (std::size_t s = 0; s < x.size(); ++s) {
    if (from[id[s]][0] > -0.22) continue;
    worst = std::max(worst, norm(x[s] - pose.to_world(from[id[s]])));
    way = std::max(way, norm(pose.to_world(from[id[s]]) - from[id[s]]));
    count += 1;
  }
  CHECK(count > 30);
  return {worst, way};
}

template <int Dim, class Real>
void follow(const std::string& scheme, double tolerance) {
  MpmSettings<Dim> set = settings<Dim>(0.05, scheme);
  set.gravity = {0, -9.81};
  set.obstacles.held = {{"jaw", jaw(), grip()}};
  ExplicitMpm<Dim, Real> solver(set);
  const auto start = bar<Dim>();
  add_body(solver.state(), "bar", NeoHookean<Real>{Real(4e3), Real(1e4)}, 1000, start);
  for (int n = 0; n < 100; ++n) REQUIRE(solver.advance(n * 1e-3, 1e-3).ok());
  const auto [worst, way] = lag(solver, start, grip(), 0.1);
  CAPTURE(scheme);
  CHECK(way > 0.03);
  CHECK(worst < tolerance * way);
}

}  // namespace

// Oracle: the motion's own pose. Particles all of whose nodes are held are where it takes them, in spite of
// gravity and of the rest of the bar. PIC and APIC move with the grid to rounding.
TEST_CASE("a held end moves exactly with the motion") {
  follow<2, double>("apic", 1e-9);
  follow<2, double>("pic", 1e-9);
  follow<2, float>("apic", 1e-6);
  follow<3, double>("apic", 1e-9);
  follow<2, double>("flip", 1e-9);
}

// Oracle: a rotation has no strain: what is held and turned by a full circle in 200 steps has no energy. A
// jaw that moved along the tangent would have stretched by (1 + (2 pi / 200)^2)^100, 10 %.
TEST_CASE("a jaw that turns does not strain what it holds") {
  MpmSettings<2> set = settings<2>(0.05, "apic");
  Motion turn;
  turn.spin = 2 * std::numbers::pi, turn.pivot = {0.03, 0.01, 0};
  set.obstacles.held = {{"jaw", Shape::sphere({0, 0, 0}, 2), turn}};
  ExplicitMpm<2, double> solver(set);
  add_body(solver.state(), "disc", NeoHookean<double>{4e3, 1e4}, 1000,
           jittered_block<2>(8, 0.4, AffineField<2>{}));
  for (int n = 0; n < 200; ++n) REQUIRE(solver.advance(n * 5e-3, 5e-3).ok());
  const Totals totals = solver.totals(1);
  CHECK(totals["elastic_energy"] < 1e-12 * 1e4 * 0.16);
  CHECK(std::abs(totals["J_max"] - 1) < 1e-10);
}

// Oracle: Newton's laws. A block that is held, brought to speed and let go flies on at that speed; without an
// end it stops with the jaw.
TEST_CASE("a region lets go at its end and takes hold at its start") {
  for (const bool lets_go : {true, false}) {
    MpmSettings<2> set = settings<2>(0.05, "apic");
    Motion pull;
    pull.keyframes = {{0.02, {0, 0, 0}, 0}, {0.12, {0.1, 0, 0}, 0}};
    HeldRegion jaw{"jaw", Shape::sphere({0, 0, 0}, 2), pull};
    jaw.start = 0.05;
    if (lets_go) jaw.end = 0.1;
    set.obstacles.held = {jaw};
    ExplicitMpm<2, double> solver(set);
    add_body(solver.state(), "block", NeoHookean<double>{4e3, 1e4}, 1000,
             jittered_block<2>(8, 0.4, AffineField<2>{}));
    for (int n = 0; n < 200; ++n) {
      REQUIRE(solver.advance(n * 1e-3, 1e-3).ok());
      const double speed = n < 50 ? 0 : n < 120 ? 1 : lets_go ? 1 : 0;
      const Totals totals = solver.totals(0);
      CHECK(std::abs(totals.vector("momentum")[0] / totals["mass"] - speed) < 1e-9);
    }
  }
}

// Oracle: mechanics of rigid bodies. Speeding up from rest at a constant rate in n steps takes the work
// m v^2 / 2, and turning I w^2 / 2, with I of the particles themselves. The work of a step is impulse times
// the speed after it, more than the energy by the square of the change: one part in n in all.
TEST_CASE("a jaw's work is the energy of what it speeds up") {
  constexpr int steps = 200;
  constexpr double dt = 1e-3;
  for (const bool turns : {false, true}) {
    CAPTURE(turns);
    MpmSettings<2> set = settings<2>(0.05, "apic");
    Motion motion;  // s = t^2, from rest to rest would be smooth; the first half of a parabola is ease_in
    motion.interpolation = Interpolation::EaseIn;
    motion.keyframes = {{0, {0, 0, 0}, 0}, {steps * dt, {turns ? 0 : 0.2, 0, 0}, turns ? 0.5 : 0}};
    set.obstacles.held = {{"jaw", Shape::sphere({0, 0, 0}, 2), motion}};
    ExplicitMpm<2, double> solver(set);
    const auto block = jittered_block<2>(8, 0.4, AffineField<2>{});
    add_body(solver.state(), "block", NeoHookean<double>{4e3, 1e4}, 1000, block);
    for (int n = 0; n < steps; ++n) REQUIRE(solver.advance(n * dt, dt).ok());
    double mass = 0, inertia = 0;
    for (const auto& p : block) {
      mass += 1000 * p.volume;
      inertia += 1000 * p.volume * dot(p.x, p.x);
    }
    // The affine part of a particle adds m dx^2 / 4 per axis to the inertia.
    inertia += mass * 2 * 0.05 * 0.05 / 4;
    const double speed = 2 * (turns ? 0.5 : 0.2) / (steps * dt);
    const double energy = 0.5 * (turns ? inertia : mass) * speed * speed;
    const Totals totals = solver.totals(steps * dt);
    CHECK(totals["kinetic_energy"] == doctest::Approx(energy).epsilon(1.5 / steps).scale(0));
    CHECK(totals["boundary_work"] == doctest::Approx(energy).epsilon(1.5 / steps).scale(0));
    // What it adds to the angular momentum is that of the rigid body.
    if (turns)
      CHECK(totals.vector("angular")[2] == doctest::Approx(inertia * speed).epsilon(1.0 / steps).scale(0));
  }
}

// Oracle: dt = cfl dx / (omega r), where r is how far the farthest corner is from the axis, however far the
// region is from the pivot along it.
TEST_CASE("a held region that turns limits the time step by its distance from the axis") {
  for (const double height : {0.0, 40.0}) {
    MpmSettings<3> set = settings<3>(0.1, "apic");
    Motion spin;
    spin.axis = {0, 1, 0};
    spin.spin = 200;
    set.obstacles.held = {{"grip", Shape::box({-3, height, -4}, {3, height + 1, 4}), spin}};
    ExplicitMpm<3, double> solver(set);
    add_body(solver.state(), "soft", NeoHookean<double>{1e3, 1e4}, 1000,
             jittered_block<3>(4, 0.4, AffineField<3>{}));
    CHECK(solver.time_step_limit(0).dt == doctest::Approx(0.4 * 0.1 / (200 * 5)));
  }
}

// Oracle: the definition dt = cfl dx / |v|, for a region that sets off within the step as for one under way.
TEST_CASE("a held region limits the time step") {
  for (const double start : {0.0, 1e-4}) {
    MpmSettings<2> set = settings<2>(0.1, "apic");
    Motion dash;
    dash.keyframes = {{start, {0, 0, 0}, 0}, {start + 1, {100, 0, 0}, 0}};
    set.obstacles.held = {{"jaw", Shape::box({-9, -1, -1}, {-8, 1, 1}), dash}};
    ExplicitMpm<2, double> solver(set);
    add_body(solver.state(), "soft", NeoHookean<double>{1e3, 1e4}, 1000,
             jittered_block<2>(4, 0.4, AffineField<2>{}));
    CHECK(solver.time_step_limit(0).dt == doctest::Approx(0.4 * 0.1 / 100).scale(0));
    CHECK(solver.time_step_limit(0).obstacle == "held region \"jaw\"");
  }
}
