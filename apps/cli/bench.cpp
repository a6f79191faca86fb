// SPDX-License-Identifier: Apache-2.0
// Speed of the explicit step: a block of material with a smooth motion of its own, run up until particles
// have left their lattice, then timed with everything a step has: sorting, grid, a collider, the choice of
// dt.
#include <chrono>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/parallel.h>
#include <froth/scene/read.h>
#include <froth/sim/report.h>
#include <froth/sim/simulation.h>

#include "commands.h"

namespace froth::cli {

namespace {

struct BenchRow {
  const char *law, *parameters, *transfer, *kernel, *precision;
};

constexpr const char* kElastic = "youngs_modulus = 1e5";
constexpr BenchRow kRows[] = {
    {"neo_hookean", kElastic, "apic", "quadratic", "float"},
    {"fixed_corotated", kElastic, "apic", "quadratic", "float"},
    {"liquid", "bulk_modulus = 1e5", "apic", "quadratic", "float"},
    {"drucker_prager", kElastic, "apic", "quadratic", "float"},
    {"neo_hookean", kElastic, "flip", "quadratic", "float"},
    {"neo_hookean", kElastic, "apic", "cubic", "float"},
    {"neo_hookean", kElastic, "apic", "quadratic", "double"},
};

std::string name_of(const BenchRow& row) {
  return fmt::format("{} {} {} {} 3D", row.law, row.transfer, row.kernel, row.precision);
}

/// A cube of 8 particles per cell, stretched and sheared by its initial velocity, above a floor.
Scene bench_scene(const BenchRow& row, int particles) {
  const double edge = 1.0, cell = 2.0 * edge / std::cbrt(double(particles));
  return read_scene_text(fmt::format(R"(
[scene]
end_time = 1000
frame_rate = 1
precision = "{}"
[solver]
cell_size = {}
transfer = "{}"
kernel = "{}"
jitter = 1.0
[materials.m]
model = "{}"
density = 1000
{}
[[bodies]]
material = "m"
shape = {{ box = {{ min = [0, 0, 0], max = [1, 1, 1] }} }}
[bodies.velocity.affine]
center = [0.5, 0.5, 0.5]
gradient = [[0.5, 1, 0], [-1, -0.5, 0.5], [0, 0.5, -0.2]]
constant = [1, -0.5, 0.3]
[[colliders]]
shape = {{ half_space = {{ point = [0, 0, 0], normal = [0, 1, 0] }} }}
contact = {{ kind = "separating", friction = 0.3 }}
)",
                                     row.precision, cell, row.transfer, row.kernel, row.law, row.parameters),
                         "bench");
}

void measure(const BenchRow& row, const BenchCommand& command) {
  Simulation simulation(bench_scene(row, command.particles));
  constexpr int run_up = 20;
  for (int n = 0; n < run_up; ++n) simulation.step();
  simulation.solver().clock().clear();
  const auto start = std::chrono::steady_clock::now();
  for (int n = 0; n < command.steps; ++n) simulation.step();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  const double particles = double(simulation.solver().bodies()[0].particles->count());
  const double per_second = particles * command.steps / (seconds * command.threads);
  fmt::print("{:<40} {:>9.0f} {:>8.2f} {:>7.0f}  ", name_of(row), particles, per_second / 1e6,
             double(simulation.solver().bytes()) / particles);
  for (const auto& [stage, time] : simulation.solver().clock().stages())
    fmt::print(" {} {:.0f} ns ({:.0f} %)", stage, 1e9 * time * command.threads / (particles * command.steps),
               100 * time / seconds);
  fmt::print("\n");
  std::fflush(stdout);
}

}  // namespace

int bench_command(const BenchCommand& command) {
  const ThreadLimit threads(command.threads);
  fmt::print("{}, {} threads, {} steps after a run-up of 20\n", processor_name(), thread_count(),
             command.steps);
  fmt::print("{:<40} {:>9} {:>8} {:>7}   stages, per particle and step\n", "row", "particles", "M/core-s",
             "bytes");
  for (const BenchRow& row : kRows)
    if (name_of(row).find(command.only) != std::string::npos) measure(row, command);
  return 0;
}

}  // namespace froth::cli
