// SPDX-License-Identifier: Apache-2.0
// What a collider does to a velocity: sticky, slip, or separating with Coulomb friction.
// Source: [Stomakhin2013], section 8 (grid-based collision with friction).
#pragma once

#include <froth/base/vec.h>

namespace froth {

enum class ContactKind : unsigned char { Sticky, Slip, Separating };

struct ContactRule {
  ContactKind kind = ContactKind::Separating;
  double friction = 0;  ///< Coulomb coefficient [-]; only for Separating
};

/// Velocity after contact of a node moving at `v` with a collider moving at `v_collider`, unit normal `n`
/// outward.
template <class Real>
FROTH_HD Vec3<Real> resolve_contact(const ContactRule& rule, const Vec3<Real>& v,
                                    const Vec3<Real>& v_collider, const Vec3<Real>& n) {
  // Where there is no way out, in the middle of a thin wall, whatever the rule, nothing may pass.
  if (rule.kind == ContactKind::Sticky || dot(n, n) == 0) return v_collider;
  const Vec3<Real> relative = v - v_collider;
  const Real normal = dot(relative, n);
  if (rule.kind == ContactKind::Separating && normal >= 0) return v;
  const Vec3<Real> tangential = relative - normal * n;
  if (rule.kind == ContactKind::Slip || rule.friction == 0) return v_collider + tangential;
  // Friction takes at most mu times the change of normal velocity off the tangential part.
  const Real speed = norm(tangential), most = Real(rule.friction) * -normal;
  return speed <= most ? v_collider : v_collider + (Real(1) - most / speed) * tangential;
}

}  // namespace froth
