// SPDX-License-Identifier: Apache-2.0
// Speed of a step of the solver `embedding`: a cube in a motion that strains it; elastic, elastic with
// quadratic fits, or plastic, with embedding and new neighbours. The force stage has its floor beside it: the
// time in which memory would hand over what it must read and write once.
#include <cmath>
#include <fmt/format.h>

#include <froth/base/peak_memory.h>
#include <froth/embedding/neighborhoods.h>
#include <froth/scene/read.h>
#include <froth/sim/report.h>
#include <froth/sim/simulation.h>

#include "bench_embedding.h"
#include "bench_skin.h"

namespace froth::cli {

namespace {

const std::vector<std::string> kKinds = {"elastic", "quadratic", "plastic"};

Scene embedding_scene(const std::string& kind, const BenchCommand& command) {
  const double spacing = std::cbrt(1.0 / command.particles);
  return read_scene_text(
      fmt::format("[scene]\nend_time = 1000\nframe_rate = 1\ngravity = [0, 0, 0]\n"
                  "[solver]\nmethod = \"embedding\"\nspacing = {}\njitter = 0\n{}\n"
                  "[materials.m]\nmodel = \"bargteil\"\ndensity = 1000\nyoungs_modulus = 1e5\n{}\n"
                  "[[bodies]]\nmaterial = \"m\"\nshape.box = {{ min = [0, 0, 0], max = [1, 1, 1] }}\n"
                  "[bodies.velocity.affine]\ncenter = [0.5, 0.5, 0.5]\n"
                  "gradient = [[2, 4, 0], [-4, -2, 2], [0, 2, -0.5]]\n",
                  spacing, kind == "quadratic" ? "fit = \"quadratic\"\nvolumes = \"sampled\"" : "",
                  kind == "plastic" ? "flow_rate = 0.1" : ""),
      "bench");
}

/// Bytes that the force stage touches of a particle, each once: gradients, rest vectors, weights and both
/// lists of its neighbourhood, its stress, gradient, place and sum of gradients, and the force.
constexpr double kForceBytes = 2 * sizeof(NeighborVectors) + sizeof(NeighborWeights) + 8 * kMostNeighbors +
                               2 * sizeof(Mat3<double>) + 3 * sizeof(Vec3<double>);

}  // namespace

std::string name_of_embedding_row(const std::string& kind) { return "embedding " + kind; }

std::vector<std::string> asked_embedding_rows(const BenchCommand& command) {
  std::vector<std::string> asked;
  for (const std::string& kind : kKinds)
    if (!command.only.empty() && name_of_embedding_row(kind).find(command.only) != std::string::npos)
      asked.push_back(kind);
  return asked;
}

nlohmann::ordered_json measure_embedding(const std::string& kind, const BenchCommand& command,
                                         double copy_gbs) {
  const bool counts_peak = reset_peak_memory();
  Simulation simulation(embedding_scene(kind, command));
  for (int n = 0; n < command.run_up; ++n) simulation.step();
  simulation.solver().clock().clear();
  const double start = processor_seconds();
  for (int n = 0; n < command.steps; ++n) simulation.step();
  const double core_seconds = processor_seconds() - start;
  const double particles = double(simulation.solver().bodies()[0].count()), all = particles * command.steps;
  nlohmann::ordered_json json =
      row_beside_solver("embedding", kind, static_cast<std::int64_t>(particles), command.threads);
  json["precision"] = "double";
  json["particle_steps_per_core_s"] = all / core_seconds;
  json["bytes_per_particle"] = double(simulation.solver().bytes()) / particles;
  if (counts_peak) json["peak_bytes_per_particle"] = double(peak_memory()) / particles;
  for (const StageClock::Stage& stage : simulation.solver().clock().stages())
    json["stages"][stage.name] = stage.processor / all;
  json["stages"]["(floor of forces)"] = kForceBytes / (copy_gbs * 1e9);
  return json;
}

}  // namespace froth::cli
