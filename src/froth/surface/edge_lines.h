// SPDX-License-Identifier: Apache-2.0
// Edges are smoothed along themselves. Across them the flow is slow (edges.h), and would leave them as
// knobbly as the particles are jittered; a mean along the line of an edge takes that out and leaves it as
// sharp as it is. The line is the direction in which the field changes least around a place: the eigenvector
// of the least eigenvalue of the structure tensor, the mean of grad phi grad phi^T. In corners, where three
// faces meet, there is none, and nothing is done.
#pragma once

#include <froth/surface/band.h>

namespace froth {

/// Standard deviation of the mean along an edge, and how far it reaches [spacings].
inline constexpr float kEdgeWidth = 1.5f, kEdgeReach = 2.5f;

/// Replaces a field on the edges of its zero level by its mean along them. `speeds` are those of flow_speeds,
/// by which edges are known; `spacing` in voxels.
void smooth_along_edges(Band& band, const std::vector<float>& speeds, float spacing);

}  // namespace froth
