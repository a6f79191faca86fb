// SPDX-License-Identifier: Apache-2.0
// The particles of a frame as bubbles of a foam (power_cells/foam.h).
#pragma once

#include <cstdint>
#include <vector>

#include <froth/io/point_cloud.h>
#include <froth/io/run_view.h>
#include <froth/power_cells/foam.h>

namespace froth {

struct FrameBubbles {
  Bubbles bubbles;
  std::vector<std::int32_t> body;  ///< by bubble
};

/// Every particle is a bubble. Its volume is the frame's property "volume" [m^3] where there is one, else the
/// cube that its radius stands for. Half-spaces across an axis are walls. Throws InputError for planar frames
/// and for particles without radius or volume.
FrameBubbles bubbles_of(const RunView& view, const PointCloud& frame);

}  // namespace froth
