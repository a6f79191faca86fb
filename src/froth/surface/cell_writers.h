// SPDX-License-Identifier: Apache-2.0
// Bubbles of a frame as cells, and their files for other programs.
#pragma once

#include <string>

#include <froth/surface/frame_bubbles.h>

namespace froth {

struct FrameCells {
  Foam foam;
  std::vector<double> volume;      ///< of bubbles [m^3]
  std::vector<std::int32_t> body;  ///< of bubbles
};

/// Throws as bubbles_of() and make_foam() do.
FrameCells cells_of(const RunView& view, const PointCloud& frame);

/// Binary PLY: corners, every film once with the bubble and what is beyond (a bubble of a higher number; -1
/// air, -2 a wall), and the edges in which films meet.
std::string to_ply(const FrameCells& cells, const FrameStamp& stamp);
/// Wavefront OBJ: films in the groups films, surface and walls, and lines in the group borders.
std::string to_obj(const FrameCells& cells, const FrameStamp& stamp);
/// VTK's unstructured grid: a polyhedron per bubble, with volume and body.
std::string to_vtu(const FrameCells& cells, const FrameStamp& stamp);

}  // namespace froth
