// SPDX-License-Identifier: Apache-2.0
// Skins of a frame: one per body, or of bodies that are joined, with colours, velocities and attributes.
#pragma once

#include <memory>
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
  bool with_velocity = true, with_color = true;       ///< what vertices carry beside attributes
  bool keeps_fields = false, with_density = false;    ///< what skins have beside their meshes
  bool is_carried = false;  ///< skins are those of the first frame, moved with its particles (carried.h)
  std::shared_ptr<const PointCloud> first = {};  ///< frame that carried skins are made in
};

/// What a table of view.json or of a scene says. Throws InputError for an unknown method, numbers that make
/// no sense and what is no plane.
FrameSkins frame_skins(const MeshView& mesh);

/// Bodies of a frame, by number, that have one skin.
struct SkinGroup {
  std::string name;  ///< "a" or "a+b"
  std::vector<std::size_t> bodies;
  SkinSettings settings;
};

/// The groups of a frame, those without particles too, in the order of their first bodies. Throws InputError
/// for planar frames and for names of bodies that are not there.
std::vector<SkinGroup> skin_groups(const RunView& view, const PointCloud& frame, const FrameSkins& how);

/// A skin and the number of the first of its bodies in the frame.
struct BodySkin {
  SurfaceMesh mesh;
  std::size_t body = 0;
  VoxelField field = {}, density = {};  ///< where they are asked for
};

/// Bodies without particles have none. Throws InputError for planar frames, names of bodies and attributes
/// that are not there, and what skin() complains of.
std::vector<BodySkin> skin_frame(const RunView& view, const PointCloud& frame, const FrameSkins& how);

/// The points of some bodies of a frame: their places, and spacings from their radii. Throws InputError for
/// radii of zero, and where a particle is of a body that the frame does not have.
SkinPoints skin_points(const PointCloud& frame, const std::vector<std::size_t>& bodies);

}  // namespace froth
