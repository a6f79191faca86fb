// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "support/blocks.h"

using namespace froth;
using namespace froth::test;

namespace {
Collider floor_collider(ContactRule contact, Motion motion = {}) {
  return {"floor", Shape::half_space({0, -0.21, 0}, {0, 1, 0}), motion, contact};
}

template <class Law>
ExplicitMpm<2, double> block_on_floor(const Law& law, const Collider& floor, const Vec<2, double>& gravity,
                                      const Vec<2, double>& v) {
  MpmSettings<2> set = settings<2>(0.1, "apic");
  set.gravity = gravity;
  set.obstacles.colliders = {floor};
  ExplicitMpm<2, double> solver(set);
  add_body(solver.state(), "block", law, 1000, jittered_block<2>(8, 0.4, AffineField<2>{v, {}}));
  return solver;
}

double mean_velocity(const ExplicitMpm<2, double>& solver, int axis) {
  const Totals t = solver.totals(0);
  return t.vector("momentum")[axis] / t["mass"];
}
}  // namespace

// Oracle: Coulomb's law. A stiff block under gravity on a floor of friction mu that starts at 1 m/s slows
// down by mu g: after 0.2 s with mu = 0.3 it has 1 - 0.3 * 9.81 * 0.2 = 0.411 m/s; the bounce of its landing
// adds a few percent. Without friction it keeps its speed to rounding, and a sticky floor stops it.
TEST_CASE("a block slides on a floor") {
  const NeoHookean<double> law{4e5, 1e6};
  const auto slide = [&](ContactRule rule) {
    auto solver = block_on_floor(law, floor_collider(rule), {0, -9.81}, {1, 0});
    for (int n = 0; n < 2000; ++n) REQUIRE(solver.advance(n * 1e-4, 1e-4).ok());
    return mean_velocity(solver, 0);
  };
  CHECK(std::abs(slide({ContactKind::Separating, 0.3}) - 0.411) < 0.05);
  CHECK(std::abs(slide({ContactKind::Separating, 0}) - 1) < 1e-9);
  CHECK(std::abs(slide({ContactKind::Slip, 0}) - 1) < 1e-9);
}

// Oracle: a quarter period of the first shear mode. A sticky floor holds the foot of a block that starts at v
// = 1 m/s: it sways by about v T / 4 with T = 4 H / c and c = sqrt(mu / rho) = 20 m/s, 0.02 m, and goes
// nowhere, where a free block would travel 0.2 m. The floor takes in the nodes at the block's foot, so that
// it holds material, not air.
TEST_CASE("a sticky floor holds a block") {
  Collider floor = floor_collider({ContactKind::Sticky, 0});
  floor.shape = Shape::half_space({0, -0.19, 0}, {0, 1, 0});
  auto solver = block_on_floor(NeoHookean<double>{4e5, 1e6}, floor, {0, -9.81}, {1, 0});
  for (int n = 0; n < 2000; ++n) {
    REQUIRE(solver.advance(n * 1e-4, 1e-4).ok());
    if (n % 100 != 0) continue;
    double x = 0;
    for (const Vec3<double>& at : solver.positions(0)) x += at[0] / 64;
    CHECK(std::abs(x) < 0.03);
  }
}

// Oracle: work and energy. A floor that rises at 0.5 m/s lifts a block: what it does in work is what the
// block gains in energy plus what contact dissipates, so never less than the gain and close to it once the
// block rides along. A floor at rest does no work at all.
TEST_CASE("a rising floor does the work that the block gains") {
  const NeoHookean<double> law{4e4, 1e5};
  Motion rise;
  rise.keyframes = {{0, {0, 0, 0}, 0}, {1, {0, 0.5, 0}, 0}};
  auto solver = block_on_floor(law, floor_collider({ContactKind::Separating, 0}, rise), {0, -9.81}, {0, 0});
  const Totals t0 = solver.totals(0);
  for (int n = 0; n < 5000; ++n) REQUIRE(solver.advance(n * 1e-4, 1e-4).ok());
  const Totals t1 = solver.totals(0.5);
  const double gain = t1["kinetic_energy"] + t1["elastic_energy"] + t1["gravitational_energy"] -
                      t0["kinetic_energy"] - t0["elastic_energy"] - t0["gravitational_energy"];
  CHECK(t1["boundary_work"] >= gain);
  CHECK(t1["boundary_work"] < 1.2 * gain);
  CHECK(gain > 0.5 * t0["mass"] * 9.81 * 0.2);

  auto still = block_on_floor(law, floor_collider({ContactKind::Separating, 0.4}), {0, -9.81}, {1, 0});
  for (int n = 0; n < 500; ++n) REQUIRE(still.advance(n * 1e-4, 1e-4).ok());
  CHECK(still.totals(0)["boundary_work"] == 0);
}

