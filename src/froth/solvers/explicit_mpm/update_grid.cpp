// SPDX-License-Identifier: Apache-2.0
// Momentum to velocity on the nodes, gravity, and contact with colliders.
// Source: [Stomakhin2013], section 8, for contact on nodes. Where a node counts as inside a collider, the
// order of several colliders and what friction may take are decided in docs/architecture.md.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <utility>

#include <froth/solvers/explicit_mpm/explicit_mpm.h>
#include <froth/transfer/contact_row.h>
#include <froth/transfer/tile.h>

namespace froth {

namespace {

/// Regions that are held, then nozzles that flow.
template <int Dim, class Real>
std::vector<PosedRegion> active_regions(const std::vector<HeldRegion>& held,
                                        const std::vector<MpmBody<Dim, Real>>& bodies, double time,
                                        double dt) {
  std::vector<PosedRegion> active;
  for (const HeldRegion& region : held)
    if (region.is_active(time)) active.push_back(pose_region(region, time, dt));
  for (const MpmBody<Dim, Real>& body : bodies)  // nodes in a nozzle move as the jet does
    if (body.emitter && body.emitter->is_flowing(time) && body.emitted < body.emitter->budget)
      active.push_back({.shape = body.emitter->shape.view(), .pose = {}, .linear = body.emitter->velocity});
  return active;
}

/// Forces beside gravity, as one thread evaluates them.
class ForceSum {
 public:
  explicit ForceSum(const std::vector<VectorField>& forces) {
    for (const VectorField& a : forces)
      parts_.push_back({Field::Evaluator(a[0]), Field::Evaluator(a[1]), Field::Evaluator(a[2])});
  }
  bool is_empty() const { return parts_.empty(); }
  /// Acceleration [m/s^2]; not a number where an expression is none.
  Vec3<double> at(const Vec3<double>& x, double time) {
    Vec3<double> sum{};
    for (auto& part : parts_)
      for (int d = 0; d < 3; ++d) sum[d] += part[static_cast<std::size_t>(d)].unchecked(x, time);
    return sum;
  }

 private:
  std::vector<std::array<Field::Evaluator, 3>> parts_;
};

template <int Dim, class Real>
class NodeUpdate {
 public:
  using Node = Lanes<Real, 4>;

  NodeUpdate(const ExplicitMpmSettings<Dim>& settings, const Obstacles& obstacles, double time, double dt)
      : settings_(settings), time_(time), dt_(dt), obstacles_(obstacles) {
    gravity_ = lanes_of((dt * settings.gravity).template cast<Real>(), Real(0));
  }

  /// Velocity of every node of a block, without contact. `before`, where there is one, comes with the impulse
  /// of the forces and leaves with the velocity before them.
  void velocities(Node* nodes, Node* before) const {
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const Real mass = nodes[n][3];
      if (mass == Real(0)) continue;  // nobody touched it: do not write it either
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

  /// Adds the other forces' part of the velocity; returns the first node where they are not a number, or -1.
  int push(const BlockCoord<Dim>& block, Node* nodes, ForceSum& forces) const {
    int bad = -1;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      if (!(nodes[n][3] > kLeastMass)) continue;
      const Vec3<double> a = forces.at(node_position(block, n), time_);
      for (int d = 0; d < Dim; ++d) nodes[n][d] += Real(dt_ * a[d]);
      if (bad < 0 && !std::isfinite(a[0] + a[1] + a[2])) bad = n;
    }
    return bad;
  }

  /// Contact on the nodes of a block, then regions that are held; returns the work that was done [J].
  double contact(const BlockCoord<Dim>& block, Node* nodes) const {
    double work = 0;
    for (const PosedCollider& c : obstacles_.colliders)
      if (may_touch(c, block))
        work += c.is_plane() ? contact_with_plane(c, block, nodes) : contact_with(c, block, nodes);
    for (const PosedRegion& region : obstacles_.sources)
      if (may_touch(region, block)) work += hold(region, block, nodes);
    return work;
  }

  Vec3<double> node_position(const BlockCoord<Dim>& block, int n) const {
    Vec<Dim, std::int32_t> i{};
    for (int d = Dim - 1; d >= 0; --d, n /= kBlockWidth)
      i[d] = settings_.lattice.wrap(first_node(block[d]) + n % kBlockWidth, d);
    return lift(settings_.lattice.node_position(i));
  }

 private:
  /// Below this the reciprocal of a mass overflows; such a node has no weight that anyone could notice.
  static constexpr Real kLeastMass = 4 * std::numeric_limits<Real>::min();
  /// A node this close [cells] is in contact: small against a cell, large against rounding.
  static constexpr double kTouch = 1e-4;

