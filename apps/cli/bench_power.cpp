// SPDX-License-Identifier: Apache-2.0
// Speed of a whole step of the solver `power`: the sand column of [Qu2023], Fig. 9, with cells of 8 and 2 mm
// as in its Table 1, 8 particles in a cell, while it falls. Implicit steps of 5 ms with ten iterations,
// explicit ones of 0.5 ms; power weights, or B-splines in the same solver, whose implicit steps are half as
// long: longer ones turn particles inside out.
#include <cmath>
#include <fmt/format.h>

#include <froth/base/peak_memory.h>
#include <froth/scene/read.h>
#include <froth/sim/report.h>
#include <froth/sim/simulation.h>

#include "bench_power.h"
#include "bench_skin.h"

namespace froth::cli {

namespace {

const std::vector<std::string> kKinds = {"implicit power", "implicit bspline", "explicit power",
                                         "explicit bspline"};
constexpr double kSpacing = 0.004;  ///< of particles, two t-cells [m]

Scene column_scene(const std::string& kind, const BenchCommand& command) {
  const std::string integration = kind.substr(0, 8), weights = kind.substr(9);
  // Height to radius as in scenes/qu2023/sand_column.toml: the cylinder has 2.82 pi r^3.
  const double volume = command.particles * std::pow(kSpacing, 3);
  const double radius = std::cbrt(volume / (2.82 * 3.14159265));
  return read_scene_text(
      fmt::format("[scene]\nend_time = 1000\nframe_rate = 1\n"
                  "[solver]\nmethod = \"power\"\ncell_size = {}\nintegration = \"{}\"\nweights = \"{}\"\n"
                  "dt = {}\nretries = 0\n"
                  "[materials.m]\nmodel = \"drucker_prager\"\ndensity = 2000\nyoungs_modulus = 1e6\n"
                  "poisson_ratio = 0.3\nfriction_angle = 30\n"
                  "[[bodies]]\nmaterial = \"m\"\n"
                  "shape.cylinder = {{ base = [0, 0, 0], axis = [0, 1, 0], radius = {}, height = {} }}\n"
                  "[[colliders]]\nshape.half_space = {{ point = [0, 0, 0], normal = [0, 1, 0] }}\n"
                  "contact = {{ kind = \"separating\", friction = 0.6 }}\n",
                  2 * kSpacing, integration, weights,
                  kind == "implicit power"     ? 5e-3
                  : kind == "implicit bspline" ? 2.5e-3
                                               : 5e-4,
                  radius, 2.82 * radius),
      "bench");
}

}  // namespace

std::string name_of_power_row(const std::string& kind) { return "power_step " + kind; }

std::vector<std::string> asked_power_rows(const BenchCommand& command) {
  std::vector<std::string> asked;
  for (const std::string& kind : kKinds)
    if (!command.only.empty() && name_of_power_row(kind).find(command.only) != std::string::npos)
      asked.push_back(kind);
  return asked;
}

nlohmann::ordered_json measure_power(const std::string& kind, const BenchCommand& command) {
  const bool counts_peak = reset_peak_memory();
  Simulation simulation(column_scene(kind, command));
  for (int n = 0; n < command.run_up; ++n) simulation.step();
  simulation.solver().clock().clear();
  const double planned = simulation.totals()["plan_iterations"];
  const double start = processor_seconds();
  for (int n = 0; n < command.steps; ++n) simulation.step();
  const double core_seconds = processor_seconds() - start;
  const double particles = double(simulation.solver().bodies()[0].count()), all = particles * command.steps;
  nlohmann::ordered_json json =
      row_beside_solver("power_step", kind, static_cast<std::int64_t>(particles), command.threads);
  json["precision"] = "double";
  json["particle_steps_per_core_s"] = all / core_seconds;
  json["bytes_per_particle"] = double(simulation.solver().bytes()) / particles;
  if (counts_peak) json["peak_bytes_per_particle"] = double(peak_memory()) / particles;
  json["core_s_per_step"] = core_seconds / command.steps;
  json["plan_iterations_per_step"] = (simulation.totals()["plan_iterations"] - planned) / command.steps;
  for (const StageClock::Stage& stage : simulation.solver().clock().stages())
    json["stages"][stage.name] = stage.processor / all;
  return json;
}

void print_power(const nlohmann::ordered_json& row) {
  const double took = row["core_s_per_step"], whole = 1 / row["particle_steps_per_core_s"].get<double>();
  fmt::print("  {:.2f} core-seconds per step, {:.1f} iterations of the plan;", took,
             row["plan_iterations_per_step"].get<double>());
  for (const auto& [stage, time] : row["stages"].items())
    if (time.get<double>() > 0.005 * whole)
      fmt::print(" {} {:.0f} %", stage, 100 * time.get<double>() / whole);
  fmt::print("\n");
}

}  // namespace froth::cli
