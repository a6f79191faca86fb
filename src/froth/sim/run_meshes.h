// SPDX-License-Identifier: Apache-2.0
// Surfaces of the frames of a run on disk.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include <froth/sim/frame_choice.h>

namespace froth {

struct MeshJob {
  std::string folder;  ///< of the run
  MeshView how;
  std::string out = {};  ///< gets a folder per kind of files; empty: the run's folder
  FrameChoice frames = {};
  bool redo = false;                ///< make even what would come out the same
  std::string positions = "world";  ///< of particles, as io/placed_at.h has them
  std::function<void(int done, int of)> on_frame = {};
  std::function<void(const std::string&)> on_message = {};
};

struct MeshResult {
  int frame_count = 0, made = 0, remade = 0;
  std::set<std::string> changes;     ///< why some were made again, as far as it is known
  std::vector<std::string> folders;  ///< of the files
};

/// Makes those surfaces that are missing or were made otherwise. Throws InputError before anything is written
/// where the folder holds no run in three dimensions, or a chosen frame is not there.
MeshResult mesh_run(const MeshJob& job);

}  // namespace froth
