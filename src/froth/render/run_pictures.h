// SPDX-License-Identifier: Apache-2.0
// Pictures of a run on disk: its frames, its colliders where they were at that time, one camera for all.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <froth/geometry/shape.h>
#include <froth/io/run_view.h>
#include <froth/render/color_scale.h>
#include <froth/render/picture.h>

namespace froth {

/// What pictures show of space, and the ranges of what they are coloured by.
struct PictureView {
  Bounds bounds;
  std::map<std::string, ScalarRange> ranges = {};
  std::vector<Vec3<double>> outline = {};  ///< of what is shown; empty: the corners of the box
  std::optional<double> lowest = {};       ///< where a ground may lie [m]; without it, the box's lower end
  std::optional<RenderView> camera = {};   ///< whose eye, target, key frames and angle count for all runs
  bool is_settled = false;                 ///< frames to come will not change it
};

struct RunPictures {
  std::string folder;                      ///< of the run
  std::vector<int> frames = {};            ///< empty: all of them
  std::string color_by = {};               ///< empty: as the scene says
  int width = 0, height = 0, samples = 0;  ///< 0: as the scene says
  bool redo = false;                       ///< draw pictures again that would come out the same
  std::function<void(int done, int of)> on_picture = {};
  std::optional<PictureView> view = {};       ///< without it, one that fits this run
  const std::atomic<bool>* stop = nullptr;    ///< set from outside to leave the picture at hand and the rest
  std::function<void(RunView&)> change = {};  ///< what is to be other than in view.json
  bool is_first_look = false;                 ///< to be replaced without a word
  std::string positions = "world";            ///< of particles, as io/placed_at.h has them
};

/// One view for several runs, to compare them; all else as in `job`. All must have frames. The camera is that
/// of the first run where it has one of its own.
PictureView common_view(const std::vector<std::string>& folders, const RunPictures& job);
/// The view that fits the frames which there are.
PictureView own_view(const RunPictures& job);

/// Draws pictures without writing any file.
std::vector<Image> draw_run(const RunPictures& job);

struct DrawnPictures {
  std::vector<std::string> paths;  ///< of all that were asked for
  int redrawn = 0;                 ///< those that were there, more than a first look, and were drawn again
  std::vector<int> empty;          ///< frames drawn now that have no particles
  std::set<std::string> changes;   ///< what has changed since, as far as it is known how these were drawn
};

/// Draws `count` pictures all around one frame, the first of the job's or the last of the run, into
/// frame_0000.png and so on of a folder. Throws InputError for planar runs.
std::vector<std::string> render_turntable(const RunPictures& job, int count, const std::string& folder);

/// Draws the pictures that are missing or were drawn otherwise, and keeps a record of how.
DrawnPictures render_run(const RunPictures& job);

}  // namespace froth
