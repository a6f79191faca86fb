// SPDX-License-Identifier: Apache-2.0
// The way back to a yield surface for laws whose shear stress is mu dev b: the deviator of b is given, and
// the trace that goes with it follows from det b = 1. Source: [Simo1988], the radial return of dev b. Differs
// from it: there the trace of b is kept and the volume drifts; here c of b = D + c I solves c^3 - |D|^2/2 c +
// det D = 1, and plastic flow keeps the volume.
#pragma once

#include <froth/base/math.h>
#include <froth/base/mat.h>

namespace froth {

/// The matrix of determinant one whose deviator is `deviator`. Newton's method for c - 1 from an upper bound:
/// the cubic is convex there, so that it comes down to the largest root without overshoot. The steps suffice
/// for |deviator| up to 10, shears of more than three.
template <class Real>
FROTH_INLINE Sym3<Real> isochoric(const Sym3<Real>& deviator) {
  constexpr int steps = sizeof(Number<Real>) == 4 ? 7 : 9;
  const Real one(1), three(3), half_square = Real(0.5) * dot(deviator, deviator);
  const Real det = determinant(deviator);
  // sqrt(1 + 2/3 |D|^2) is above the root for every direction of D.
  const Real square = Real(Number<Real>(4) / 3) * half_square;
  Real e = square / (sqrt(one + square) + one);
  for (int k = 0; k < steps; ++k) {
    const Real value = e * (e * (e + three) + three) - half_square * (one + e) + det;
    e -= value / (three * (one + e) * (one + e) - half_square);
  }
  return deviator.plus_diagonal(one + e);
}

}  // namespace froth
