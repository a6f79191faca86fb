// SPDX-License-Identifier: Apache-2.0
// froth render: pictures of runs, with captions, side by side, as movies.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/render/compose.h>
#include <froth/render/movie.h>
#include <froth/render/run_pictures.h>
#include <froth/sim/frame_choice.h>
#include <froth/sim/run_folder.h>
#include <froth/sim/scene_view.h>

#include "commands.h"
#include "progress_bar.h"
#include "render_options.h"

namespace froth::cli {

namespace fs = std::filesystem;

namespace {

using Paths = std::vector<std::string>;

/// What CLI11 gives a flag that came without a text.
constexpr const char* kNoText = "true";

std::string run_name(const std::string& folder) {
  const fs::path path = fs::absolute(folder).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

void check_command_line(const RenderCommand& command) {
  if (command.movie) check_movies_work();
  if (command.side_by_side && command.runs.size() < 2)
    throw InputError("--side-by-side needs at least two runs");
  if (command.labels.size() > 1 && command.labels.size() != command.runs.size())
    throw InputError(fmt::format("there are {} labels for {} runs; give one for each", command.labels.size(),
                                 command.runs.size()));
  if (command.turntable > 0 && (command.side_by_side || command.frames.size() > 1))
    throw InputError("--turntable shows one frame of each run; leave out --side-by-side and further frames");
  const std::vector<std::string> changes = render_assignments(command);
  for (const std::string& run : command.runs) {  // all must be there before the first is drawn
    RunView view = view_of_run(run);
    change_render(view, changes);
    const std::string& by = command.color_by.empty() ? view.render.color_by : command.color_by;
    if (!command.range.empty() && by == "body")
      throw InputError(
          fmt::format("--range {}: {} is coloured by body, which has no values; add --color-by speed, or an "
                      "attribute of its frames",
                      command.range, run));
  }
}

/// The text for one run; empty where none is wanted.
std::string label_of(const RenderCommand& command, std::size_t run, const RunView& look) {
  const std::string name = run_name(command.runs[run]);
  if (command.labels.empty()) return command.side_by_side ? name : "";
  const std::string& given = command.labels[command.labels.size() == 1 ? 0 : run];
  if (given != kNoText) return given;
  return command.side_by_side || look.title.empty() ? name : look.title;
}

using View = std::optional<PictureView>;

/// One line on pictures that show no material, and one on those that were there already.
void explain(const RenderCommand& command, const std::string& run, const DrawnPictures& drawn) {
  if (command.quiet) return;
  if (!drawn.empty.empty()) fmt::print("{}: {}\n", run, about_empty(drawn.empty, "picture", "pictures"));
  if (drawn.redrawn == 0) return;
  std::string why;
  for (const std::string& name : drawn.changes) why += (why.empty() ? "another " : ", ") + name;
  if (why.empty()) why = command.redo ? "as asked" : "it is not known how they were drawn";
  fmt::print("redrawn: {} of {} pictures in {} ({})\n", drawn.redrawn, drawn.paths.size(), run, why);
}

/// All that the command line says of pictures, for any run.
RunPictures job_of(const RenderCommand& command) {
  RunPictures job{.folder = {},
                  .color_by = command.color_by,
                  .width = command.width,
                  .height = command.height,
                  .samples = command.samples,
                  .redo = command.redo};
  job.positions = command.positions;
  job.change = [changes = render_assignments(command),
                is_automatic = has_automatic_camera(command)](RunView& view) {
    if (is_automatic) view.render.eye.reset(), view.render.target.reset(), view.render.camera.clear();
    change_render(view, changes);
  };
  return job;
}

RunPictures job_of(const RenderCommand& command, const View& view, const std::string& run, ProgressBar& bar) {
  RunPictures job = job_of(command);
  job.folder = run, job.view = view;
  job.on_picture = [&bar](int done, int of) {
    bar.show(double(done) / of, fmt::format("picture {}/{}", done, of));
  };
  return job;
}

Paths draw(const RenderCommand& command, const View& view, const std::string& run,
           const std::vector<int>& frames) {
  ProgressBar bar("rendering " + run_name(run), command.quiet);
  RunPictures job = job_of(command, view, run, bar);
  job.frames = frames;
  const DrawnPictures drawn = render_run(job);
  bar.finish();
  explain(command, run, drawn);
  return drawn.paths;
}

Paths compose_with_bar(const RenderCommand& command, Composition composition) {
  ProgressBar bar("writing on pictures", command.quiet);
  composition.on_picture = [&](int done, int of) {
    bar.show(double(done) / of, fmt::format("picture {}/{}", done, of));
  };
  return compose(composition);
}

void report(const RenderCommand& command, const Paths& paths) {
  if (command.quiet) return;
  if (paths.size() == 1)
    fmt::print("picture: {}\n", paths[0]);
  else
    fmt::print("{} pictures: {} ... {}\n", paths.size(), paths.front(),
               fs::path(paths.back()).filename().string());
}

void make_movie(const RenderCommand& command, const Paths& pictures, double frame_rate,
                const std::string& path) {
  if (!command.movie) return;
  write_movie(pictures, frame_rate, path);
  if (!command.quiet) fmt::print("movie: {}\n", path);
}

void render_one(const RenderCommand& command, const View& view, std::size_t k) {
  const RunFolder folder{command.runs[k]};
  const RunView look = view_of_run(folder.path);
  const std::vector<int> frames = command.frames.empty() ? folder.frames() : command.frames;
  Paths paths = draw(command, view, folder.path, command.frames);
  const std::string label = label_of(command, k, look);
  if (!label.empty() || command.time) {
    Strip strip{label, paths, {}};
    for (const int frame : frames) strip.times.push_back(frame / look.frame_rate);
    paths = compose_with_bar(command,
                             {{strip}, command.time, look.frame_rate, folder.labelled_pictures(), frames});
  }
  report(command, paths);
  make_movie(command, paths, look.frame_rate, folder.movie());
}

/// Pictures all around one frame, with a movie where one can be made.
void render_turntable_of(const RenderCommand& command, const View& view, const std::string& run) {
  const RunFolder folder{run};
  ProgressBar bar("turning " + run_name(run), command.quiet);
  RunPictures job = job_of(command, view, run, bar);
  job.frames = command.frames;
  const Paths paths = render_turntable(job, command.turntable, folder.turntable());
  bar.finish();
  report(command, paths);
  if (!command.movie && !movies_work()) {
    if (!command.quiet) fmt::print("no movie: there is no ffmpeg\n");
    return;
  }
  constexpr double kTurnSeconds = 6;  // slow enough to see a shape
  write_movie(paths, command.turntable / kTurnSeconds, folder.turntable_movie());
  if (!command.quiet) fmt::print("movie: {}\n", folder.turntable_movie());
}

/// A folder of its own for joined pictures: never a run's, never one with files of somebody else.
std::string joined_folder(const RenderCommand& command) {
  std::string path = command.out;
  if (path.empty()) {
    std::string names = run_name(command.runs[0]);
    for (std::size_t k = 1; k < command.runs.size(); ++k) names += "_and_" + run_name(command.runs[k]);
    path = (fs::absolute(command.runs[0]).lexically_normal() / ".." / names).lexically_normal().string();
    path = fs::relative(path).string();
  }
  const fs::path parent = fs::absolute(path).parent_path();
  if (RunFolder{path}.holds_run() || RunFolder{parent.string()}.holds_run())
    throw InputError(path + " belongs to a run; choose another folder with --out");
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator(path, absent)) {
    const std::string name = entry.path().filename().string();
    const bool is_ours = name == "movie.mp4" || (name.starts_with("frame_") && name.ends_with(".png"));
    if (!is_ours)
      throw InputError(path + " holds other files, such as " + name + "; choose another folder with --out");
    if (!command.overwrite)
      throw InputError(path +
                       " already holds pictures; use --overwrite to replace them, or another folder "
                       "with --out");
  }
  return path;
}

void render_side_by_side(const RenderCommand& command, const View& view) {
  const std::string folder = joined_folder(command);
  std::vector<std::vector<int>> frames;
  std::vector<double> rates;
  std::vector<RunView> looks;
  for (const std::string& run : command.runs) {
    looks.push_back(view_of_run(run));
    rates.push_back(looks.back().frame_rate);
    frames.push_back(RunFolder{run}.frames());
    if (frames.back().empty()) throw InputError(run + " has no frames yet; run its scene first");
  }
  if (!command.frames.empty()) frames[0] = command.frames;
  std::vector<std::vector<int>> chosen = frames_in_step(frames, rates);
  if (!command.frames.empty())
    for (auto& list : chosen) list.resize(command.frames.size());

  Composition composition{{}, command.time, rates[0], folder, {}};
  for (std::size_t r = 0; r < command.runs.size(); ++r) {
    std::vector<int> unique = chosen[r];
    std::sort(unique.begin(), unique.end());
    unique.erase(std::unique(unique.begin(), unique.end()), unique.end());
    draw(command, view, command.runs[r], unique);
    Strip strip{label_of(command, r, looks[r]), {}, {}};
    for (const int frame : chosen[r]) {
      strip.pictures.push_back(RunFolder{command.runs[r]}.picture(frame));
      strip.times.push_back(frame / rates[r]);
    }
    composition.strips.push_back(std::move(strip));
  }
  for (std::size_t k = 0; k < chosen[0].size(); ++k)
    composition.numbers.push_back(command.frames.empty() ? static_cast<int>(k) : command.frames[k]);
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator(folder, absent)) fs::remove(entry);
  const Paths paths = compose_with_bar(command, composition);
  report(command, paths);
  make_movie(command, paths, rates[0], folder + "/movie.mp4");
}

}  // namespace

int render_command(const RenderCommand& command) {
  const ThreadLimit threads(command.threads);
  check_command_line(command);
  View view;
  if (command.same_view || (command.side_by_side && !command.own_views))
    view = common_view(command.runs, job_of(command));
  if (command.side_by_side)
    render_side_by_side(command, view);
  else if (command.turntable > 0)
    for (const std::string& run : command.runs) render_turntable_of(command, view, run);
  else
    for (std::size_t k = 0; k < command.runs.size(); ++k) render_one(command, view, k);
  return 0;
}

}  // namespace froth::cli
