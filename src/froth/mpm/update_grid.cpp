// SPDX-License-Identifier: Apache-2.0
// Momentum to velocity on the nodes, gravity and other loads, and contact with colliders.
// Source: [Stomakhin2013], section 8, for contact on nodes. Where a node counts as inside a collider, the
// order of several colliders and what friction may take are decided in docs/architecture.md.
#include <froth/mpm/node_loads.h>
#include <froth/mpm/node_update.h>
#include <froth/mpm/stages.h>

namespace froth {

template <int Dim, class Real>
PosedObstacles obstacles_at_end(const Obstacles& obstacles, const MpmBodies<Dim, Real>& bodies, double time,
                                double dt, const RigidBodies& rigid) {
  PosedObstacles posed = pose_obstacles(obstacles, time, dt, rigid);
  for (const MpmBody<Dim, Real>& body : bodies)  // nodes in a nozzle move as the jet does
    if (body.emitter && body.emitter->is_flowing(time) && body.emitted < body.emitter->budget)
      posed.sources.push_back(
          {.shape = body.emitter->shape.view(), .pose = {}, .linear = body.emitter->velocity});
  return posed;
}

template <int Dim, class Real>
void update_grid(const MpmSettings<Dim>& settings, const PosedObstacles& obstacles, double time, double dt,
                 MpmGrid<Dim, Real>& grid, MpmCounters& counters, std::span<RigidImpulse> impulses) {
  const NodeUpdate<Dim, Real> update(settings, obstacles, time, dt);
  const auto& blocks = grid.topology.blocks();
  NodeField<Dim, Real>&motion = grid.fields.motion, &before = grid.fields.before;
  const bool keeps = settings.scheme.keeps_particle_velocity();
  std::vector<double> work(blocks.size(), 0.0), load_work(blocks.size(), 0.0);
  std::vector<int> bad_node(blocks.size(), -1);
  std::vector<RigidImpulse> given(blocks.size() * impulses.size());
  parallel_chunks(static_cast<Index>(blocks.size()), 16, [&](const Chunk& c) {
    NodeLoads<Dim, Real> loads(settings, time, dt);
    for (Index b = c.begin; b < c.end; ++b) {
      const auto n = static_cast<std::size_t>(b);
      if (grid.fields.is_open[n] == 0) continue;
      update.velocities(motion.block(b), keeps ? before.block(b) : nullptr);
      if (!loads.is_gravity_alone()) bad_node[n] = loads.push(blocks[n], motion.block(b));
      work[n] = update.contact(blocks[n], motion.block(b),
                               std::span(given).subspan(n * impulses.size(), impulses.size()));
      load_work[n] = loads.work(motion.block(b));
      if (keeps)  // the mass has served; see GridFields
        for (int k = 0; k < kBlockCells<Dim>; ++k) motion.block(b)[k][3] = before.block(b)[k][0];
    }
  });
  for (const double w : work) counters.boundary_work += w;
  for (std::size_t k = 0; k < given.size(); ++k) impulses[k % impulses.size()] += given[k];
  for (const double w : load_work) counters.load_work += w;
  for (std::size_t b = 0; b < bad_node.size(); ++b)
    if (bad_node[b] >= 0)  // evaluated once more with checks, which then say what is wrong
      for (const VectorField& force : settings.forces)
        value_at(force, NodePlaces<Dim>{settings.lattice}.node_position(blocks[b], bad_node[b]), time);
}

#define FROTH_INSTANCE(Dim, Real)                                                                         \
  template PosedObstacles obstacles_at_end(const Obstacles&, const MpmBodies<Dim, Real>&, double, double, \
                                           const RigidBodies&);                                           \
  template void update_grid(const MpmSettings<Dim>&, const PosedObstacles&, double, double,               \
                            MpmGrid<Dim, Real>&, MpmCounters&, std::span<RigidImpulse>);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
