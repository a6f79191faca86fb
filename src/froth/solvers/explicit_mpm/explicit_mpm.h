// SPDX-License-Identifier: Apache-2.0
// The explicit material point method: the stages of mpm/stages.h, one after the other.
// Source: [Sulsky1994] (the method); [Fei2021], section 3 (the transfers); [Hu2018] (the MLS form).
#pragma once

#include <froth/mpm/mpm_solver.h>

namespace froth {

template <int Dim, class Real>
class ExplicitMpm final : public MpmSolver<Dim, Real> {
 public:
  using MpmSolver<Dim, Real>::MpmSolver;

  TimeStepLimit time_step_limit(double time) const override {
    return explicit_step_limit(this->state_, time);
  }
  StepReport advance(double time, double dt) override;
};

}  // namespace froth
