// SPDX-License-Identifier: Apache-2.0
// What a transfer between particles and grid needs to know, the same for both directions.
// Source: [Fei2021], Eqs. (1) to (8); MLS form [Hu2018]; kernel-gradient form [Sulsky1994].
#pragma once

#include <span>
#include <vector>

#include <froth/grid/sparse_grid.h>
#include <froth/particles/position.h>
#include <froth/particles/sort.h>
#include <froth/transfer/near_obstacles.h>
#include <froth/transfer/particle_view.h>
#include <froth/transfer/scheme.h>
#include <froth/transfer/tile.h>

namespace froth {

struct TransferSettings {
  int degree = 2;  ///< of the B-spline, 2 or 3
  GradientForm gradient = GradientForm::Mls;
  bool affine = false;                ///< particles carry C
  double flip_ratio = 0;              ///< alpha, [Fei2021], Eq. (1)
  double beta_min = 0, beta_max = 0;  ///< positional adjustment, [Fei2021], Eqs. (4), (5)
  bool keeps_velocity = false;   ///< the scheme has a flip_ratio at all, however small it is for this step
  bool adjusts_velocity = true;  ///< and uses it for velocities, not for positions only
  std::span<const double> mode_scales{};      ///< of the modes beyond the affine ones, [Fu2017]
  const PosedObstacles* obstacles = nullptr;  ///< what particles must ask about; null: nothing
  std::span<RigidImpulse> impulses = {};      ///< where rigid bodies get what g2p's sweeps give them
  bool keeps_out = false;                     ///< beta is zero there, [Fei2021], Eq. (5)
  bool tight_colliders = false;               ///< particles stop at their surfaces too
  double reach = 0;                 ///< as far as a particle comes in a step at its own velocity, at most [m]
  double most_cells = kBlockWidth;  ///< that a particle may move; one that would move farther is reported
  double dt = 0;                    ///< [s]
};

/// The particles of all bodies by source block: body `b` has slots [first, last) in source `s`.
struct SourceRanges {
  struct Range {
    Index first, last;
  };
  int bodies = 0;
  std::vector<Range> ranges;  ///< source-major

  std::span<const Range> of(std::int32_t source) const {
    return {ranges.data() + static_cast<std::size_t>(source) * static_cast<std::size_t>(bodies),
            static_cast<std::size_t>(bodies)};
  }
};

/// The nodes of the grid. `before` is used only by schemes that keep particle velocity: dt times the force,
/// apart from the momentum; after the grid update the velocity before forces, whose first component then also
/// stands in the last lane of `motion`, where a gather gets it for nothing.
template <int Dim, class Real>
struct GridFields {
  NodeField<Dim, Real> motion;  ///< momentum and mass; after the grid update velocity and mass
  NodeField<Dim, Real> before;
  std::vector<TileBox<Dim>> touched;  ///< by source: what its particles scattered to, and will gather from
  std::vector<std::uint8_t> is_open;  ///< by block: something was scattered to it; the others hold nothing
};

/// Everything that both transfers read.
template <int Dim, class Real>
struct TransferJob {
  const GridTopology<Dim>& topology;
  const Lattice<Dim>& lattice;
  const SourceRanges& ranges;
  std::vector<ParticleView<Dim, Real>> bodies;
  TransferSettings settings;
};

// --- The fused transfers
// ------------------------------------------------------------------------------------

/// Particles to grid: mass, momentum with its affine part, and dt times the force of the stress.
/// Without particle velocity kept, the force is added to the momentum at once.
template <int Dim, class Real>
void p2g(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid);

/// What a gather found out about one body.
struct MotionReport {
  double max_speed = 0;      ///< [m/s]
  bool left_block = false;   ///< some particle left the reach of its block: sort before the next step
  bool is_too_far = false;   ///< the bad particle is out of the grid's reach rather than too fast
  double boundary_work = 0;  ///< by colliders on particles that they stopped [J]
  Index passed = 0;          ///< particles that came into a collider all the same
  Index bad_particle = -1;   ///< first slot with a not-a-number or a position out of reach, else -1
};

/// Grid to particles: velocity, affine part, velocity gradient, position.
template <int Dim, class Real>
std::vector<MotionReport> g2p(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid);

// --- The same taken apart
// -----------------------------------------------------------------------------------

/// Three numbers per node summed from particles, in a field beside those of the grid: the same blocks are
/// open.
template <int Dim, class Real>
struct NodeSums {
  NodeField<Dim, Real> field;
  std::vector<TileBox<Dim>> touched;
  std::vector<std::uint8_t> is_open;
};

/// Planes of a vector per particle of one body, and of a matrix, row major.
template <int Dim, class Real>
struct VectorPlanes {
  Real* plane[Dim];
};
template <int Dim, class Real>
struct MatrixPlanes {
  Real* plane[Dim * Dim];
};

/// Mass and momentum with its affine part, and nothing else, into grid.motion.
template <int Dim, class Real>
void scatter_momentum(const TransferJob<Dim, Real>& job, GridFields<Dim, Real>& grid);

/// Force of the stress tau [N], in the job's form of the gradient.
template <int Dim, class Real>
void scatter_stress(const TransferJob<Dim, Real>& job, NodeSums<Dim, Real>& force);

/// Sum of w times what a column brings, by body, such as impulses of a mesh whose vertices the particles are.
template <int Dim, class Real>
void scatter_impulses(const TransferJob<Dim, Real>& job, std::span<const VectorPlanes<Dim, Real>> impulses,
                      NodeSums<Dim, Real>& sums);

/// Velocity of the grid, C and velocity gradient to the particles, which stay where they are.
template <int Dim, class Real>
void gather_velocity(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid);

/// Gradient at the particles of any vector per node, such as the direction of a Hessian product; by body.
template <int Dim, class Real>
void gather_gradient(const TransferJob<Dim, Real>& job, const NodeField<Dim, Real>& field,
                     const std::vector<TileBox<Dim>>& touched,
                     std::span<const MatrixPlanes<Dim, Real>> gradients);

/// Moves particles by dt times these velocities, by body.
template <int Dim, class Real>
std::vector<MotionReport> advect(const TransferJob<Dim, Real>& job,
                                 std::span<const VectorPlanes<Dim, Real>> velocities);

}  // namespace froth
