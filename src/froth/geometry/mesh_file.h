// SPDX-License-Identifier: Apache-2.0
// Closed surfaces of triangles from OBJ, PLY (ASCII and little-endian binary) and STL (ASCII and binary)
// files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

/// Corners of a triangle turn left seen from outside.
struct TriangleMesh {
  std::vector<Vec3<double>> vertices;  ///< in the file's unit
  std::vector<Vec3<int>> triangles;    ///< numbers of vertices
};

/// Reads a file by its ending. Vertices at one place become one, polygons are cut into fans, and a surface
/// that is inside out is turned. Throws InputError where the file cannot be read or is damaged, and where the
/// surface has holes or encloses nothing.
TriangleMesh read_mesh(const std::string& path);

/// What read_mesh does after reading.
TriangleMesh closed_mesh(TriangleMesh mesh);

/// A file's text to vertices and triangles as they stand, for read_mesh; complaints do not name the file.
TriangleMesh parse_obj(std::string_view text);
TriangleMesh parse_ply(std::string_view text);
TriangleMesh parse_stl(std::string_view text);

}  // namespace froth
