// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/projected_hessian.h>

#include <froth/linalg/positive_part.h>

namespace froth {

template <int Dim, class Real>
ProjectedHessian<Dim, Real>::ProjectedHessian(
    const std::vector<std::unique_ptr<BodyResponse<Dim, Real>>>& responses) {
  for (const auto& response : responses) {
    std::vector<Real>& numbers = bodies_.emplace_back(static_cast<std::size_t>(response->count() * kNumbers));
    parallel_chunks(response->count(), 64, [&](const Chunk& c) {
      for (Index s = c.begin; s < c.end; ++s) {
        SquareMatrix<kSize> m{};
        response->hessian(s, m.data());
        if (!is_positive_definite<kSize>(m)) m = without_negative<kSize>(m);
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
