// SPDX-License-Identifier: Apache-2.0
// Bodies whose points a frame joins, as surfaces: cloth as a thin layer with two smooth sides, solids as
// their outer faces, strands as tubes.
#pragma once

#include <vector>

#include <froth/io/point_cloud.h>
#include <froth/surface/skin.h>

namespace froth {

/// By body: whether the frame has edges or faces of it.
std::vector<bool> joined_bodies(const PointCloud& frame);

/// Of one body, in space. Cloth and strands are as thick as the radii of their points say, strands at least
/// as thick as `least_radius`.
std::vector<SurfaceMesh> element_skins(const PointCloud& frame, std::size_t body, double least_radius = 0);

}  // namespace froth