// Oracle: the same scene in another frame of reference. A block dropped on a floor that moves sideways under
// sticky contact ends up with the floor's velocity, on average over its ringing.
TEST_CASE("a sticky conveyor carries its load") {
  Motion slide;
  slide.keyframes = {{0, {0, 0, 0}, 0}, {10, {5, 0, 0}, 0}};
  auto solver = block_on_floor(NeoHookean<double>{4e4, 1e5}, floor_collider({ContactKind::Sticky, 0}, slide),
                               {0, -9.81}, {0, 0});
  double mean = 0;
  for (int n = 0; n < 20000; ++n) {
    REQUIRE(solver.advance(n * 1e-4, 1e-4).ok());
    if (n >= 10000 && n % 10 == 0) mean += mean_velocity(solver, 0) / 1000;
  }
  CHECK(std::abs(mean - 0.5) < 0.02);
}

// Oracle: momentum. Two bodies of different laws that meet exchange momentum through the grid and keep their
// sum.
TEST_CASE("bodies of different laws exchange momentum") {
  ExplicitMpm<2, double> solver(settings<2>(0.1, "apic"));
  std::vector<NewParticle<2>> left = jittered_block<2>(8, 0.4, AffineField<2>{{1, 0}, {}}), right = left;
  for (auto& p : right) p.x[0] += 0.7, p.v = {-1, 0}, p.id += 1000;
  add_body(solver.state(), "jelly", NeoHookean<double>{4e4, 1e5}, 1000, left);
  add_body(solver.state(), "water", Liquid<double>{1e5, 7, 0, false}, 1000, right);
  const Totals t0 = solver.totals(0);
  for (int n = 0; n < 4000; ++n) REQUIRE(solver.advance(n * 1e-4, 1e-4).ok());
  double jelly = 0;
  for (const Vec3<double>& v : solver.velocities(0)) jelly += v[0] / double(left.size());
  CHECK(jelly < 0.2);  // it was 1 before they met
  CHECK(norm(solver.totals(0).vector("momentum") - t0.vector("momentum")) <= 1e-12 * t0["absolute_momentum"]);
}

// Oracle: the contact rule. A sticky floor that lies exactly on a plane of nodes stops those nodes; rounding
// of the plane's height must not set them free.
TEST_CASE("nodes on the surface of a collider are in contact") {
  for (const double height : {-0.2, -0.2 - 1e-15, -0.2 + 1e-15}) {
    Collider floor = floor_collider({ContactKind::Sticky, 0});
    floor.shape = Shape::half_space({0, height, 0}, {0, 1, 0});
    auto solver = block_on_floor(NeoHookean<double>{4e4, 1e5}, floor, {0, -9.81}, {1, 0});
    REQUIRE(solver.advance(0, 1e-4).ok());
    int stopped = 0, moving = 0;
    const auto& blocks = solver.state().grid.topology.blocks();
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (int n = 0; n < 16; ++n) {
        const auto node = solver.state().grid.fields.motion.block(static_cast<Index>(b))[n];
        if (!(node[3] > 0)) continue;
        const int row = blocks[b][1] * 4 + n % 4 - 1;  // blocks of nodes start one below their first cell
        (row <= -2 ? stopped : moving) += 1;
        if (row <= -2) CHECK(std::abs(node[0]) + std::abs(node[1]) == 0);
      }
    CHECK(stopped > 0);
    CHECK(moving > 0);
  }
}

