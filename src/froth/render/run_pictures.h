// SPDX-License-Identifier: Apache-2.0
// Pictures of a run on disk: its frames, its colliders where they were at that time, one camera for all.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <froth/geometry/shape.h>
#include <froth/render/picture.h>

namespace froth {

/// Least and greatest value that colours stand for.
struct ScalarRange {
  double lo = std::numeric_limits<double>::infinity(), hi = -std::numeric_limits<double>::infinity();
};

/// What pictures show of space, and the ranges of what they are coloured by.
struct PictureView {
  Bounds bounds;
  std::map<std::string, ScalarRange> ranges;
};

struct RunPictures {
  std::string folder;                      ///< of the run
  std::vector<int> frames = {};            ///< empty: all of them
  std::string color_by = {};               ///< empty: as the scene says
  int width = 0, height = 0, samples = 0;  ///< 0: as the scene says
  bool redo = false;                       ///< draw pictures again that would come out the same
  std::function<void(int done, int of)> on_picture = {};
  std::optional<PictureView> view = {};  ///< without it, one that fits this run
};

/// One view for several runs, to compare them; `color_by` as in RunPictures. All must have frames.
PictureView common_view(const std::vector<std::string>& folders, const std::string& color_by);

/// Draws pictures without writing any file.
std::vector<Image> draw_run(const RunPictures& job);

struct DrawnPictures {
  std::vector<std::string> paths;  ///< of all that were asked for
  int redrawn = 0;                 ///< those that were there, and were drawn again
  std::set<std::string> changes;   ///< what has changed since, as far as it is known how these were drawn
};

/// Draws the pictures that are missing or were drawn otherwise, and keeps a record of how.
DrawnPictures render_run(const RunPictures& job);

}  // namespace froth
