// SPDX-License-Identifier: Apache-2.0
// Closed meshes for pictures: a ball by latitude and longitude, and a box.
#pragma once

#include <cmath>
#include <numbers>

#include <froth/geometry/surface_mesh.h>

namespace froth {

inline SurfaceMesh ball_mesh(const Vec3<float>& center, float radius, int rows = 64) {
  SurfaceMesh mesh;
  const int columns = 2 * rows;
  for (int i = 0; i <= rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const double a = std::numbers::pi * i / rows, b = std::numbers::pi * j / rows;
      const Vec3<float> n =
          Vec3<double>{std::sin(a) * std::cos(b), std::cos(a), -std::sin(a) * std::sin(b)}.cast<float>();
      mesh.x.push_back(center + radius * n);
      mesh.normal.push_back(n);
    }
  const auto at = [&](int i, int j) { return std::uint32_t(i * columns + j % columns); };
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      if (i > 0) mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
      if (i < rows - 1) mesh.triangles.push_back({at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)});
    }
  return mesh;
}

/// Faces have corners of their own, so that normals are sharp.
inline SurfaceMesh box_mesh(const Vec3<float>& lo, const Vec3<float>& hi) {
  SurfaceMesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const bool is_upper : {false, true}) {
      const int a = (axis + 1) % 3, b = (axis + 2) % 3;
      Vec3<float> normal{};
      normal[axis] = is_upper ? 1.0f : -1.0f;
      const auto first = std::uint32_t(mesh.x.size());
      for (int corner = 0; corner < 4; ++corner) {
        Vec3<float> x{};
        x[axis] = is_upper ? hi[axis] : lo[axis];
        x[a] = corner == 1 || corner == 2 ? hi[a] : lo[a];
        x[b] = corner >= 2 ? hi[b] : lo[b];
        mesh.x.push_back(x);
        mesh.normal.push_back(normal);
      }
      const std::uint32_t l = is_upper ? 1 : 3, r = is_upper ? 3 : 1;
      mesh.triangles.push_back({first, first + l, first + 2});
      mesh.triangles.push_back({first, first + 2, first + r});
    }
  return mesh;
}

}  // namespace froth
