// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/mesh_shells.h>

#include <froth/geometry/disjoint_sets.h>

namespace froth {

std::vector<double> shell_volumes(const SurfaceMesh& mesh) {
  DisjointSets sets(mesh.x.size());
  for (const Vec3<std::uint32_t>& t : mesh.triangles) sets.merge(t[0], t[1]), sets.merge(t[0], t[2]);
  std::vector<double> by_first(mesh.x.size());
  std::vector<bool> has_triangles(mesh.x.size());
  for (const Vec3<std::uint32_t>& t : mesh.triangles) {
    const std::size_t first = sets.root(t[0]);
    const Vec3<double> from = mesh.x[first].cast<double>();
    const Vec3<double> a = mesh.x[t[0]].cast<double>() - from, b = mesh.x[t[1]].cast<double>() - from,
                       c = mesh.x[t[2]].cast<double>() - from;
    by_first[first] += dot(a, cross(b, c)) / 6;
    has_triangles[first] = true;
  }
  std::vector<double> volumes;
  for (std::size_t v = 0; v < by_first.size(); ++v)
    if (has_triangles[v]) volumes.push_back(by_first[v]);
  return volumes;
}

}  // namespace froth
