// SPDX-License-Identifier: Apache-2.0
// Where a surface has edges: there the flow that smooths it is slowed down, or it would round them off and
// bend the faces beside them. Half of a box around a place on a flat or gently curved surface is filled, a
// quarter on the edge of a cube, more in a groove or a narrow gap, which the flow would close. Threads,
// around which next to nothing is filled, are no edges.
#pragma once

#include <froth/surface/band.h>

namespace froth {

/// Share of its full speed, kEdgeSpeed to 1, that the flow has on the corners of tiles. `smoothed` is what
/// the fill lacks to 1/2 after a flow of full speed, so that it knows where the surface is, `lack` the same
/// before it; `spacing` in voxels.
std::vector<float> flow_speeds(const Tiles& tiles, const std::vector<float>& smoothed,
                               const std::vector<float>& lack, float spacing);

inline constexpr float kEdgeSpeed = 0.07f;

}  // namespace froth
