// SPDX-License-Identifier: Apache-2.0
// Which particle fills how much of which cell: the entropic transport plan T_pj = s_p s_j K_pj between
// particles and the t-grid, with Gaussian kernels cut at 3 sqrt(eps_p). Rows hold the particles' volumes;
// no cell holds more than its capacity, and cells that are not full have s_j = 1 (a free surface).
// Source: [Qu2023], Eqs. (5), (6), (26) and (27). Differs from it: particles have their own eps, so that the
// plan is the one nearest to K (in the sense of Kullback and Leibler) instead of the minimum of Eq. (5a), and
// columns are bounded, not prescribed: s_p = V_p / sum_j s_j K_pj, s_j = min(1, V_j / sum_p s_p K_pj).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <froth/power/spread.h>
#include <froth/power/t_grid.h>

namespace froth {

struct PlanSettings {
  double cell = 0;  ///< dx of the t-grid [m]
  Spread spread = Spread::OwnRadius;
  double least_spread = kLeastSpread;  ///< see particle_spreads()
  double cutoff = 3;                   ///< kernels end at this many sqrt(eps) [-]
  double volume_error = 1e-3;          ///< see PlanReport
  int max_iterations = 1000;
  double inner_pull = 1;  ///< see inner_cells.h; 1: cells inside are as free as those at a surface
};

/// How a plan was found. The volume error is max_p |sum_j T_pj - V_p| / V_p after the last column step; the
/// row step behind it makes rows exact, and leaves no cell fuller than its capacity by more than that.
struct PlanReport {
  int iterations = 0;                 ///< column steps
  double volume_error = 0;            ///< [-]
  std::uint32_t worst = 0;            ///< the particle that has it
  std::vector<std::uint32_t> missed;  ///< particles above the error asked for, in order; empty if none is
  bool converged() const { return missed.empty(); }
};

template <int Dim, class Real>
class TransportPlan {
 public:
  explicit TransportPlan(const PlanSettings& settings);
  ~TransportPlan();
  TransportPlan(TransportPlan&&) noexcept;
  TransportPlan& operator=(TransportPlan&&) noexcept;

  /// Finds the plan of particles at `x` [m] with volumes `volume` [m^Dim]. `scaling` has the s_p of the last
  /// step where the solve is to start from, 0 where there is none (a new particle), and takes the new ones:
  /// they are all that a resumed run needs. Throws InputError as particle_spreads() does, and where all
  /// volumes do not fit into the cells within reach.
  PlanReport solve(std::span<const Vec<Dim, Real>> x, std::span<const Real> volume, std::span<Real> scaling,
                   const SolidDistance<Dim>* solids = nullptr);
  /// With an eps [m^2] of the caller's for every particle.
  PlanReport solve(std::span<const Vec<Dim, Real>> x, std::span<const Real> volume, std::span<const Real> eps,
                   std::span<Real> scaling, const SolidDistance<Dim>* solids = nullptr);

  /// What particles are called in messages, as long as this lasts; without it, their places in the list.
  void name_particles(std::span<const std::uint64_t> id) { id_ = id; }

  const PlanSettings& settings() const { return settings_; }
  std::size_t particle_count() const;
  /// Capacities, s_j, and the fill from which a free surface is contoured.
  const TGrid<Dim, Real>& grid() const;
  /// Particle-cell pairs within the cut-off.
  std::size_t pair_count() const;
  std::size_t bytes() const;
  /// Bytes that an iteration must read and write if nothing stays in caches.
  std::size_t sweep_bytes() const;

  /// Calls `each(cell, T_pj / V_p)` for the cells of a particle: for checks and exports, not for speed.
  void for_each_cell(std::size_t particle, FunctionRef<void(const Vec<Dim, std::int32_t>&, Real)> each) const;

  struct State;
  const State& state() const { return *state_; }

 private:
  PlanSettings settings_;
  std::span<const std::uint64_t> id_;
  std::unique_ptr<State> state_;
};

}  // namespace froth
