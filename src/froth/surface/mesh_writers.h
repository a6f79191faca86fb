// SPDX-License-Identifier: Apache-2.0
// Skins of a frame as files for other programs. PLY is mesh_cloud and io/ply.h.
#pragma once

#include <string>
#include <vector>

#include <froth/io/point_cloud.h>
#include <froth/surface/skin_frame.h>

namespace froth {

/// Wavefront OBJ: places and normals, an object and a group per skin.
std::string to_obj(const std::vector<BodySkin>& skins, const FrameStamp& stamp);

/// Binary glTF 2.0: a node and a mesh per skin, with POSITION, NORMAL, COLOR_0 (linear) and every other
/// column as an attribute of its own, "_VELOCITY" for example. Throws InputError beyond the 4 GiB that a file
/// may have.
std::string to_glb(const std::vector<BodySkin>& skins, const FrameStamp& stamp);

/// OpenVDB level sets, one grid per skin, by its name. Skins must have their fields.
std::string to_vdb_level_sets(const std::vector<BodySkin>& skins, const FrameStamp& stamp);

/// OpenVDB fog volumes: "density" where there is one skin, else "density_NAME". Skins must have their
/// density. `groups`: how many skins the frame would have if every body had particles, so that names stay the
/// same while bodies come and go.
std::string to_vdb_fog(const std::vector<BodySkin>& skins, const FrameStamp& stamp, std::size_t groups = 0);

}  // namespace froth
