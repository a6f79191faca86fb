// SPDX-License-Identifier: Apache-2.0
// froth export: the frames of a run in formats that other programs open.
#include <fmt/format.h>

#include <froth/base/parallel.h>
#include <froth/sim/export.h>

#include "commands.h"
#include "progress_bar.h"

namespace froth::cli {

int export_command(const ExportCommand& command) {
  const ThreadLimit threads(command.threads);
  ProgressBar bar("exporting", command.quiet);
  ExportJob job{command.folder, command.formats, command.out};
  job.frames = frame_choice(command.frames);
  job.on_frame = [&](int done, int of) { bar.show(double(done) / of, fmt::format("frame {}/{}", done, of)); };
  job.on_message = [&](const std::string& message) { bar.say(message); };
  const ExportResult result = export_run(job);
  bar.finish();
  if (command.quiet) return 0;
  fmt::print("{} frame{} in {}\n", result.frame_count, result.frame_count == 1 ? "" : "s",
             fmt::join(result.folders, ", "));
  return 0;
}

}  // namespace froth::cli
