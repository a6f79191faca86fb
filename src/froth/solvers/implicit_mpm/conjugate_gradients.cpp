// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/conjugate_gradients.h>

namespace froth {

template <int Dim, class Real>
void begin_newton_step(const StepProblem<Dim, Real>& problem, const NodeField<Dim, Real>& g,
                       CgFields<Dim, Real>& fields, NodeField<Dim, Real>& dv) {
  clear(problem.open(), dv);
  clear(problem.open(), fields.r);
  add_scaled(problem.open(), fields.r, -1, g, fields.r);
}

template <int Dim, class Real>
CgReport solve_newton_step(StepProblem<Dim, Real>& problem, double goal, int most, bool preconditions,
                           CgFields<Dim, Real>& fields, NodeField<Dim, Real>& dv) {
  const OpenBlocks& open = problem.open();
  auto& [r, z, p, product] = fields;
  double left = 0;  // as StepProblem::speed_of_rest has it, in one way with any preconditioner or none
  const auto precondition = [&] {
    problem.precondition(r, z);
    left = problem.speed_of_rest(r, dot(open, r, z));
    if (preconditions)
      problem.add_patch_motion(r, z);
    else
      copy(open, r, z);
  };
  precondition();
  copy(open, z, p);
  double rz = dot(open, r, z);
  CgReport report;
  while (report.iterations < most && rz > 0 && left > goal) {
    problem.multiply(p, product);
    report.iterations += 1;
    const double curvature = dot(open, p, product);
    if (!(curvature > 0)) {
      report.met_negative = true;
      if (report.iterations == 1 && dot(open, dv, dv) == 0) copy(open, p, dv);
      break;
    }
    const double alpha = rz / curvature;
    add_scaled(open, dv, alpha, p, dv);
    add_scaled(open, r, -alpha, product, r);
    precondition();
    const double next = dot(open, r, z);
    add_scaled(open, z, next / rz, p, p);
    rz = next;
  }
  report.is_done = report.met_negative || !(rz > 0) || left <= goal;
  report.left = left;
  return report;
}

#define FROTH_INSTANCE(Dim, Real)                                                                       \
  template void begin_newton_step(const StepProblem<Dim, Real>&, const NodeField<Dim, Real>&,           \
                                  CgFields<Dim, Real>&, NodeField<Dim, Real>&);                         \
  template CgReport solve_newton_step(StepProblem<Dim, Real>&, double, int, bool, CgFields<Dim, Real>&, \
                                      NodeField<Dim, Real>&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
