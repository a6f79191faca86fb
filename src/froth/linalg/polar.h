// SPDX-License-Identifier: Apache-2.0
// The rotation of a matrix that is close to one. Source: [Higham1986], Newton's iteration
// R <- (R + R^-T) / 2, which converges quadratically and without branches.
#pragma once

#include <froth/base/mat.h>

namespace froth {

/// Nearest rotation of a matrix with positive determinant and singular values between about 1/2 and 2.
template <class Real>
FROTH_INLINE Mat3<Real> rotation_of(const Mat3<Real>& m) {
  Mat3<Real> r = m;
  constexpr int iterations = sizeof(Number<Real>) == 4 ? 4 : 5;
  for (int k = 0; k < iterations; ++k) {
    const Mat3<Real> cofactors = cofactor(r);
    const Real inverse = Real(1) / determinant(r);
    r = r * Real(0.5) + cofactors * (Real(0.5) * inverse);
  }
  return r;
}

}  // namespace froth
