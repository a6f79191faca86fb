// SPDX-License-Identifier: Apache-2.0
// Contact as constraints, for a solver that solves for velocities instead of changing them: which directions
// of a node's velocity are prescribed, and to what. Host and device.
// Source: the rules of contact.h; prescribed directions are kept orthonormal, so that their projections
// commute (Gram and Schmidt).
#pragma once

#include <froth/obstacles/contact.h>

namespace froth {

/// One contact of one node: `normal` . (v - velocity) = 0 for slip, v = velocity where it sticks; while it
/// `separates` only where the left side would be negative, and then with Coulomb friction.
template <class Real>
struct ContactConstraint {
  bool sticks = false, separates = false;
  Real friction = 0;      ///< Coulomb coefficient [-]
  Vec3<Real> normal{};    ///< unit, outward
  Vec3<Real> velocity{};  ///< of the surface [m/s]
  int rigid = -1;         ///< number of the rigid body that takes what it gives; -1: none does
};

/// What a collider whose surface moves at `v_collider`, with normal `n`, asks of a node in contact with it.
template <class Real>
FROTH_INLINE ContactConstraint<Real> contact_constraint(const ContactRule& rule, const Vec3<Real>& v_collider,
                                                        const Vec3<Real>& n) {
  // Where there is no way out, in the middle of a thin wall, nothing may pass, whatever the rule.
  const bool sticks = rule.kind == ContactKind::Sticky || !(dot(n, n) > Real(0));
  const bool separates = !sticks && rule.kind == ContactKind::Separating;
  return {sticks, separates, Real(separates ? rule.friction : 0), n, v_collider, -1};
}

/// All that is prescribed of one velocity.
template <class Real>
struct PrescribedVelocity {
  int count = 0;              ///< prescribed directions, 0 to 3
  Vec3<Real> direction[3]{};  ///< orthonormal
  Real value[3]{};            ///< of the velocity along them [m/s]

  /// Prescribes v . n = `speed`, as far as it is not prescribed yet; n is of unit length.
  FROTH_INLINE void prescribe(const Vec3<Real>& n, const Real& speed) {
    // What an earlier direction leaves of n; less than this of it is rounding, not a direction.
    constexpr double least = 1e-6;
    Vec3<Real> rest = n;
    Real rest_speed = speed;
    for (int k = 0; k < count; ++k) {
      const Real part = dot(n, direction[k]);
      rest = rest - part * direction[k];
      rest_speed = rest_speed - part * value[k];
    }
    const Real length = norm(rest);
    if (count == 3 || !(length > Real(least))) return;
    direction[count] = rest * (Real(1) / length);
    value[count] = rest_speed / length;
    ++count;
  }
  /// Prescribes all of it; what was prescribed before no longer counts.
  FROTH_INLINE void prescribe_all(const Vec3<Real>& v) {
    count = 3;
    for (int d = 0; d < 3; ++d) {
      direction[d] = Vec3<Real>::constant(Real(0));
      direction[d][d] = Real(1);
      value[d] = v[d];
    }
  }
  /// A contact that is known to be active: separating ones are the caller's active set.
  FROTH_INLINE void prescribe(const ContactConstraint<Real>& contact) {
    if (contact.sticks) return prescribe_all(contact.velocity);
    prescribe(contact.normal, dot(contact.normal, contact.velocity));
  }

  /// The velocity nearest to v that obeys.
  FROTH_INLINE Vec3<Real> apply(const Vec3<Real>& v) const {
    Vec3<Real> result = v;
    for (int k = 0; k < count; ++k) result = result + (value[k] - dot(v, direction[k])) * direction[k];
    return result;
  }
  /// A change of velocity without what is prescribed: what a solve may still do.
  FROTH_INLINE Vec3<Real> project(const Vec3<Real>& dv) const {
    Vec3<Real> result = dv;
    for (int k = 0; k < count; ++k) result = result - dot(dv, direction[k]) * direction[k];
    return result;
  }
};

}  // namespace froth
