// SPDX-License-Identifier: Apache-2.0
// A symmetric matrix without its negative eigenvalues: what is left of a Hessian where it must not bend down.
// Source: [Teran2005], the cut of eigenvalues; eigenvalues by cyclic Jacobi rotations.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace froth {

template <int N>
using SquareMatrix = std::array<double, static_cast<std::size_t>(N* N)>;

/// Share of the diagonal, squared, below which an entry beside it is rounding of numbers that came from
/// floats.
inline constexpr double kNegligibleEntry = 1e-14;

/// One rotation that makes m(p, q) zero; the axes turn along. False where there was nothing to do.
template <int N>
bool rotate_to_zero(SquareMatrix<N>& m, SquareMatrix<N>& axes, int p, int q) {
  const auto at = [](int r, int c) { return static_cast<std::size_t>(r * N + c); };
  const double off = m[at(p, q)];
  if (off * off <= kNegligibleEntry * std::abs(m[at(p, p)] * m[at(q, q)])) return false;
  const double theta = (m[at(q, q)] - m[at(p, p)]) / (2 * off);
  const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  for (int k = 0; k < N; ++k) {
    const double kp = m[at(k, p)], kq = m[at(k, q)];
    m[at(k, p)] = c * kp - s * kq, m[at(k, q)] = s * kp + c * kq;
  }
  for (int k = 0; k < N; ++k) {
    const double pk = m[at(p, k)], qk = m[at(q, k)];
    m[at(p, k)] = c * pk - s * qk, m[at(q, k)] = s * pk + c * qk;
    const double kp = axes[at(k, p)], kq = axes[at(k, q)];
    axes[at(k, p)] = c * kp - s * kq, axes[at(k, q)] = s * kp + c * kq;
  }
  return true;
}

/// Whether all eigenvalues are positive, by Cholesky's decomposition: far quicker than the eigenvalues.
template <int N>
bool is_positive_definite(SquareMatrix<N> m) {
  for (std::size_t k = 0; k < N; ++k) {
    if (!(m[k * N + k] > 0)) return false;
    for (std::size_t r = k + 1; r < N; ++r) {
      const double factor = m[r * N + k] / m[k * N + k];
      for (std::size_t c = k + 1; c <= r; ++c) m[r * N + c] -= factor * m[c * N + k];
    }
  }
  return true;
}

/// The symmetric matrix without its negative eigenvalues, by cyclic Jacobi rotations.
template <int N>
SquareMatrix<N> without_negative(SquareMatrix<N> m) {
  constexpr int sweeps = 8;
  const auto at = [](int r, int c) { return static_cast<std::size_t>(r * N + c); };
  SquareMatrix<N> axes{}, result{};
  for (int k = 0; k < N; ++k) axes[at(k, k)] = 1;
  bool turns = true;
  for (int sweep = 0; sweep < sweeps && turns; ++sweep) {
    turns = false;
    for (int p = 0; p < N; ++p)
      for (int q = p + 1; q < N; ++q) turns = rotate_to_zero<N>(m, axes, p, q) || turns;
  }
  for (int k = 0; k < N; ++k) {
    const double value = std::max(m[at(k, k)], 0.0);
    for (int r = 0; r < N; ++r)
      for (int c = 0; c < N; ++c) result[at(r, c)] += value * axes[at(r, k)] * axes[at(c, k)];
  }
  return result;
}

}  // namespace froth
