// SPDX-License-Identifier: Apache-2.0
// Rigid bodies among the nodes and particles of a step. Source: obstacles/rigid_bodies.h.
#include <froth/mpm/node_loads.h>
#include <froth/mpm/node_update.h>
#include <froth/mpm/stages.h>

#include <froth/base/settling.h>

namespace froth {

namespace {

/// The nodes of one block that touch rigid bodies, after loads and before contact; the grid stays as it is.
template <int Dim, class Real>
std::vector<TouchingMass> touching_in(const NodeUpdate<Dim, Real>& update, const PosedObstacles& obstacles,
                                      const MpmGrid<Dim, Real>& grid, Index b, bool keeps,
                                      NodeLoads<Dim, Real>& loads) {
  using Node = Lanes<Real, 4>;
  const BlockCoord<Dim>& block = grid.topology.blocks()[static_cast<std::size_t>(b)];
  std::vector<TouchingMass> found;
  std::array<Node, kBlockCells<Dim>> nodes, before;
  bool is_ready = false;
  for (const PosedCollider& c : obstacles.colliders) {
    if (c.rigid < 0 || !update.may_touch(c, block)) continue;
    if (!is_ready) {
      std::copy_n(grid.fields.motion.block(b), nodes.size(), nodes.data());
      if (keeps) std::copy_n(grid.fields.before.block(b), before.size(), before.data());
      update.velocities(nodes.data(), keeps ? before.data() : nullptr);
      if (!loads.is_gravity_alone()) loads.push(block, nodes.data());
      is_ready = true;
    }
    update.each_touching(
        c, block, nodes.data(),
        [&](int n, const Vec3<double>& x, const Vec3<double>& normal, const ContactRule& rule) {
          const Node& node = nodes[static_cast<std::size_t>(n)];
          found.push_back({static_cast<std::size_t>(c.rigid), double(node[3]), x,
                           lift(vec_of<Dim, Real>(node)).template cast<double>(), normal, rule});
        });
  }
  return found;
}

}  // namespace

template <int Dim>
void load_rigid(const MpmSettings<Dim>& settings, double time, double dt, RigidBodies& rigid) {
  const Vec3<double> gravity = lift(gravity_at(settings, time));
  const double kept = Settling{settings.gravity_ramp, settings.settle}.kept_velocity(time, dt);
  const auto load = [&](const Vec3<double>& x) {
    Vec3<double> sum = gravity;
    for (const VectorField& force : settings.forces) sum += value_at(force, x, time);
    return sum;
  };
  rigid.accelerate(load, dt, kept);
}

template <int Dim, class Real>
void meet_rigid(const MpmSettings<Dim>& settings, double time, double dt, const MpmGrid<Dim, Real>& grid,
                RigidBodies& rigid, PosedObstacles& obstacles, MpmCounters& counters) {
  const NodeUpdate<Dim, Real> update(settings, obstacles, time, dt);
  const bool keeps = settings.scheme.keeps_particle_velocity();
  std::vector<std::vector<TouchingMass>> by_block(grid.topology.blocks().size());
  parallel_chunks(static_cast<Index>(by_block.size()), 16, [&](const Chunk& c) {
    NodeLoads<Dim, Real> loads(settings, time, dt);
    for (Index b = c.begin; b < c.end; ++b)
      if (grid.fields.is_open[static_cast<std::size_t>(b)] != 0)
        by_block[static_cast<std::size_t>(b)] = touching_in(update, obstacles, grid, b, keeps, loads);
  });
  std::vector<TouchingMass> touching;
  for (const auto& own : by_block) touching.insert(touching.end(), own.begin(), own.end());
  const std::vector<Collider>& colliders = settings.obstacles.colliders;
  counters.boundary_work += rigid.collide(colliders, touching, time, dt, norm(settings.gravity));
  obstacles.colliders = contact_order(colliders, time, dt, rigid);
}

template <int Dim>
void carry_rigid(const MpmSettings<Dim>& settings, double time, double dt,
                 std::span<const RigidImpulse> impulses, RigidBodies& rigid, PosedObstacles& obstacles) {
  rigid.receive(impulses);
  obstacles.colliders = contact_order(settings.obstacles.colliders, time, dt, rigid);
}

void move_rigid(double dt, std::span<const RigidImpulse> impulses, RigidBodies& rigid,
                MpmCounters& counters) {
  counters.load_work += rigid.move(dt);
  rigid.receive(impulses);
}

template void load_rigid(const MpmSettings<2>&, double, double, RigidBodies&);
template void load_rigid(const MpmSettings<3>&, double, double, RigidBodies&);
template void carry_rigid(const MpmSettings<2>&, double, double, std::span<const RigidImpulse>, RigidBodies&,
                          PosedObstacles&);
template void carry_rigid(const MpmSettings<3>&, double, double, std::span<const RigidImpulse>, RigidBodies&,
                          PosedObstacles&);
#define FROTH_INSTANCE(Dim, Real)                                                                            \
  template void meet_rigid(const MpmSettings<Dim>&, double, double, const MpmGrid<Dim, Real>&, RigidBodies&, \
                           PosedObstacles&, MpmCounters&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
