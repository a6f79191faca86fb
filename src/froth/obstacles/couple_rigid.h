// SPDX-License-Identifier: Apache-2.0
// The velocity that a rigid body and the material in contact with it take together. Contact gives nodes and
// particles the velocity of the body, as if that had infinite mass; a body that then merely received the
// impulses would overshoot as soon as the material it touches is heavier than itself. So its velocity u
// solves M (u - u0) = sum of the impulses that contact at u gives, by Newton's method with the secant of
// friction; whatever is left is in the impulses of the contact that follows, which are what the body gets.
// Source: contact.h for the impulses; the rest is ours (docs/colliders.md).
#pragma once

#include <span>
#include <vector>

#include <froth/obstacles/contact.h>
#include <froth/obstacles/rigid_body.h>

namespace froth {

/// A node or particle in contact with a body: its place, velocity before contact, and the body's normal
/// there.
struct TouchingMass {
  std::size_t body;
  double mass;           ///< [kg]
  Vec3<double> x, v, n;  ///< [m], [m/s], [-]
  ContactRule rule;
};

/// A body's velocity with the material that it carries, and what an impulse changes of it: the inverse of
/// its mass matrix, to which the material adds.
struct CoupledBody {
  Twist velocity;
  TwistMatrix inverse;
};

std::vector<CoupledBody> couple(std::span<const RigidBody> bodies, std::span<const TouchingMass> touching);

}  // namespace froth
