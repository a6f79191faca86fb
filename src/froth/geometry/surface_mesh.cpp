// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/surface_mesh.h>

namespace froth {

namespace {

/// Calls add(a, b, c) for the corners of every triangle, from its first vertex on so that places far from the
/// origin lose no digits.
template <class Add>
double sum_over_triangles(const SurfaceMesh& mesh, Add add) {
  if (mesh.x.empty()) return 0;
  const Vec3<double> middle = mesh.x[0].cast<double>();
  double sum = 0;
  for (const Vec3<std::uint32_t>& t : mesh.triangles)
    sum += add(mesh.x[t[0]].cast<double>() - middle, mesh.x[t[1]].cast<double>() - middle,
               mesh.x[t[2]].cast<double>() - middle);
  return sum;
}

}  // namespace

const VertexColumn* SurfaceMesh::find(const std::string& column) const {
  for (const VertexColumn& c : columns)
    if (c.name == column) return &c;
  return nullptr;
}

double enclosed_volume(const SurfaceMesh& mesh) {
  using V = Vec3<double>;
  return sum_over_triangles(mesh, [](const V& a, const V& b, const V& c) { return dot(a, cross(b, c)) / 6; });
}

double surface_area(const SurfaceMesh& mesh) {
  using V = Vec3<double>;
  return sum_over_triangles(mesh,
                            [](const V& a, const V& b, const V& c) { return norm(cross(b - a, c - a)) / 2; });
}

}  // namespace froth
