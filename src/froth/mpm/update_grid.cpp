// SPDX-License-Identifier: Apache-2.0
// Momentum to velocity on the nodes, gravity and other loads, and contact with colliders.
// Source: [Stomakhin2013], section 8, for contact on nodes. Where a node counts as inside a collider, the
// order of several colliders and what friction may take are decided in docs/architecture.md.
#include <froth/mpm/node_loads.h>
#include <froth/mpm/node_places.h>
#include <froth/mpm/stages.h>
#include <froth/transfer/contact_row.h>
#include <froth/transfer/node_rules.h>
#include <froth/transfer/tile.h>

namespace froth {

namespace {

template <int Dim, class Real>
class NodeUpdate {
 public:
  using Node = Lanes<Real, 4>;

  NodeUpdate(const MpmSettings<Dim>& settings, const PosedObstacles& obstacles, double time, double dt)
      : where_{settings.lattice}, tight_(settings.tight_colliders), obstacles_(obstacles) {
    gravity_ = lanes_of((dt * gravity_at(settings, time)).template cast<Real>(), Real(0));
  }

  /// Velocity of every node of a block, without contact. `before`, where there is one, comes with the impulse
  /// of the forces and leaves with the velocity before them.
  void velocities(Node* nodes, Node* before) const {
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const Real mass = nodes[n][3];
      if (mass == Real(0)) continue;  // nobody touched it: do not write it either
      if (!(mass > kLeastNodeMass<Real>)) {
        nodes[n] = Node{};
        if (before != nullptr) before[n] = Node{};
        continue;
      }
      Node v;
      if (before != nullptr) {
        const NodeVelocity<Node> both = node_velocity(nodes[n], before[n], mass, gravity_);
        before[n] = both.before, v = both.after;
      } else {
        v = node_velocity(nodes[n], mass, gravity_);
      }
      v[3] = mass;
      nodes[n] = v;
    }
  }

  /// Contact on the nodes of a block, then regions that are held; returns the work that was done [J].
  double contact(const BlockCoord<Dim>& block, Node* nodes) const {
    double work = 0;
    const double margin = tight_ ? 0.5 * where_.lattice.dx : 0.0;
    for (const PosedCollider& c : obstacles_.colliders)
      if (where_.may_touch(c, block, c.is_plane() ? 0.0 : margin))
        work += c.is_plane() ? contact_with_plane(c, block, nodes) : contact_with(c, block, nodes);
    for (const PosedRegion& region : obstacles_.sources)
      if (where_.may_touch(region, block)) work += hold(region, block, nodes);
    return work;
  }

 private:
  double contact_with(const PosedCollider& c, const BlockCoord<Dim>& block, Node* nodes) const {
    double work = 0;
    const double step = where_.touch(), reach = tight_ ? 0.5 * where_.lattice.dx : step;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const double mass = double(nodes[n][3]);
      if (!(mass > 0)) continue;
      const Vec3<double> x = where_.node_position(block, n);
      const double gap = c.distance(x);
      if (gap > reach) continue;
      const Vec3<double> normal = c.normal(x, step), v_collider = c.velocity(x, normal);
      const bool is_thin = tight_ && holds_both_sides(c, x, normal, gap, where_.lattice.dx, step);
      if (gap > step && !is_thin) continue;  // a node on the surface is in contact
      const ContactRule rule = is_thin ? two_sided(c.contact) : c.contact;
      const Vec3<double> v = lift(vec_of<Dim, Real>(nodes[n])).template cast<double>();
      const Vec3<double> v_new = resolve_contact(rule, v, v_collider, normal);
      work += mass * dot(v_new - v, v_collider);
      for (int d = 0; d < Dim; ++d) nodes[n][d] = Real(v_new[d]);
    }
    return work;
  }

  /// The same for a plane, a row of nodes at a time; along_row is where its nodes are on the last axis.
  double contact_with_plane(const PosedCollider& c, const BlockCoord<Dim>& block, Node* nodes) const {
    RowReal work(0), along_row(0);
    for (int k = 0; k < kBlockWidth; ++k) along_row.v[k] = where_.node_position(block, k)[Dim - 1];
    for (int n = 0; n < kBlockCells<Dim>; n += kBlockWidth) {
      Vec3<RowReal> x = where_.node_position(block, n).template cast<RowReal>();
      x[Dim - 1] = along_row;
      work += contact_row<Dim, Real>(c, x, where_.touch(), nodes + n);
    }
    return work[0] + work[1] + work[2] + work[3];
  }

