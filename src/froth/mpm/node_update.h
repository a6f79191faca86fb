// SPDX-License-Identifier: Apache-2.0
// What happens to the nodes of a block between the transfers: momentum to velocity, gravity, and contact.
// Source: [Stomakhin2013], section 8, for contact on nodes.
#pragma once

#include <span>

#include <froth/mpm/node_loads.h>
#include <froth/mpm/node_places.h>
#include <froth/transfer/contact_row.h>
#include <froth/transfer/node_rules.h>
#include <froth/transfer/tile.h>

namespace froth {

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

  /// Contact on the nodes of a block, then regions that are held; returns the work that was done [J], but for
  /// that of rigid bodies, which get `impulses`.
  double contact(const BlockCoord<Dim>& block, Node* nodes, std::span<RigidImpulse> impulses) const {
    double work = 0;
    for (const PosedCollider& c : obstacles_.colliders)
      if (may_touch(c, block))
        work += c.is_plane() ? contact_with_plane(c, block, nodes) : contact_with(c, block, nodes, impulses);
    for (const PosedRegion& region : obstacles_.sources)
      if (where_.may_touch(region, block)) work += hold(region, block, nodes);
    return work;
  }

  bool may_touch(const PosedCollider& c, const BlockCoord<Dim>& block) const {
    return where_.may_touch(c, block, tight_ && !c.is_plane() ? 0.5 * where_.lattice.dx : 0.0);
  }
  /// Calls f(node, place, normal, rule) for the nodes with mass that touch a collider; of all but planes.
  template <class F>
  void each_touching(const PosedCollider& c, const BlockCoord<Dim>& block, const Node* nodes, F f) const {
    const double step = where_.touch(), reach = tight_ ? 0.5 * where_.lattice.dx : step;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      if (!(nodes[n][3] > 0)) continue;
      const Vec3<double> x = where_.node_position(block, n);
      const double gap = c.distance(x);
      if (gap > reach) continue;
      const Vec3<double> normal = c.normal(x, step);
      const bool is_thin = tight_ && holds_both_sides(c, x, normal, gap, where_.lattice.dx, step);
      if (gap > step && !is_thin) continue;  // a node on the surface is in contact
      f(n, x, normal, is_thin ? two_sided(c.contact) : c.contact);
    }
  }

 private:
  double contact_with(const PosedCollider& c, const BlockCoord<Dim>& block, Node* nodes,
                      std::span<RigidImpulse> impulses) const {
    double work = 0;
    each_touching(c, block, nodes,
                  [&](int n, const Vec3<double>& x, const Vec3<double>& normal, const ContactRule& rule) {
                    const double mass = double(nodes[n][3]);
                    const Vec3<double> v_collider = c.velocity(x, normal);
                    const Vec3<double> v = lift(vec_of<Dim, Real>(nodes[n])).template cast<double>();
                    const Vec3<double> v_new = resolve_contact(rule, v, v_collider, normal);
                    for (int d = 0; d < Dim; ++d) nodes[n][d] = Real(v_new[d]);
                    if (c.rigid < 0) {
                      work += mass * dot(v_new - v, v_collider);
                    } else {  // what the node has lost, as it was rounded
                      const Vec3<double> kept = lift(vec_of<Dim, Real>(nodes[n])).template cast<double>();
                      impulses[static_cast<std::size_t>(c.rigid)].add(x, mass * (v - kept));
                    }
                  });
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

}  // namespace froth
