// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/export.h>

#include <algorithm>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/io/ply.h>
#include <froth/sim/frame_files.h>
#include <froth/sim/run_folder.h>

namespace froth {

namespace {

/// The chosen frames. A frame that was asked for must be there; a gap in a run as a whole is worth a message.
std::vector<int> frames_of(const RunFolder& run, const ExportJob& job) {
  const std::vector<int> there = run.frames();
  if (there.empty()) throw InputError(run.path + " has no frames yet; run its scene first");
  const int first = job.first.value_or(there.front()), last = job.last.value_or(there.back());
  if (first > last) throw InputError(fmt::format("--frames {}:{} ends before it begins", first, last));
  const auto missing = [&](int frame) {
    return fmt::format("{} has no frame {}; it has {} to {}", run.path, frame, there.front(), there.back());
  };
  if (first < there.front()) throw InputError(missing(first));
  if (last > there.back()) throw InputError(missing(last));
  std::vector<int> chosen;
  for (int frame = first; frame <= last; ++frame) {
    if (std::binary_search(there.begin(), there.end(), frame))
      chosen.push_back(frame);
    else if (job.first || job.last)
      throw InputError(missing(frame));
    else if (job.on_message)
      job.on_message(fmt::format("frame {} is not there", frame));
  }
  return chosen;
}

}  // namespace

ExportResult export_run(const ExportJob& job) {
  const RunFolder run{job.folder};
  const RunView view = view_of_run(run.path);
  if (job.formats.empty()) throw InputError("say which format to export, as in --format vdb");
  const FrameFiles files(view, RunFolder{job.out.empty() ? job.folder : job.out}, job.formats);
  const std::vector<int> frames = frames_of(run, job);
  files.make_folders();
  int done = 0;
  for (const int frame : frames) {
    files.write(frame, read_ply(run.frame(frame)));
    if (job.on_frame) job.on_frame(++done, static_cast<int>(frames.size()));
  }
  files.write_collection(run.frames());
  return {static_cast<int>(frames.size()), files.folders()};
}

}  // namespace froth
