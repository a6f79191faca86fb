// SPDX-License-Identifier: Apache-2.0
// The implicit material point method: backward Euler over the grid, each step a minimisation. Stages as in
// explicit_mpm; the solve takes the place of the grid update.
// Source: [Gast2015]; [Ram2015], section 4; docs/implicit.md.
#pragma once

#include <froth/mpm/mpm_solver.h>
#include <froth/solvers/implicit_mpm/newton.h>

namespace froth {

template <int Dim, class Real>
class ImplicitMpm final : public MpmSolver<Dim, Real> {
 public:
  ImplicitMpm(MpmSettings<Dim> settings, const ImplicitSettings& implicit)
      : MpmSolver<Dim, Real>(std::move(settings)), implicit_(implicit) {}

  TimeStepLimit time_step_limit(double time) const override { return motion_step_limit(this->state_, time); }
  StepReport advance(double time, double dt) override;
  /// A solve that fails has moved nothing.
  AfterFailure after_failure() const override {
    return is_kept_ ? AfterFailure::StateIsKept : AfterFailure::StateIsLost;
  }

 private:
  StepReport solve(double time, double dt, const PosedObstacles& obstacles,
                   const TransferJob<Dim, Real>& job);
  double tolerance(double dt) const;

  ImplicitSettings implicit_;
  bool is_kept_ = false;
};

}  // namespace froth
