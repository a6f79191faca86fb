// SPDX-License-Identifier: Apache-2.0
// Distances come from OpenVDB, which finds the nearest triangle of every sample near the surface and inside;
// signs come from winding numbers, which know cavities. The only place that sees OpenVDB's mesh tools.
#include <froth/geometry/mesh_distance.h>

#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <froth/base/error.h>
#include <froth/base/parallel.h>

namespace froth {
namespace {

/// Samples between the mesh and the array's border. Distances further out are not needed exactly.
int margin_of(int resolution) { return std::clamp(resolution / 8, 4, 16); }

/// The mesh in units of samples, as OpenVDB asks for it.
struct IndexedMesh {
  const TriangleMesh& mesh;
  const DistanceArray& array;

  std::size_t polygonCount() const { return mesh.triangles.size(); }
  std::size_t pointCount() const { return mesh.vertices.size(); }
  std::size_t vertexCount(std::size_t) const { return 3; }
  void getIndexSpacePoint(std::size_t polygon, std::size_t corner, openvdb::Vec3d& x) const {
    const int vertex = mesh.triangles[polygon][static_cast<int>(corner)];
    for (int k = 0; k < 3; ++k)
      x[k] = (mesh.vertices[static_cast<std::size_t>(vertex)][k] - array.origin[k]) / array.spacing;
  }
};

/// An array around the triangles, without samples.
DistanceArray array_around(const TriangleMesh& mesh, int resolution) {
  Vec3<double> low = mesh.vertices[static_cast<std::size_t>(mesh.triangles.front()[0])], high = low;
  for (const Vec3<int>& t : mesh.triangles)
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k < 3; ++k) {
        const double x = mesh.vertices[static_cast<std::size_t>(t[c])][k];
        low[k] = std::min(low[k], x), high[k] = std::max(high[k], x);
      }
  DistanceArray array;
  const int margin = margin_of(resolution);
  array.spacing = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]}) / resolution;
  array.margin = margin * array.spacing;
  for (int k = 0; k < 3; ++k) {
    array.count[k] = static_cast<int>(std::ceil((high[k] - low[k]) / array.spacing - 1e-9)) + 2 * margin + 1;
    const double middle = low[k] + 0.5 * (high[k] - low[k]);
    array.origin[k] = middle - 0.5 * (array.count[k] - 1) * array.spacing;
  }
  return array;
}

}  // namespace

DistanceArray sample_distance(const TriangleMesh& mesh, int resolution) {
  FROTH_CHECK(!mesh.triangles.empty() && resolution > 0, "a mesh without triangles has no distance");
  DistanceArray array = array_around(mesh, resolution);
  array.values.resize(std::size_t(array.count[0]) * std::size_t(array.count[1]) *
                      std::size_t(array.count[2]));
  const std::vector<short> winding = winding_numbers(mesh, array);

  // One thread: which of two equally near triangles wins must not depend on who came first.
  const ThreadLimit limit(1);
  using namespace openvdb::tools;
  const int as_they_are =
      DISABLE_INTERSECTING_VOXEL_REMOVAL | DISABLE_RENORMALIZATION | DISABLE_NARROW_BAND_TRIMMING;
  const auto transform = openvdb::math::Transform::createLinearTransform(1.0);
  const float reach = static_cast<float>(margin_of(resolution) + 1);
  const auto grid = meshToVolume<openvdb::FloatGrid>(IndexedMesh{mesh, array}, *transform, reach,
                                                     std::numeric_limits<float>::max(), as_they_are);
  const auto accessor = grid->getConstAccessor();
  std::size_t i = 0;
  for (int z = 0; z < array.count[2]; ++z)
    for (int y = 0; y < array.count[1]; ++y)
      for (int x = 0; x < array.count[0]; ++x, ++i) {
        const double distance = array.spacing * std::abs(double(accessor.getValue({x, y, z})));
        array.values[i] = static_cast<float>(winding[i] != 0 ? -distance : std::min(distance, array.margin));
      }
  return array;
}

}  // namespace froth
