// SPDX-License-Identifier: Apache-2.0
// What a collider does to a velocity: sticky, slip, or separating with Coulomb friction.
// Source: [Stomakhin2013], section 8 (grid-based collision with friction).
#pragma once

#include <froth/base/vec.h>

namespace froth {

enum class ContactKind : unsigned char { Sticky, Slip, Separating };

struct ContactRule {
  ContactKind kind = ContactKind::Separating;
  double friction = 0;        ///< Coulomb coefficient [-]; only for Separating
  bool on_particles = false;  ///< also for particles inside, which a velocity of their own may carry there
};

/// The rule of a node that holds material on both sides of a wall: it cannot let go of one side without
/// letting the other through.
inline ContactRule two_sided(ContactRule rule) {
  if (rule.kind == ContactKind::Separating) rule.kind = ContactKind::Slip;
  return rule;
}

/// Velocity after contact of a node moving at `v` with a collider moving at `v_collider`, unit normal `n`
/// outward. Of one node, or of several that obey one rule side by side, where Real is a pack.
template <class Real>
FROTH_INLINE Vec3<Real> resolve_contact(const ContactRule& rule, const Vec3<Real>& v,
                                        const Vec3<Real>& v_collider, const Vec3<Real>& n) {
  // Where there is no way out, in the middle of a thin wall, whatever the rule, nothing may pass.
  const Real way_out = rule.kind == ContactKind::Sticky ? Real(0) : dot(n, n);
  const Vec3<Real> relative = v - v_collider;
  const Real normal = dot(relative, n), leaving = rule.kind == ContactKind::Separating ? normal : Real(-1);
  const Vec3<Real> tangential = relative - normal * n;
  Real kept(1);
  if (rule.kind == ContactKind::Separating && rule.friction > 0) {
    // Friction takes at most mu times the change of normal velocity off the tangential part. What this gives
    // for a leaving node, whose `most` is negative, is dropped below.
    const Real speed = norm(tangential), most = Real(rule.friction) * -normal;
    kept = select(speed <= most, Real(0), Real(1) - most / speed);
  }
  const Vec3<Real> v_new = select(leaving >= Real(0), v, v_collider + kept * tangential);
  return select(way_out <= Real(0), v_collider, v_new);
}

}  // namespace froth
