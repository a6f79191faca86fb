// SPDX-License-Identifier: Apache-2.0
// The weights of a step: a transport plan for the volumes that particles have now, and power weights from it;
// or B-splines. Source: [Qu2023], section 6.1, steps (1) and (2).
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include <froth/base/error.h>
#include <froth/power/motion.h>
#include <froth/power/power_weights.h>
#include <froth/solvers/power/power_solver.h>

namespace froth {

namespace {

/// Which particles a plan could not serve, in a sentence.
std::string missed_sentence(const PlanReport& plan, double asked, std::span<const std::uint64_t> id,
                            double time) {
  std::string list;
  constexpr std::size_t most = 5;
  for (std::size_t k = 0; k < std::min(most, plan.missed.size()); ++k)
    list += (k > 0 ? ", " : "") + std::to_string(id[plan.missed[k]]);
  if (plan.missed.size() > most) list += ", ...";
  return fmt::format(
      "the transport plan at t = {:.6g} s leaves {} particles ({}) with a volume error of up to {:.2g} after "
      "{} "
      "iterations, more than solver.volume_error = {:.2g}; allow more solver.plan_iterations or a larger "
      "error",
      time, plan.missed.size(), list, plan.volume_error, plan.iterations, asked);
}

/// Volume of the cells that are at least half full of what they can hold: those inside the contour that is
/// drawn as a free surface [m^Dim].
template <int Dim>
double filled_volume(const TGrid<Dim, double>& grid) {
  double cells = 0;
  for (std::size_t k = 0; k < grid.fill.size(); ++k)
    if (grid.capacity[k] > 0 && grid.fill[k] >= 0.5 * grid.capacity[k]) cells += grid.capacity[k];
  return cells * std::pow(grid.cell(), Dim);
}

}  // namespace

template <int Dim>
StepReport PowerSolver<Dim>::make_rows(const PosedObstacles& obstacles, double time) {
  PowerParticles<Dim>& p = particles_;
  if (settings_.weights == WeightKind::BSpline) {
    const StageClock::Scope scope(clock_, "weights");
    grid_.emplace(bspline_rows<Dim>(p.x, settings_.cell_size));
    return {};
  }
  const auto distance = [&](const Vec<Dim, double>& x) {
    double nearest = std::numeric_limits<double>::max();
    for (const PosedCollider& collider : obstacles.colliders)
      nearest = std::min(nearest, collider.distance(lift(x)));
    return nearest;
  };
  const SolidDistance<Dim> solids(distance);
  {
    const StageClock::Scope scope(clock_, "transport plan");
    std::vector<double> volume(p.x.size());
    for (std::size_t k = 0; k < volume.size(); ++k) volume[k] = p.J[k] * p.V0[k];
    for (std::size_t k = 0; k < volume.size(); ++k) {
      const double expected = expected_scaling(p.scaling[k], p.last_scaling[k]);
      p.last_scaling[k] = p.scaling[k], p.scaling[k] = expected;
    }
    PlanReport plan;
    try {
      plan = plan_.solve(p.x, volume, p.scaling, obstacles.colliders.empty() ? nullptr : &solids);
    } catch (const InputError& error) {
      return StepReport::failure(fmt::format("{} (at t = {:.6g} s)", error.what(), time));
    }
    counters_.plan_iterations += plan.iterations;
    counters_.volume_error = plan.volume_error;
    counters_.filled_volume = filled_volume(plan_.grid());
    if (!plan.converged())
      return StepReport::failure(missed_sentence(plan, settings_.plan.volume_error, p.id, time));
  }
  const StageClock::Scope scope(clock_, "weights");
  if (grid_) weights_.rows = std::move(grid_->rows), weights_.centroid = std::move(grid_->centroid);
  find_power_weights(plan_, settings_.transport_cells, weights_);
  std::vector<Vec<Dim, double>> node(weights_.node.size());
  for (std::size_t n = 0; n < node.size(); ++n)
    for (int d = 0; d < Dim; ++d) node[n][d] = weights_.cell * weights_.node[n][d];
  grid_.emplace(GridRows<Dim>{std::move(weights_.rows), std::move(node), std::move(weights_.centroid)});
  return {};
}

template StepReport PowerSolver<2>::make_rows(const PosedObstacles&, double);
template StepReport PowerSolver<3>::make_rows(const PosedObstacles&, double);

}  // namespace froth
