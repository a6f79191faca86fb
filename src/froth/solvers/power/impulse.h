// SPDX-License-Identifier: Apache-2.0
// The Newton step of one particle in an implicit step. A particle acts on its nodes by an impulse matrix Q,
//   m_i dv_i = Q g_i,   g_i = w_i D^-1 (x_i - c),
// and at the minimum of [Qu2023], Eq. (23), Q = -dt V0 P with P = dpsi/dA at the displacement gradient
// A = dt sum v_i g_i^T. A change dQ moves A by dt dQ K, K = sum g_i g_i^T / m_i, so that
//   dQ + dt V0 dP(dt dQ K) = R,   R = -dt V0 P - Q.
// In L = dA f^-1, f = I + A, and with dP f^T = M(L) of principal_tangent.h this is
//   L G + dt^2 V0 M(L) = dt R f^T = -dt^2 V0 tau - dt Q f^T,   G = f K^-1 f^T,
// symmetric and positive definite: no constraint sqrt(psi) and its kink at rest.
// Source: [Qu2023], Eqs. (23) to (25). Differs from it: the printed accumulation of a scalar multiplier tends
// to another point than the minimum, since the direction of grad sqrt(psi) turns between iterations.
#pragma once

#include <froth/solvers/power/principal_tangent.h>

namespace froth {

/// The factor of a symmetric, positive definite matrix H = F F^T in its place, with inverses on the diagonal.
template <int N>
void factorize(double (&H)[N][N]) {
  for (int j = 0; j < N; ++j) {
    double pivot = H[j][j];
    for (int k = 0; k < j; ++k) pivot -= H[j][k] * H[j][k];
    const double inverse = 1 / std::sqrt(pivot);
    H[j][j] = inverse;
    for (int i = j + 1; i < N; ++i) {
      double sum = H[i][j];
      for (int k = 0; k < j; ++k) sum -= H[i][k] * H[j][k];
      H[i][j] = sum * inverse;
    }
  }
}

/// The solution of H x = b in place of b.
template <int N>
void solve_factorized(const double (&F)[N][N], double (&b)[N]) {
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < i; ++k) b[i] -= F[i][k] * b[k];
    b[i] *= F[i][i];
  }
  for (int i = N - 1; i >= 0; --i) {
    for (int k = i + 1; k < N; ++k) b[i] -= F[k][i] * b[k];
    b[i] *= F[i][i];
  }
}

/// The upper left part of a matrix that leaves the plane alone.
template <int Dim>
Mat<Dim, double> part_of(const Mat3<double>& m) {
  Mat<Dim, double> part{};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) part(r, c) = m(r, c);
  return part;
}

template <int Dim>
double square_of(const Mat<Dim, double>& m) {
  double sum = 0;
  for (int k = 0; k < Dim * Dim; ++k) sum += m(k / Dim, k % Dim) * m(k / Dim, k % Dim);
  return sum;
}

