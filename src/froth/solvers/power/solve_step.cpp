// SPDX-License-Identifier: Apache-2.0
// The implicit step: a fixed number of iterations, boundary conditions after each. Source: [Qu2023], section
// 5, where about ten are said to do. Ours: every second iteration goes backward, and the first one starts
// from the stress of the last step, smoothed where material flows.
#include <fmt/format.h>

#include <froth/solvers/power/power_solver.h>

namespace froth {

template <int Dim>
StepReport PowerSolver<Dim>::push_implicitly(const std::function<void()>& act_on_nodes, double dt) {
  const StageClock::Scope scope(clock_, "implicit solve");
  const BlockColoring groups = color_blocks<Dim>(grid_->rows, grid_->centroid, settings_.cell_size);
  ImplicitSweeps<Dim> sweeps(grid_->rows, bodies_, particles_.V0, nodes_.mass, dt, settings_.form);
  const bool keeps_stress = settings_.form != ImplicitForm::Xpbd;
  if (keeps_stress) {
    sweeps.start_from(particles_.held, nodes_.v);
    act_on_nodes();
  }
  std::vector<Vec<Dim, double>> before;
  for (int k = 0; k < settings_.iterations; ++k) {
    if (k + 1 == settings_.iterations) before = nodes_.v;
    sweeps.sweep(groups, nodes_.v, k % 2 == 1);
    act_on_nodes();
  }
  // Such a step could go on, but liquids then gain energy from what is left of it.
  if (const auto p = sweeps.first_turned())
    return StepReport::failure(fmt::format(
        "neighbours turn particle {} inside out within a step of {:.3g} s; it is too long for what happens "
        "there, or needs more solver.iterations",
        particles_.id[*p], dt));
  if (keeps_stress) sweeps.read_stress(particles_.held);
  counters_.solve_iterations += settings_.iterations;
  // What the last iteration changed, root mean square by mass [m/s].
  const Vec<2, double> sums =
      sum_over(0, before.size(), Vec<2, double>{}, [&](Vec<2, double>& sum, std::size_t n) {
        const Vec<Dim, double> change = nodes_.v[n] - before[n];
        sum += Vec<2, double>{nodes_.mass[n] * dot(change, change), nodes_.mass[n]};
      });
  StepReport report;
  report.iterations = settings_.iterations;
  report.residual = sums[1] > 0 ? std::sqrt(sums[0] / sums[1]) : 0;
  return report;
}

template StepReport PowerSolver<2>::push_implicitly(const std::function<void()>&, double);
template StepReport PowerSolver<3>::push_implicitly(const std::function<void()>&, double);

}  // namespace froth
