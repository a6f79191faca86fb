// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/transfer/near_obstacles.h>

using namespace froth;
using V = Vec3<double>;

namespace {

constexpr double kCell = 0.1;

Lattice<2> lattice(int periodic_cells = 0) {
  Lattice<2> l;
  l.dx = kCell, l.degree = 2, l.origin = Vec<2, double>::constant(-kCell), l.period_begin = 1;
  l.periodic_cells[0] = periodic_cells;
  return l;
}

/// A path, ended by the colliders near a block.
ParticlePath ended(const Obstacles& obstacles, const Lattice<2>& l, const BlockCoord<2>& block,
                   ParticlePath path, double time = 0, double dt = 0.01) {
  const PosedObstacles posed = pose_obstacles(obstacles, time, dt);
  NearObstacles<2> near(posed, l, kCell);
  near.enter(block);
  near.stop_at_surfaces(path);
  return path;
}

}  // namespace

// Oracle: geometry. A point that is driven into the tip between a floor and a plane 20 degrees above it,
// where pushing out of one means pushing into the other, is outside of both in the end.
TEST_CASE("no point is pushed through an acute corner") {
  const double angle = 20 * 3.14159265358979323846 / 180;
  Obstacles wedge;
  wedge.colliders = {{"floor", Shape::half_space({0, 0, 0}, {0, 1, 0}), {}, {}},
                     {"roof", Shape::half_space({0, 0, 0}, {std::sin(angle), -std::cos(angle), 0}), {}, {}}};
  ParticlePath path{{0.030, 0.005, 0}, {-0.010, 0.005, 0}, {-4, 0, 0}};
  for (int step = 0; step < 20; ++step) {
    path = ended(wedge, lattice(), {0, 0}, path);
    for (const Collider& c : wedge.colliders) CHECK(c.shape.signed_distance(path.end) >= -1e-9);
    path.begin = path.end, path.end += V{-0.04, 0, 0};
  }
}

// Oracle: a periodic axis has no ends. A thin plate just behind the seam at x = 1.6 m, which is x = 0, stops
// what comes across the seam as it stops what does not.
TEST_CASE("a plate behind the seam of a period stops what crosses the seam") {
  Obstacles plate;
  plate.colliders = {{"plate", Shape::box({0.004, -9, -9}, {0.024, 9, 9}), {}, {}}};
  const ParticlePath path = ended(plate, lattice(16), {3, 0}, {{1.596, 0.1, 0}, {1.632, 0.1, 0}, {3, 0, 0}});
  CHECK(path.end[0] <= 1.604 + 1e-9);
  CHECK(path.end[0] > 1.6);
  CHECK(std::abs(path.v[0]) < 1e-9);
}

// Oracle: relative motion. A plate that moves now and jumps much later takes a point along now.
TEST_CASE("a collider that will jump pushes until it does") {
  Motion motion;
  motion.keyframes = {
      {0, {0, 0, 0}, 0, Interpolation::Linear}, {1, {4, 0, 0}, 0, Interpolation::Hold}, {2, {9, 0, 0}, 0}};
  CHECK_FALSE(motion.jumps(0, 1));
  CHECK_FALSE(motion.jumps(2, 3));
  CHECK(motion.jumps(1.99, 2));
  Obstacles plate;
  plate.colliders = {{"plate", Shape::box({0, -9, -9}, {0.01, 9, 9}), motion, {}}};
  const ParticlePath path = ended(plate, lattice(), {0, 0}, {{0.02, 0.1, 0}, {0.02, 0.1, 0}, {}});
  CHECK(path.end[0] >= 0.05);  // 4 m/s for 0.01 s, and the plate's thickness
  CHECK(std::abs(path.v[0] - 4) < 1e-9);
}

// Oracle: a slot is a way through. The node in the middle of a slot one cell wide has no wall before it; one
// in or beside a thin plate has, and holds both of its sides.
TEST_CASE("a node holds both sides of a sheet, and neither of a slot") {
  const Collider slot{
      "slot",
      Shape::unite({Shape::box({-1, -1, -1}, {-0.05, 1, 1}), Shape::box({0.05, -1, -1}, {1, 1, 1})}),
      {},
      {}};
  const Collider sheet{"sheet", Shape::box({0.02, -1, -1}, {0.03, 1, 1}), {}, {}};
  const double touch = 1e-4 * kCell;
  const auto holds = [&](const Collider& c, const V& x) {
    const PosedCollider posed(c, {}, {}, 0);
    return holds_both_sides(posed, x, posed.normal(x, touch), posed.distance(x), kCell, touch);
  };
  CHECK_FALSE(holds(slot, {0, 0, 0}));
  CHECK(holds(sheet, {0, 0, 0}));
  CHECK_FALSE(holds(sheet, {-0.05, 0, 0}));  // its neighbour does
}
