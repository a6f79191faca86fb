// SPDX-License-Identifier: Apache-2.0
// Stretching of one edge of a rod: E = k/2 (|e|/l0 - 1)^2 l0 with k = E A [N].
// Source: [Bergou2010], section 2, the elastic energy of stretching.
#pragma once

#include <froth/base/mat.h>

namespace froth {

template <int Dim, class Real>
struct Stretch {
  Real stiffness;  ///< Young's modulus times area [N]
  Real length;     ///< at rest [m]

  FROTH_INLINE Real energy(const Vec<Dim, Real>& e) const {
    const Real strain = norm(e) / length - Real(1);
    return Real(0.5) * stiffness * length * strain * strain;
  }
  /// By the edge; the force on its first end [N].
  FROTH_INLINE Vec<Dim, Real> gradient(const Vec<Dim, Real>& e) const {
    return e * (stiffness * (Real(1) / length - Real(1) / norm(e)));
  }
  /// Change of the gradient with the edge.
  FROTH_INLINE Vec<Dim, Real> differential(const Vec<Dim, Real>& e, const Vec<Dim, Real>& de) const {
    const Real size = norm(e);
    const Vec<Dim, Real> t = e / size;
    return de * (stiffness * (Real(1) / length - Real(1) / size)) + t * (stiffness / size * dot(t, de));
  }
  /// The matrix of the differential, without what a compressed edge gains by turning: never negative.
  FROTH_INLINE Mat<Dim, Real> positive_hessian(const Vec<Dim, Real>& e) const {
    const Real size = norm(e);
    const Real turning = max(Real(0), stiffness * (Real(1) / length - Real(1) / size));
    const Real along = stiffness / length - turning;
    Mat<Dim, Real> h = outer(e, e) * (along / (size * size));
    for (int d = 0; d < Dim; ++d) h(d, d) += turning;
    return h;
  }
};

}  // namespace froth
