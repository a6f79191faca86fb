// SPDX-License-Identifier: Apache-2.0
// Skins of a frame: one per body, or of bodies that are joined, with colours, velocities and attributes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <froth/io/point_cloud.h>
#include <froth/io/run_view.h>
#include <froth/surface/skin.h>

namespace froth {

/// How a frame is skinned; the table output.mesh of a scene, and options of `froth mesh`.
struct FrameSkins {
  std::optional<SkinMethod> method = {};              ///< without it, as suits each body
  SkinSettings settings = {};                         ///< but for the method
  std::vector<std::vector<std::string>> joined = {};  ///< names of bodies that share a skin
  std::vector<std::string> attributes = {};           ///< properties of the frame that vertices carry
};

/// A skin and the number of the first of its bodies in the frame.
struct BodySkin {
  SurfaceMesh mesh;
  std::size_t body = 0;
};

/// Bodies without particles have none. Throws InputError for planar frames, names of bodies and attributes
/// that are not there, and what skin() complains of.
std::vector<BodySkin> skin_frame(const RunView& view, const PointCloud& frame, const FrameSkins& how);

/// The surface points of one body of a frame: its places, and spacings from its radii.
SkinPoints skin_points(const PointCloud& frame, const std::vector<std::size_t>& bodies);

}  // namespace froth
