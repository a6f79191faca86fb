// SPDX-License-Identifier: Apache-2.0
// Speed of the explicit step: a body with a smooth motion of its own, run up until particles have left their
// lattice, then timed with everything a step has: sorting, grid, a collider, the choice of dt. Times are of
// processors, not of the wall: others may be at work on the same machine. Machines differ and are noisy, so
// the machine's own ceilings for arithmetic and copying are measured in the same run.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

#include <froth/base/error.h>
#include <froth/base/pack.h>
#include <froth/base/parallel.h>
#include <froth/base/peak_memory.h>
#include <froth/io/file.h>
#include <froth/scene/read.h>
#include <froth/sim/report.h>
#include <froth/sim/simulation.h>

#include "bench_cg.h"
#include "bench_embedding.h"
#include "bench_picture.h"
#include "bench_power.h"
#include "bench_sinkhorn.h"
#include "bench_skin.h"
#include "commands.h"

namespace froth::cli {

namespace {

struct BenchRow {
  std::string law, parameters, scheme, kernel, precision;
  int dim;
  bool thin = false;  ///< a sheet instead of a cube
  std::string name() const {
    return fmt::format("{} {} {} {} {}D{}", law, scheme, kernel, precision, dim, thin ? " thin" : "");
  }
};

/// Every combination; those of the default selection first.
std::vector<BenchRow> all_rows() {
  const std::string elastic = "youngs_modulus = 1e5";
  const std::vector<std::pair<std::string, std::string>> laws = {
      {"neo_hookean", elastic},
      {"fixed_corotated", elastic},
      {"liquid", "bulk_modulus = 1e5"},
      {"drucker_prager", elastic},
      {"von_mises", elastic + "\nyield_stress = 1e3"},
      {"herschel_bulkley",
       "bulk_modulus = 1e5\nshear_modulus = 1e4\nyield_stress = 1e3\nconsistency = 100\nflow_index = 0.3\n"
       "tear_yield = 10\nrecovery_time = 0.35"}};
  std::vector<BenchRow> rows;
  for (const char* precision : {"float", "double"})
    for (const int dim : {3, 2})
      for (const char* kernel : {"quadratic", "cubic"})
        for (const char* scheme : {"apic", "flip", "nflip", "aflip", "sflip", "asflip", "pic"})
          for (const auto& [law, parameters] : laws)
            rows.push_back({law, parameters, scheme, kernel, precision, dim});
  return rows;
}

/// What is timed without a pattern: every law, then neo-Hookean with one thing changed at a time. Schemes
/// that part material are timed with sand, which does part.
bool is_selected(const BenchRow& row) {
  const bool parts = row.scheme == "sflip" || row.scheme == "asflip";
  if (parts || (row.law == "drucker_prager" && row.scheme == "flip"))
    return row.law == "drucker_prager" && row.kernel == "quadratic" && row.precision == "float" &&
           row.dim == 3;
  const int changes =
      (row.scheme != "apic") + (row.kernel != "quadratic") + (row.precision != "float") + (row.dim != 3);
  return (changes == 0 || (changes == 1 && row.law == "neo_hookean")) && row.scheme != "pic";
}

/// The rows that were asked for; with `thin`, each of space is followed by that of a sheet.
std::vector<BenchRow> asked_rows(const BenchCommand& command) {
  std::vector<BenchRow> rows;
  for (BenchRow row : all_rows()) {
    if (command.only.empty() ? !is_selected(row) : row.name().find(command.only) == std::string::npos)
      continue;
    rows.push_back(row);
    row.thin = command.thin && row.dim == 3;
    if (row.thin) rows.push_back(row);
  }
  return rows;
}

/// Skins that were asked for by name; they are not in the selection.
std::vector<SkinMethod> asked_skins(const BenchCommand& command) {
  std::vector<SkinMethod> skins;
  for (const SkinMethod method : {SkinMethod::LevelSet, SkinMethod::Anisotropic, SkinMethod::Spheres})
    if (!command.only.empty() && name_of_skin_row(method).find(command.only) != std::string::npos)
      skins.push_back(method);
  return skins;
}

/// Pictures that were asked for by name, likewise.
std::vector<LookKind> asked_pictures(const BenchCommand& command) {
  std::vector<LookKind> kinds;
  for (const LookKind kind : {LookKind::Matte, LookKind::Soft, LookKind::Clear})
    if (!command.only.empty() && name_of_picture_row(kind).find(command.only) != std::string::npos)
      kinds.push_back(kind);
  return kinds;
}

/// A cube of material, or a thin one, a sheet one cell thick: 8 particles per cell (4 in the plane),
/// jittered, in a motion that stretches and shears it, above a floor.
Scene bench_scene(const BenchRow& row, const BenchCommand& command) {
  const double per_cell = row.dim == 3 ? 8 : 4, cells = command.particles / per_cell;
  const double cell = row.thin ? 1 / std::sqrt(cells) : std::pow(cells, -1.0 / row.dim);
  const bool flat = row.dim == 2;
  const std::string size = flat ? "max = [1, 1]" : fmt::format("max = [1, {}, 1]", row.thin ? cell : 1.0);
  return read_scene_text(
      fmt::format(
          "[scene]\nend_time = 1000\nframe_rate = 1\nprecision = \"{}\"\ndimension = {}\ngravity = {}\n"
          "[solver]\ncell_size = {}\ntransfer = \"{}\"\nkernel = \"{}\"\njitter = 1.0\n"
          "[materials.m]\nmodel = \"{}\"\ndensity = 1000\n{}\n"
          "[[bodies]]\nmaterial = \"m\"\nshape.box = {{ min = {}, {} }}\n"
          "[bodies.velocity.affine]\ncenter = {}\ngradient = {}\nconstant = {}\n"
          "[[colliders]]\nshape.half_space = {{ point = {}, normal = {} }}\n"
          "contact = {{ kind = \"separating\", friction = 0.3 }}\n",
          row.precision, row.dim, flat ? "[0, -9.81]" : "[0, -9.81, 0]", cell, row.scheme, row.kernel,
          row.law, row.parameters, flat ? "[0, 0]" : "[0, 0, 0]", size,
          flat ? "[0.5, 0.5]" : "[0.5, 0.5, 0.5]",
          flat ? "[[0.5, 1], [-1, -0.5]]" : "[[0.5, 1, 0], [-1, -0.5, 0.5], [0, 0.5, -0.2]]",
          flat ? "[1, -0.5]" : "[1, -0.5, 0.3]", flat ? "[0, 0]" : "[0, 0, 0]",
          flat ? "[0, 1]" : "[0, 1, 0]"),
      "bench");
}

/// Fused multiply-adds per second of one core, in units of 10^9 operations: independent chains fill the
/// pipeline.
double fma_ceiling() {
  constexpr int chains = 12, rounds = 20000;
  Pack<float> x[chains];
  for (int k = 0; k < chains; ++k) x[k] = Pack<float>(1.0f + 0.01f * static_cast<float>(k));
  const Pack<float> a(0.999f), b(0.001f);
  double best = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const double start = processor_seconds();
    for (int n = 0; n < rounds; ++n)
      for (int k = 0; k < chains; ++k) x[k] = x[k] * a + b;
    best = std::max(best, 2.0 * chains * rounds * Pack<float>::kSize / (processor_seconds() - start) / 1e9);
  }
  volatile float sink = 0;
  for (int k = 0; k < chains; ++k) sink = sink + x[k][0];
  return best;
}

/// Bytes per second that one core copies out of memory (read and written both counted), in units of 10^9.
double copy_ceiling() {
  const std::vector<char> from(std::size_t(1) << 27, 1);
  std::vector<char> to(from.size());
  double best = 0;
  for (int trial = 0; trial < 5; ++trial) {
    const double start = processor_seconds();
    std::memcpy(to.data(), from.data(), from.size());
    best = std::max(best, 2.0 * static_cast<double>(from.size()) / (processor_seconds() - start) / 1e9);
  }
  volatile char sink = to[to.size() / 2];
  (void)sink;
  return best;
}

nlohmann::ordered_json measure(const BenchRow& row, const BenchCommand& command) {
  const bool counts_peak = reset_peak_memory();
  Simulation simulation(bench_scene(row, command));
  for (int n = 0; n < command.run_up; ++n) simulation.step();
  simulation.solver().clock().clear();
  const double start = processor_seconds();
  for (int n = 0; n < command.steps; ++n) simulation.step();
  const double core_seconds = processor_seconds() - start;

  const double particles = double(simulation.solver().bodies()[0].count());
  const double particle_steps = particles * command.steps;
  nlohmann::ordered_json json;
  json["law"] = row.law;
  json["scheme"] = row.scheme;
  json["kernel"] = row.kernel;
  json["precision"] = row.precision;
  json["dim"] = row.dim;
  if (row.thin) json["thin"] = true;
  json["particles"] = static_cast<std::int64_t>(particles);
  json["threads"] = command.threads;
  json["particle_steps_per_core_s"] = particle_steps / core_seconds;
  json["bytes_per_particle"] = double(simulation.solver().bytes()) / particles;
  // Of the whole process, from sampling the body on.
  if (counts_peak) json["peak_bytes_per_particle"] = double(peak_memory()) / particles;
  for (const StageClock::Stage& stage : simulation.solver().clock().stages())
    json["stages"][stage.name] = stage.processor / particle_steps;  // core-seconds per particle and step
  return json;
}

void print_row(const nlohmann::ordered_json& row, const std::string& name) {
  const std::string peak = row.contains("peak_bytes_per_particle")
                               ? fmt::format("{:.0f}", row["peak_bytes_per_particle"].get<double>())
                               : std::string("-");
  fmt::print("{:<42} {:>9} {:>8.2f} {:>6.0f} {:>6}  ", name, row["particles"].get<std::int64_t>(),
             row["particle_steps_per_core_s"].get<double>() / 1e6, row["bytes_per_particle"].get<double>(),
             peak);
  for (const auto& [stage, time] : row["stages"].items())
    fmt::print(" {} {:.1f}", stage, 1e9 * time.get<double>());
  if (row.contains("wall_s")) fmt::print(" in {:.2f} s", row["wall_s"].get<double>());
  fmt::print("\n");
  std::fflush(stdout);
}

void print_thin_ratio(const nlohmann::ordered_json& cube, const nlohmann::ordered_json& sheet) {
  const double speed = cube["particle_steps_per_core_s"], thin_speed = sheet["particle_steps_per_core_s"];
  fmt::print("  the sheet takes {:.2f} times the cube's time per particle\n", speed / thin_speed);
}

std::string name_of(const nlohmann::json& row) {
  return fmt::format("{} {} {} {} {}D{}, {} particles, {} threads", row.at("law").get<std::string>(),
                     row.at("scheme").get<std::string>(), row.at("kernel").get<std::string>(),
                     row.at("precision").get<std::string>(), row.at("dim").get<int>(),
                     row.value("thin", false) ? " thin" : "", row.at("particles").get<std::int64_t>(),
                     row.at("threads").get<int>());
}

nlohmann::json read_rows(const std::string& path) {
  const nlohmann::json rows = nlohmann::json::parse(read_file(path), nullptr, false);
  if (!rows.is_array()) throw InputError(path + " is not a list of rows that froth bench --json wrote");
  return rows;
}

}  // namespace

