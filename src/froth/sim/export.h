// SPDX-License-Identifier: Apache-2.0
// Turns the frames of a run on disk into files for other programs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <froth/sim/frame_choice.h>

namespace froth {

struct ExportJob {
  std::string folder;                ///< of the run
  std::vector<std::string> formats;  ///< names of io/point_format.h
  std::string out = {};              ///< gets a folder per format; empty: the run's folder
  FrameChoice frames = {};
  std::function<void(int done, int of)> on_frame = {};
  std::function<void(const std::string&)> on_message = {};
};

struct ExportResult {
  int frame_count = 0;
  std::vector<std::string> folders;  ///< that files were written to
};

/// Throws InputError before anything is written where the folder holds no run or a chosen frame is not there.
ExportResult export_run(const ExportJob& job);

}  // namespace froth
