// SPDX-License-Identifier: Apache-2.0
// froth mesh: surfaces of the frames of a run.
#include <fmt/format.h>

#include <froth/base/parallel.h>
#include <froth/sim/run_meshes.h>

#include "commands.h"
#include "progress_bar.h"

namespace froth::cli {

namespace {

/// As the scene says, but for what the command does.
MeshView settings_of(const MeshCommand& command) {
  MeshView how = view_of_run(command.run).mesh;
  if (!command.formats.empty()) how.formats = command.formats;
  if (!command.join.empty()) how.join = command.join;
  if (!command.attributes.empty()) how.attributes = command.attributes;
  how.method = command.method.value_or(how.method);
  how.cut = command.cut.value_or(how.cut);
  how.voxel = command.voxel.value_or(how.voxel);
  how.smoothing = command.smoothing.value_or(how.smoothing);
  how.adaptivity = command.adaptivity.value_or(how.adaptivity);
  return how;
}

void report(const MeshCommand& command, const MeshResult& result) {
  if (result.remade > 0)
    fmt::print("made again: {} of {} surfaces in {} (another {})\n", result.remade, result.frame_count,
               command.run, fmt::join(result.changes, ", "));
  fmt::print("{} frame{} in {}{}\n", result.frame_count, result.frame_count == 1 ? "" : "s",
             fmt::join(result.folders, ", "),
             result.made == result.frame_count
                 ? std::string()
                 : fmt::format("; {} of them had their surface already", result.frame_count - result.made));
}

}  // namespace

int mesh_command(const MeshCommand& command) {
  const ThreadLimit threads(command.threads);
  ProgressBar bar("meshing", command.quiet);
  MeshJob job{command.run, settings_of(command), command.out, frame_choice(command.frames), command.redo};
  job.positions = command.positions;
  job.on_frame = [&](int done, int of) { bar.show(double(done) / of, fmt::format("frame {}/{}", done, of)); };
  job.on_message = [&](const std::string& message) { bar.say(message); };
  const MeshResult result = mesh_run(job);
  bar.finish();
  if (!command.quiet) report(command, result);
  return 0;
}

}  // namespace froth::cli
