// SPDX-License-Identifier: Apache-2.0
// How power particles move and change volume. Source: [Qu2023], Section 6.1, steps 8 and 9, Eq. (19), and the
// blending of Section 7. Differs from it: the ratio of volumes is kept apart from the elastic deformation,
// whose determinant plastic flow may change.
#pragma once

#include <froth/base/mat.h>

namespace froth {

/// Position after a step: from the centroid, or a part `blend` of the way back to where the particle was.
template <int Dim, class Real>
FROTH_INLINE Vec<Dim, Real> moved_from_centroid(const Vec<Dim, Real>& x, const Vec<Dim, Real>& centroid,
                                                const Vec<Dim, Real>& v, Real dt, Real blend) {
  return centroid + blend * (x - centroid) + dt * v;
}

/// J of the end of a step, from that of its beginning and the velocity gradient A: det(I + dt A) J.
template <int Dim, class Real>
FROTH_INLINE Real updated_volume_ratio(Real J, const Mat<Dim, Real>& A, Real dt) {
  Mat3<Real> change = lift(A);
  for (int k = 0; k < 9; ++k) change(k / 3, k % 3) = dt * change(k / 3, k % 3) + Real(k % 4 == 0);
  return determinant(change) * J;
}

/// Where to start the next plan from: s_p of this step, carried on by half of what it changed by since the
/// last one. (All of it would be too much where particles still settle.) New particles have no `last`.
template <class Real>
FROTH_INLINE Real expected_scaling(Real now, Real last) {
  if (!(now > 0 && last > 0)) return now;
  return now * sqrt(select(now > 2 * last, Real(2), select(2 * now < last, Real(0.5), now / last)));
}

}  // namespace froth
