// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/mesh_shells.h>

#include <numeric>

namespace froth {

namespace {

/// Sets of vertices; the first vertex of a set names it.
class VertexSets {
 public:
  explicit VertexSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::uint32_t(0));
  }
  std::uint32_t find(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a), b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

std::vector<double> shell_volumes(const SurfaceMesh& mesh) {
  VertexSets sets(mesh.x.size());
  for (const Vec3<std::uint32_t>& t : mesh.triangles) sets.join(t[0], t[1]), sets.join(t[0], t[2]);
  std::vector<double> by_first(mesh.x.size());
  std::vector<bool> has_triangles(mesh.x.size());
  for (const Vec3<std::uint32_t>& t : mesh.triangles) {
    const std::uint32_t first = sets.find(t[0]);
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