int bench_command(const BenchCommand& command) {
  const ThreadLimit threads(command.threads);
  const std::vector<BenchRow> rows = asked_rows(command);
  const std::vector<SkinMethod> skins = asked_skins(command);
  const std::vector<LookKind> pictures = asked_pictures(command);
  const std::vector<std::string> solves = asked_cg_rows(command);
  const bool sinkhorn = asks_for_sinkhorn(command);
  const std::vector<std::string> embedded = asked_embedding_rows(command);
  const std::vector<std::string> power_steps = asked_power_rows(command);
  if (rows.empty() && skins.empty() && pictures.empty() && solves.empty() && embedded.empty() &&
      power_steps.empty() && !sinkhorn)
    throw InputError(
        "no row is called \"" + command.only +
        "\"; names are like \"neo_hookean apic quadratic float 3D\", \"skin level_set\", "
        "\"picture soft\", \"cg neo_hookean\", \"embedding plastic\", \"power_step implicit power\" or "
        "\"sinkhorn\"");
  const double fma = fma_ceiling(), copy = copy_ceiling();
  fmt::print("{}: one core does {:.1f} GFLOP/s of multiply-adds and copies {:.1f} GB/s; {} threads\n",
             processor_name(), fma, copy, thread_count());
  fmt::print("{:<42} {:>9} {:>8} {:>6} {:>6}   core-nanoseconds per particle and step\n", "row", "particles",
             "M/core-s", "bytes", "peak");
  if (command.threads > thread_count())
    throw InputError(
        fmt::format("this machine runs at most {} threads; ask for no more with --threads", thread_count()));
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const auto add = [&](nlohmann::ordered_json row, const std::string& name) {
    row["fma_gflops"] = fma;
    row["copy_gbs"] = copy;
    print_row(row, name);
    list.push_back(std::move(row));
  };
  for (const std::string& law : solves) add(measure_cg(law, command), name_of_cg_row(law));
  if (sinkhorn) {
    add(measure_sinkhorn(command), "sinkhorn");
    print_sinkhorn(list.back());
  }
  for (const std::string& kind : power_steps) {
    add(measure_power(kind, command), name_of_power_row(kind));
    print_power(list.back());
  }
  for (const std::string& kind : embedded)
    add(measure_embedding(kind, command, copy), name_of_embedding_row(kind));
  for (const SkinMethod method : skins) add(measure_skin(method, command), name_of_skin_row(method));
  for (const LookKind kind : pictures) add(measure_picture(kind, command), name_of_picture_row(kind));
  for (const BenchRow& row : rows) {
    add(measure(row, command), row.name());
    if (row.thin) print_thin_ratio(list[list.size() - 2], list.back());
  }
  if (!command.json.empty()) write_file(command.json, list.dump(2) + "\n");
  return 0;
}

int bench_compare_command(const std::string& before, const std::string& after) {
  const nlohmann::json old_rows = read_rows(before), new_rows = read_rows(after);
  fmt::print("{:<74} {:>8} {:>8} {:>7} {:>9}\n", "row", "before", "after", "ratio", "per FMA");
  int compared = 0;
  try {
    for (const auto& now : new_rows)
      for (const auto& then : old_rows) {
        if (name_of(now) != name_of(then)) continue;
        ++compared;
        const double a = then.at("particle_steps_per_core_s"), b = now.at("particle_steps_per_core_s");
        // The second ratio takes out what the machine itself was faster or slower in the two runs.
        const double machine = now.at("fma_gflops").get<double>() / then.at("fma_gflops").get<double>();
        fmt::print("{:<74} {:>8.2f} {:>8.2f} {:>7.3f} {:>9.3f}\n", name_of(now), a / 1e6, b / 1e6, b / a,
                   b / a / machine);
      }
    if (compared == 0) throw InputError(before + " and " + after + " have no row in common");
  } catch (const nlohmann::json::exception&) {
    throw InputError(before + " or " + after +
                     " has a row without its figures; write both with froth bench --json");
  }
  return 0;
}

}  // namespace froth::cli
