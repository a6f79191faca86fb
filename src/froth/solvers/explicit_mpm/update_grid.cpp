// SPDX-License-Identifier: Apache-2.0
// Momentum to velocity on the nodes, gravity, and contact with colliders.
// Source: [Stomakhin2013], section 8, for contact on nodes. Where a node counts as inside a collider, the
// order of several colliders and what friction may take are decided in docs/architecture.md.
#include <algorithm>
#include <cmath>
#include <limits>

#include <utility>

#include <froth/solvers/explicit_mpm/explicit_mpm.h>
#include <froth/transfer/tile.h>

namespace froth {

std::vector<Pose> poses_at(const std::vector<Collider>& colliders, double time) {
  std::vector<Pose> poses;
  poses.reserve(colliders.size());
  for (const Collider& c : colliders) poses.push_back(c.motion.at(time));
  return poses;
}

namespace {

/// A collider as a node loop sees it at the end of the step. Floors and walls are planes, and planes are most
/// of what nodes touch: their distance is d0 + n . x in the world, whatever the shape's own frame.
class PosedCollider {
 public:
  ContactRule contact;

  PosedCollider(const Collider& collider, const Pose& pose)
      : contact(collider.contact),
        shape_(collider.shape.view()),
        pose_(pose),
        is_still_(collider.motion.is_still()),
        is_plane_(shape_.count == 1 && shape_.ops[0].kind == ShapeKind::HalfSpace) {
    if (!is_plane_) return;
    plane_normal_ = pose.turn * outward_normal(shape_, {}, 1);
    plane_distance_ = signed_distance(shape_, pose.to_rest({}));
  }
  double distance(const Vec3<double>& x) const {
    return is_plane_ ? plane_distance_ + dot(plane_normal_, x) : signed_distance(shape_, to_rest(x));
  }
  /// By how much the distance may fail to be 1-Lipschitz [m].
  double slack() const { return shape_.slack(); }
  /// Unit outward normal in the world; `step` is the length of its differences.
  Vec3<double> normal(const Vec3<double>& x, double step) const {
    return is_plane_ ? plane_normal_ : pose_.turn * outward_normal(shape_, to_rest(x), step);
  }
  Vec3<double> velocity(const Vec3<double>& x) const {
    return is_still_ ? Vec3<double>{} : pose_.velocity(x);
  }

 private:
  Vec3<double> to_rest(const Vec3<double>& x) const { return is_still_ ? x : pose_.to_rest(x); }

  ShapeView shape_;
  Pose pose_;
  bool is_still_, is_plane_;
  Vec3<double> plane_normal_{};
  double plane_distance_ = 0;
};

/// File order, sticky ones last.
std::vector<PosedCollider> contact_order(const std::vector<Collider>& colliders, double time) {
  const std::vector<Pose> poses = poses_at(colliders, time);
  std::vector<PosedCollider> order;
  for (std::size_t c = 0; c < colliders.size(); ++c) order.emplace_back(colliders[c], poses[c]);
  std::stable_partition(order.begin(), order.end(),
                        [](const PosedCollider& c) { return c.contact.kind != ContactKind::Sticky; });
  return order;
}

template <int Dim, class Real>
class NodeUpdate {
 public:
  using Node = Lanes<Real, 4>;

  NodeUpdate(const ExplicitMpmSettings<Dim>& settings, double time, double dt)
      : settings_(settings), colliders_(contact_order(settings.colliders, time + dt)) {
    gravity_ = lanes_of((dt * settings.gravity).template cast<Real>(), Real(0));
  }

  /// Velocity of every node of a block, without contact. `before`, where there is one, comes with the impulse
  /// of the forces and leaves with the velocity before them.
  void velocities(Node* nodes, Node* before) const {
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const Real mass = nodes[n][3];
      if (!(mass > kLeastMass)) {
        nodes[n] = Node{};
        if (before != nullptr) before[n] = Node{};
        continue;
      }
      const Real inverse = Real(1) / mass;
      Node v = nodes[n] * inverse;
      if (before != nullptr) v += std::exchange(before[n], v) * inverse;
      v += gravity_;
      v[3] = mass;
      nodes[n] = v;
    }
  }

