// SPDX-License-Identifier: Apache-2.0
// Whether two points see each other past colliders: what links points across empty space asks this first, so
// that nothing acts through a wall, however thin. Source: sphere tracing [Hart1996].
#pragma once

#include <algorithm>

#include <froth/obstacles/posed.h>

namespace froth {

/// Whether the straight way between two points goes through a collider. Two points outside of a plane always
/// see each other.
inline bool is_between(const PosedCollider& c, const Vec3<double>& a, const Vec3<double>& b) {
  if (c.is_plane()) return false;
  const Vec3<double> way = b - a;
  const double length = norm(way);
  double d = c.distance(a);
  if (d > length + c.slack() || !(length > 0)) return false;
  // Strides are distances, so that nothing is missed but walls thinner than the shortest stride, a thousandth
  // of the way.
  const double shortest = 1e-3 * length;
  for (double along = 0; along < length;) {
    along = std::min(length, along + std::max(d, shortest));
    d = c.distance(a + (along / length) * way);
    if (d < 0 && along < length) return true;
  }
  return false;
}

/// The colliders that can stand between points, at one instant.
class Walls {
 public:
  Walls() = default;
  Walls(const std::vector<Collider>& colliders, double time, const RigidBodies& rigid = {}) {
    const std::vector<Pose> poses = poses_at(colliders, time, rigid);
    for (std::size_t c = 0; c < colliders.size(); ++c)
      if (!is_half_space(colliders[c].shape.view()))
        walls_.emplace_back(colliders[c], poses[c], poses[c], time);
  }
  bool is_empty() const { return walls_.empty(); }
  bool are_between(const Vec3<double>& a, const Vec3<double>& b) const {
    return std::ranges::any_of(walls_, [&](const PosedCollider& c) { return is_between(c, a, b); });
  }

 private:
  std::vector<PosedCollider> walls_;
};

}  // namespace froth
