// SPDX-License-Identifier: Apache-2.0
// A triangle of cloth that resists stretching in its plane: St. Venant-Kirchhoff in plane stress,
//   W = h A0 (mu tr G^2 + lambda/2 (tr G)^2),  G = (F^T F - I)/2,  F = [x1-x0 x2-x0] [X1-X0 X2-X0]^-1.
// Source: [Sifakis2012], section 3, for the law and for forces of a linear element; a sheet of thickness h.
#pragma once

#include <froth/base/mat.h>

namespace froth {

template <class Real>
struct MembraneLaw {
  Real mu;      ///< E / (2 (1 + nu)) [Pa]
  Real lambda;  ///< E nu / (1 - nu^2), of plane stress [Pa]
};

/// A triangle at rest: the inverse of its edges in its own plane, and thickness times area [m^3].
template <class Real>
struct MembraneRest {
  Mat<2, Real> inverse_edges;
  Real volume;
};

/// 3 x 2: the columns are what the two directions of the plane have become.
template <class Real>
struct MembraneGradient {
  Vec3<Real> column[2];

  FROTH_INLINE MembraneGradient(const Vec3<Real>& edge1, const Vec3<Real>& edge2,
                                const Mat<2, Real>& inverse) {
    for (int c = 0; c < 2; ++c) column[c] = edge1 * inverse(0, c) + edge2 * inverse(1, c);
  }
  /// (F^T F - I) / 2.
  FROTH_INLINE Mat<2, Real> green() const {
    const Real h = Real(0.5), shear = h * dot(column[0], column[1]);
    return {{{h * (dot(column[0], column[0]) - Real(1)), shear},
             {shear, h * (dot(column[1], column[1]) - Real(1))}}};
  }
};

template <class Real>
FROTH_INLINE Mat<2, Real> membrane_stress(const MembraneLaw<Real>& law, const Mat<2, Real>& G) {
  const Real swell = law.lambda * (G(0, 0) + G(1, 1)), twice = Real(2) * law.mu;
  return {{{twice * G(0, 0) + swell, twice * G(0, 1)}, {twice * G(1, 0), twice * G(1, 1) + swell}}};
}

template <class Real>
FROTH_INLINE Real membrane_energy(const Vec3<Real> (&x)[3], const MembraneRest<Real>& rest,
                                  const MembraneLaw<Real>& law) {
  const Mat<2, Real> G = MembraneGradient<Real>(x[1] - x[0], x[2] - x[0], rest.inverse_edges).green();
  const Real swell = G(0, 0) + G(1, 1);
  const Real square = G(0, 0) * G(0, 0) + G(1, 1) * G(1, 1) + Real(2) * G(0, 1) * G(0, 1);
  return rest.volume * (law.mu * square + Real(0.5) * law.lambda * swell * swell);
}

/// Columns of -V P inverse^T are the gradients of corners 1 and 2, with the sign turned.
template <class Real>
FROTH_INLINE void membrane_corners(const Vec3<Real> (&P)[2], const MembraneRest<Real>& rest,
                                   Vec3<Real> (&g)[3]) {
  for (int k = 0; k < 2; ++k)
    g[k + 1] = (P[0] * rest.inverse_edges(k, 0) + P[1] * rest.inverse_edges(k, 1)) * rest.volume;
  g[0] = -(g[1] + g[2]);
}

template <class Real>
FROTH_INLINE void membrane_gradient(const Vec3<Real> (&x)[3], const MembraneRest<Real>& rest,
                                    const MembraneLaw<Real>& law, Vec3<Real> (&g)[3]) {
  const MembraneGradient<Real> F(x[1] - x[0], x[2] - x[0], rest.inverse_edges);
  const Mat<2, Real> S = membrane_stress(law, F.green());
  const Vec3<Real> P[2] = {F.column[0] * S(0, 0) + F.column[1] * S(1, 0),
                           F.column[0] * S(0, 1) + F.column[1] * S(1, 1)};
  membrane_corners(P, rest, g);
}

/// Change of the gradient; `stress_share` is how much of the present stress takes part: 1 is exact, and what
/// is left with 0 is never negative.
template <class Real>
FROTH_INLINE void membrane_differential(const Vec3<Real> (&x)[3], const MembraneRest<Real>& rest,
                                        const MembraneLaw<Real>& law, const Vec3<Real> (&dx)[3],
                                        Real stress_share, Vec3<Real> (&dg)[3]) {
  const MembraneGradient<Real> F(x[1] - x[0], x[2] - x[0], rest.inverse_edges);
  const MembraneGradient<Real> dF(dx[1] - dx[0], dx[2] - dx[0], rest.inverse_edges);
  const Mat<2, Real> S = membrane_stress(law, F.green()) * stress_share;
  const Real shear = Real(0.5) * (dot(F.column[0], dF.column[1]) + dot(F.column[1], dF.column[0]));
  const Mat<2, Real> dG{{{dot(F.column[0], dF.column[0]), shear}, {shear, dot(F.column[1], dF.column[1])}}};
  const Mat<2, Real> dS = membrane_stress(law, dG);
  Vec3<Real> dP[2];
  for (int c = 0; c < 2; ++c)
    dP[c] = dF.column[0] * S(0, c) + dF.column[1] * S(1, c) + F.column[0] * dS(0, c) + F.column[1] * dS(1, c);
  membrane_corners(dP, rest, dg);
}

}  // namespace froth
