// SPDX-License-Identifier: Apache-2.0
// Contact inside of a solve, as an active set. Sticking and slip prescribe directions of a node's velocity. A
// contact that may separate is active where a velocity would go into the obstacle, and is let go where the
// obstacle would have to pull. One with Coulomb friction either holds the node altogether, or lets it slide
// against a force mu R along the surface; R, the normal impulse, and the direction of sliding are those of
// the iteration before: lagged. What rests does not creep.
// Source: obstacles/constraint.h; active sets [Nocedal2006], section 16.5.
#pragma once

#include <froth/mpm/constrain_nodes.h>

namespace froth {

/// What an update of contacts has changed.
struct ContactUpdate {
  int nodes = 0, changed = 0;  ///< in contact, and let go, held or set sliding
  double friction = 0, moved = 0,
         least = 0;  ///< sums: of friction, of its changes, of what is too small to tell

  /// Nothing that the solve would notice.
  bool is_settled() const { return changed == 0 && moved <= 0.02 * friction + least; }
  /// Good enough where updates must come to an end: friction of nodes that hardly slide goes on turning.
  bool is_nearly_settled() const { return 5 * changed <= nodes && moved <= 0.7 * friction + least; }
};

template <int Dim, class Real>
class NodeContacts {
 public:
  using Field = NodeField<Dim, Real>;

  explicit NodeContacts(const std::vector<ConstrainedNode>& nodes);

  /// Puts every contact into the active set that this velocity goes into; true where there was one. Friction
  /// starts as the rule of an explicit step would have it.
  bool activate(const Field& v, const Field& masses);
  /// Makes a velocity obey: the active contacts, and those that it goes into.
  void constrain(Field& v) const;
  /// What is left of a change of velocity that the active contacts allow.
  void project(Field& dv) const;
  /// Looks at the impulses that contacts give, the gradient of the objective without friction: lets go of
  /// those that pull by more than `speed` times the node's scale (StepProblem::impulse_scale), and finds out
  /// who slides, where to and against how much; friction goes `share` of the way to that, or stays as it is.
  ContactUpdate update(const Field& v, const Field& gradient, const Field& scale, double speed, double share);

  /// Of sliding friction: its potential [J], and its part of the gradient.
  double energy(const Field& v) const;
  void add_friction(Field& gradient) const;

  /// Work of the obstacles in the step, impulse times velocity of the surface [J]; `gradient` as in update().
  /// Not of rigid bodies, which get what they gave.
  double work(const Field& gradient, std::span<RigidImpulse> impulses) const;
  bool is_empty() const { return nodes_.empty(); }
  bool has_motion() const { return has_motion_; }  ///< some surface moves or may be moved: its work counts

 private:
  struct Contact {
    ContactConstraint<double> rule;
    bool is_active = true;
    bool is_held = false;     ///< by friction
    int changes = 0;          ///< of the active set
    Vec3<double> friction{};  ///< mu R along the way it slides [kg m/s]
  };
  struct Node {
    std::int32_t block;
    int node;
    Vec3<double> x;
    std::vector<Contact> contacts;
    PrescribedVelocity<double> prescribed;
  };

  static Vec3<double> at(const Field& field, const Node& node) {
    return lift(vec_of<Dim, Real>(field.block(node.block)[node.node])).template cast<double>();
  }
  static void put(Field& field, const Node& node, const Vec3<double>& v) {
    for (int d = 0; d < Dim; ++d) field.block(node.block)[node.node][d] = Real(v[d]);
  }
  static void prescribe(Node& node);
  static void begin_friction(Contact& contact, const Vec3<double>& v, double mass);
  static bool update_friction(Contact& contact, const Vec3<double>& v, const Vec3<double>& impulse,
                              double least, double share);
  template <class F>
  void each_node(F f) const {
    parallel_chunks(static_cast<Index>(nodes_.size()), 256, [&](const Chunk& c) {
      for (Index k = c.begin; k < c.end; ++k) f(nodes_[static_cast<std::size_t>(k)]);
    });
  }

  std::vector<Node> nodes_;
  bool has_friction_ = false, has_motion_ = false;
};

}  // namespace froth