/// L of the system above, in the principal frame; `c` is dt^2 V0.
template <int Dim>
Mat<Dim, double> solve_gradient(const PrincipalTangent& t, const Mat<Dim, double>& G,
                                const Mat<Dim, double>& rhs, double c) {
  constexpr int n = Dim * Dim;
  double H[n][n] = {}, b[n];
  for (int i = 0; i < Dim; ++i)
    for (int j = 0; j < Dim; ++j) {
      b[i * Dim + j] = rhs(i, j);
      for (int l = 0; l < Dim; ++l) H[i * Dim + j][i * Dim + l] = G(j, l);
    }
  for (int i = 0; i < Dim; ++i)
    for (int j = 0; j < Dim; ++j) H[i * (Dim + 1)][j * (Dim + 1)] += c * t.stretches(i, j);
  for (int k = 0; k < (Dim == 3 ? 3 : 1); ++k) {
    const int ij = detail::kPairs[k][0] * Dim + detail::kPairs[k][1];
    const int ji = detail::kPairs[k][1] * Dim + detail::kPairs[k][0];
    H[ij][ij] += c * t.own[k], H[ji][ji] += c * t.other[k];
    H[ij][ji] += c * t.mixed[k], H[ji][ij] += c * t.mixed[k];
  }
  factorize<n>(H);
  solve_factorized<n>(H, b);
  if (!t.is_symmetric) {  // H and c push trace(L): the inverse of a sum with a matrix of rank one
    double y[n] = {}, trace_b = 0, trace_y = 0;
    for (int i = 0; i < Dim; ++i) y[i * (Dim + 1)] = c * t.push[i];
    solve_factorized<n>(H, y);
    for (int i = 0; i < Dim; ++i) trace_b += b[i * (Dim + 1)], trace_y += y[i * (Dim + 1)];
    const double along = trace_b / (1 + trace_y);
    for (int k = 0; k < n; ++k) b[k] -= along * y[k];
  }
  Mat<Dim, double> L{};
  for (int k = 0; k < n; ++k) L(k / Dim, k % Dim) = b[k];
  return L;
}

/// L f = dA of a Newton step of a particle whose stress and tangent are `t`; `K_inverse` is that of the sum
/// above.
template <int Dim>
Mat<Dim, double> gradient_step(const PrincipalTangent& t, const Mat<Dim, double>& A,
                               const Mat<Dim, double>& Q, const Mat<Dim, double>& K_inverse, double V0,
                               double dt) {
  // A step that turns material by more than this is cut; det(I + L) stays positive, and the next one goes on.
  constexpr double most = 0.5;
  const Mat<Dim, double> U = part_of<Dim>(t.axes), back = transpose(U);
  const Mat<Dim, double> f = Mat<Dim, double>::identity() + A, turned = back * f;
  const double c = dt * dt * V0;
  Mat<Dim, double> rhs = (back * Q * transpose(f) * U) * -dt;
  for (int k = 0; k < Dim; ++k) rhs(k, k) -= c * t.tau[k];
  Mat<Dim, double> step = U * solve_gradient(t, turned * K_inverse * transpose(turned), rhs, c) * back;
  const double length = std::sqrt(square_of(step));
  if (length > most) step = step * (most / length);
  return step * f;
}

/// All of A, or where it turns a particle inside out, as much as leaves it a fifth of its volume: neighbours
/// may do so between two visits, and stress is not defined there.
template <int Dim>
double share_with_volume(const Mat<Dim, double>& A) {
  constexpr double least = 0.2;
  if (!(volume_change(lift(A)) <= -1)) return 1;
  double share = 0.5;
  while (volume_change(lift(A) * share) < least - 1) share /= 2;
  return share;
}

/// The minimum of the step's energy as far as this particle alone can move its nodes: a few Newton steps,
/// since a return to a yield surface has kinks that one step overshoots. Changes Q and returns dQ.
template <int Dim, class TangentAt>
Mat<Dim, double> impulse_change(const TangentAt& tangent_at, Mat<Dim, double> A, Mat<Dim, double>& Q,
                                const Mat<Dim, double>& K_inverse, double V0, double dt, bool& was_turned) {
  constexpr int steps = 4;
  constexpr double small = 1e-3;  // a strain that later iterations see to
  Mat<Dim, double> change{};
  const auto move = [&](const Mat<Dim, double>& dA) {
    const Mat<Dim, double> dQ = (dA * K_inverse) * (1 / dt);
    A += dA, Q += dQ, change += dQ;
  };
  if (const double share = share_with_volume(A); share < 1) was_turned = true, move(A * (share - 1));
  for (int k = 0; k < steps; ++k) {
    const Mat<Dim, double> dA = gradient_step(tangent_at(A), A, Q, K_inverse, V0, dt);
    move(dA);
    if (square_of(dA) < small * small) break;
  }
  return change;
}

}  // namespace froth
