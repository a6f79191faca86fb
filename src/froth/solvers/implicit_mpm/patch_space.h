// SPDX-License-Identifier: Apache-2.0
// Rigid motions of patches of nodes, the blocks of the grid, as a second level beside the diagonal blocks of
// a preconditioner: z = D^-1 r + Q (Q^T H Q)^-1 Q^T r, where the columns of Q are the motions, orthonormal by
// mass and within what contacts allow. A stiff body moves nearly as its patches do; conjugate gradients with
// D alone carry that motion from cell to cell, an iteration each. The small matrix is assembled particle by
// particle and decomposed once for each of Newton's iterations. Source: additive Schwarz [Smith1996],
// section 2.1; rigid motions of aggregates [Vanek1996], not smoothed here.
#pragma once

#include <memory>

#include <froth/solvers/implicit_mpm/node_contacts.h>
#include <froth/solvers/implicit_mpm/node_vectors.h>
#include <froth/transfer/batches.h>

namespace froth {

template <int Dim, class Real>
class PatchSpace {
 public:
  using Field = NodeField<Dim, Real>;

  /// `masses` and `scale` (StepProblem::impulse_scale) have these in their last lane; `respond` makes dP of
  /// dA, batch by batch.
  PatchSpace(const TransferJob<Dim, Real>& job, const std::vector<TileBox<Dim>>& touched, const Field& masses,
             const Field& scale, const NodeContacts<Dim, Real>& contacts, const OpenBlocks& open,
             const BatchFunction<Dim, Real>& respond);
  ~PatchSpace();

  /// z += the motion of patches that the force r asks for.
  void add(const Field& r, Field& z) const;

 private:
  static constexpr int kModes = PatchBatch<Dim, Real>::kModes;
  struct Matrix;  ///< Q^T H Q, decomposed

  void make_modes(const Field& masses, const Field& scale, const NodeContacts<Dim, Real>& contacts,
                  const OpenBlocks& open);
  void orthonormalise(const Field& masses, Index block);
  bool has_motion(Index block) const;
  void assemble(const TransferJob<Dim, Real>& job, const std::vector<TileBox<Dim>>& touched,
                const BatchFunction<Dim, Real>& respond);

  std::array<Field, static_cast<std::size_t>(kModes)> modes_;
  std::vector<std::int32_t> number_;  ///< of a block among the patches; -1: it is none
  std::vector<Index> patches_;        ///< blocks with stiff nodes
  std::unique_ptr<Matrix> matrix_;
};

}  // namespace froth
