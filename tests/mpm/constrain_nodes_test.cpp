// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/mpm/constrain_nodes.h>
#include <froth/mpm/stages.h>

#include "support/blocks.h"

using namespace froth;
using namespace froth::test;

namespace {

/// A block that moves through a floor, a moving slab, a sticky ball and a held box, none of which rubs.
MpmSettings<2> with_obstacles() {
  MpmSettings<2> s = settings<2>(0.1, "apic");
  Collider floor, slab, ball;
  floor.shape = Shape::half_space({0, -0.25, 0}, {0, 1, 0});
  slab.shape = Shape::box({-0.4, -1, -1}, {-0.2, 1, 1});
  slab.motion.keyframes = {{0, {}, 0}, {1, {0.7, 0.3, 0}, 0}};
  slab.contact.kind = ContactKind::Slip;
  ball.shape = Shape::sphere({0.3, 0.3, 0}, 0.12);
  ball.contact.kind = ContactKind::Sticky;
  s.obstacles.colliders = {floor, slab, ball};
  HeldRegion held;
  held.shape = Shape::box({0.2, -0.3, -1}, {0.4, -0.1, 1});
  held.motion.keyframes = {{0, {}, 0}, {1, {0, 0.5, 0}, 0}};
  s.obstacles.held = {held};
  return s;
}

}  // namespace

// Oracle: update_grid, which resolves the same contacts one after the other by changing velocities. Here the
// constraints of every node are applied in their order, separating ones where the node approaches; nodes that
// have none must not be touched by contact at all.
TEST_CASE("constraints of the nodes give the velocities that contact gives") {
  MpmState<2, double> state(with_obstacles());
  AffineField<2> field{{0.4, -1}, {{{1, 2}, {-3, 0.5}}}};
  add_body(state, "block", no_stress<double>(), 1000, jittered_block<2>(16, 0.8, field));
  auto& [settings, bodies, counters, resampled, grid, clock, rigid] = state;
  const double dt = 1e-3;
  sort_particles(settings.lattice, bodies);
  activate_grid(settings.lattice, bodies, grid);
  const PosedObstacles obstacles = obstacles_at_end(settings.obstacles, bodies, 0, dt), none;
  const auto job = transfer_job(settings, bodies, grid, obstacles, dt);

  p2g(job, grid.fields);
  update_grid(settings, none, 0, dt, grid, counters);
  std::vector<Lanes<double, 4>> free_motion;
  const Index blocks = static_cast<Index>(grid.topology.blocks().size());
  for (Index b = 0; b < blocks; ++b)
    free_motion.insert(free_motion.end(), grid.fields.motion.block(b),
                       grid.fields.motion.block(b) + kBlockCells<2>);
  const std::vector<ConstrainedNode> constrained = constrain_nodes(settings.lattice, obstacles, grid, false);
  p2g(job, grid.fields);
  update_grid(settings, obstacles, 0, dt, grid, counters);

  REQUIRE(constrained.size() > 20);
  std::size_t next = 0, with_several = 0;
  for (Index b = 0; b < blocks; ++b)
    for (int n = 0; n < kBlockCells<2>; ++n) {
      if (grid.fields.is_open[static_cast<std::size_t>(b)] == 0) continue;
      const auto& now = grid.fields.motion.block(b)[n];
      if (!(now[3] > 0)) continue;
      const auto& before = free_motion[static_cast<std::size_t>(b * kBlockCells<2> + n)];
      Vec3<double> v{before[0], before[1], 0};
      if (next < constrained.size() && constrained[next].block == b && constrained[next].node == n) {
        with_several += constrained[next].contacts.size() > 1 ? 1 : 0;
        for (const ContactConstraint<double>& c : constrained[next++].contacts) {
          if (c.separates && dot(v - c.velocity, c.normal) >= 0) continue;
          PrescribedVelocity<double> prescribed;
          prescribed.prescribe(c);
          v = prescribed.apply(v);
        }
      }
      CHECK(norm(v - Vec3<double>{now[0], now[1], 0}) < 1e-12);
    }
  CHECK(next == constrained.size());
  CHECK(with_several > 0);
}
