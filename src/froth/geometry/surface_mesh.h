// SPDX-License-Identifier: Apache-2.0
// A surface of triangles that carries numbers on its vertices: the skin of a body.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

/// A number, or several side by side, on every vertex.
struct VertexColumn {
  std::string name, unit;  ///< as in "velocity" and "m/s"; pure numbers have the unit "-"
  int components = 1;
  std::vector<float> values;  ///< of the first vertex, then of the next
};

struct SurfaceMesh {
  std::string name;                            ///< of the body, or of bodies that share a skin
  std::vector<Vec3<float>> x;                  ///< vertices [m]
  std::vector<Vec3<float>> normal;             ///< by vertex, outward, of unit length
  std::vector<Vec3<std::uint32_t>> triangles;  ///< vertices turn left seen from outside
  std::vector<VertexColumn> columns;           ///< "velocity" [m/s], "color" (linear), attributes

  /// Null where there is no such column.
  const VertexColumn* find(const std::string& column) const;
};

/// Volume inside a closed surface [m^3], by the divergence theorem; negative where it is inside out.
double enclosed_volume(const SurfaceMesh& mesh);
/// [m^2].
double surface_area(const SurfaceMesh& mesh);

}  // namespace froth
