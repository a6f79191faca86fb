// SPDX-License-Identifier: Apache-2.0
// Quadratic and cubic B-spline weights along one axis.
// Source: [Steffen2008] (splines as grid functions); [Jiang2016], section 5.1 (both splines written out).
// Differs from them: the argument is the particle's offset from the middle of its stencil, in [-1/2, 1/2], so
// that node k of the stencil is k - Degree/2 - offset cells away from the particle. The spline as a function
// of a distance in cells, at(), is for points that are not a particle of the stencil's cell.
#pragma once

#include <froth/base/math.h>

namespace froth {

template <int Degree, class Real>
struct BSpline;

template <class Real>
struct BSpline<2, Real> {
  static constexpr int kNodes = 3;
  /// Inverse second moment: sum_i w (x_i - x)^2 = dx^2 / 4.
  static constexpr Real kInverseMoment = Real(4);

  FROTH_INLINE static Real at(Real distance) {
    const Real a = abs(distance);
    if (a < Real(0.5)) return Real(0.75) - a * a;
    return a < Real(1.5) ? Real(0.5) * (Real(1.5) - a) * (Real(1.5) - a) : Real(0);
  }

  FROTH_INLINE static void weights(Real o, Real w[3]) {
    const Real left = Real(0.5) - o, right = Real(0.5) + o;
    w[0] = Real(0.5) * left * left;
    w[1] = Real(0.75) - o * o;
    w[2] = Real(0.5) * right * right;
  }
  /// Derivatives with respect to the particle's position, per cell.
  FROTH_INLINE static void slopes(Real o, Real g[3]) {
    g[0] = o - Real(0.5);
    g[1] = Real(-2) * o;
    g[2] = o + Real(0.5);
  }
};

template <class Real>
struct BSpline<3, Real> {
  static constexpr int kNodes = 4;
  /// Inverse second moment: sum_i w (x_i - x)^2 = dx^2 / 3.
  static constexpr Real kInverseMoment = Real(3);

  FROTH_INLINE static Real at(Real distance) {
    const Real a = abs(distance);
    if (a < Real(1)) return (Real(0.5) * a - Real(1)) * a * a + Real(2) / Real(3);
    return a < Real(2) ? (Real(2) - a) * (Real(2) - a) * (Real(2) - a) / Real(6) : Real(0);
  }

  FROTH_INLINE static void weights(Real o, Real w[4]) {
    const Real t = o + Real(0.5), u = Real(0.5) - o, sixth = Real(1) / Real(6);
    w[0] = sixth * u * u * u;
    w[2] = sixth * ((Real(3) * u - Real(6)) * u * u + Real(4));
    w[3] = sixth * t * t * t;
    // What is left to one: a sum that is always a little more would feed a float body energy, step by step.
    w[1] = Real(1) - (w[0] + w[2] + w[3]);
  }
  FROTH_INLINE static void slopes(Real o, Real g[4]) {
    const Real t = o + Real(0.5), u = Real(0.5) - o;
    g[0] = Real(-0.5) * u * u;
    g[1] = (Real(1.5) * t - Real(2)) * t;
    g[2] = (Real(2) - Real(1.5) * u) * u;
    g[3] = Real(0.5) * t * t;
  }
};

/// One particle's stencil along every axis. Distances are in cells.
template <int Dim, int Degree, class Real>
struct Stencil {
  static constexpr int kNodes = Degree + 1;
  Real w[Dim][kNodes];   ///< weights
  Real d[Dim][kNodes];   ///< distances from the particle to the nodes
  Real wd[Dim][kNodes];  ///< weight times distance: first moments
  Real g[Dim][kNodes];   ///< slopes of the weights; only where asked for

  template <bool WithSlopes>
  FROTH_INLINE void place(const Real (&offset)[Dim]) {
    for (int a = 0; a < Dim; ++a) {
      BSpline<Degree, Real>::weights(offset[a], w[a]);
      if constexpr (WithSlopes) BSpline<Degree, Real>::slopes(offset[a], g[a]);
      for (int k = 0; k < kNodes; ++k) {
        d[a][k] = Real(k) - Real(0.5) * Real(Degree) - offset[a];
        wd[a][k] = w[a][k] * d[a][k];
      }
    }
  }
};

}  // namespace froth
