// SPDX-License-Identifier: Apache-2.0
// Rigid motions of patches of nodes, parts of blocks of the grid (patch_parts.h), as a second level beside
// the diagonal blocks of a preconditioner: z = D^-1 r + Q (Q^T H Q)^-1 Q^T r, where the columns of Q are the
// motions, orthonormal by mass and within what contacts allow. A stiff body moves nearly as its patches do;
// conjugate gradients with D alone carry that motion from cell to cell, an iteration each. The small matrix
// is assembled particle by particle and decomposed once for each of Newton's iterations. Source: additive
// Schwarz [Smith1996], section 2.1; rigid motions of aggregates [Vanek1996], not smoothed here.
#pragma once

#include <memory>

#include <froth/solvers/implicit_mpm/element_response.h>
#include <froth/solvers/implicit_mpm/node_contacts.h>
#include <froth/solvers/implicit_mpm/node_vectors.h>
#include <froth/transfer/batches.h>

namespace froth {

/// The Hessian, as patches are told of it: what makes dP of dA, batch by batch, and elements, or null.
template <int Dim, class Real>
struct PatchForces {
  const BatchFunction<Dim, Real>& respond;
  const ElementResponse<Dim, Real>* elements;
};

template <int Dim, class Real>
class PatchSpace {
 public:
  using Field = NodeField<Dim, Real>;

  /// `masses` and `scale` (StepProblem::impulse_scale) have these in their last lane.
  PatchSpace(const TransferJob<Dim, Real>& job, const std::vector<TileBox<Dim>>& touched, const Field& masses,
             const Field& scale, const NodeContacts<Dim, Real>& contacts, const OpenBlocks& open,
             const PatchForces<Dim, Real>& forces);
  ~PatchSpace();

  /// z += the motion of patches that the force r asks for.
  void add(const Field& r, Field& z) const;

 private:
  using Motions = PatchMotions<Dim, Real>;
  static constexpr int kModes = Motions::kModes, kParts = Motions::kParts;
  struct Matrix;  ///< Q^T H Q, decomposed

  void make_motions(const Field& masses, const Field& scale, const NodeContacts<Dim, Real>& contacts,
                    const OpenBlocks& open);
  void fill_block(const Field& masses, const Field& scale, Index block);
  bool orthonormalise(const Field& masses, int part, Index block);
  void number_patches(const OpenBlocks& open);
  std::int32_t number_of(Index block, int part) const {
    return number_[static_cast<std::size_t>(block * kParts + part)];
  }
  void assemble(const TransferJob<Dim, Real>& job, const std::vector<TileBox<Dim>>& touched,
                const PatchForces<Dim, Real>& forces);

  Motions motions_;
  std::vector<std::int32_t> number_;  ///< by block and part among the patches; -1: there is none
  std::vector<Index> blocks_;         ///< with patches
  std::size_t count_ = 0;             ///< of patches; 0: the diagonal blocks go on alone
  std::unique_ptr<Matrix> matrix_;
};

}  // namespace froth
