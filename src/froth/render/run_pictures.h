// SPDX-License-Identifier: Apache-2.0
// Pictures of a run on disk: its frames, its colliders where they were at that time, one camera for all.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <froth/scene/scene.h>

namespace froth {

struct RunPictures {
  std::string folder;                      ///< of the run
  std::vector<int> frames = {};            ///< empty: all of them
  std::string color_by = {};               ///< empty: as the scene says
  int width = 0, height = 0, samples = 0;  ///< 0: as the scene says
  bool redo = false;                       ///< draw pictures that are there already
  std::function<void(int done, int of)> on_picture = {};
  /// Other runs that the view and the range of colours must fit as well, to be compared with this one.
  std::vector<std::string> in_view_with = {};
};

/// The scene that a run has written beside its output; throws InputError where the folder holds no run.
Scene run_scene(const std::string& folder);

/// Draws the pictures that are missing and returns the paths of all that were asked for.
std::vector<std::string> render_run(const RunPictures& job);

}  // namespace froth