  double hold(const PosedRegion& region, const BlockCoord<Dim>& block, Node* nodes) const {
    double work = 0;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const double mass = double(nodes[n][3]);
      const Vec3<double> x = where_.node_position(block, n);
      if (!(mass > 0) || region.distance(x) > where_.touch()) continue;
      const Vec3<double> v = lift(vec_of<Dim, Real>(nodes[n])).template cast<double>();
      const Vec3<double> v_new = region.velocity(x);
      work += mass * dot(v_new - v, v_new);
      for (int d = 0; d < Dim; ++d) nodes[n][d] = Real(v_new[d]);
    }
    return work;
  }

  NodePlaces<Dim> where_;
  bool tight_;  ///< walls thinner than a cell count too
  const PosedObstacles& obstacles_;
  Node gravity_;  ///< what it adds to a velocity in one step
};

}  // namespace

template <int Dim, class Real>
PosedObstacles obstacles_at_end(const Obstacles& obstacles, const MpmBodies<Dim, Real>& bodies, double time,
                                double dt) {
  PosedObstacles posed = pose_obstacles(obstacles, time, dt);
  for (const MpmBody<Dim, Real>& body : bodies)  // nodes in a nozzle move as the jet does
    if (body.emitter && body.emitter->is_flowing(time) && body.emitted < body.emitter->budget)
      posed.sources.push_back(
          {.shape = body.emitter->shape.view(), .pose = {}, .linear = body.emitter->velocity});
  return posed;
}

template <int Dim, class Real>
void update_grid(const MpmSettings<Dim>& settings, const PosedObstacles& obstacles, double time, double dt,
                 MpmGrid<Dim, Real>& grid, MpmCounters& counters) {
  const NodeUpdate<Dim, Real> update(settings, obstacles, time, dt);
  const auto& blocks = grid.topology.blocks();
  NodeField<Dim, Real>&motion = grid.fields.motion, &before = grid.fields.before;
  const bool keeps = settings.scheme.keeps_particle_velocity();
  std::vector<double> work(blocks.size(), 0.0), load_work(blocks.size(), 0.0);
  std::vector<int> bad_node(blocks.size(), -1);
  parallel_chunks(static_cast<Index>(blocks.size()), 16, [&](const Chunk& c) {
    NodeLoads<Dim, Real> loads(settings, time, dt);
    for (Index b = c.begin; b < c.end; ++b) {
      const auto n = static_cast<std::size_t>(b);
      if (grid.fields.is_open[n] == 0) continue;
      update.velocities(motion.block(b), keeps ? before.block(b) : nullptr);
      if (!loads.is_gravity_alone()) bad_node[n] = loads.push(blocks[n], motion.block(b));
      work[n] = update.contact(blocks[n], motion.block(b));
      load_work[n] = loads.work(motion.block(b));
      if (keeps)  // the mass has served; see GridFields
        for (int k = 0; k < kBlockCells<Dim>; ++k) motion.block(b)[k][3] = before.block(b)[k][0];
    }
  });
  for (const double w : work) counters.boundary_work += w;
  for (const double w : load_work) counters.load_work += w;
  for (std::size_t b = 0; b < bad_node.size(); ++b)
    if (bad_node[b] >= 0)  // evaluated once more with checks, which then say what is wrong
      for (const VectorField& force : settings.forces)
        value_at(force, NodePlaces<Dim>{settings.lattice}.node_position(blocks[b], bad_node[b]), time);
}

#define FROTH_INSTANCE(Dim, Real)                                                                          \
  template PosedObstacles obstacles_at_end(const Obstacles&, const MpmBodies<Dim, Real>&, double, double); \
  template void update_grid(const MpmSettings<Dim>&, const PosedObstacles&, double, double,                \
                            MpmGrid<Dim, Real>&, MpmCounters&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
