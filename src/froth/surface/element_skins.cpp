// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/element_skins.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace froth {

namespace {

using Corner = std::uint32_t;
using Triangle = Vec3<std::uint32_t>;

/// Places and radii of the points of a frame.
struct FramePoints {
  std::vector<Vec3<float>> x;
  std::vector<float> radius;

  explicit FramePoints(const PointCloud& frame) : x(frame.count()), radius(frame.count(), 0.0f) {
    const PointVector place = find_vector(frame, "");
    const PointProperty* of = frame.find("radius");
    for (std::size_t k = 0; k < x.size(); ++k) {
      for (int d = 0; d < 3; ++d) x[k][d] = float(place.part[d]->values[k]);
      if (of != nullptr) radius[k] = float(of->values[k]);
    }
  }
};

Vec3<float> unit(const Vec3<float>& v) {
  const float size = norm(v);
  return size > 0 ? v / size : Vec3<float>{0, 1, 0};
}

/// The points that triangles use, under new numbers.
struct Numbering {
  std::map<Corner, std::uint32_t> number;
  std::vector<Corner> points;

  std::uint32_t of(Corner point) {
    const auto [at, is_new] = number.try_emplace(point, static_cast<std::uint32_t>(points.size()));
    if (is_new) points.push_back(point);
    return at->second;
  }
};

/// Two layers on either side of the sheet and a rim between them.
SurfaceMesh layer_of(const FramePoints& points, const std::vector<Triangle>& faces) {
  Numbering names;
  std::vector<Triangle> own;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
  for (const Triangle& f : faces) {
    own.push_back({names.of(f[0]), names.of(f[1]), names.of(f[2])});
    for (int k = 0; k < 3; ++k) ++uses[{own.back()[k], own.back()[(k + 1) % 3]}];
  }
  const auto count = static_cast<std::uint32_t>(names.points.size());
  std::vector<Vec3<float>> normal(count, Vec3<float>{});
  const auto place = [&](std::uint32_t v) { return points.x[names.points[v]]; };
  for (const Triangle& t : own) {
    const Vec3<float> n = cross(place(t[1]) - place(t[0]), place(t[2]) - place(t[0]));
    for (int k = 0; k < 3; ++k) normal[t[k]] += n;
  }
  SurfaceMesh mesh;
  for (const float side : {1.0f, -1.0f})
    for (std::uint32_t v = 0; v < count; ++v) {
      const Vec3<float> n = unit(normal[v]) * side;
      mesh.x.push_back(place(v) + n * points.radius[names.points[v]]);
      mesh.normal.push_back(n);
    }
  for (const Triangle& t : own) {
    mesh.triangles.push_back(t);
    mesh.triangles.push_back({t[0] + count, t[2] + count, t[1] + count});
  }
  for (const auto& [edge, n] : uses)
    if (uses.find({edge.second, edge.first}) == uses.end()) {
      const auto [a, b] = edge;
      mesh.triangles.push_back({b, a, a + count});
      mesh.triangles.push_back({b, a + count, b + count});
    }
  return mesh;
}

/// Faces that only one cell has.
SurfaceMesh skin_of_cells(const FramePoints& points, const std::vector<Triangle>& faces) {
  std::map<std::array<Corner, 3>, int> uses;
  const auto key = [](const Triangle& f) {
    std::array<Corner, 3> k{f[0], f[1], f[2]};
    std::ranges::sort(k);
    return k;
  };
  for (const Triangle& f : faces) ++uses[key(f)];
  Numbering names;
  SurfaceMesh mesh;
  for (const Triangle& f : faces)
    if (uses[key(f)] == 1) mesh.triangles.push_back({names.of(f[0]), names.of(f[1]), names.of(f[2])});
  for (const Corner v : names.points) mesh.x.push_back(points.x[v]);
  return mesh;
}

constexpr std::uint32_t kSides = 8;

/// Tubes along chains of edges; an edge that does not start where the last one ended starts a chain.
SurfaceMesh tubes_of(const FramePoints& points, const std::vector<std::array<Corner, 2>>& edges,
                     float least_radius) {
  SurfaceMesh mesh;
  Vec3<float> across{};
  const auto radius = [&](Corner v) { return std::max(points.radius[v], least_radius); };
  const auto add_ring = [&](Corner v, const Vec3<float>& t) {
    across = unit(across - t * dot(across, t));
    const Vec3<float> other = cross(t, across);
    for (std::uint32_t k = 0; k < kSides; ++k) {
      const float angle = 6.2831853f * float(k) / float(kSides);
      const Vec3<float> n = across * std::cos(angle) + other * std::sin(angle);
      mesh.x.push_back(points.x[v] + n * radius(v));
      mesh.normal.push_back(n);
    }
  };
  const auto add_cap = [&](Corner v, const Vec3<float>& t, bool is_start) {
    const auto ring = static_cast<std::uint32_t>(mesh.x.size()) - kSides, tip = ring + kSides;
    mesh.x.push_back(points.x[v] + t * (is_start ? -radius(v) : radius(v)));
    mesh.normal.push_back(is_start ? -t : t);
    for (std::uint32_t k = 0; k < kSides; ++k) {
      const std::uint32_t a = ring + k, b = ring + (k + 1) % kSides;
      mesh.triangles.push_back(is_start ? Triangle{a, tip, b} : Triangle{a, b, tip});
    }
  };
  std::uint32_t last_ring = 0;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [from, to] = edges[e];
    const bool starts = e == 0 || edges[e - 1][1] != from,
               ends = e + 1 == edges.size() || edges[e + 1][0] != to;
    const Vec3<float> t = unit(points.x[to] - points.x[from]);
    if (starts) {
      across = std::abs(t[1]) < 0.7f ? Vec3<float>{0, 1, 0} : Vec3<float>{1, 0, 0};
      last_ring = static_cast<std::uint32_t>(mesh.x.size());
      add_ring(from, t);
      add_cap(from, t, true);
    }
    const Vec3<float> next = ends ? t : unit(t + unit(points.x[edges[e + 1][1]] - points.x[to]));
    const auto ring = static_cast<std::uint32_t>(mesh.x.size());
    add_ring(to, next);
    for (std::uint32_t k = 0; k < kSides; ++k) {
      const std::uint32_t a = last_ring + k, b = last_ring + (k + 1) % kSides, c = ring + k,
                          d = ring + (k + 1) % kSides;
      mesh.triangles.push_back({a, b, d});
      mesh.triangles.push_back({a, d, c});
    }
    last_ring = ring;
    if (ends) add_cap(to, t, false);
  }
  return mesh;
}

}  // namespace

