// SPDX-License-Identifier: Apache-2.0
// Frames of a run as pictures need them: particles with their colours, colliders where they are.
#pragma once

#include <string>
#include <vector>

#include <froth/io/placed_at.h>
#include <froth/io/run_view.h>
#include <froth/render/body_look.h>
#include <froth/render/frame_content.h>
#include <froth/sim/run_folder.h>

namespace froth {

/// Shapes of the frames that it makes belong to `run`, which must outlive them.
class FrameReader {
 public:
  /// `positions` of particles as io/placed_at.h has them; colliders are seen in the world alone.
  FrameReader(const RunView& run, RunFolder folder, std::string positions = kWorldPositions)
      : run_(run), folder_(std::move(folder)), positions_(std::move(positions)) {}

  PointCloud load(int frame) const;
  /// All particles and colliders of a frame. Throws InputError for attributes that are not there.
  FrameContent content(const PointCloud& cloud, int frame, const Coloring& coloring) const;
  /// What a picture shows of a frame: bodies as surfaces or particles (render.as), without what is cut away.
  FrameContent shown(const PointCloud& cloud, int frame, const Coloring& coloring) const;
  /// Numbers that points are coloured by, and their unit ("" where it is not known).
  std::vector<double> scalars(const PointCloud& cloud, int frame, const std::string& name) const;
  static std::string unit_of(const PointCloud& cloud, const std::string& name);
  /// Those that are seen, where they are in that frame.
  std::vector<PosedShape> colliders(const PointCloud& frame) const;

 private:
  std::vector<ParticleCloud> clouds(const PointCloud& cloud, int frame, const Coloring& coloring) const;

  const RunView& run_;
  RunFolder folder_;
  std::string positions_;
};

}  // namespace froth
