// SPDX-License-Identifier: Apache-2.0
// Contact of rigid bodies with each other and with colliders that do not mind: balls of one surface against
// the signed distance of another, and impulses one after the other until none changes.
// Source: [Guendelman2003] for points against distances, impulses with friction and restitution, and pushing
// apart that leaves velocities alone. Differs from it: contacts are found before they overlap, a body may
// come as close in a step as the gap allows, and all impulses of a step are iterated together.
#pragma once

#include <span>
#include <vector>

#include <froth/obstacles/couple_rigid.h>
#include <froth/obstacles/posed.h>

namespace froth {

/// A place where body `a` touches body `b`, or something that nothing moves (`b` < 0).
struct RigidContact {
  int a = 0, b = -1;
  Vec3<double> x{}, n{};                 ///< place, and normal towards `a`
  double gap = 0;                        ///< negative where they overlap [m]
  double friction = 0, restitution = 0;  ///< [-]
  Vec3<double> surface{};                ///< velocity of what nothing moves [m/s]
  ContactKey key{};
};

/// Everything that bodies can touch: colliders, where they are, and their balls.
struct RigidSurroundings {
  std::span<const Collider> colliders;
  std::span<const PosedCollider> posed;  ///< in the same order, at the beginning of the step
  std::span<const Pose> poses;
  std::span<const SurfaceBalls> balls;
  std::span<const int> body_of;  ///< number of the body, -1 of what is none
};

/// Contacts that may matter in the next `dt`.
std::vector<RigidContact> find_contacts(std::span<const RigidBody> bodies, const RigidSurroundings& around,
                                        double dt);

/// Makes velocities obey the contacts. Returns the impulse on `a` of each. `gain` is the speed that gravity
/// gives in a step [m/s]: impacts of a few of that are rest, and do not bounce. Begins with the impulses of
/// the step before, without which what rests would creep.
std::vector<Vec3<double>> resolve_contacts(std::span<const RigidBody> bodies,
                                           std::span<const RigidContact> contacts, double dt, double gain,
                                           std::span<const LastImpulse> last, std::span<CoupledBody> coupled);

/// Velocities that part what overlaps, over one step.
void part_bodies(std::span<const RigidContact> contacts, double dt, std::span<RigidBody> bodies);

}  // namespace froth
