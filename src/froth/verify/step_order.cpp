// SPDX-License-Identifier: Apache-2.0
#include <froth/verify/step_order.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace froth::verify {

namespace {

constexpr const char* kBlock = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [0, 0]
end_time = 0.4
frame_rate = 2.5
[solver]
cell_size = 0.1
[materials.rubber]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e5
poisson_ratio = 0.3
[[bodies]]
material = "rubber"
shape = { box = { min = [0, 0], max = [1, 1] } }
[bodies.velocity.affine]
center = [0.5, 0.5]
gradient = [[1, -2], [1, -0.5]]
)toml";

std::vector<Vec3<double>> end_of(std::vector<std::string> how, const std::vector<std::string>& more,
                                 const Watch& watch) {
  how.insert(how.end(), more.begin(), more.end());
  Simulation block = start("block", kBlock, how);
  run_to_end(block, watch);
  return points_of(block).x;
}

}  // namespace

// Solves are as exact as double precision lets them be, so that their own rest has no say.
Findings difference_of_steps(const BlockOfBothSteps& block, const Watch& watch) {
  std::vector<double> log_dt, log_error;
  Curve errors{"largest distance between both", {}, {}, CurveKind::Points};
  for (const double dt : {2e-3, 1e-3, 5e-4, 2.5e-4}) {
    std::vector<std::string> how = block.of_both;
    how.push_back(fmt::format("solver.dt={}", dt));
    const std::vector<Vec3<double>> by_start = end_of(how, {}, watch);
    how.insert(how.end(), {"solver.method=implicit_mpm", "solver.tolerance=1e-7"});
    const std::vector<Vec3<double>> by_end = end_of(how, block.of_implicit, watch);
    double error = 0;
    for (std::size_t k = 0; k < by_end.size(); ++k) error = std::max(error, norm(by_end[k] - by_start[k]));
    errors.add(dt, error);
    log_dt.push_back(std::log(dt)), log_error.push_back(std::log(error));
  }
  Curve first{"first order", {}, {}, CurveKind::Expected};
  for (const double dt : errors.x) first.add(dt, errors.y.back() * dt / errors.x.back());
  return {
      {within(fmt::format("order of the difference between implicit and explicit steps of {} [-]", block.of),
              slope(log_dt, log_error), 1, 0.1, derived("both are of first order and have one limit"))},
      {{block.name,
        "Implicit against explicit steps, " + block.of,
        "dt [s]",
        "difference at 0.4 s [m]",
        {errors, first},
        true}}};
}

}  // namespace froth::verify
