// SPDX-License-Identifier: Apache-2.0
// Velocities of rigid bodies, linear and angular in one vector of six, and what multiplies them.
// Source: the equations of Newton and Euler about the centre of mass.
#pragma once

#include <cmath>

#include <froth/base/mat.h>

namespace froth {

using Twist = Vec<6, double>;
using TwistMatrix = Mat<6, double>;

inline Twist twist(const Vec3<double>& linear, const Vec3<double>& angular) {
  return {{linear[0], linear[1], linear[2], angular[0], angular[1], angular[2]}};
}
inline Vec3<double> linear(const Twist& t) { return {t[0], t[1], t[2]}; }
inline Vec3<double> angular(const Twist& t) { return {t[3], t[4], t[5]}; }

/// Velocity at `arm` from the centre; and the twist of an impulse there.
inline Vec3<double> velocity_at(const Twist& t, const Vec3<double>& arm) {
  return linear(t) + cross(angular(t), arm);
}
inline Twist impulse_at(const Vec3<double>& p, const Vec3<double>& arm) { return twist(p, cross(arm, p)); }

/// Inverse of a symmetric positive definite matrix, by elimination without pivoting.
inline TwistMatrix inverse_of(TwistMatrix a) {
  TwistMatrix b = TwistMatrix::identity();
  for (int k = 0; k < 6; ++k) {
    const double pivot = 1 / a(k, k);
    for (int c = 0; c < 6; ++c) a(k, c) *= pivot, b(k, c) *= pivot;
    for (int r = 0; r < 6; ++r) {
      const double factor = a(r, k);
      if (r == k || factor == 0) continue;
      for (int c = 0; c < 6; ++c) a(r, c) -= factor * a(k, c), b(r, c) -= factor * b(k, c);
    }
  }
  return b;
}

}  // namespace froth
