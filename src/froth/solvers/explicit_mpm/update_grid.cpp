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

/// A collider as a node loop sees it at the end of the step.
struct PosedCollider {
  ShapeView shape;
  Pose pose;
  bool is_still;
  ContactRule contact;

  Vec3<double> to_rest(const Vec3<double>& x) const { return is_still ? x : pose.to_rest(x); }
  Vec3<double> velocity(const Vec3<double>& x) const { return is_still ? Vec3<double>{} : pose.velocity(x); }
};

/// File order, sticky ones last.
std::vector<PosedCollider> contact_order(const std::vector<Collider>& colliders, double time) {
  const std::vector<Pose> poses = poses_at(colliders, time);
  std::vector<PosedCollider> order;
  for (std::size_t c = 0; c < colliders.size(); ++c)
    order.push_back(
        {colliders[c].shape.view(), poses[c], colliders[c].motion.is_still(), colliders[c].contact});
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
    for (int d = 0; d < Dim; ++d)
      middle[d] = settings_.lattice.origin[d] + dx * (first_node(block[d]) + 0.5 * (kBlockWidth - 1));
    const double radius = 0.5 * (kBlockWidth - 1) * std::sqrt(double(Dim)) * dx;
    return signed_distance(c.shape, c.to_rest(lift(middle))) <= radius + 1e-3 * dx;
  }

  double contact_with(const PosedCollider& c, const BlockCoord<Dim>& block, Node* nodes) const {
    double work = 0;
    const double step = 1e-4 * settings_.lattice.dx;  // small against a cell, large against rounding
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const double mass = double(nodes[n][3]);
      if (!(mass > 0)) continue;
      const Vec3<double> x = node_position(block, n), x_rest = c.to_rest(x);
      if (signed_distance(c.shape, x_rest) > step) continue;  // a node on the surface is in contact
      const Vec3<double> normal = c.pose.turn * outward_normal(c.shape, x_rest, step);
      const Vec3<double> v_collider = c.velocity(x);
      const Vec3<double> v = lift(vec_of<Dim, Real>(nodes[n])).template cast<double>();
      const Vec3<double> v_new = resolve_contact(c.contact, v, v_collider, normal);
      work += mass * dot(v_new - v, v_collider);
      for (int d = 0; d < Dim; ++d) nodes[n][d] = Real(v_new[d]);
    }
    return work;
  }

  Vec3<double> node_position(const BlockCoord<Dim>& block, int n) const {
    Vec<Dim, std::int32_t> i{};
    for (int d = Dim - 1; d >= 0; --d, n /= kBlockWidth) i[d] = first_node(block[d]) + n % kBlockWidth;
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
