// SPDX-License-Identifier: Apache-2.0
// Speed of an iteration of conjugate gradients in an implicit step: gather, differential, scatter, sums. A
// jittered cube in a motion that strains it, with steps far beyond the explicit limit; a "step" of the row is
// one iteration, and the stages are of all that a solve does, per particle and iteration.
#include <cmath>
#include <fmt/format.h>

#include <froth/base/peak_memory.h>
#include <froth/scene/read.h>
#include <froth/sim/simulation.h>

#include "bench_cg.h"
#include "bench_skin.h"

namespace froth::cli {

namespace {

struct CgLaw {
  std::string name, parameters;
};

const std::vector<CgLaw>& cg_laws() {
  static const std::string elastic = "youngs_modulus = 1e6\npoisson_ratio = 0.3";
  static const std::vector<CgLaw> laws = {
      {"neo_hookean", elastic},
      {"fixed_corotated", elastic},
      {"von_mises", elastic + "\nyield_stress = 1e5"},
      {"liquid", "bulk_modulus = 1e6"},
      {"oldroyd_b", "shear_modulus = 4e5\nlame_lambda = 6e5\nrelaxation_time = 1\nviscosity = 1"}};
  return laws;
}

Scene cg_scene(const CgLaw& law, const BenchCommand& command) {
  const double cell = std::cbrt(8.0 / command.particles);
  return read_scene_text(
      fmt::format("[scene]\nend_time = 1000\nframe_rate = 1\n"
                  "[solver]\nmethod = \"implicit_mpm\"\ncell_size = {}\njitter = 1.0\ndt = {}\n"
                  "weight_share = 1e-4\n"
                  "[materials.m]\nmodel = \"{}\"\ndensity = 1000\n{}\n"
                  "[[bodies]]\nmaterial = \"m\"\nshape.box = {{ min = [0, 0, 0], max = [1, 1, 1] }}\n"
                  "[bodies.velocity.affine]\ncenter = [0.5, 0.5, 0.5]\n"
                  "gradient = [[0.5, 1, 0], [-1, -0.5, 0.5], [0, 0.5, -0.2]]\n"
                  "[[colliders]]\nshape.half_space = {{ point = [0, 0, 0], normal = [0, 1, 0] }}\n"
                  "contact = {{ kind = \"sticky\" }}\n",
                  cell, 0.25 * cell, law.name, law.parameters),
      "bench");
}

}  // namespace

std::string name_of_cg_row(const std::string& law) { return "cg " + law; }

std::vector<std::string> asked_cg_rows(const BenchCommand& command) {
  std::vector<std::string> asked;
  for (const CgLaw& law : cg_laws())
    if (!command.only.empty() && name_of_cg_row(law.name).find(command.only) != std::string::npos &&
        command.only.find("cg") != std::string::npos)
      asked.push_back(law.name);
  return asked;
}

nlohmann::ordered_json measure_cg(const std::string& law, const BenchCommand& command) {
  const bool counts_peak = reset_peak_memory();
  const CgLaw* found = nullptr;
  for (const CgLaw& one : cg_laws())
    if (one.name == law) found = &one;
  Simulation simulation(cg_scene(*found, command));
  simulation.step();
  simulation.solver().clock().clear();
  int iterations = 0;
  for (int n = 0; n < command.steps; ++n) {
    simulation.step();
    iterations += simulation.report().iterations;
  }
  const double particles = double(simulation.solver().bodies()[0].count()), all = particles * iterations;
  nlohmann::ordered_json json =
      row_beside_solver("cg", law, static_cast<std::int64_t>(particles), command.threads);
  json["bytes_per_particle"] = double(simulation.solver().bytes()) / particles;
  if (counts_peak) json["peak_bytes_per_particle"] = double(peak_memory()) / particles;
  json["iterations_per_step"] = double(iterations) / command.steps;
  for (const StageClock::Stage& stage : simulation.solver().clock().stages()) {
    if (stage.name == "cg") json["particle_steps_per_core_s"] = all / stage.processor;
    json["stages"][stage.name] = stage.processor / all;
  }
  return json;
}

}  // namespace froth::cli
