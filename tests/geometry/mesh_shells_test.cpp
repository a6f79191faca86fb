// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/geometry/mesh_shells.h>

namespace froth {

namespace {

/// Adds a cube, turned outward or, where `is_void`, inward.
void add_cube(SurfaceMesh& mesh, const Vec3<float>& low, float edge, bool is_void) {
  const auto first = static_cast<std::uint32_t>(mesh.x.size());
  for (int k = 0; k < 8; ++k)
    mesh.x.push_back(low + edge * Vec3<float>{float(k & 1), float(k >> 1 & 1), float(k >> 2 & 1)});
  constexpr std::uint32_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& f : faces)
    for (const int k : {1, 2}) {
      const std::uint32_t a = first + f[0], b = first + f[k], c = first + f[k + 1];
      mesh.triangles.push_back(is_void ? Vec3<std::uint32_t>{a, c, b} : Vec3<std::uint32_t>{a, b, c});
    }
}

}  // namespace

// Oracle: volumes of cubes; edges are powers of two, so that sums are exact but for sixths.
TEST_CASE("a mesh is taken apart into pieces and voids") {
  SurfaceMesh mesh;
  CHECK(shell_volumes(mesh).empty());
  add_cube(mesh, {0, 0, 0}, 4, false);
  add_cube(mesh, {1, 1, 1}, 2, true);
  mesh.x.push_back({9, 9, 9});  // a vertex of no triangle
  add_cube(mesh, {8, 0, 0}, 1, false);
  const std::vector<double> volumes = shell_volumes(mesh);
  REQUIRE(volumes.size() == 3);
  const double expected[] = {64, -8, 1};
  for (std::size_t k = 0; k < 3; ++k) CHECK(std::abs(volumes[k] - expected[k]) <= 1e-12);
  CHECK(std::abs(enclosed_volume(mesh) - 57) <= 1e-12);
}

}  // namespace froth
