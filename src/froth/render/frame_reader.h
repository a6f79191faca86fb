// SPDX-License-Identifier: Apache-2.0
// Frames of a run as pictures need them: particles with their colours, colliders where they are.
#pragma once

#include <string>
#include <vector>

#include <froth/io/point_cloud.h>
#include <froth/io/run_view.h>
#include <froth/render/color_scale.h>
#include <froth/render/frame_content.h>
#include <froth/sim/run_folder.h>

namespace froth {

/// What points are coloured by: "body", "speed" or a property of the frames, and the range of its values.
struct Coloring {
  std::string by = "body";
  ScalarRange range = {};

  bool is_by_body() const { return by == "body"; }
};

/// Shapes of the frames that it makes belong to `run`, which must outlive them.
class FrameReader {
 public:
  FrameReader(const RunView& run, RunFolder folder) : run_(run), folder_(std::move(folder)) {}

  PointCloud load(int frame) const;
  /// Clouds and colliders of a frame. Throws InputError for attributes that are not there.
  FrameContent content(const PointCloud& cloud, int frame, const Coloring& coloring) const;
  /// Numbers that points are coloured by, and their unit ("" where it is not known).
  std::vector<double> scalars(const PointCloud& cloud, int frame, const std::string& name) const;
  static std::string unit_of(const PointCloud& cloud, const std::string& name);
  /// Those that are seen, where they are in that frame.
  std::vector<PosedShape> colliders(const PointCloud& frame) const;

 private:
  std::vector<ParticleCloud> clouds(const PointCloud& cloud, int frame, const Coloring& coloring) const;
  Vec3<float> color_of_body(std::size_t body) const;

  const RunView& run_;
  RunFolder folder_;
};

}  // namespace froth
