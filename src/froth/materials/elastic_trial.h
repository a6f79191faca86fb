// SPDX-License-Identifier: Apache-2.0
// The implicit form of isotropic elasticity: energy, Piola stress and its differential as functions of the
// displacement gradient A of a step that is still being sought. Source: [Simo1988] for the split of strain;
// the rest is derived here.
//
// With f = I + A, det f > 0, the strain (b_n, log J_n) at the start of the step becomes the trial strain of
// stretched():
//   b = j^(-2/3) f b_n f^T,   log J = log J_n + log j,   j = det f.
// A change dA is, seen from the trial state, the velocity gradient L = dA f^-1. It changes the strain by
//   db = L b + b L^T - 2/3 tr(L) b,   d(log J) = tr L,
// and does the work tau : L = (tau f^-T) : dA per rest volume. Hence
//   P = dW/dA = tau f^-T,
// and, as d(f^-T) = -L^T f^-T,
//   dP = (d tau - tau L^T) f^-T.
// P is the Piola stress from the start of the step on: F_n is not needed, and with A = sum_i u_i (grad w_i)^T
// at x_n the force on node i is -V0 P grad w_i. A law adds W(b, log J), tau(b, log J) and d tau for a given
// db and d(log J). In the plane the third row and column of A are zero, and those of P are not asked for.
#pragma once

#include <froth/linalg/eigen_sym.h>
#include <froth/materials/split_strain.h>

namespace froth {

/// A small change of a strain.
template <class Real>
struct StrainChange {
  Sym3<Real> b;
  Real log_J;
};

/// Strain of a step with the displacement gradient A, (f^T f - I)/2: what viscous potentials are made of,
/// since it does not see rotations.
template <class Real>
FROTH_INLINE Sym3<Real> step_strain(const Mat3<Real>& A) {
  return sym(A) + sym(transpose(A) * A) * Real(0.5);
}

/// How a step's displacement gradient A looks from its end: f^-T, and L for a change dA.
template <class Real>
struct TrialFrame {
  Mat3<Real> inverse_transposed;

  FROTH_INLINE explicit TrialFrame(const Mat3<Real>& A)
      : inverse_transposed(cofactor(Mat3<Real>::identity() + A) * (Real(1) / (Real(1) + volume_change(A)))) {}

  FROTH_INLINE Mat3<Real> gradient(const Mat3<Real>& dA) const { return dA * transpose(inverse_transposed); }
};

/// db and d(log J) of a strain that is deformed by I + L.
template <class Real>
FROTH_INLINE StrainChange<Real> strain_change(const SplitStrain<Real>& strain, const Mat3<Real>& L) {
  const Mat3<Real> Lb = L * strain.b.full();
  const Real growth = trace(L);
  return {sym(Lb) * Real(2) + strain.b * (Real(Number<Real>(-2) / 3) * growth), growth};
}

/// P = tau f^-T of the trial strain [Pa].
template <class Elastic, class Real>
FROTH_INLINE Mat3<Real> elastic_piola(const Elastic& law, const SplitStrain<Real>& strain_n,
                                      const Mat3<Real>& A) {
  return law.kirchhoff(stretched(strain_n, A), Mat3<Real>{}).full() * TrialFrame<Real>(A).inverse_transposed;
}

/// dP = (d tau - tau L^T) f^-T for a change dA [Pa]; linear in dA.
template <class Elastic, class Real>
FROTH_INLINE Mat3<Real> elastic_piola_differential(const Elastic& law, const SplitStrain<Real>& strain_n,
                                                   const Mat3<Real>& A, const Mat3<Real>& dA) {
  const TrialFrame<Real> frame(A);
  const SplitStrain<Real> trial = stretched(strain_n, A);
  const Mat3<Real> L = frame.gradient(dA);
  const Mat3<Real> tau = law.kirchhoff(trial, Mat3<Real>{}).full();
  const Mat3<Real> dtau = law.kirchhoff_differential(trial, strain_change(trial, L)).full();
  return (dtau - tau * transpose(L)) * frame.inverse_transposed;
}

/// d tau of tau = sum_i t_i n_i n_i^T, where b has the eigenvalues beta_i and the same axes n_i: on the
/// diagonal of the principal frame stands dt_i, which `principal` makes of the three d(beta_i); beside it the
/// axes turn, which gives (t_i - t_j) / (beta_i - beta_j) db_ij. That quotient is `slope`(i, j), finite also
/// for equal eigenvalues.
template <class Real, class Principal, class Slope>
FROTH_INLINE Sym3<Real> isotropic_differential(const Mat3<Real>& axes, const Sym3<Real>& db,
                                               const Principal& principal, const Slope& slope) {
  const Sym3<Real> d = congruence(transpose(axes), db);
  const Vec3<Real> dt = principal(Vec3<Real>{d.xx, d.yy, d.zz});
  return congruence(
      axes, Sym3<Real>{dt[0], dt[1], dt[2], slope(0, 1) * d.xy, slope(0, 2) * d.xz, slope(1, 2) * d.yz});
}

}  // namespace froth
