// SPDX-License-Identifier: Apache-2.0
// Gradients to particles and stresses back, a few particles at a time while they are in cache: what an
// implicit solve does in every iteration. Whoever calls these turns the gradients of a batch into stresses;
// transfers know nothing of laws, and laws nothing of nodes.
// Source: the products of [Gast2015], section 5; gradients in the forms of transfer/transfer.h.
#pragma once

#include <array>

#include <froth/transfer/transfer.h>

namespace froth {

/// Particles of a batch: whole packets of either number type.
inline constexpr int kBatch = 32;

/// One matrix for each particle of a batch, entry by entry, row major.
template <int Dim, class Real>
struct MatrixBatch {
  alignas(64) Real entry[Dim * Dim][kBatch];
};

/// What a matrix for each particle is made into, in place; of `count` particles of a body from slot `first`
/// on.
template <int Dim, class Real>
using BatchFunction =
    FunctionRef<void(std::size_t body, Index first, int count, MatrixBatch<Dim, Real>& batch)>;

/// A = dt grad of a field of nodes, to `take`.
template <int Dim, class Real>
void gather_batches(const TransferJob<Dim, Real>& job, const NodeField<Dim, Real>& field,
                    const std::vector<TileBox<Dim>>& touched, BatchFunction<Dim, Real> take);

/// dt sum V0 P grad w, of the P that `make` gives.
template <int Dim, class Real>
void scatter_batches(const TransferJob<Dim, Real>& job, BatchFunction<Dim, Real> make,
                     NodeSums<Dim, Real>& sums);

/// Both: the A of a field goes to `respond`, whose P come back as dt sum V0 P grad w.
template <int Dim, class Real>
void exchange_batches(const TransferJob<Dim, Real>& job, const NodeField<Dim, Real>& field,
                      const std::vector<TileBox<Dim>>& touched, BatchFunction<Dim, Real> respond,
                      NodeSums<Dim, Real>& sums);

/// Rigid motions of patches: parts of a block of nodes, no more than two. A node takes part in the motions of
/// its own part alone, or in none.
template <int Dim, class Real>
struct PatchMotions {
  static constexpr int kModes = Dim == 3 ? 6 : 3, kParts = 2;
  std::array<std::array<NodeField<Dim, Real>, kModes>, kParts> field;
  std::array<std::vector<std::uint8_t>, kParts> has_part;  ///< by block
};

/// The gradients that motions of patches have at a batch of particles: those of the parts of the 2^Dim blocks
/// of its tile, mode by mode.
template <int Dim, class Real>
struct PatchBatch {
  static constexpr int kModes = PatchMotions<Dim, Real>::kModes, kParts = PatchMotions<Dim, Real>::kParts;
  static constexpr int kSlots = kTileBlocks<Dim> * kParts;  ///< corner * kParts + part
  bool is_reached[kSlots];                                  ///< some particle may see the patch
  MatrixBatch<Dim, Real> A[kSlots][kModes];
};
template <int Dim, class Real>
using PatchFunction = FunctionRef<void(std::int32_t source, std::size_t body, Index first, int count,
                                       const PatchBatch<Dim, Real>& batch)>;

/// A = dt grad of each motion to `take`. Sources [begin, end) go side by side; the batches of one come one
/// after the other.
template <int Dim, class Real>
void gather_patches(const TransferJob<Dim, Real>& job, const PatchMotions<Dim, Real>& motions,
                    const std::vector<TileBox<Dim>>& touched, Index begin, Index end,
                    PatchFunction<Dim, Real> take);

/// The pairs of axes (a, c), a <= c, of a symmetric matrix, in the order of its numbers.
inline constexpr int kPairs[6][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};

/// A stiffness per particle, dP = C : dA, as far as a node's own block of the Hessian sees it:
/// entry[bd][particle][ac] = C_abcd, plus C_adcb where b and d differ; lanes 6 and 7 are zero.
template <class Real>
struct StiffnessBatch {
  alignas(64) Real entry[6][kBatch][8];
};
template <class Real>
using StiffnessFunction =
    FunctionRef<void(std::size_t body, Index first, int count, StiffnessBatch<Real>& batch)>;

/// The symmetric block of each node, dt^2 sum V0 C_abcd (grad w)_b (grad w)_d: pairs 0 to 3 in one field, 4
/// and 5 in the other.
template <int Dim, class Real>
struct NodeBlocks {
  NodeField<Dim, Real> first, second;
  std::vector<TileBox<Dim>> touched;
  std::vector<std::uint8_t> is_open;
};
template <int Dim, class Real>
void scatter_blocks(const TransferJob<Dim, Real>& job, StiffnessFunction<Real> make,
                    NodeBlocks<Dim, Real>& blocks);

}  // namespace froth