namespace {
/// Momentum left of a block that flew at 1 m/s against a plate of the given middle and thickness.
double momentum_behind_plate(double middle, double thickness, ContactKind kind, int periodic_cells) {
  MpmSettings<2> set = settings<2>(0.05, "apic");
  set.lattice.periodic_cells = {periodic_cells, 0};
  set.obstacles.colliders = {
      {"plate", Shape::box({middle - thickness / 2, -2, -1}, {middle + thickness / 2, 2, 1}), {}, {kind, 0}}};
  ExplicitMpm<2, double> solver(set);
  std::vector<NewParticle<2>> block = jittered_block<2>(8, 0.2, AffineField<2>{{1, 0}, {}});
  for (auto& p : block) p.x += Vec<2, double>{0.3, 0};
  add_body(solver.state(), "block", NeoHookean<double>{4e4, 1e5}, 1000, block);
  for (int n = 0; n < 3000; ++n) REQUIRE(solver.advance(n * 2e-4, 2e-4).ok());
  return mean_velocity(solver, 0);
}
}  // namespace

// Oracle: a wall is a wall. A block that flies against a plate turns back, also where the plate is thinner
// than a cell and its middle, where it has no normal, is a plane of nodes.
TEST_CASE("thin plates hold, on nodes and off") {
  for (const double middle : {0.75, 0.76})
    for (const double thickness : {0.04, 0.08, 0.12})
      for (const ContactKind kind : {ContactKind::Separating, ContactKind::Slip, ContactKind::Sticky}) {
        CAPTURE(middle);
        CAPTURE(thickness);
        CHECK(momentum_behind_plate(middle, thickness, kind, 0) < 0.2);
      }
}

// Oracle: translation. A wall just before the seam of a periodic axis, whose last nodes belong to the first
// block, stops the block as the same wall elsewhere does.
TEST_CASE("a wall at the seam of a periodic axis holds") {
  CHECK(momentum_behind_plate(0.75, 0.04, ContactKind::Sticky, 20) < 0.2);
  CHECK(momentum_behind_plate(0.95, 0.04, ContactKind::Sticky, 20) < 0.2);
}

// Oracle: [Yue2015], Algorithm 16, written out for single particles below a floor that lies still. NFLIP
// carries a particle with its own velocity, which the grid's contact cannot reach: it sinks on. With contact
// on particles a sticky floor stops it where it is, a separating one leaves it what runs along the floor, and
// one that is above the floor keeps its velocity.
TEST_CASE("contact of particles themselves") {
  const auto step = [](ContactRule rule, double y) {
    MpmSettings<2> set = settings<2>(0.1, "nflip");
    set.obstacles.colliders = {{"floor", Shape::half_space({0, 0, 0}, {0, 1, 0}), {}, rule}};
    ExplicitMpm<2, double> solver(set);
    add_body(solver.state(), "grain", no_stress<double>(), 1000,
             {{0, {0.02, y}, {1, -2}, {}, 1e-3}, {1, {0.06, y}, {3, -4}, {}, 1e-3}});
    REQUIRE(solver.advance(0, 1e-3).ok());
    return std::pair{solver.velocities(0)[1], solver.positions(0)[1]};
  };
  const auto [sinking, lower] = step({ContactKind::Sticky, 0, false}, -0.15);
  CHECK(sinking[1] < -0.5);
  CHECK(lower[1] < -0.15 - 0.5e-3);
  const auto [stuck, place] = step({ContactKind::Sticky, 0, true}, -0.15);
  CHECK(norm(stuck) == 0);
  CHECK(norm(place - Vec3<double>{0.06, -0.15, 0}) < 1e-15);
  const auto [sliding, along] = step({ContactKind::Separating, 0, true}, -0.15);
  CHECK(sliding[1] == 0);
  CHECK(std::abs(sliding[0]) > 0.5);
  CHECK(along[1] == doctest::Approx(-0.15).epsilon(1e-12).scale(0));
  const auto free = step({ContactKind::Sticky, 0, true}, 0.35),
             same = step({ContactKind::Sticky, 0, false}, 0.35);
  CHECK(norm(free.first - same.first) == 0);
  CHECK(free.first[1] < -1);
}
