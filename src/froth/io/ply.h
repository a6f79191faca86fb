// SPDX-License-Identifier: Apache-2.0
// Binary PLY frames: a vertex element with scalar properties, and where points are joined a face and an edge
// element, the form that ParaView, Blender and Houdini read. Comments say what the numbers mean
// (io/frame_comments.h).
#pragma once

#include <string>
#include <string_view>

#include <froth/io/point_cloud.h>

namespace froth {

/// Writes the file piece by piece; it appears whole or not at all. Throws SystemError with the system's
/// reason.
void write_ply(const std::string& path, const PointCloud& cloud);
/// The same bytes in memory.
std::string to_ply(const PointCloud& cloud);

/// Throws InputError that begins with `name` for anything that is not such a file.
PointCloud parse_ply(std::string_view content, const std::string& name);
PointCloud read_ply(const std::string& path);
/// What the header says; properties, edges and faces are left empty.
PointCloud read_ply_header(const std::string& path);

}  // namespace froth
