// SPDX-License-Identifier: Apache-2.0
// The particles of a frame as bubbles of a foam (power_cells/foam.h).
#pragma once

#include <cstdint>
#include <vector>

#include <froth/io/point_cloud.h>
#include <froth/io/run_view.h>
#include <froth/power_cells/foam.h>

namespace froth {

/// Whether the particles of a body are bubbles: those of a liquid are not, but where all bodies are liquids.
bool is_body_of_bubbles(const RunView& view, std::size_t body);

/// Bubbles, and particles of liquids around them, which bound their cells.
struct FrameBubbles {
  Bubbles bubbles;
  std::vector<bool> is_bubble;     ///< the others are liquid
  std::vector<std::int32_t> body;  ///< of each in the list
};

/// In the order of the frame. The volume of a particle is the frame's property "volume" [m^3] where there is
/// one, else the cube that its radius stands for. Half-spaces across an axis are walls. Throws InputError for
/// planar frames and for particles without radius or volume.
FrameBubbles bubbles_of(const RunView& view, const PointCloud& frame);

/// The films of bubbles alone, numbered among these in the order of the frame, with what find_weights() and
/// mesh_foam() throw.
struct FrameCells {
  Foam foam;
  std::vector<Vec3<double>> x;     ///< places of particles, by bubble [m]
  std::vector<double> volume;      ///< of bubbles [m^3]
  std::vector<std::int32_t> body;  ///< of bubbles
};
/// `detail` as in FoamMeshSettings.
FrameCells cells_of(const RunView& view, const PointCloud& frame, double detail = FoamMeshSettings{}.detail);

}  // namespace froth
