// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/carried.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <froth/base/error.h>
#include <froth/base/mat.h>
#include <froth/base/parallel.h>
#include <froth/geometry/neighbor_search.h>
#include <froth/surface/vertex_columns.h>

namespace froth {

namespace {

/// Particles that a vertex follows, and those that a deformation is fitted to.
constexpr std::size_t kCarriers = 8, kFitted = 24;
/// Least determinant of a basis matrix of trace one that determines a deformation.
constexpr double kFlat = 1e-6;
constexpr Index kChunk = 256;

/// Falls smoothly from one to zero at a distance `h` [m], of which the squares are given.
double weight(double square, double h2) { return square < h2 ? std::pow(1 - square / h2, 3) : 0.0; }

/// Best map of the neighbourhood of `s` from the first frame to now; that of its rotation-free rest, the
/// identity, where the neighbourhood is flat.
Mat3<double> fitted(const CarryingPoints& points, std::size_t s, std::span<const Neighbor> nearest) {
  Mat3<double> B{};
  Sym3<double> A{};
  const double h2 = nearest.empty() ? 0 : 1.5 * nearest.back().square;
  for (const Neighbor& other : nearest) {
    const Vec3<double> u = points.first[other.point] - points.first[s];
    const double w = weight(other.square, h2);
    A = A + Sym3<double>{u[0] * u[0], u[1] * u[1], u[2] * u[2], u[0] * u[1], u[0] * u[2], u[1] * u[2]} * w;
    B += outer(w * (points.now[other.point] - points.now[s]), u);
  }
  const double size = trace(A), det = size > 0 ? determinant(A * (1 / size)) : 0;
  if (!(det > kFlat)) return Mat3<double>::identity();
  return B * (adjugate(A * (1 / size)) * (1 / (det * size))).full();
}

Vec3<double> carried(const CarryingPoints& points, const std::vector<Mat3<double>>& F,
                     const std::vector<Neighbor>& nearest, const Vec3<double>& X) {
  const double h2 = 1.5 * nearest.back().square;
  Vec3<double> sum{};
  double total = 0;
  for (const Neighbor& near : nearest) {
    const double w = h2 > 0 ? weight(near.square, h2) : 1.0;
    sum += w * (points.now[near.point] + F[near.point] * (X - points.first[near.point]));
    total += w;
  }
  return sum / total;
}

void turn_normals(SurfaceMesh& mesh) {
  std::vector<Vec3<double>> sum(mesh.x.size());
  const auto at = [&](std::uint32_t v) { return Vec3<double>{mesh.x[v][0], mesh.x[v][1], mesh.x[v][2]}; };
  for (const Vec3<std::uint32_t>& t : mesh.triangles) {
    const Vec3<double> area = cross(at(t[1]) - at(t[0]), at(t[2]) - at(t[0]));
    for (int k = 0; k < 3; ++k) sum[t[k]] += area;
  }
  mesh.normal.resize(mesh.x.size());
  for (std::size_t v = 0; v < sum.size(); ++v) {
    const double length = norm(sum[v]);
    for (int k = 0; k < 3; ++k) mesh.normal[v][k] = float(length > 0 ? sum[v][k] / length : k == 1 ? 1 : 0);
  }
}

const PointProperty& column(const PointCloud& frame, const char* name) {
  if (const PointProperty* found = frame.find(name)) return *found;
  throw InputError(std::string("a carried surface needs \"") + name +
                   "\" of the particles; run the scene again");
}

}  // namespace

CarryingPoints carrying_points(const PointCloud& first, const PointCloud& now,
                               const std::vector<std::size_t>& bodies) {
  const auto place = [](const PointCloud& frame, std::size_t k) {
    return Vec3<double>{column(frame, "x").values[k], column(frame, "y").values[k],
                        column(frame, "z").values[k]};
  };
  std::unordered_map<std::uint64_t, std::size_t> by_id;
  for (const std::size_t k : points_of_bodies(now, bodies))
    by_id.emplace(std::uint64_t(column(now, "id").values[k]), k);
  CarryingPoints points;
  for (const std::size_t k : points_of_bodies(first, bodies)) {
    const auto found = by_id.find(std::uint64_t(column(first, "id").values[k]));
    if (found == by_id.end()) continue;
    points.first.push_back(place(first, k)), points.now.push_back(place(now, found->second));
  }
  return points;
}

void carry_mesh(const CarryingPoints& points, double spacing, SurfaceMesh& mesh) {
  if (points.first.size() < 4) {
    mesh.x.clear(), mesh.normal.clear(), mesh.triangles.clear();
    return;
  }
  const NeighborSearch<3> search(points.first, 2 * spacing);
  const NeighborTable near = search.all_nearest(kFitted);
  std::vector<Mat3<double>> F(points.first.size());
  parallel_chunks(static_cast<Index>(F.size()), kChunk, [&](const Chunk& c) {
    for (auto s = std::size_t(c.begin); s < std::size_t(c.end); ++s) F[s] = fitted(points, s, near.of(s));
  });
  parallel_chunks(static_cast<Index>(mesh.x.size()), kChunk, [&](const Chunk& c) {
    std::vector<Neighbor> nearest;
    for (auto v = std::size_t(c.begin); v < std::size_t(c.end); ++v) {
      const Vec3<double> X{mesh.x[v][0], mesh.x[v][1], mesh.x[v][2]};
      search.nearest(X, kCarriers, nearest);
      const Vec3<double> x = carried(points, F, nearest, X);
      mesh.x[v] = {float(x[0]), float(x[1]), float(x[2])};
    }
  });
  turn_normals(mesh);
}

}  // namespace froth
