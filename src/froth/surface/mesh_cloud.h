// SPDX-License-Identifier: Apache-2.0
// Skins of a frame as points and faces, so that the writers and readers of frames do for them too.
#pragma once

#include <vector>

#include <froth/io/point_cloud.h>
#include <froth/surface/skin_frame.h>

namespace froth {

/// Vertices with x y z, nx ny nz, vx vy vz, red green blue (sRGB bytes) and attributes by name, triangles
/// with the number of their skin's first body. Stamp, bodies and colliders are those of the frame. What a
/// skin does not carry and another one does is not-a-number, or a light grey.
PointCloud mesh_cloud(const std::vector<BodySkin>& skins, const PointCloud& frame);

}  // namespace froth
