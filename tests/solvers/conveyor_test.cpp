// SPDX-License-Identifier: Apache-2.0
// Surfaces that run along their collider, as a conveyor belt does.
#include <doctest/doctest.h>

#include <numbers>

#include "support/blocks.h"

using namespace froth;
using namespace froth::test;

namespace {

Collider belt(ContactRule contact, const VectorField& surface_velocity, const Motion& motion = {}) {
  Collider belt{"belt", Shape::half_space({0, -0.21, 0}, {0, 1, 0}), motion, contact};
  belt.surface_velocity = surface_velocity;
  return belt;
}

struct Ride {
  Totals totals;
  double speed;  ///< mean, along x [m/s]
};

/// A stiff block at rest, put on a belt for a time.
Ride ride(const Collider& collider, double time) {
  MpmSettings<2> set = settings<2>(0.1, "apic");
  set.gravity = {0, -9.81};
  set.obstacles.colliders = {collider};
  ExplicitMpm<2, double> solver(set);
  add_body(solver.state(), "block", NeoHookean<double>{4e5, 1e6}, 1000,
           jittered_block<2>(8, 0.4, AffineField<2>{}));
  const int steps = static_cast<int>(std::lround(time / 1e-4));
  for (int n = 0; n < steps; ++n) REQUIRE(solver.advance(n * 1e-4, 1e-4).ok());
  const Totals totals = solver.totals(time);
  return {totals, totals.vector("momentum")[0] / totals["mass"]};
}

constexpr ContactRule kRough{ContactKind::Separating, 0.3};

}  // namespace

// Oracle: Coulomb's law. A block on a belt of 0.5 m/s and mu = 0.3 speeds up by mu g until it has the belt's
// speed, at 0.17 s: 0.2943 m/s at 0.1 s, to a few percent for the bounce of its landing, and 0.5 m/s at 0.6
// s, where friction has worn its sway down. A surface without friction moves nothing.
TEST_CASE("a rough belt speeds a block up by mu g until it rides along") {
  CHECK(std::abs(ride(belt(kRough, {0.5, 0, 0}), 0.1).speed - 0.2943) < 0.04);
  CHECK(std::abs(ride(belt(kRough, {0.5, 0, 0}), 0.6).speed - 0.5) < 0.02);
  CHECK(std::abs(ride(belt({ContactKind::Separating, 0}, {0.5, 0, 0}), 0.1).speed) < 1e-12);
  CHECK(std::abs(ride(belt({ContactKind::Slip, 0}, {0.5, 0, 0}), 0.1).speed) < 1e-12);
}

// Oracle: a half-space that slides along its own plane is the same half-space: only its surface moves. Motion
// and surface velocity must give the same velocity and the same work, to rounding.
TEST_CASE("a running surface is a plane that slides along itself") {
  Motion slide;
  slide.keyframes = {{0, {0, 0, 0}, 0}, {10, {5, 0, 0}, 0}};
  for (const ContactRule rule : {kRough, ContactRule{ContactKind::Sticky, 0}}) {
    const Ride runs = ride(belt(rule, {0.5, 0, 0}), 0.15), slides = ride(belt(rule, {}, slide), 0.15);
    CHECK(runs.speed == doctest::Approx(slides.speed).epsilon(1e-9).scale(0));
    CHECK(runs.totals["boundary_work"] ==
          doctest::Approx(slides.totals["boundary_work"]).epsilon(1e-9).scale(0));
  }
}

// Oracle: only the belt pushes sideways, so that its work is its speed times the momentum it gave.
TEST_CASE("a belt's work is its speed times the momentum that it gives") {
  const Ride r = ride(belt(kRough, {0.5, 0, 0}), 0.1);
  CHECK(r.totals["boundary_work"] ==
        doctest::Approx(0.5 * r.totals.vector("momentum")[0]).epsilon(1e-10).scale(0));
  CHECK(r.totals["boundary_work"] > 0);
}

// Oracle: geometry. The normal part of a surface velocity counts for nothing, and a collider that is turned
// takes its surface along: at rest a wall that faces x, its surface running down; after a quarter turn, the
// floor of the tests above.
TEST_CASE("a surface velocity is tangential and turns with its collider") {
  const double plain = ride(belt(kRough, {0.5, 0, 0}), 0.1).speed;
  CHECK(ride(belt(kRough, {0.5, 7, 0}), 0.1).speed == doctest::Approx(plain).epsilon(1e-12).scale(0));
  Collider turned = belt(kRough, {0, -0.5, 0});
  turned.shape = Shape::half_space({-0.21, 0, 0}, {1, 0, 0});
  turned.motion.keyframes = {{0, {0, 0, 0}, std::numbers::pi / 2}};
  CHECK(ride(turned, 0.1).speed == doctest::Approx(plain).epsilon(1e-6).scale(0));
}

// Oracle: before it starts, a belt is a floor, to the bit; mu g for 0.1 s gives 0.29 m/s afterwards; and the
// definition dt = cfl dx / |v| for a belt that runs at 100 m/s.
TEST_CASE("a belt may start late, and a fast one limits the step") {
  const Field late({Expression("t < 0.3 ? 0 : 0.5", {"t"}), "", "", unit::m_s, UnitSystem::Si});
  CHECK(ride(belt(kRough, {late, 0, 0}), 0.25).speed == ride(belt(kRough, {}), 0.25).speed);
  CHECK(ride(belt(kRough, {late, 0, 0}), 0.4).speed > 0.2);

  MpmSettings<2> set = settings<2>(0.1, "apic");
  set.obstacles.colliders = {belt(kRough, {100, 0, 0})};
  ExplicitMpm<2, double> solver(set);
  add_body(solver.state(), "block", NeoHookean<double>{1e3, 1e4}, 1000,
           jittered_block<2>(4, 0.4, AffineField<2>{}));
  CHECK(solver.time_step_limit(0).dt == doctest::Approx(0.4 * 0.1 / 100).scale(0));
  CHECK(solver.time_step_limit(0).obstacle == "collider \"belt\"");
}
