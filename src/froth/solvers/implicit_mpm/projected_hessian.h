// SPDX-License-Identifier: Apache-2.0
// Hessians of particles without their negative eigenvalues, stored: the fallback where the exact one leads
// nowhere. Dearer by an eigen-decomposition of a 9 x 9 matrix per particle, and by its memory.
// Source: [Teran2005], the cut of eigenvalues, here of the whole matrix dP/dA.
#pragma once

#include <froth/solvers/implicit_mpm/particle_response.h>

namespace froth {

template <int Dim, class Real>
class ProjectedHessian {
 public:
  explicit ProjectedHessian(const std::vector<std::unique_ptr<BodyResponse<Dim, Real>>>& responses);
  /// From dA to dP.
  void differential(std::size_t body, Index first, int count, MatrixBatch<Dim, Real>& batch) const;

 private:
  static constexpr int kSize = Dim * Dim, kNumbers = kSize * (kSize + 1) / 2;
  std::vector<std::vector<Real>> bodies_;  ///< lower triangles, particle by particle
};

}  // namespace froth
