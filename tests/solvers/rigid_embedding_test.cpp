// SPDX-License-Identifier: Apache-2.0
// Rigid bodies and thin walls among the particles of the solver `embedding`.
#include <doctest/doctest.h>

#include <cmath>

#include <froth/solvers/embedding/embedding_solver.h>

#include "support/embedded.h"

using namespace froth;
using namespace froth::test;

namespace {

using V = Vec3<double>;
constexpr double kG = 9.81;

EmbeddedLaw elastic(double E, double nu) {
  EmbeddedLaw law{};
  law.mu = E / (2 * (1 + nu)), law.lambda = E * nu / ((1 + nu) * (1 - 2 * nu));
  law.yield_stress = 1e30;
  return law;
}

Collider rigid(Shape shape, const RigidSpec& spec) {
  Collider collider{"rigid", std::move(shape), {}, {ContactKind::Separating, 0.3}};
  collider.rigid = spec;
  return collider;
}

/// A block of particles from `at` on, spacing `a`.
void add_block(EmbeddingSolver& solver, V at, Vec3<int> n, double a, double density, const EmbeddedLaw& law) {
  std::vector<V> points = lattice_points(n, a);
  for (V& x : points) x += at + V{a / 2, a / 2, a / 2};
  const std::vector<double> volumes(points.size(), a * a * a);
  std::vector<V> still(points.size());
  solver.add_body("block", density, volumes, a, law, {}, points, still);
}

double run(EmbeddingSolver& solver, double until) {
  double time = 0;
  while (time < until - 1e-12) {
    const double dt = std::min(solver.time_step_limit(time).dt, until - time);
    REQUIRE(solver.advance(time, dt).ok());
    time += dt;
  }
  return time;
}

const RigidBody& body_of(const EmbeddingSolver& solver) { return solver.rigid_bodies().bodies()[0]; }

}  // namespace

// Oracle: conserved quantities. A rigid block hits an elastic one in empty space: momentum to rounding, and
// no energy from nowhere.
TEST_CASE("a rigid block and an embedded one keep their momentum together") {
  EmbeddingSettings settings;
  settings.obstacles.colliders = {
      rigid(Shape::box({0.02, 0.21, 0.02}, {0.15, 0.35, 0.15}), {700, {0, -2, 0}, {1, 0, 2}, 0, 0})};
  EmbeddingSolver solver(settings);
  add_block(solver, {0, 0, 0}, {8, 8, 8}, 0.025, 1000, elastic(1e5, 0.3));
  const Totals before = solver.totals(0);
  const double time = run(solver, 0.15);
  const Totals after = solver.totals(time);
  CHECK(norm(after.vector("momentum") - before.vector("momentum")) < 1e-12 * before["absolute_momentum"]);
  CHECK(norm(after.vector("angular") - before.vector("angular")) < 1e-3 * before["absolute_momentum"] * 0.3);
  CHECK(body_of(solver).momentum[1] / body_of(solver).mass.mass > -1.5);  // they have met
  CHECK(after["kinetic_energy"] + after["elastic_energy"] < before["kinetic_energy"] * 1.001);
  CHECK(after["boundary_work"] == 0);
}

// Oracle: statics. The stress in the middle of a column that carries a block is the weight above over the
// area: that of the block and of half the column. With nu = 0 it is E times the strain. Bound 10 %, over two
// of eight layers.
TEST_CASE("a block that rests on an embedded column presses it by its weight") {
  const double E = 1e5, a = 0.025, height = 8 * a, width = 6 * a, density = 2000, own = 300;
  EmbeddingSettings settings;
  settings.gravity = {0, -kG, 0};
  settings.settling.settle = 1;  // damped to the end
  settings.obstacles.colliders = {
      {"floor", Shape::half_space({0, 0, 0}, {0, 1, 0}), {}, {ContactKind::Separating, 0}},
      rigid(Shape::box({-0.01, height, -0.01}, {width + 0.01, height + 0.1, width + 0.01}),
            {density, {}, {}, 0, 0})};
  EmbeddingSolver solver(settings);
  add_block(solver, {0, 0, 0}, {6, 8, 6}, a, own, elastic(E, 0));
  const std::vector<V> start = solver.embedded_bodies()[0].x;
  run(solver, 1);
  const EmbeddedBody& body = solver.embedded_bodies()[0];
  double stress = 0, volume = 0;
  for (std::size_t s = 0; s < start.size(); ++s) {
    if (std::abs(start[s][1] - height / 2) > a) continue;
    stress += body.volume(static_cast<Index>(s)) * E * (1 - body.F[s](1, 1));
    volume += body.volume(static_cast<Index>(s));
  }
  stress /= volume;
  const double area = (width + 0.02) * (width + 0.02);
  const double expected = kG * (density * 0.1 * area / (width * width) + own * height / 2);
  MESSAGE("stress " << stress << ", by statics " << expected);
  CHECK(stress == doctest::Approx(expected).epsilon(0.1).scale(0));
  // At rest but for what gravity gives in a step or two, which contact takes in the next.
  const RigidBody& block = body_of(solver);
  CHECK(std::abs(block.momentum[1] / block.mass.mass) < 3 * kG * solver.time_step_limit(1).dt);
}

// Oracle: two blocks with a wall a fifth of a spacing thick between them are two bodies: one that is pulled
// away leaves the other where it is, to the bit; with the switch off it drags it along.
TEST_CASE("forces do not pass a wall that is thinner than a neighbourhood") {
  for (const bool is_on : {true, false}) {
    CAPTURE(is_on);
    const double a = 0.025;
    EmbeddingSettings settings;
    settings.line_of_sight = is_on;
    settings.part_contact.distance = 1;
    settings.obstacles.colliders = {
        {"wall", Shape::box({6 * a - 0.1 * a, -1, -1}, {6 * a + 0.1 * a, 1, 1}), {}, {ContactKind::Slip, 0}}};
    EmbeddingSolver solver(settings);
    std::vector<V> points = lattice_points({12, 6, 6}, a), v;
    for (V& x : points) x += V{a / 2, a / 2, a / 2};
    for (const V& x : points) v.push_back(x[0] > 6 * a ? V{0, 1, 0} : V{});
    const std::vector<double> volumes(points.size(), a * a * a);
    solver.add_body("bar", 1000, volumes, a, elastic(1e5, 0.3), {}, points, v);
    run(solver, 0.02);
    double moved = 0;
    const EmbeddedBody& body = solver.embedded_bodies()[0];
    for (std::size_t s = 0; s < points.size(); ++s)
      if (points[s][0] < 6 * a) moved = std::max(moved, norm(body.x[s] - points[s]));
    if (is_on)
      CHECK(moved < 1e-12);
    else
      CHECK(moved > 0.1 * a);
  }
}
