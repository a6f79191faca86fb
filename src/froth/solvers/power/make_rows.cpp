// SPDX-License-Identifier: Apache-2.0
// The weights of a step: a transport plan for the volumes that particles have now, and power weights from it;
// or B-splines. Source: [Qu2023], section 6.1, steps (1) and (2).
#include <algorithm>
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

/// Nodes outside of solids that have a weight.
template <int Dim>
double count_reached(const GridRows<Dim>& grid, const SolidDistance<Dim>& distance, double touch) {
  return sum_over(0, grid.node.size(), 0.0, [&](double& sum, std::size_t n) {
    bool is_reached = false;
    grid.rows.for_each_of_node(n, [&](std::size_t, const auto& entry) { is_reached |= entry.weight > 0; });
    if (is_reached && distance(grid.node[n]) > -touch) sum += 1;
  });
}

}  // namespace

/// The plan for the volumes that particles have now.
template <int Dim>
StepReport PowerSolver<Dim>::make_plan(const SolidDistance<Dim>* solids, double time) {
  const StageClock::Scope scope(clock_, "transport plan");
  PowerParticles<Dim>& p = particles_;
  std::vector<double> volume(p.x.size());
  for (std::size_t k = 0; k < volume.size(); ++k) volume[k] = p.J[k] * p.V0[k];
  for (std::size_t k = 0; k < volume.size(); ++k) {
    const double expected = expected_scaling(p.scaling[k], p.last_scaling[k]);
    p.last_scaling[k] = p.scaling[k], p.scaling[k] = settings_.warm_start ? expected : 0;
  }
  PlanReport plan;
  try {
    plan_.name_particles(p.id);
    plan = plan_.solve(p.x, volume, p.scaling, solids);
  } catch (const InputError& error) {
    return StepReport::failure(fmt::format("{} (at t = {:.6g} s)", error.what(), time));
  }
  counters_.plan_iterations += plan.iterations;
  counters_.volume_error = plan.volume_error;
  has_planned_ = true;
  if (!plan.converged())
    return StepReport::failure(missed_sentence(plan, settings_.plan.volume_error, p.id, time));
  return {};
}

template <int Dim>
StepReport PowerSolver<Dim>::make_rows(const PosedObstacles& obstacles, double time) {
  const auto distance = [&](const Vec<Dim, double>& x) {
    double nearest = std::numeric_limits<double>::max();
    for (const PosedCollider& collider : obstacles.colliders)
      nearest = std::min(nearest, collider.distance(lift(x)));
    return nearest;
  };
  const SolidDistance<Dim> solids(distance);
  if (settings_.weights == WeightKind::BSpline) {
    const StageClock::Scope scope(clock_, "weights");
    StencilRows<Dim, double> memory;
    if (grid_) memory = std::move(grid_->rows);
    grid_.emplace(bspline_rows<Dim>(particles_.x, settings_.cell_size, std::move(memory)));
  } else {
    if (StepReport failed = make_plan(obstacles.colliders.empty() ? nullptr : &solids, time); !failed.ok())
      return failed;
    const StageClock::Scope scope(clock_, "weights");
    if (grid_) weights_.rows = std::move(grid_->rows), weights_.centroid = std::move(grid_->centroid);
    find_power_weights(plan_, settings_.transport_cells, weights_);
    std::vector<Vec<Dim, double>> node(weights_.node.size());
    for (std::size_t n = 0; n < node.size(); ++n)
      for (int d = 0; d < Dim; ++d) node[n][d] = weights_.cell * weights_.node[n][d];
    grid_.emplace(GridRows<Dim>{std::move(weights_.rows), std::move(node), std::move(weights_.centroid)});
  }
  counters_.reached_nodes = count_reached<Dim>(*grid_, solids, 1e-4 * settings_.cell_size);
  return {};
}

template StepReport PowerSolver<2>::make_plan(const SolidDistance<2>*, double);
template StepReport PowerSolver<3>::make_plan(const SolidDistance<3>*, double);
template StepReport PowerSolver<2>::make_rows(const PosedObstacles&, double);
template StepReport PowerSolver<3>::make_rows(const PosedObstacles&, double);

}  // namespace froth
