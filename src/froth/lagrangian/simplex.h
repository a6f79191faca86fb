// SPDX-License-Identifier: Apache-2.0
// Linear elements of a solid: triangles of the plane, in plane strain, and tetrahedra, of any law with a
// potential of the deformation (materials/implicit_law.h), which is asked for the whole deformation from
// rest. Source: [Sifakis2012], section 4: F = Ds Dm^-1, forces -V0 P(F) Dm^-T.
#pragma once

#include <froth/materials/implicit_law.h>

namespace froth {

/// An element at rest: the inverse of its edges from corner 0, and its area or volume [m^Dim].
template <int Dim, class Real>
struct SimplexRest {
  Mat<Dim, Real> inverse_edges;
  Real volume;
};

/// A = F - I, as the law takes it.
template <int Dim, class Real>
FROTH_INLINE Mat3<Real> simplex_displacement(const Vec<Dim, Real> (&x)[Dim + 1],
                                             const Mat<Dim, Real>& inverse) {
  Mat<Dim, Real> edges{};
  for (int k = 0; k < Dim; ++k)
    for (int d = 0; d < Dim; ++d) edges(d, k) = x[k + 1][d] - x[0][d];
  Mat3<Real> A = lift(edges * inverse);
  for (int d = 0; d < Dim; ++d) A(d, d) += Real(-1);
  return A;
}

/// Gradients by corner of V0 W, where P = dW/dF.
template <int Dim, class Real>
FROTH_INLINE void simplex_corners(const Mat3<Real>& P, const SimplexRest<Dim, Real>& rest,
                                  Vec<Dim, Real> (&g)[Dim + 1]) {
  g[0] = Vec<Dim, Real>{};
  for (int k = 0; k < Dim; ++k) {
    g[k + 1] = Vec<Dim, Real>{};
    for (int d = 0; d < Dim; ++d)
      for (int c = 0; c < Dim; ++c) g[k + 1][d] += rest.volume * P(d, c) * rest.inverse_edges(k, c);
    g[0] -= g[k + 1];
  }
}

template <int Dim, class Real, class L>
FROTH_INLINE Real simplex_energy(const L& law, const Vec<Dim, Real> (&x)[Dim + 1],
                                 const SimplexRest<Dim, Real>& rest) {
  return rest.volume * law.energy(L::rest(), simplex_displacement(x, rest.inverse_edges), Real(1));
}

template <int Dim, class Real, class L>
FROTH_INLINE void simplex_gradient(const L& law, const Vec<Dim, Real> (&x)[Dim + 1],
                                   const SimplexRest<Dim, Real>& rest, Vec<Dim, Real> (&g)[Dim + 1]) {
  const Mat3<Real> A = simplex_displacement(x, rest.inverse_edges);
  simplex_corners(law.piola(L::rest(), A, Real(1)), rest, g);
}

template <int Dim, class Real, class L>
FROTH_INLINE void simplex_differential(const L& law, const Vec<Dim, Real> (&x)[Dim + 1],
                                       const SimplexRest<Dim, Real>& rest,
                                       const Vec<Dim, Real> (&dx)[Dim + 1], Vec<Dim, Real> (&dg)[Dim + 1]) {
  const Mat3<Real> A = simplex_displacement(x, rest.inverse_edges);
  Mat3<Real> dA = simplex_displacement(dx, rest.inverse_edges);
  for (int d = 0; d < Dim; ++d) dA(d, d) += Real(1);  // a change has no identity in it
  simplex_corners(law.piola_differential(L::rest(), A, dA, Real(1)), rest, dg);
}

/// An element by its corners at rest; its volume is negative where they are in the wrong order.
template <int Dim, class Real>
FROTH_INLINE SimplexRest<Dim, Real> simplex_rest(const Vec<Dim, Real> (&X)[Dim + 1]) {
  Mat3<Real> edges = Mat3<Real>::identity();
  for (int k = 0; k < Dim; ++k)
    for (int d = 0; d < Dim; ++d) edges(d, k) = X[k + 1][d] - X[0][d];
  const Real det = determinant(edges);
  const Mat3<Real> inverse = transpose(cofactor(edges)) * (Real(1) / det);
  SimplexRest<Dim, Real> rest{{}, det / Real(Dim == 2 ? 2 : 6)};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) rest.inverse_edges(r, c) = inverse(r, c);
  return rest;
}

}  // namespace froth