  /// The distance is 1-Lipschitz: a block whose middle is further out than its own radius has no node inside.
  template <class Region>
  bool may_touch(const Region& c, const BlockCoord<Dim>& block) const {
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
    const double step = kTouch * settings_.lattice.dx;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const double mass = double(nodes[n][3]);
      if (!(mass > 0)) continue;
      const Vec3<double> x = node_position(block, n);
      if (c.distance(x) > step) continue;  // a node on the surface is in contact
      const Vec3<double> normal = c.normal(x, step), v_collider = c.velocity(x, normal);
      const Vec3<double> v = lift(vec_of<Dim, Real>(nodes[n])).template cast<double>();
      const Vec3<double> v_new = resolve_contact(c.contact, v, v_collider, normal);
      work += mass * dot(v_new - v, v_collider);
      for (int d = 0; d < Dim; ++d) nodes[n][d] = Real(v_new[d]);
    }
    return work;
  }

  /// The same for a plane, a row of nodes at a time; along_row is where its nodes are on the last axis.
  double contact_with_plane(const PosedCollider& c, const BlockCoord<Dim>& block, Node* nodes) const {
    RowReal work(0), along_row(0);
    for (int k = 0; k < kBlockWidth; ++k) along_row.v[k] = node_position(block, k)[Dim - 1];
    for (int n = 0; n < kBlockCells<Dim>; n += kBlockWidth) {
      Vec3<RowReal> x = node_position(block, n).template cast<RowReal>();
      x[Dim - 1] = along_row;
      work += contact_row<Dim, Real>(c, x, kTouch * settings_.lattice.dx, nodes + n);
    }
    return work[0] + work[1] + work[2] + work[3];
  }

  double hold(const PosedRegion& region, const BlockCoord<Dim>& block, Node* nodes) const {
    double work = 0;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const double mass = double(nodes[n][3]);
      const Vec3<double> x = node_position(block, n);
      if (!(mass > 0) || region.distance(x) > kTouch * settings_.lattice.dx) continue;
      const Vec3<double> v = lift(vec_of<Dim, Real>(nodes[n])).template cast<double>();
      const Vec3<double> v_new = region.velocity(x);
      work += mass * dot(v_new - v, v_new);
      for (int d = 0; d < Dim; ++d) nodes[n][d] = Real(v_new[d]);
    }
    return work;
  }

  const ExplicitMpmSettings<Dim>& settings_;
  double time_, dt_;
  const Obstacles& obstacles_;
  Node gravity_;  ///< what it adds to a velocity in one step
};

}  // namespace

template <int Dim, class Real>
void ExplicitMpm<Dim, Real>::update_grid(double time, double dt) {
  const StageClock::Scope scope(clock_, "grid");
  obstacles_ = {contact_order(settings_.colliders, time + dt),
                active_regions(settings_.held, bodies_, time, dt)};
  const NodeUpdate<Dim, Real> update(settings_, obstacles_, time, dt);
  const auto& blocks = topology_.blocks();
  const bool keeps = settings_.scheme.keeps_particle_velocity();
  std::vector<double> work(blocks.size(), 0.0);
  std::vector<int> bad_node(settings_.forces.empty() ? 0 : blocks.size(), -1);
  parallel_chunks(static_cast<Index>(blocks.size()), 16, [&](const Chunk& c) {
    ForceSum forces(settings_.forces);
    for (Index b = c.begin; b < c.end; ++b) {
      const auto n = static_cast<std::size_t>(b);
      if (grid_.is_open[n] == 0) continue;
      update.velocities(grid_.motion.block(b), keeps ? grid_.before.block(b) : nullptr);
      if (!forces.is_empty()) bad_node[n] = update.push(blocks[n], grid_.motion.block(b), forces);
      work[n] = update.contact(blocks[n], grid_.motion.block(b));
      if (keeps)  // the mass has served; see GridFields
        for (int k = 0; k < kBlockCells<Dim>; ++k) grid_.motion.block(b)[k][3] = grid_.before.block(b)[k][0];
    }
  });
  for (const double w : work) boundary_work_ += w;
  for (std::size_t b = 0; b < bad_node.size(); ++b)
    if (bad_node[b] >= 0)  // evaluated once more with checks, which then say what is wrong
      for (const VectorField& force : settings_.forces)
        value_at(force, update.node_position(blocks[b], bad_node[b]), time);
}

#define FROTH_MEMBERS(Dim, Real) template void ExplicitMpm<Dim, Real>::update_grid(double, double);
FROTH_FOR_EVERY_SOLVER(FROTH_MEMBERS)

}  // namespace froth
