// SPDX-License-Identifier: Apache-2.0
// Speed of transport plan and power weights: a block of sand on a floor as in [Qu2023], Fig. 9, with 8
// particles and 4^3 t-cells in a cell of the s-grid, in a motion that shears it by a quarter of a t-cell per
// step (what 1 m/s is at the explicit time step there). Plans start from the last one, as in a simulation.
#include <cmath>
#include <fmt/format.h>

#include <froth/base/peak_memory.h>
#include <froth/base/random.h>
#include <froth/base/stage_clock.h>
#include <froth/power/motion.h>
#include <froth/power/power_weights.h>

#include "bench_sinkhorn.h"
#include "bench_skin.h"

namespace froth::cli {

namespace {

constexpr double kCell = 0.002;         ///< of the t-grid [m]
constexpr int kRatio = 4;               ///< t-cells along an s-cell
constexpr double kSpacing = 2 * kCell;  ///< of particles

struct SandBlock {
  std::vector<Vec3<float>> x;
  std::vector<float> volume, scaling, last;
};

SandBlock make_block(int particles) {
  const int width = std::max(2, static_cast<int>(std::lround(std::cbrt(double(particles)))));
  SandBlock block;
  for (int n = 0; n < width * width * width; ++n) {
    const auto jitter = uniform4({1, Purpose::Test}, static_cast<std::uint64_t>(n), 0, 0);
    const int at[3] = {n / (width * width), n / width % width, n % width};
    Vec3<float> x{};
    for (int d = 0; d < 3; ++d)
      x[d] = static_cast<float>(kSpacing * (at[d] + 0.2 + 0.6 * jitter[static_cast<std::size_t>(d)]));
    block.x.push_back(x);
  }
  block.volume.assign(block.x.size(), static_cast<float>(kSpacing * kSpacing * kSpacing));
  block.scaling.assign(block.x.size(), 0);
  block.last = block.scaling;
  return block;
}

/// From the centroids on, sheared, and never below the floor.
void move_block(SandBlock& block, const PowerWeights<3, float>& weights) {
  for (std::size_t p = 0; p < block.x.size(); ++p) {
    const Vec3<float>& c = weights.centroid[p];
    const double way = 0.25 * kCell;
    const Vec3<float> v = {static_cast<float>(way * std::sin(c[1] / (5 * kSpacing))),
                           static_cast<float>(0.4 * way * std::cos(c[0] / (6 * kSpacing))), 0};
    block.x[p] = moved_from_centroid(block.x[p], c, v, 1.0f, 0.0f);
    block.x[p][1] = std::max(block.x[p][1], 0.0f);
    const float now = block.scaling[p];
    block.scaling[p] = expected_scaling(now, block.last[p]);
    block.last[p] = now;
  }
}

}  // namespace

bool asks_for_sinkhorn(const BenchCommand& command) {
  return !command.only.empty() && std::string("sinkhorn").find(command.only) != std::string::npos;
}

nlohmann::ordered_json measure_sinkhorn(const BenchCommand& command) {
  const bool counts_peak = reset_peak_memory();
  SandBlock block = make_block(command.particles);
  const auto floor_distance = [](const Vec3<double>& x) { return x[1]; };
  const SolidDistance<3> solids(floor_distance);
  TransportPlan<3, float> plan({.cell = kCell});
  PowerWeights<3, float> weights;
  double plan_s = 0, weights_s = 0, sweeps = 0, pairs = 0;
  int cold = 0;
  for (int step = 0; step < command.run_up + command.steps; ++step) {
    const double start = processor_seconds();
    const PlanReport report = plan.solve(block.x, block.volume, block.scaling, &solids);
    const double planned = processor_seconds();
    find_power_weights(plan, kRatio, weights);
    const double end = processor_seconds();
    if (step == 0) cold = report.iterations;
    if (step >= command.run_up) {
      plan_s += planned - start, weights_s += end - planned;
      sweeps += report.iterations;
      pairs += 2.0 * report.iterations * double(plan.pair_count());  // rows and columns
    }
    move_block(block, weights);
  }
  const double particles = double(block.x.size()), all = particles * command.steps;
  nlohmann::ordered_json json =
      row_beside_solver("sinkhorn", "-", static_cast<std::int64_t>(block.x.size()), command.threads);
  json["particle_steps_per_core_s"] = all / (plan_s + weights_s);
  json["bytes_per_particle"] = double(plan.bytes() + weights.bytes()) / particles;
  if (counts_peak) json["peak_bytes_per_particle"] = double(peak_memory()) / particles;
  json["pairs_per_core_s"] = pairs / plan_s;
  json["pairs_per_particle"] = double(plan.pair_count()) / particles;
  json["iterations_cold"] = cold;
  json["iterations_per_step"] = sweeps / command.steps;
  json["sweep_bytes_per_particle"] = double(plan.sweep_bytes()) / particles;
  json["sweep_core_s_per_particle"] = plan_s / (particles * sweeps);
  json["stages"]["plan"] = plan_s / all;
  json["stages"]["weights"] = weights_s / all;
  return json;
}

void print_sinkhorn(const nlohmann::ordered_json& row) {
  const double bytes = row["sweep_bytes_per_particle"], took = row["sweep_core_s_per_particle"];
  fmt::print(
      "  {:.2f} G particle-cell pairs per core-second, {:.0f} per particle; {} iterations cold, {:.1f} "
      "warm\n",
      row["pairs_per_core_s"].get<double>() / 1e9, row["pairs_per_particle"].get<double>(),
      row["iterations_cold"].get<int>(), row["iterations_per_step"].get<double>());
  fmt::print("  an iteration takes {:.0f} ns per particle; its {:.0f} bytes would take {:.0f} ns to copy\n",
             1e9 * took, bytes, bytes / row["copy_gbs"].get<double>());
}

}  // namespace froth::cli
