// SPDX-License-Identifier: Apache-2.0
// Rigid bodies in material: what one gives the other takes.
#include <doctest/doctest.h>

#include "support/blocks.h"

using namespace froth;
using namespace froth::test;

namespace {

constexpr double kG = 9.81;

Collider plane(const Vec3<double>& point, const Vec3<double>& normal, ContactRule contact = {}) {
  return {"plane", Shape::half_space(point, normal), {}, contact};
}
Collider rigid(Shape shape, const RigidSpec& spec, ContactRule contact = {}) {
  Collider collider{"rigid", std::move(shape), {}, contact};
  collider.rigid = spec;
  return collider;
}
Shape planar_box(double x0, double y0, double x1, double y1) {
  return Shape::box({x0, y0, -kUnbounded}, {x1, y1, kUnbounded});
}

/// Particles on a lattice, `per_cell` along each axis of a cell.
std::vector<NewParticle<2>> filled(double x0, double y0, double x1, double y1, double spacing) {
  std::vector<NewParticle<2>> all;
  for (double y = y0 + spacing / 2; y < y1; y += spacing)
    for (double x = x0 + spacing / 2; x < x1; x += spacing)
      all.push_back({all.size(), {x, y}, {}, {}, spacing * spacing});
  return all;
}

void run(Solver& solver, double& time, double until, double longest = 1) {
  while (time < until - 1e-12) {
    const double dt = std::min({solver.time_step_limit(time).dt, longest, until - time});
    REQUIRE(solver.advance(time, dt).ok());
    time += dt;
  }
}

}  // namespace

// Oracle: conserved quantities. A block hits a jelly in empty space, off-centre: momentum is kept to
// rounding, so is angular momentum with APIC, and the sum of energies does not rise.
TEST_CASE("a rigid block and a jelly keep their momentum together") {
  const ContactRule rubs{ContactKind::Separating, 0.4}, sticks{ContactKind::Sticky, 0};
  for (const auto& [rule, tight] : {std::pair{rubs, true}, {rubs, false}, {sticks, true}}) {
    CAPTURE(tight);
    MpmSettings<2> set = settings<2>(0.05, "apic");
    set.obstacles.colliders = {
        rigid(planar_box(0.25, -0.05, 0.45, 0.25), {600, {-2, 0, 0}, {0, 0, 3}, 0, 0}, rule)};
    set.tight_colliders = tight;
    ExplicitMpm<2, double> solver(set);
    add_body(solver.state(), "jelly", NeoHookean<double>{4e4, 1e5}, 1000,
             jittered_block<2>(16, 0.4, AffineField<2>{{0.5, 0.1}, {}}));
    const Totals before = solver.totals(0);
    CHECK(before["mass"] == doctest::Approx(1000 * 0.16 + 600 * 0.06));
    double time = 0;
    run(solver, time, 0.3, 5e-4);
    const Totals after = solver.totals(time);
    const double p = before["absolute_momentum"];
    CHECK(norm(after.vector("momentum") - before.vector("momentum")) < 1e-12 * p);
    CHECK(std::abs(after["angular_z"] - before["angular_z"]) < (tight ? 1e-5 : 1e-12) * p);
    const RigidBody& block = solver.state().rigid.bodies()[0];
    CHECK(block.momentum[0] / block.mass.mass > -1.5);  // they have met
    const double energy = before["kinetic_energy"] + before["elastic_energy"];
    CHECK(after["kinetic_energy"] + after["elastic_energy"] < energy * (1 + 1e-9));
    CHECK(after["boundary_work"] == 0);
  }
}

// Oracle: Archimedes. A block of half and of a quarter of water's density floats in a tank so deep that it
// displaces its weight; the level rises by what it displaces. Half a cell is the bound: nodes know surfaces
// no better.
TEST_CASE("a floating block sinks to its depth of Archimedes") {
  for (const double share : {0.25, 0.5}) {
    CAPTURE(share);
    const double dx = 0.02, side = 0.16, width = 0.6, depth = 0.24;
    MpmSettings<2> set = settings<2>(dx, "apic");
    set.gravity = {0, -kG};
    set.settle = 1.5;
    set.obstacles.colliders = {
        plane({0, 0, 0}, {0, 1, 0}), plane({0, 0, 0}, {1, 0, 0}), plane({width, 0, 0}, {-1, 0, 0}),
        rigid(planar_box(0.22, 0.24, 0.22 + side, 0.24 + side), {1000 * share, {}, {}, 0.2, 0})};
    ExplicitMpm<2, double> solver(set);
    add_body(solver.state(), "water", Liquid<double>{1e5, 7, 0, false}, 1000,
             filled(0, 0, width, depth, dx / 2));
    double time = 0;
    run(solver, time, 2.5);
    const double level = depth + side * side * share / width;
    double mean = 0;  // it may still bob a little: over half a second
    int count = 0;
    for (; time < 3; ++count) {
      run(solver, time, time + 0.02);
      mean += solver.state().rigid.bodies()[0].center[1];
    }
    mean /= count;
    MESSAGE("centre " << mean << ", by Archimedes " << level - share * side + side / 2);
    CHECK(std::abs(mean - (level - share * side + side / 2)) < 0.5 * dx);
    CHECK(solver.totals(time)["inside_colliders"] == 0);
  }
}

// Oracle: statics. A column that does not widen (nu = 0) carries a block: one twice as heavy presses it by
// M g h / (A E) more. Bound 5 %: the column's own weight and the contact of half a cell cancel in the
// difference.
TEST_CASE("a block that rests on an elastic column presses it by its weight") {
  const double E = 2e5, dx = 0.025, height = 0.4, width = 0.2;  // strains of one percent: statics are linear
  const auto top = [&](double density) {
    MpmSettings<2> set = settings<2>(dx, "apic");
    set.gravity = {0, -kG};
    set.settle = 1.0;
    set.obstacles.colliders = {
        plane({0, 0, 0}, {0, 1, 0}),
        rigid(planar_box(-0.02, height, width + 0.02, height + 0.1), {density, {}, {}, 0, 0})};
    ExplicitMpm<2, double> solver(set);
    add_body(solver.state(), "column", NeoHookean<double>{E / 2, E / 3}, 300,
             filled(0, 0, width, height, dx / 2));
    double time = 0;
    run(solver, time, 1.5);
    const RigidBody& block = solver.state().rigid.bodies()[0];
    CHECK(std::abs(block.momentum[1] / block.mass.mass) < 0.01);
    return block.center[1];
  };
  const double area = 0.1 * (width + 0.04), pressed = top(1000) - top(2000);
  const double expected = 1000 * area * kG * height / (width * E);
  MESSAGE("pressed by " << pressed << ", by statics " << expected);
  CHECK(pressed == doctest::Approx(expected).epsilon(0.05).scale(0));
}
