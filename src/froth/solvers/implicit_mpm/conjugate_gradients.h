// SPDX-License-Identifier: Apache-2.0
// Preconditioned conjugate gradients for one step of Newton's method, within what contacts allow. They stop
// at a direction in which the objective bends down, as [Nocedal2006], Algorithm 7.1, does: the sum so far
// still goes downhill. Source: [Nocedal2006], chapters 5 and 7.
#pragma once

#include <froth/solvers/implicit_mpm/step_problem.h>

namespace froth {

struct CgReport {
  int iterations = 0;
  bool met_negative = false;  ///< curvature
  bool is_done = false;       ///< more iterations would bring nothing
  double left = 0;            ///< of the residual, as StepProblem::speed_of_rest has it [m/s]
};

/// Fields of a solve that are used again from one to the next.
template <int Dim, class Real>
struct CgFields {
  NodeField<Dim, Real> r, z, p, product;
};

/// dv = 0, and a rest of -g.
template <int Dim, class Real>
void begin_newton_step(const StepProblem<Dim, Real>& problem, const NodeField<Dim, Real>& g,
                       CgFields<Dim, Real>& fields, NodeField<Dim, Real>& dv);

/// Goes on to a dv such that H dv is nearly -g, where g is projected, until what is left amounts to at most
/// `goal`, as StepProblem::speed_of_rest has it [m/s], or for `most` iterations. The first direction, should
/// it bend down before dv is anything, is dv itself.
template <int Dim, class Real>
CgReport solve_newton_step(StepProblem<Dim, Real>& problem, double goal, int most, bool preconditions,
                           CgFields<Dim, Real>& fields, NodeField<Dim, Real>& dv);

}  // namespace froth
