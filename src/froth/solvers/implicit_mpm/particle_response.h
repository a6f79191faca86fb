// SPDX-License-Identifier: Apache-2.0
// What the particles of a body answer in a solve: energy, Piola stress and its differential at the
// displacement gradient A of the step that is being sought, batch by batch.
// Source: [Gast2015], section 5; the formulas belong to the laws (materials/implicit_law.h).
#pragma once

#include <memory>
#include <vector>

#include <froth/mpm/state.h>
#include <froth/transfer/batches.h>

namespace froth {

/// Energy of the particles at A.
struct StoredEnergy {
  double energy = 0;        ///< [J]
  double magnitude = 0;     ///< sum of absolute values, the scale of rounding [J]
  bool is_feasible = true;  ///< det(I + A) > 0 for every particle, and no energy is not a number
};

/// Of one body. Calls are made once per batch, never per particle.
template <int Dim, class Real>
class BodyResponse {
 public:
  virtual ~BodyResponse() = default;

  /// Keeps what a gather brings as the A of these particles.
  void take(Index first, int count, const MatrixBatch<Dim, Real>& A);
  virtual StoredEnergy energy(Index first, Index last) const = 0;
  /// P at A; keeps what the differentials there are made of, for batches of the same particles.
  virtual void linearise(Index first, int count, MatrixBatch<Dim, Real>& P) = 0;
  /// From dA to dP where these particles were linearised.
  virtual void differential(Index first, int count, MatrixBatch<Dim, Real>& batch) const = 0;
  /// dP of all unit dA there, as the blocks of nodes see it.
  virtual void stiffness(Index first, int count, StiffnessBatch<Real>& batch) const = 0;
  /// dP of all unit dA of one particle at A: column (c, d) of a matrix of Dim^2 x Dim^2, row major.
  virtual void hessian(Index slot, double* matrix) const = 0;

  Index count() const { return count_; }

 protected:
  explicit BodyResponse(Index count);

  std::vector<AlignedBuffer> planes_;  ///< of A, row major
  Index count_;
};

/// The response of a body whose law steps implicitly, from its state at the start of a step of length dt.
template <int Dim, class Real>
std::unique_ptr<BodyResponse<Dim, Real>> make_response(const MpmBody<Dim, Real>& body, double dt);

}  // namespace froth
