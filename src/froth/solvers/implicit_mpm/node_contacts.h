// SPDX-License-Identifier: Apache-2.0
// Contact inside of a solve. Sticking and slip prescribe directions of a node's velocity. A contact that may
// separate does so while it is in the active set: it enters where a velocity would go into the obstacle, and
// leaves where the obstacle would have to pull. Coulomb friction is a potential of the velocity along the
// surface, mu R s with s = |v_t| (rounded off below `stick_speed`), whose normal impulse R is that of an
// earlier iteration: lagged, so that there is a potential at all.
// Source: obstacles/constraint.h; the smoothed, lagged friction of [Li2020], section 5.
#pragma once

#include <span>

#include <froth/mpm/constrain_nodes.h>

namespace froth {

template <int Dim, class Real>
class NodeContacts {
 public:
  using Field = NodeField<Dim, Real>;

  NodeContacts(const std::vector<ConstrainedNode>& nodes, double stick_speed);

  /// Puts every contact into the active set that this velocity goes into.
  void activate(const Field& v);
  /// Makes a velocity obey: the active contacts, and those that it goes into.
  void constrain(Field& v) const;
  /// What is left of a change of velocity that the active contacts allow.
  void project(Field& dv) const;
  /// Takes contacts out of the active set that pull by more than `speed` times their node's mass; `gradient`
  /// of the objective, before projection. True where there was one.
  bool release(const Field& gradient, const Field& masses, double speed);
  /// Normal impulses for friction, from a gradient before projection.
  void lag_normal_impulses(const Field& gradient);

  // Of friction, at a velocity:
  double energy(const Field& v) const;  ///< [J]
  void add_gradient(const Field& v, Field& gradient) const;
  void add_product(const Field& v, const Field& p, Field& product) const;
  /// Adds a diagonal bound of the Hessian to what `add(block, node, stiffness)` keeps.
  template <class Add>
  void each_stiffness(const Field& v, Add add) const {
    each_friction(v, [&](const Node& node, const Friction& f) {
      add(node.block, node.node, f.strength / std::max(f.speed, stick_speed_));
    });
  }

  /// Work of the obstacles in the step: impulse times velocity of the surface [J]; `gradient` before
  /// projection and without friction's own part.
  double work(const Field& gradient) const;
  bool has_friction() const { return has_friction_; }
  bool is_empty() const { return nodes_.empty(); }

 private:
  struct Contact {
    ContactConstraint<double> rule;
    bool is_active = true;
    int releases = 0;
    double normal_impulse = 0;  ///< lagged [kg m/s]
  };
  struct Node {
    std::int32_t block;
    int node;
    std::vector<Contact> contacts;
    PrescribedVelocity<double> prescribed;
  };
  struct Friction {
    Vec3<double> tangent;  ///< of the velocity along the surface [m/s]
    Vec3<double> normal;
    double speed;     ///< its length
    double strength;  ///< mu R [kg m/s]
  };

  static Vec3<double> at(const Field& field, const Node& node) {
    return lift(vec_of<Dim, Real>(field.block(node.block)[node.node])).template cast<double>();
  }
  static void put(Field& field, const Node& node, const Vec3<double>& v) {
    for (int d = 0; d < Dim; ++d) field.block(node.block)[node.node][d] = Real(v[d]);
  }
  static void prescribe(Node& node);
  template <class F>
  void each_node(F f) const {
    parallel_chunks(static_cast<Index>(nodes_.size()), 256, [&](const Chunk& c) {
      for (Index k = c.begin; k < c.end; ++k) f(nodes_[static_cast<std::size_t>(k)]);
    });
  }
  /// Calls f(node, friction) for every active contact that rubs, one after the other.
  template <class F>
  void each_friction(const Field& v, F f) const {
    if (!has_friction_) return;
    for (const Node& node : nodes_)
      for (const Contact& contact : node.contacts) {
        const double strength = contact.rule.friction * contact.normal_impulse;
        if (!contact.is_active || !(strength > 0)) continue;
        const Vec3<double> relative = at(v, node) - contact.rule.velocity, n = contact.rule.normal;
        const Vec3<double> tangent = relative - dot(relative, n) * n;
        f(node, Friction{tangent, n, norm(tangent), strength});
      }
  }

  std::vector<Node> nodes_;
  double stick_speed_;
  bool has_friction_ = false;
};

}  // namespace froth
