// SPDX-License-Identifier: Apache-2.0
// froth sweep: a scene in every combination of a few values, a run folder each. Everything that can be wrong
// with a variant's scene is found before the first one starts; what goes wrong later stops only that variant.
#include <filesystem>
#include <fmt/format.h>
#include <optional>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/scene/read.h>
#include <froth/sim/checkpoint.h>
#include <froth/sim/frame_output.h>
#include <froth/sim/report.h>
#include <froth/sim/run.h>
#include <froth/sim/run_folder.h>
#include <froth/sim/scene_view.h>

#include "progress_bar.h"
#include "scene_files.h"
#include "stop_signal.h"
#include "sweep.h"

namespace froth::cli {

namespace fs = std::filesystem;

namespace {

std::vector<SweepAxis> axes_of(const SweepCommand& command) {
  std::vector<SweepAxis> axes;
  for (const std::string& text : command.vary) axes.push_back(parse_sweep_axis(text));
  for (const SweepAxis& axis : axes)
    for (const std::string& set : command.choice.overrides)
      if (set.substr(0, set.find('=')) == axis.key)
        throw InputError("--set " + set + ": this key is varied too; give it once");
  return axes;
}

/// The scene of a variant; a complaint names --vary, or the variant where it is about the scene as a whole.
Scene load_variant(const SweepCommand& command, const SweepVariant& variant) {
  SceneChoice choice = command.choice;
  choice.overrides.insert(choice.overrides.end(), variant.overrides.begin(), variant.overrides.end());
  try {
    return load_scene(choice);
  } catch (const InputError& error) {
    const std::string message = error.what();
    for (const std::string& assignment : variant.overrides)
      if (const std::string start = "--set " + assignment; message.starts_with(start))
        throw InputError("--vary " + message.substr(6));
    if (message.starts_with("--")) throw;
    throw InputError(fmt::format("{} (in variant {})", message, variant.label));
  }
}

Sweep plan(const SweepCommand& command) {
  Sweep sweep{scene_path(command.choice), "", "", axes_of(command), {}};
  for (const SweepVariant& variant : sweep_variants(sweep.axes)) {
    const Scene scene = load_variant(command, variant);
    if (sweep.runs.empty()) {
      sweep.folder = command.out.empty() ? "out/" + scene.name + "_sweep" : command.out;
      sweep.title = scene.title.empty() ? scene.name : scene.title;
    }
    for (const PlannedRun& other : sweep.runs)
      if (other.scene_text == scene.resolved_text)
        throw InputError(fmt::format("variants \"{}\" and \"{}\" are the same scene; give each value once",
                                     other.variant.label, variant.label));
    sweep.runs.push_back({variant, sweep.folder + "/" + variant.name, scene.resolved_text,
                          scene.frame_count() / scene.frame_rate, scene.frame_rate});
  }
  return sweep;
}

void check_times(const SweepCommand& command, const Sweep& sweep) {
  double end = 0;
  for (const PlannedRun& run : sweep.runs) end = std::max(end, run.end_time);
  for (const double time : command.times) {
    if (!(time >= 0)) throw InputError(fmt::format("--time {}: there is nothing before t = 0", time));
    if (time > end * (1 + 1e-9))
      throw InputError(
          fmt::format("--time {}: every variant ends before that, at {} s or earlier", time, end));
  }
}

/// Nobody's files are replaced, and no run goes on as a different one.
void check_folders(const SweepCommand& command, const Sweep& sweep) {
  if (RunFolder{sweep.folder}.holds_run())
    throw InputError(sweep.folder + " is the folder of a run; choose another one with --out");
  bool has_variant = false;
  for (const PlannedRun& run : sweep.runs) {
    protect_scene(command.choice, run.folder);
    const RunFolder folder{run.folder};
    if (!folder.holds_run()) continue;
    has_variant = true;
    if (command.overwrite || has_finished(run.folder, scene_of(sweep, run))) continue;
    if (!command.resume)
      throw InputError(run.folder +
                       " already holds a run; use --resume to go on with the sweep, --overwrite to start "
                       "over, or another folder with --out");
    if (!fs::exists(folder.scene())) continue;
    const std::string changed = physics_difference(read_scene(folder.scene()), scene_of(sweep, run));
    if (!changed.empty())
      throw InputError(run.folder + " holds a run of another scene (the file or --set has changed): " +
                       changed + "; start over with --overwrite or choose another folder with --out");
  }
  if (has_variant || command.overwrite || command.resume) return;
  for (const std::string& file : {sweep.csv(), sweep.sheet(), sweep.energy(".png"), sweep.energy(".svg")})
    if (fs::exists(file))
      throw InputError(file +
                       " is there already; use --overwrite to replace it, or another folder with --out");
}

/// What went wrong, without where its frames are: the table says that already.
std::string reason_of(const std::string& message) {
  return message.substr(0, message.find("; frames up to"));
}

/// Runs one variant, or what is left of it. False where the user wants to stop.
bool run_variant(const SweepCommand& command, const Sweep& sweep, PlannedRun& planned, std::size_t number,
                 const StopSignal& signal, ProgressBar& bar) {
  const auto count = static_cast<double>(sweep.runs.size());
  const std::string where =
      fmt::format("variant {}/{} {}", number + 1, sweep.runs.size(), planned.variant.label);
  RunOptions options{planned.folder, command.resume, command.overwrite, command.threads};
  options.on_step = [&](const Simulation& s) {
    const int frames = std::max(1, s.scene().frame_count());
    const double share = std::min(1.0, s.progress().time * s.scene().frame_rate / frames);
    bar.show((double(number) + share) / count,
             fmt::format("{}, frame {}/{}", where, s.progress().frame, frames));
  };
  options.on_message = [&](const std::string& message) {
    if (!message.starts_with("dt = "))
      bar.say(planned.variant.label + ": " + message);  // these are in its log
  };
  options.stop = &signal.is_requested();
  try {
    if (run(scene_of(sweep, planned), options) == RunOutcome::Stopped) return false;
  } catch (const std::bad_alloc&) {
    planned.failure = "out of memory";
  } catch (const std::exception& error) {
    planned.failure = reason_of(error.what());
  }
  if (!planned.failure.empty()) bar.say(planned.variant.label + ": failed: " + planned.failure);
  bar.show(double(number + 1) / count, where);
  return true;
}

/// Prints what each variant would be, without running any.
int list_variants(const Sweep& sweep) {
  std::vector<std::vector<std::string>> cells = {
      {"variant", "particles", "cell size m", "frames", "first dt s", "about steps", "MB", "limited by"}};
  int code = 0;
  std::string problems;
  for (const PlannedRun& run : sweep.runs) {
    cells.push_back({run.variant.label});
    try {
      const Simulation simulation(scene_of(sweep, run));
      check_attributes(simulation);
      const TimeStepLimit limit = simulation.next_step();
      const Scene& scene = simulation.scene();
      Index particles = 0;
      for (const BodyView& body : simulation.solver().bodies()) particles += body.count();
      cells.back().insert(
          cells.back().end(),
          {fmt::format("{}", particles), fmt::format("{:g}", scene.solver.cell_size),
           fmt::format("{}", scene.frame_count()), fmt::format("{:.3g}", limit.dt),
           fmt::format("{:.0f}", run.end_time / limit.dt),
           fmt::format("{:.1f}", double(simulation.solver().bytes()) / 1e6), describe(limit)});
    } catch (const InputError& error) {
      problems += fmt::format("{}: cannot start: {}\n", run.variant.label, error.what());
      code = 2;
    }
  }
  fmt::print("{}{}{} variants, into {}\n", aligned(cells), problems, sweep.runs.size(), sweep.folder);
  return code;
}

}  // namespace

Scene scene_of(const Sweep& sweep, const PlannedRun& run) {
  return read_scene_text(run.scene_text, sweep.scene_file);
}

int sweep_command(const SweepCommand& command) {
  Sweep sweep = plan(command);
  check_times(command, sweep);
  if (command.list) return list_variants(sweep);
  check_folders(command, sweep);
  make_folder(sweep.folder);
  const FileLock lock(sweep.folder + "/.lock", "another froth is at work in " + sweep.folder +
                                                   "; wait for it or choose another folder with --out");
  ProgressBar bar("sweep", command.quiet);
  std::optional<StopSignal> signal(std::in_place);
  int failures = 0;
  for (std::size_t k = 0; k < sweep.runs.size(); ++k) {
    if (!run_variant(command, sweep, sweep.runs[k], k, *signal, bar)) {
      bar.finish();
      fmt::print("stopped in variant {} of {}; go on with the same command and --resume\n", k + 1,
                 sweep.runs.size());
      return 130;
    }
    failures += sweep.runs[k].failure.empty() ? 0 : 1;
  }
  bar.finish();
  signal.reset();  // nothing is lost where drawing is interrupted
  write_results(command, sweep);
  if (failures > 0) fmt::print(stderr, "froth: {} of {} variants failed\n", failures, sweep.runs.size());
  return failures > 0 ? 3 : 0;
}

}  // namespace froth::cli
