// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/projected_hessian.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace froth {

namespace {

template <int N>
using Square = std::array<double, static_cast<std::size_t>(N* N)>;

/// One rotation that makes m(p, q) zero; the axes turn along.
template <int N>
void rotate(Square<N>& m, Square<N>& axes, int p, int q) {
  const auto at = [](int r, int c) { return static_cast<std::size_t>(r * N + c); };
  const double off = m[at(p, q)];
  if (off == 0) return;
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
}

/// The symmetric matrix without its negative eigenvalues, by cyclic Jacobi rotations.
template <int N>
Square<N> without_negative(Square<N> m) {
  constexpr int sweeps = 8;
  const auto at = [](int r, int c) { return static_cast<std::size_t>(r * N + c); };
  Square<N> axes{}, result{};
  for (int k = 0; k < N; ++k) axes[at(k, k)] = 1;
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (int p = 0; p < N; ++p)
      for (int q = p + 1; q < N; ++q) rotate<N>(m, axes, p, q);
  for (int k = 0; k < N; ++k) {
    const double value = std::max(m[at(k, k)], 0.0);
    for (int r = 0; r < N; ++r)
      for (int c = 0; c < N; ++c) result[at(r, c)] += value * axes[at(r, k)] * axes[at(c, k)];
  }
  return result;
}

}  // namespace

template <int Dim, class Real>
ProjectedHessian<Dim, Real>::ProjectedHessian(
    const std::vector<std::unique_ptr<BodyResponse<Dim, Real>>>& responses) {
  for (const auto& response : responses) {
    std::vector<Real>& numbers = bodies_.emplace_back(static_cast<std::size_t>(response->count() * kNumbers));
    parallel_chunks(response->count(), 64, [&](const Chunk& c) {
      for (Index s = c.begin; s < c.end; ++s) {
        Square<kSize> m{};
        response->hessian(s, m.data());
        m = without_negative<kSize>(m);
        Real* to = numbers.data() + s * kNumbers;
        for (int r = 0; r < kSize; ++r)
          for (int k = 0; k <= r; ++k) *to++ = Real(m[static_cast<std::size_t>(r * kSize + k)]);
      }
    });
  }
}

template <int Dim, class Real>
void ProjectedHessian<Dim, Real>::differential(std::size_t body, Index first, int count,
                                               MatrixBatch<Dim, Real>& batch) const {
  for (int k = 0; k < count; ++k) {
    const Real* m = bodies_[body].data() + (first + k) * kNumbers;
    Real dA[kSize], dP[kSize] = {};
    for (int r = 0; r < kSize; ++r) dA[r] = batch.entry[r][k];
    for (int r = 0; r < kSize; ++r) {
      for (int c = 0; c < r; ++c, ++m) dP[r] += *m * dA[c], dP[c] += *m * dA[r];
      dP[r] += *m++ * dA[r];
    }
    for (int r = 0; r < kSize; ++r) batch.entry[r][k] = dP[r];
  }
}

#define FROTH_INSTANCE(Dim, Real) template class ProjectedHessian<Dim, Real>;
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
