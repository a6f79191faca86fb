// SPDX-License-Identifier: Apache-2.0
// An MpmState as the frame loop sees it: everything of a Solver but the step itself, which explicit and
// implicit solvers add.
#pragma once

#include <froth/interface/solver.h>
#include <froth/mpm/state.h>

namespace froth {

/// The longest step from `time` on that explicit forces allow.
template <int Dim, class Real>
TimeStepLimit explicit_step_limit(const MpmState<Dim, Real>& state, double time);

/// The longest step from `time` on in which nothing moves too far: for forces that are solved for.
template <int Dim, class Real>
TimeStepLimit motion_step_limit(const MpmState<Dim, Real>& state, double time);

/// Mass, momenta and energies of all bodies at `time`.
template <int Dim, class Real>
Totals totals_of(const MpmState<Dim, Real>& state, double time);

template <int Dim, class Real>
class MpmSolver : public Solver {
 public:
  explicit MpmSolver(MpmSettings<Dim> settings) : state_(std::move(settings)) {}

  MpmState<Dim, Real>& state() { return state_; }
  const MpmState<Dim, Real>& state() const { return state_; }

  int dim() const override { return Dim; }
  std::vector<BodyView> bodies() const override;
  Totals totals(double time) const override { return totals_of(state_, time); }
  std::vector<MovedCollider> moved_colliders() const override;
  void save(BinaryWriter& out) const override { froth::save(state_, out); }
  void load(BinaryReader& in) override { froth::load(state_, in); }
  StageClock& clock() override { return state_.clock; }
  const StageClock& clock() const override { return state_.clock; }
  std::size_t bytes() const override { return froth::bytes(state_); }

 protected:
  MpmState<Dim, Real> state_;
};

}  // namespace froth
