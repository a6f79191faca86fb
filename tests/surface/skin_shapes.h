// SPDX-License-Identifier: Apache-2.0
// Bodies whose surfaces are known, sampled as scenes sample them, and what a skin of them is judged by.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <froth/geometry/sampling.h>
#include <froth/surface/skin.h>

namespace froth::test {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kSceneJitter = 0.5;  ///< what solver.jitter is by default

/// Lengths are in spacings: points are 1 apart.
struct SkinShape {
  std::string name;
  Shape shape;
  double volume;
  int euler;
  bool is_thin = false;
  /// Whether a place of the surface is farther than a spacing from edges.
  std::function<bool(const Vec3<double>&)> is_plain = [](const Vec3<double>&) { return true; };
};

/// Farther than a spacing from the edges of a box: at most one coordinate is within a spacing of its face.
inline std::function<bool(const Vec3<double>&)> away_from_edges(const Vec3<double>& half) {
  return [half](const Vec3<double>& x) {
    int near = 0;
    for (int d = 0; d < 3; ++d) near += std::abs(x[d]) > half[d] - 1;
    return near <= 1;
  };
}

inline SkinShape box_shape(const std::string& name, const Vec3<double>& half) {
  return {name,        Shape::box(-half, half), 8 * half[0] * half[1] * half[2], 2,
          half[2] < 2, away_from_edges(half)};
}

/// The sphere and the torus are off the lattice that samples lie on; the boxes are on it, or the sheets would
/// not be two spacings thick everywhere.
inline std::vector<SkinShape> skin_shapes() {
  const Vec3<double> middle{0.31, -0.17, 0.23};
  return {{"sphere", Shape::sphere(middle, 10), 4 * kPi / 3 * 1000, 2},
          box_shape("cube", {20, 20, 20}),
          {"torus", Shape::torus(middle, {0, 0, 1}, 15, 5), 2 * kPi * kPi * 15 * 25, 0},
          box_shape("sheet", {20, 20, 1})};
}

/// Boxes that are mostly near their edges.
inline std::vector<SkinShape> small_boxes() {
  return {box_shape("small cube", {10, 10, 10}), box_shape("small sheet", {10, 10, 1})};
}

inline SkinPoints sampled(const Shape& shape, std::uint64_t seed, double spacing = 1,
                          double jitter = kSceneJitter) {
  SkinPoints points;
  for (const Vec3<double>& x : sample_lattice(shape, {spacing, jitter, seed, 0, 3}))
    points.x.push_back(x.cast<float>());
  points.spacing.assign(points.x.size(), static_cast<float>(spacing));
  return points;
}

/// What the surface is made of, by counting.
struct Topology {
  bool is_closed = true;    ///< every edge has one triangle on its left and one on its right
  bool is_manifold = true;  ///< triangles around each vertex form one fan
  int euler = 0, pieces = 0;
};

inline Topology topology_of(const SurfaceMesh& mesh) {
  Topology found;
  const auto edge = [](std::uint32_t a, std::uint32_t b) { return (std::uint64_t(a) << 32) | b; };
  std::unordered_map<std::uint64_t, std::uint32_t> next;  // from an edge to the triangle's third vertex
  next.reserve(3 * mesh.triangles.size());
  std::vector<std::uint32_t> piece(mesh.x.size()), corners(mesh.x.size(), 0), neighbour(mesh.x.size(), 0);
  for (std::uint32_t v = 0; v < mesh.x.size(); ++v) piece[v] = v;
  const auto root = [&](std::uint32_t v) {
    while (piece[v] != v) v = piece[v] = piece[piece[v]];
    return v;
  };
  for (const auto& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
      if (a == b || !next.emplace(edge(a, b), c).second) found.is_closed = false;
      piece[root(a)] = root(b);
      ++corners[a];
      neighbour[a] = b;
    }
  for (const auto& t : mesh.triangles)
    for (int k = 0; k < 3; ++k)
      if (next.find(edge(t[(k + 1) % 3], t[k])) == next.end()) found.is_closed = false;
  int vertices = 0;
  for (std::uint32_t v = 0; v < mesh.x.size(); ++v) {
    if (corners[v] == 0) continue;
    ++vertices;
    found.pieces += root(v) == v;
    // Turning around the vertex from one neighbour must come back after all of its triangles.
    std::uint32_t turned = 0, at = neighbour[v];
    do {
      const auto step = next.find(edge(v, at));
      if (step == next.end()) break;
      at = step->second, ++turned;
    } while (at != neighbour[v] && turned <= corners[v]);
    if (turned != corners[v]) found.is_manifold = false;
  }
  found.euler = vertices - int(next.size()) / 2 + int(mesh.triangles.size());
  return found;
}

/// How far a skin is from the true surface, away from edges and near them.
struct SkinError {
  double volume = 0;                       ///< over the true one, less 1
  double distance = 0, edge_distance = 0;  ///< largest, of vertices [spacings]
  double normal = 0, face = 0;             ///< RMS by area, of vertex normals and of triangles [degrees]
  double edge_face = 0;                    ///< of triangles near edges
};

inline Vec3<double> gradient_of(const Shape& shape, const Vec3<double>& x) {
  Vec3<double> g{};
  for (int d = 0; d < 3; ++d) {
    Vec3<double> up = x, down = x;
    up[d] += 1e-5, down[d] -= 1e-5;
    g[d] = shape.signed_distance(up) - shape.signed_distance(down);
  }
  return g / norm(g);
}

inline double degrees_between(const Vec3<double>& a, const Vec3<double>& b) {
  return 180 / kPi * std::atan2(norm(cross(a, b)), dot(a, b));
}

inline SkinError error_of(const SurfaceMesh& mesh, const SkinShape& body) {
  SkinError error;
  error.volume = enclosed_volume(mesh) / body.volume - 1;
  double area = 0, edge_area = 0;
  for (const auto& t : mesh.triangles) {
    Vec3<double> x[3], middle{};
    for (int k = 0; k < 3; ++k) middle += (x[k] = mesh.x[t[k]].cast<double>()) / 3.0;
    const Vec3<double> turned = cross(x[1] - x[0], x[2] - x[0]), truth = gradient_of(body.shape, middle);
    const double weight = norm(turned), face = degrees_between(turned, truth);
    if (!body.is_plain(middle)) {
      edge_area += weight;
      error.edge_face += weight * face * face;
      continue;
    }
    area += weight;
    error.face += weight * face * face;
    for (int k = 0; k < 3; ++k) {
      const double off = degrees_between(mesh.normal[t[k]].cast<double>(), gradient_of(body.shape, x[k]));
      error.normal += weight / 3 * off * off;
    }
  }
  for (const Vec3<float>& v : mesh.x) {
    const Vec3<double> x = v.cast<double>();
    double& worst = body.is_plain(x) ? error.distance : error.edge_distance;
    worst = std::max(worst, std::abs(body.shape.signed_distance(x)));
  }
  error.face = std::sqrt(error.face / area), error.normal = std::sqrt(error.normal / area);
  error.edge_face = edge_area > 0 ? std::sqrt(error.edge_face / edge_area) : 0;
  return error;
}

}  // namespace froth::test
