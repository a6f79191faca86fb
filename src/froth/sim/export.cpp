// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/export.h>

#include <froth/base/error.h>
#include <froth/io/ply.h>
#include <froth/sim/frame_files.h>
#include <froth/sim/run_folder.h>

namespace froth {

ExportResult export_run(const ExportJob& job) {
  const RunFolder run{job.folder};
  const RunView view = view_of_run(run.path);
  if (job.formats.empty()) throw InputError("say which format to export, as in --format vdb");
  const FrameFiles files(view, RunFolder{job.out.empty() ? job.folder : job.out}, job.formats);
  const std::vector<int> frames = chosen_frames(run, job.frames, job.on_message);
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
