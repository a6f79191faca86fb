// SPDX-License-Identifier: Apache-2.0
// Who may follow its own velocity, [Fei2021], Eq. (5) and Figs. 6 and 7.
#include <doctest/doctest.h>

#include "support/blocks.h"

using namespace froth;
using namespace froth::test;

namespace {

constexpr double kStep = 0.02;

/// Two particles in one cell whose grid velocity is not their own, so that the adjustment is not zero.
struct Pair {
  Vec<2, double> x0, v0, x1, v1;
};

/// Where the first particle is after one step.
Vec3<double> moved(const std::string& scheme, const Pair& pair, const MpmSettings<2>& parts,
                   double separation_ratio = 1) {
  MpmSettings<2> set = settings<2>(1.0, scheme);
  set.obstacles.colliders = parts.obstacles.colliders, set.obstacles.held = parts.obstacles.held;
  ExplicitMpm<2, double> solver(set);
  add_body(solver.state(), "pair", no_stress<double>(), 1,
           {{0, pair.x0, pair.v0, {}, 1}, {1, pair.x1, pair.v1, {}, 1}});
  set_separation_ratio(solver.state(), 0, separation_ratio);
  REQUIRE(solver.advance(0, kStep).ok());
  const std::uint64_t* id = solver.state().bodies[0].particles.plane<std::uint64_t>("id");
  return solver.positions(0)[id[0] == 0 ? 0 : 1];
}

/// The same place as the other scheme, and this means something: FLIP and NFLIP differ.
void goes_as(const std::string& scheme, const std::string& other, const Pair& pair,
             const MpmSettings<2>& parts, double separation_ratio = 1) {
  CAPTURE(scheme);
  CAPTURE(other);
  const Vec3<double> flip = moved("flip", pair, parts), nflip = moved("nflip", pair, parts);
  REQUIRE(norm(flip - nflip) > 0.1 * kStep);
  const Vec3<double> expected = other == "flip" ? flip : nflip;
  CHECK(norm(moved(scheme, pair, parts, separation_ratio) - expected) < 1e-15);
}

Collider floor_at(double height, Vec3<double> speed = {}) {
  Collider floor;
  floor.shape = Shape::half_space({0, height, 0}, {0, 1, 0});
  if (norm(speed) > 0) floor.motion.keyframes = {{0, {}, 0}, {1, speed, 0}};
  return floor;
}

/// The pair opens: its volume grows.
const Pair opening{{-0.1, 0.5}, {-1, -1}, {0.1, 0.5}, {1, -1}};
/// And the same towards each other.
const Pair closing{{-0.1, 0.5}, {1, -1}, {0.1, 0.5}, {-1, -1}};

}  // namespace

// Oracle: [Fei2021], Eq. (5), case by case: beta = 0 moves as FLIP does, beta = beta_max = 1 as NFLIP does.
TEST_CASE("the volume decides where nothing is near") {
  goes_as("sflip", "nflip", opening, {});
  goes_as("sflip", "flip", closing, {});
  goes_as("sflip", "flip", opening, {}, 2);  // J^c = 2: still far from breaking
  goes_as("sflip_no_boundary", "nflip", opening, {});
  goes_as("sflip_no_boundary", "flip", closing, {});
  goes_as("nflip_boundary", "nflip", closing, {});
}

TEST_CASE("no adjustment into a collider, unless the way is out") {
  MpmSettings<2> parts;
  // The floor compresses what it stops: J^c = 1/2 keeps that out of this test.
  parts.obstacles.colliders = {floor_at(0.49)};  // after a step at its own velocity the particle is at 0.48
  goes_as("sflip", "flip", opening, parts, 0.5);
  goes_as("nflip_boundary", "flip", opening, parts, 0.5);
  goes_as("sflip_no_boundary", "nflip", opening, parts, 0.5);
  parts.obstacles.colliders = {floor_at(0.47)};
  goes_as("sflip", "nflip", opening, parts, 0.5);
  Pair leaving = opening;
  leaving.v0 = {-1, 1}, leaving.v1 = {1, 1};
  parts.obstacles.colliders = {floor_at(0.55)};  // inside, on its way out
  goes_as("sflip", "nflip", leaving, parts, 0.5);
  parts.obstacles.colliders = {floor_at(0.55, {0, 2, 0})};  // but the floor overtakes it
  goes_as("sflip", "flip", leaving, parts, 0.5);
}

TEST_CASE("no adjustment in a source") {
  MpmSettings<2> parts;
  HeldRegion source;
  source.shape = Shape::box({-0.3, 0.4, -1}, {0.3, 0.6, 1});  // holds no node
  parts.obstacles.held = {source};
  goes_as("sflip", "flip", opening, parts);
  source.shape = Shape::box({0.3, 0.4, -1}, {0.4, 0.6, 1});
  parts.obstacles.held = {source};
  goes_as("sflip", "nflip", opening, parts);
}

// Oracle: [Fei2021], Eqs. (7), (8): ASPIC moves as ASFLIP does in its first step, but keeps the grid's
// velocity, as APIC does.
TEST_CASE("ASPIC adjusts positions alone") {
  CHECK(norm(moved("aspic", opening, {}) - moved("asflip", opening, {})) == 0);
  MpmSettings<2> set = settings<2>(1.0, "aspic");
  ExplicitMpm<2, double> aspic(set), apic(settings<2>(1.0, "apic"));
  for (auto* solver : {&aspic, &apic}) {
    add_body(solver->state(), "pair", no_stress<double>(), 1,
             {{0, opening.x0, opening.v0, {}, 1}, {1, opening.x1, opening.v1, {}, 1}});
    REQUIRE(solver->advance(0, kStep).ok());
  }
  for (std::size_t s = 0; s < 2; ++s) CHECK(norm(aspic.velocities(0)[s] - apic.velocities(0)[s]) < 1e-15);
}

// Oracle: [Fei2021], Fig. 6: two drops of stiff liquid that meet. With NFLIP they pass through each other,
// with SFLIP the left one stays on the left.
TEST_CASE("NFLIP lets colliding particles pass and SFLIP does not") {
  const auto order_after = [](const std::string& scheme) {
    ExplicitMpm<2, double> solver(settings<2>(1.0, scheme));
    const Liquid<double> liquid{1e4, 7, 0, false};
    add_body(solver.state(), "drops", liquid, 1,
             {{0, {-0.1, 0.5}, {5, 0}, {}, 1}, {1, {0.1, 0.5}, {-5, 0}, {}, 1}});
    double least = 1;
    for (int n = 0; n < 400; ++n) {
      REQUIRE(solver.advance(n * 1e-3, 1e-3).ok());
      const auto x = solver.positions(0);
      const std::uint64_t* id = solver.state().bodies[0].particles.plane<std::uint64_t>("id");
      least = std::min(least, id[0] == 0 ? x[1][0] - x[0][0] : x[0][0] - x[1][0]);
    }
    return least;
  };
  CHECK(order_after("nflip") < 0);
  CHECK(order_after("sflip") > 0);
}
