// SPDX-License-Identifier: Apache-2.0
// What the differentials of a law at one A are made of, kept for all products with a Hessian there: the law's
// own Tangent where it has one, else the symmetric matrix of Dim^2 x Dim^2 numbers that takes dA to dP.
// Source: the formulas belong to the laws, see materials/implicit_law.h.
#pragma once

#include <froth/materials/implicit_law.h>

namespace froth {

/// The lower half, row by row.
template <int Dim, class Real>
struct DenseTangent {
  static constexpr int kSize = Dim * Dim;
  Real number[kSize * (kSize + 1) / 2];

  template <class L>
  FROTH_INLINE static DenseTangent of(const L& law, const typename L::State& s, const Mat3<Real>& A,
                                      Real dt) {
    DenseTangent at;
    for (int column = 0; column < kSize; ++column) {
      Mat3<Real> unit{};
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) unit(r, c) = Real(r < Dim && c < Dim && r * Dim + c == column ? 1 : 0);
      const Mat3<Real> dP = law.piola_differential(s, A, unit, dt);
      for (int row = column; row < kSize; ++row)
        at.number[row * (row + 1) / 2 + column] = dP(row / Dim, row % Dim);
    }
    return at;
  }
  FROTH_INLINE Mat3<Real> differential(const Mat3<Real>& dA) const {
    Real from[kSize], to[kSize];
    for (int k = 0; k < kSize; ++k) from[k] = dA(k / Dim, k % Dim), to[k] = Real(0);
    const Real* m = number;
    for (int r = 0; r < kSize; ++r) {
      for (int c = 0; c < r; ++c, ++m) to[r] += *m * from[c], to[c] += *m * from[r];
      to[r] += *m++ * from[r];
    }
    Mat3<Real> dP{};
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) dP(r, c) = r < Dim && c < Dim ? to[r * Dim + c] : Real(0);
    return dP;
  }
};

/// The law's own.
template <class L>
struct LawTangent {
  using Real = RealOf<L>;
  typename L::Tangent tangent;

  FROTH_INLINE static LawTangent of(const L& law, const typename L::State& s, const Mat3<Real>& A, Real dt) {
    return {law.tangent(s, A, dt)};
  }
  FROTH_INLINE Mat3<Real> differential(const Mat3<Real>& dA) const { return L::differential(tangent, dA); }
};

}  // namespace froth
