// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/render/live_pictures.h>
#include <froth/scene/help.h>
#include <froth/scene/node.h>
#include <froth/scene/read.h>
#include <froth/sim/audit.h>
#include <froth/sim/frame_output.h>
#include <froth/sim/run.h>
#include <froth/sim/run_folder.h>

#include "progress_bar.h"
#include "scene_files.h"
#include "stop_signal.h"

namespace froth::cli {

namespace {

std::string describe(const Simulation& s) {
  return fmt::format("frame {}/{}, step {}, dt {:.3g} s", s.progress().frame, s.scene().frame_count(),
                     s.progress().step, s.progress().dt);
}

double share_done(const Simulation& s) {
  return s.progress().time * s.scene().frame_rate / std::max(1, s.scene().frame_count());
}

void print_bodies(const Simulation& simulation) {
  const Scene& scene = simulation.scene();
  const SolverSpec& solver = scene.solver;
  // Methods without a choice of transfers compute in double precision whatever frames are written in.
  std::string how = solver.method;
  if (!solver.transfer_name.empty())
    how += fmt::format(", {}, {}", scene.precision == Precision::Float ? "float" : "double",
                       solver.transfer_name);
  if (solver.cell_size > 0) how += fmt::format(", cell size {:g} m", solver.cell_size);
  fmt::print("  {}D, {}, {} frames at {:g} per second\n", scene.dimension, how, scene.frame_count(),
             scene.frame_rate);
  for (const BodyView& body : simulation.solver().bodies())
    fmt::print("  body {}: {} particles of {}\n", body.name, body.count(), body.law);
  for (const Collider& c : scene.obstacles.colliders) fmt::print("  collider {}\n", c.name);
}

}  // namespace

int run_command(const RunCommand& command) {
  SceneChoice choice = command.choice;
  if (command.mesh) choice.overrides.push_back("output.mesh.enabled=true");
  const Scene scene = load_scene(choice);
  const std::string folder = command.out.empty() ? "out/" + scene.name : command.out;
  protect_scene(command.choice, folder);
  ProgressBar bar("simulating " + scene.name, command.quiet);
  RunOptions options{folder, command.resume, command.overwrite, command.threads};
  std::optional<LivePictures> pictures;
  if (command.render) pictures.emplace(folder);
  options.on_step = [&](const Simulation& s) {
    const std::string problem = pictures ? pictures->take_error() : "";
    if (!problem.empty()) bar.say("drawing has ended, the run goes on: " + problem);
    bar.show(share_done(s), describe(s) + (pictures ? fmt::format(", {} pictures", pictures->drawn()) : ""));
  };
  if (pictures) options.on_frame = [&](int frame) { pictures->frame_is_there(frame); };
  options.on_message = [&](const std::string& message) { bar.say(message); };
  std::optional<StopSignal> signal(std::in_place);
  options.stop = &signal->is_requested();
  const RunOutcome outcome = run(scene, options);
  pictures.reset();
  bar.finish();
  signal.reset();
  if (outcome == RunOutcome::Stopped) {
    fmt::print("stopped; go on with: froth run '{0}/scene.toml' --out '{0}' --resume\n", folder);
    return 130;
  }
  if (!command.quiet)
    fmt::print("{} {}\n",
               outcome == RunOutcome::Finished ? "particles, ledger and checkpoints are in"
                                               : "this scene has already run to its end in",
               folder);
  if (!command.render) {
    if (!command.quiet) fmt::print("pictures: froth render {}\n", folder);
    return 0;
  }
  return render_command({.runs = {folder}, .threads = command.threads, .quiet = command.quiet});
}

int check_command(const SceneChoice& choice) {
  const Simulation simulation(load_scene(choice));
  check_attributes(simulation);
  const std::vector<std::string> warnings = simulation.warnings();
  fmt::print("{} is {}\n", simulation.scene().name, warnings.empty() ? "fine" : "valid");
  print_bodies(simulation);
  const TimeStepLimit limit = simulation.next_step();
  fmt::print("  first step {:.4g} s, limited by {}\n", limit.dt, describe(limit));
  for (const std::string& warning : warnings) fmt::print("  {}\n", warning);
  return 0;
}

namespace {
/// Where the time went; all shares sum to the whole.
void print_stages(const nlohmann::json& json) {
  const double wall = json.value("wall_seconds", 0.0);
  fmt::print("  {:.1f} s of wall time", wall);
  const auto share = [&](double seconds) { return wall > 0 ? 100 * seconds / wall : 0.0; };
  double named = 0;
  if (json.contains("stage_seconds"))
    for (const auto& [stage, seconds] : json.at("stage_seconds").items()) {
      fmt::print(", {} {:.0f} %", stage, share(seconds.get<double>()));
      named += seconds.get<double>();
    }
  fmt::print(", the rest {:.0f} %\n", share(std::max(0.0, wall - named)));
}

/// The columns of the ledger with their units.
void print_ledger(const nlohmann::json& json) {
  if (!json.contains("ledger")) return;
  std::string list;
  for (const auto& column : json.at("ledger")) {
    const std::string unit = column.value("unit", "-");
    list += (list.empty() ? "" : ", ") + column.value("name", "") + (unit == "-" ? "" : " [" + unit + "]");
  }
  fmt::print("  ledger: {}\n", list);
}

void print_memory(const nlohmann::json& json) {
  const double particles = std::max(1, json.value("particles", 1));
  fmt::print("  {:.0f} bytes per particle", json.value("bytes", 0.0) / particles);
  if (json.value("peak_bytes", 0.0) > 0)
    fmt::print(", {:.0f} at the peak of the run", json.value("peak_bytes", 0.0) / particles);
  fmt::print("\n");
}

void print_report(const RunFolder& folder, const nlohmann::json& json) {
  const auto& frames = json.at("frames");
  fmt::print("{}: {}, {} of {} frames, t = {:g} s, {} steps\n", json.value("scene", ""),
             json.value("status", ""), frames.value("reached", 0), frames.value("of", 0),
             json.value("time", 0.0), json.value("steps", 0));
  if (json.contains("reason")) fmt::print("  reason: {}\n", json.value("reason", ""));
  fmt::print("  {} particles in {}D {}; froth {}, {}, {} threads\n", json.value("particles", 0),
             json.value("dimension", 0), json.value("precision", ""), json.at("froth").value("version", ""),
             json.at("machine").value("processor", ""), json.at("machine").value("threads", 0));
  print_memory(json);
  for (const auto& body : json.at("bodies"))
    fmt::print("  body {}: {} particles of {}\n", body.value("name", ""), body.value("particles", 0),
               body.value("law", ""));
  const auto& dt = json.at("dt");
  fmt::print("  dt from {:.3g} to {:.3g} s, limited by {} {}\n", dt.value("min", 0.0), dt.value("max", 0.0),
             dt.value("limited_by", ""), dt.value("body", dt.value("obstacle", "")));
  if (json.value("retries", 0) > 0)
    fmt::print("  {} failed steps were tried again with half the step\n", json.value("retries", 0));
  print_stages(json);
  print_ledger(json);
  fmt::print("  {} frames of particles, pictures {}\n", folder.frames().size(),
             std::filesystem::exists(folder.pictures()) ? "in " + folder.pictures() : "not drawn yet");
  for (const std::string& line : describe(audit(read_ledger(folder.ledger())))) fmt::print("  {}\n", line);
}
}  // namespace

int info_command(const std::string& path) {
  const RunFolder folder{path};
  std::ifstream file(folder.report());
  if (!file) throw InputError(path + " is not the folder of a run (it has no run.json); run a scene first");
  try {
    print_report(folder, nlohmann::json::parse(file));
  } catch (const nlohmann::json::exception&) {
    throw InputError(folder.report() + " is damaged; run the scene again with --resume or --overwrite");
  }
  return 0;
}

namespace {
/// One line of the list. A scene that cannot be read yet hides neither its title nor other scenes.
std::string scene_line(const std::string& path) {
  const std::string script = missing_mesh_script(path);
  if (script.empty()) {
    const Scene scene = read_scene(path);
    return fmt::format("{}D  {}", scene.dimension, scene.title);
  }
  const Node file = parse_toml(read_file(path), path);
  const Node *general = file.find("scene"), *title = general == nullptr ? nullptr : general->find("title");
  return fmt::format("--  {}; its mesh is not here yet, get it by {}", title == nullptr ? "" : title->text,
                     script);
}
}  // namespace

int scenes_command() {
  for (const std::string& path : shipped_scenes()) {
    const std::string name = std::filesystem::relative(path, scene_folder()).replace_extension().string();
    try {
      fmt::print("{:<34} {}\n", name, scene_line(path));
    } catch (const InputError& error) {
      fmt::print("{:<34} --  {}\n", name, error.what());
    }
  }
  fmt::print("\nrun one with: froth run NAME\n");
  return 0;
}

int materials_command(const std::string& name) {
  fmt::print("{}", name.empty() ? materials_overview() : material_help(name));
  return 0;
}

int reference_command() {
  fmt::print("{}", scene_reference_markdown());
  return 0;
}

}  // namespace froth::cli