std::vector<bool> joined_bodies(const PointCloud& frame) {
  std::vector<bool> is_joined(frame.bodies.size(), false);
  const auto mark = [&](const std::vector<std::int32_t>& bodies) {
    for (const std::int32_t b : bodies)
      if (b >= 0 && static_cast<std::size_t>(b) < is_joined.size())
        is_joined[static_cast<std::size_t>(b)] = true;
  };
  mark(frame.edges.body);
  mark(frame.faces.body);
  return is_joined;
}

std::vector<SurfaceMesh> element_skins(const PointCloud& frame, std::size_t body, double least_radius) {
  const FramePoints points(frame);
  std::vector<Triangle> sheet, cells;
  for (std::size_t f = 0; f < frame.faces.count(); ++f) {
    const auto corners = frame.faces.corners_of(f);
    if (frame.faces.body[f] != static_cast<std::int32_t>(body) || corners.size() != 3) continue;
    (frame.faces.cell[f] < 0 ? sheet : cells).push_back({corners[0], corners[1], corners[2]});
  }
  std::vector<std::array<Corner, 2>> edges;
  for (std::size_t e = 0; e < frame.edges.count(); ++e)
    if (frame.edges.body[e] == static_cast<std::int32_t>(body)) edges.push_back(frame.edges.points[e]);
  std::vector<SurfaceMesh> skins;
  for (SurfaceMesh& mesh : std::array{layer_of(points, sheet), skin_of_cells(points, cells),
                                      tubes_of(points, edges, float(least_radius))}) {
    if (mesh.triangles.empty()) continue;
    mesh.name = frame.bodies[body].name;
    skins.push_back(std::move(mesh));
  }
  return skins;
}

}  // namespace froth
