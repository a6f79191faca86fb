// SPDX-License-Identifier: Apache-2.0
// Binary PLY point clouds: one vertex element with scalar properties, the form that ParaView, Blender and
// Houdini read.
#pragma once

#include <string>
#include <string_view>

#include <froth/io/point_cloud.h>

namespace froth {

std::string to_ply(const PointCloud& cloud);
/// Throws InputError that begins with `name` for anything that is not such a file.
PointCloud parse_ply(std::string_view content, const std::string& name);

}  // namespace froth
