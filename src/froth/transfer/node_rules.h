// SPDX-License-Identifier: Apache-2.0
// What happens to one node between the transfers, as functions of numbers, on host or device: momentum to
// velocity with forces and gravity. Contact is obstacles/contact.h. Vector is a node's vector of numbers,
// Vec<Dim, Real> or the lanes of a grid node. Source: [Fei2021], Eqs. (1), (2).
#pragma once

#include <limits>

#include <froth/base/macros.h>

namespace froth {

/// Below this the reciprocal of a node's mass overflows; such a node has no weight that anyone could notice.
template <class Real>
inline constexpr Real kLeastNodeMass = 4 * std::numeric_limits<Real>::min();

/// A node's velocity before the forces of a step, and after them.
template <class Vector>
struct NodeVelocity {
  Vector before, after;
};

/// Of a node whose momentum already contains the impulse of its forces; `gravity` is dt times its
/// acceleration.
template <class Vector, class Real>
FROTH_INLINE Vector node_velocity(const Vector& momentum, const Real& mass, const Vector& gravity) {
  const Real inverse = Real(1) / mass;
  return momentum * inverse + gravity;
}

/// Of a node whose momentum and impulse are kept apart.
template <class Vector, class Real>
FROTH_INLINE NodeVelocity<Vector> node_velocity(const Vector& momentum, const Vector& impulse,
                                                const Real& mass, const Vector& gravity) {
  const Real inverse = Real(1) / mass;
  const Vector before = momentum * inverse;
  return {before, before + impulse * inverse + gravity};
}

}  // namespace froth
