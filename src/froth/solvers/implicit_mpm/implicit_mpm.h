// SPDX-License-Identifier: Apache-2.0
// The implicit material point method: backward Euler over the grid, each step a minimisation. Stages as in
// explicit_mpm; the solve takes the place of the grid update.
// Source: [Gast2015]; [Ram2015], section 4; docs/implicit.md.
#pragma once

#include <froth/mpm/mpm_solver.h>
#include <froth/solvers/implicit_mpm/newton.h>

namespace froth {

/// What solves have cost since the start, and what came of them.
struct SolveCounters {
  std::int64_t newton = 0, cg = 0;                         ///< iterations
  std::int64_t projections = 0;                            ///< times that Hessians of particles were cut
  std::int64_t infeasible = 0, unsolved = 0, too_far = 0;  ///< steps that were rejected, by reason
  std::int64_t inside_out = 0;                             ///< steps that were taken though infeasible
};

template <int Dim, class Real>
class ImplicitMpm final : public MpmSolver<Dim, Real> {
 public:
  ImplicitMpm(MpmSettings<Dim> settings, const ImplicitSettings& implicit)
      : MpmSolver<Dim, Real>(std::move(settings)), implicit_(implicit) {}

  TimeStepLimit time_step_limit(double time) const override { return motion_step_limit(this->state_, time); }
  StepReport advance(double time, double dt) override;
  Totals totals(double time) const override;
  void save(BinaryWriter& out) const override;
  void load(BinaryReader& in) override;
  /// A solve that fails has moved nothing.
  AfterFailure after_failure() const override {
    return is_kept_ ? AfterFailure::StateIsKept : AfterFailure::StateIsLost;
  }

 private:
  StepReport solve(double time, double dt, const PosedObstacles& obstacles, TransferJob<Dim, Real>& job);
  double tolerance(double dt) const;
  StepReport reject(Rejection why, std::string reason);

  ImplicitSettings implicit_;
  SolveCounters solves_;
  bool is_kept_ = false;
  double volumes_kept_ = -1;  ///< start of a failed step in which liquids have followed the fill already [s]
};

}  // namespace froth
