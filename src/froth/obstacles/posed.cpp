// SPDX-License-Identifier: Apache-2.0
#include <froth/obstacles/posed.h>

#include <algorithm>

namespace froth {

std::vector<Pose> poses_at(const std::vector<Collider>& colliders, double time, const RigidBodies& rigid) {
  std::vector<Pose> poses;
  poses.reserve(colliders.size());
  for (std::size_t c = 0; c < colliders.size(); ++c) {
    const int body = rigid.body_of(c);
    poses.push_back(body >= 0 ? rigid.begin(body) : colliders[c].motion.at(time));
  }
  return poses;
}

std::vector<PosedCollider> contact_order(const std::vector<Collider>& colliders, double time, double dt,
                                         const RigidBodies& rigid) {
  std::vector<PosedCollider> order;
  for (std::size_t number = 0; number < colliders.size(); ++number) {
    const Collider& c = colliders[number];
    if (const int body = rigid.body_of(number); body >= 0) {
      order.emplace_back(c, rigid.begin(body), rigid.end(body, dt), time + dt).rigid = body;
      continue;
    }
    const Pose end = c.motion.at(time + dt);
    // Nobody can ride a jump.
    const Pose begin = c.motion.is_still() || c.motion.jumps(time, time + dt) ? end : c.motion.at(time);
    order.emplace_back(c, begin, end, time + dt);
  }
  std::stable_partition(order.begin(), order.end(),
                        [](const PosedCollider& c) { return c.contact.kind != ContactKind::Sticky; });
  return order;
}

PosedRegion pose_region(const HeldRegion& region, double time, double dt) {
  const Pose end = region.motion.at(time + dt);
  PosedRegion posed{region.shape.view(), end};
  if (region.motion.is_still()) return posed;
  if (region.motion.jumps(time, time + dt)) {  // nobody can follow a jump: the speed is that of then
    const Vec3<double> w = end.angular;
    posed.linear = end.linear, posed.center = end.pivot + end.shift;
    posed.turning = {{{0, -w[2], w[1]}, {w[2], 0, -w[0]}, {-w[1], w[0], 0}}};
    return posed;
  }
  const Pose begin = region.motion.at(time);
  posed.linear = (end.shift - begin.shift) / dt, posed.center = begin.pivot + begin.shift;
  posed.turning = (end.turn * transpose(begin.turn) - Mat3<double>::identity()) * (1 / dt);
  return posed;
}

PosedObstacles pose_obstacles(const Obstacles& obstacles, double time, double dt, const RigidBodies& rigid) {
  PosedObstacles posed{contact_order(obstacles.colliders, time, dt, rigid), {}};
  for (const HeldRegion& region : obstacles.held)
    if (region.is_active(time)) posed.sources.push_back(pose_region(region, time, dt));
  return posed;
}

PosedKillZones::PosedKillZones(const std::vector<KillZone>& zones, double time) : zones_(zones) {
  for (const KillZone& zone : zones) poses_.push_back(zone.motion.at(time));
}

bool PosedKillZones::removes(const Vec3<double>& x) const {
  for (std::size_t z = 0; z < zones_.size(); ++z)
    if ((zones_[z].shape.signed_distance(poses_[z].to_rest(x)) < 0) != zones_[z].keeps_inside) return true;
  return false;
}

}  // namespace froth
