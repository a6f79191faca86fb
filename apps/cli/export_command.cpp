// SPDX-License-Identifier: Apache-2.0
// froth export: the frames of a run in formats that other programs open.
#include <charconv>
#include <fmt/format.h>
#include <optional>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/sim/export.h>

#include "commands.h"
#include "progress_bar.h"

namespace froth::cli {

namespace {

std::optional<int> number(const std::string& text, const std::string& all) {
  if (text.empty()) return std::nullopt;
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || value < 0)
    throw InputError("--frames takes a first and a last frame, as in --frames 0:24, not \"" + all + "\"");
  return value;
}

/// "A:B", "A:", ":B" or a single frame "A".
void choose_frames(const std::string& text, ExportJob& job) {
  const std::size_t colon = text.find(':');
  job.first = number(text.substr(0, colon), text);
  job.last = colon == std::string::npos ? job.first : number(text.substr(colon + 1), text);
}

}  // namespace

int export_command(const ExportCommand& command) {
  const ThreadLimit threads(command.threads);
  ProgressBar bar("exporting", command.quiet);
  ExportJob job{command.folder, command.formats, command.out};
  choose_frames(command.frames, job);
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