  /// Contact on the nodes of a block; returns the work that the colliders did [J].
  double contact(const BlockCoord<Dim>& block, Node* nodes) const {
    double work = 0;
    for (const PosedCollider& c : colliders_)
      if (may_touch(c, block)) work += contact_with(c, block, nodes);
    return work;
  }

 private:
  /// Below this the reciprocal of a mass overflows; such a node has no weight that anyone could notice.
  static constexpr Real kLeastMass = 4 * std::numeric_limits<Real>::min();

  /// The distance is 1-Lipschitz: a block whose middle is further out than its own radius has no node inside.
  bool may_touch(const PosedCollider& c, const BlockCoord<Dim>& block) const {
    const double dx = settings_.lattice.dx;
    Vec<Dim, double> middle{};
    for (int d = 0; d < Dim; ++d)  // the first block of a periodic axis has a node at the axis' other end
      if (settings_.lattice.periodic_cells[d] > 0 && block[d] == 0) return true;
    for (int d = 0; d < Dim; ++d)
      middle[d] = settings_.lattice.origin[d] + dx * (first_node(block[d]) + 0.5 * (kBlockWidth - 1));
    const double radius = 0.5 * (kBlockWidth - 1) * std::sqrt(double(Dim)) * dx;
    return c.distance(lift(middle)) <= radius + 1e-3 * dx + c.slack();
  }

  double contact_with(const PosedCollider& c, const BlockCoord<Dim>& block, Node* nodes) const {
    double work = 0;
    const double step = 1e-4 * settings_.lattice.dx;  // small against a cell, large against rounding
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const double mass = double(nodes[n][3]);
      if (!(mass > 0)) continue;
      const Vec3<double> x = node_position(block, n);
      if (c.distance(x) > step) continue;  // a node on the surface is in contact
      const Vec3<double> v_collider = c.velocity(x);
      const Vec3<double> v = lift(vec_of<Dim, Real>(nodes[n])).template cast<double>();
      const Vec3<double> v_new = resolve_contact(c.contact, v, v_collider, c.normal(x, step));
      work += mass * dot(v_new - v, v_collider);
      for (int d = 0; d < Dim; ++d) nodes[n][d] = Real(v_new[d]);
    }
    return work;
  }

  Vec3<double> node_position(const BlockCoord<Dim>& block, int n) const {
    Vec<Dim, std::int32_t> i{};
    for (int d = Dim - 1; d >= 0; --d, n /= kBlockWidth)
      i[d] = settings_.lattice.wrap(first_node(block[d]) + n % kBlockWidth, d);
    return lift(settings_.lattice.node_position(i));
  }

  const ExplicitMpmSettings<Dim>& settings_;
  std::vector<PosedCollider> colliders_;
  Node gravity_;  ///< what it adds to a velocity in one step
};

}  // namespace

template <int Dim, class Real>
void ExplicitMpm<Dim, Real>::update_grid(double time, double dt) {
  const StageClock::Scope scope(clock_, "grid");
  const NodeUpdate<Dim, Real> update(settings_, time, dt);
  const auto& blocks = topology_.blocks();
  const bool keeps = settings_.scheme.keeps_particle_velocity();
  std::vector<double> work(blocks.size(), 0.0);
  parallel_chunks(static_cast<Index>(blocks.size()), 16, [&](const Chunk& c) {
    for (Index b = c.begin; b < c.end; ++b) {
      update.velocities(grid_.motion.block(b), keeps ? grid_.before.block(b) : nullptr);
      work[static_cast<std::size_t>(b)] =
          update.contact(blocks[static_cast<std::size_t>(b)], grid_.motion.block(b));
      if (keeps)  // the mass has served; see GridFields
        for (int n = 0; n < kBlockCells<Dim>; ++n) grid_.motion.block(b)[n][3] = grid_.before.block(b)[n][0];
    }
  });
  for (const double w : work) collider_work_ += w;
}

template class ExplicitMpm<2, float>;
template class ExplicitMpm<2, double>;
template class ExplicitMpm<3, float>;
template class ExplicitMpm<3, double>;

}  // namespace froth
