// SPDX-License-Identifier: Apache-2.0
// Colliders and held regions as loops over nodes and particles see them: at one instant, in the world. Every
// solver asks them for distance, normal, velocity and contact, whether it has a grid or not.
// Source: the rules of contact of docs/architecture.md.
#pragma once

#include <vector>

#include <froth/obstacles/obstacles.h>
#include <froth/obstacles/rigid_bodies.h>

namespace froth {

/// Poses of all colliders at a time; of `rigid` ones as they are now.
std::vector<Pose> poses_at(const std::vector<Collider>& colliders, double time,
                           const RigidBodies& rigid = {});

/// A collider as a node loop sees it at the end of the step. Floors and walls are planes, and planes are most
/// of what nodes touch: their distance is d0 + n . x in the world, whatever the shape's own frame.
class PosedCollider {
 public:
  ContactRule contact;
  int rigid = -1;  ///< number of the rigid body that it is, which takes what it gives; -1: it does not mind

  /// `begin` and `pose` at the beginning and the end of the step, which ends at `time`.
  PosedCollider(const Collider& collider, const Pose& begin, const Pose& pose, double time)
      : contact(collider.contact),
        shape_(collider.shape.view()),
        begin_(begin),
        pose_(pose),
        surface_velocity_(pose.turn * value_at(collider.surface_velocity, {}, time)),
        is_still_(collider.is_still()),
        is_at_rest_(is_still_ && surface_velocity_ == Vec3<double>{}),
        is_plane_(is_half_space(shape_)) {
    if (!is_plane_) return;
    plane_normal_ = pose.turn * outward_normal(shape_, {}, 1);
    plane_distance_ = signed_distance(shape_, pose.to_rest({}));
  }
  double distance(const Vec3<double>& x) const {
    return is_plane_ ? plane_distance(x) : signed_distance(shape_, to_rest(x));
  }
  bool is_plane() const { return is_plane_; }
  /// Distance of one point, or of a pack of them, and normal: of planes only.
  template <class Real>
  FROTH_INLINE Real plane_distance(const Vec3<Real>& x) const {
    return Real(plane_distance_) + dot(plane_normal_.template cast<Real>(), x);
  }
  const Vec3<double>& plane_normal() const { return plane_normal_; }
  /// By how much the distance may fail to be 1-Lipschitz [m].
  double slack() const { return shape_.slack(); }
  /// Unit outward normal in the world; `step` is the length of its differences.
  Vec3<double> normal(const Vec3<double>& x, double step) const {
    return is_plane_ ? plane_normal_ : pose_.turn * outward_normal(shape_, to_rest(x), step);
  }
  /// Where a point that was at `x` at the beginning of the step is if it rides on the collider.
  Vec3<double> carried(const Vec3<double>& x) const {
    return is_still_ ? x : pose_.to_world(begin_.to_rest(x));
  }
  /// Of the surface: what the body moves by, and what the surface runs along it. Without a normal there is no
  /// surface.
  template <class Real>
  FROTH_INLINE Vec3<Real> velocity(const Vec3<Real>& x, const Vec3<Real>& n) const {
    if (is_at_rest_) return Vec3<Real>::constant(Real(0));
    const Vec3<Real> body = pose_.velocity(x), surface = surface_velocity_.template cast<Real>();
    return select(dot(n, n) <= Real(0), body, body + surface - dot(surface, n) * n);
  }

 private:
  Vec3<double> to_rest(const Vec3<double>& x) const { return is_still_ ? x : pose_.to_rest(x); }

  ShapeView shape_;
  Pose begin_, pose_;
  Vec3<double> surface_velocity_;          ///< in the world, before its normal part is taken off
  bool is_still_, is_at_rest_, is_plane_;  ///< the body is still; its surface too
  Vec3<double> plane_normal_{};
  double plane_distance_ = 0;
};

/// All colliders at the end of the step from `time` on, in the order in which they act: as in the file,
/// sticky ones last.
std::vector<PosedCollider> contact_order(const std::vector<Collider>& colliders, double time, double dt,
                                         const RigidBodies& rigid = {});

/// A held region at the end of the step. Its velocity is what takes it from its pose at the beginning to that
/// at the end: affine in x, so that particles inside move as the region does, to rounding, and turn without
/// strain.
struct PosedRegion {
  ShapeView shape;
  Pose pose;
  Vec3<double> linear{}, center{};
  Mat3<double> turning{};  ///< [1/s]

  double distance(const Vec3<double>& x) const { return signed_distance(shape, pose.to_rest(x)); }
  double slack() const { return shape.slack(); }
  Vec3<double> velocity(const Vec3<double>& x) const { return linear + turning * (x - center); }
};

/// The region at the end of the step from `time` on.
PosedRegion pose_region(const HeldRegion& region, double time, double dt);

/// All colliders in the order in which they act, and all regions that tell material how to move, at the end
/// of a step.
struct PosedObstacles {
  std::vector<PosedCollider> colliders;
  std::vector<PosedRegion> sources;
};

/// Colliders and active held regions at the end of the step from `time` on.
PosedObstacles pose_obstacles(const Obstacles& obstacles, double time, double dt,
                              const RigidBodies& rigid = {});

/// Velocity of a point at `x` after contact with a collider, if it is inside; `step` is the length of the
/// differences that give the normal [m]. [Yue2015], Algorithm 16.
inline Vec3<double> stop_inside(const PosedCollider& collider, const Vec3<double>& x, const Vec3<double>& v,
                                double step) {
  if (collider.distance(x) >= 0) return v;
  const Vec3<double> n = collider.normal(x, step);
  return resolve_contact(collider.contact, v, collider.velocity(x, n), n);
}

/// Whether a node is the only one, along the normal, that a collider can act on: inside, where a cell further
/// on is outside again, or beside a wall whose middle is within half a cell and that no node need be in. Both
/// sides of such a wall are held by that one node. `distance` is the node's own.
inline bool holds_both_sides(const PosedCollider& collider, const Vec3<double>& x, const Vec3<double>& normal,
                             double distance, double cell, double touch) {
  if (distance <= touch) return collider.distance(x - cell * normal) > touch;
  return distance <= 0.5 * cell && dot(normal, normal) > 0 &&
         collider.distance(x - (cell - distance) * normal) >= 0;
}

/// Poses of kill zones at one instant, to be asked which points they remove.
class PosedKillZones {
 public:
  PosedKillZones(const std::vector<KillZone>& zones, double time);
  bool removes(const Vec3<double>& x) const;

 private:
  const std::vector<KillZone>& zones_;
  std::vector<Pose> poses_;
};

}  // namespace froth
