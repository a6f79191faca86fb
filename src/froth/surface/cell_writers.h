// SPDX-License-Identifier: Apache-2.0
// Bubbles of a frame as cells, and their files for other programs.
#pragma once

#include <string>

#include <froth/surface/frame_bubbles.h>

namespace froth {

/// Binary PLY: corners, every film once with the bubble and what is beyond (a bubble of a higher number; -1
/// air, -2 a wall, -3 a liquid), and the edges in which films meet.
std::string to_ply(const FrameCells& cells, const FrameStamp& stamp);
/// Wavefront OBJ: films in the groups films, surface, walls and liquid, and lines in the group borders.
std::string to_obj(const FrameCells& cells, const FrameStamp& stamp);
/// VTK's unstructured grid: a polyhedron per bubble, with volume and body.
std::string to_vtu(const FrameCells& cells, const FrameStamp& stamp);

}  // namespace froth
