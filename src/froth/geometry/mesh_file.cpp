// SPDX-License-Identifier: Apache-2.0
// Reads a mesh by its file's ending, and makes sure that it is the surface of a solid.
#include <froth/geometry/mesh_file.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {
namespace {

using Point = Vec3<double>;

std::string text(const Point& x) { return fmt::format("({:g}, {:g}, {:g})", x[0], x[1], x[2]); }

std::string read_whole(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw InputError("it is a folder; give a mesh file");
  std::ifstream file(path, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) throw InputError("it cannot be read; check its name");
  if (content.empty()) throw InputError("it is empty; get a whole copy of it");
  return content;
}

TriangleMesh parse_by_ending(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  using Parse = TriangleMesh (*)(std::string_view);
  const Parse parse = ending == ".obj"   ? parse_obj
                      : ending == ".ply" ? parse_ply
                      : ending == ".stl" ? parse_stl
                                         : nullptr;
  if (parse == nullptr) throw InputError("its name must end in .obj, .ply or .stl");
  return parse(read_whole(path));
}

bool is_before(const Point& a, const Point& b) {
  for (int k = 0; k < 3; ++k)
    if (a[k] != b[k]) return a[k] < b[k];
  return false;
}

/// Vertices of one place become the first of them, in the order of places.
void merge_vertices(TriangleMesh& mesh) {
  std::vector<int> order(mesh.vertices.size()), kept(mesh.vertices.size());
  std::iota(order.begin(), order.end(), 0);
  const auto at = [&](int i) -> const Point& { return mesh.vertices[static_cast<std::size_t>(i)]; };
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return is_before(at(a), at(b)) || (at(a) == at(b) && a < b); });
  std::vector<Point> vertices;
  for (const int i : order) {
    if (vertices.empty() || !(vertices.back() == at(i))) vertices.push_back(at(i));
    kept[static_cast<std::size_t>(i)] = static_cast<int>(vertices.size()) - 1;
  }
  for (Vec3<int>& triangle : mesh.triangles)
    for (int k = 0; k < 3; ++k) triangle[k] = kept[static_cast<std::size_t>(triangle[k])];
  mesh.vertices = std::move(vertices);
}

/// A triangle with two corners in one place has two edges that cancel: without it the surface stays closed.
void drop_degenerate(TriangleMesh& mesh) {
  std::erase_if(mesh.triangles,
                [](const Vec3<int>& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
  if (mesh.triangles.empty())
    throw InputError(
        "every triangle has two corners in one place, so there is no surface; check its numbers");
}

void check_vertices(const TriangleMesh& mesh) {
  if (mesh.triangles.empty()) throw InputError("it has no triangles; give a surface");
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    if (!std::isfinite(norm(mesh.vertices[i])))
      throw InputError(fmt::format("its vertex number {} (counted from 0) is {}; give finite numbers", i,
                                   text(mesh.vertices[i])));
}

struct Edge {
  int low, high;
  bool is_upward;  ///< runs from low to high in its triangle
};

std::vector<Edge> sorted_edges(const TriangleMesh& mesh) {
  std::vector<Edge> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (const Vec3<int>& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const int from = t[k], to = t[(k + 1) % 3];
      edges.push_back({std::min(from, to), std::max(from, to), from < to});
    }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    if (a.low != b.low) return a.low < b.low;
    return a.high != b.high ? a.high < b.high : a.is_upward < b.is_upward;
  });
  return edges;
}

void check_closed(const TriangleMesh& mesh) {
  const std::vector<Edge> edges = sorted_edges(mesh);
  std::size_t open = 0;
  Edge first{};
  for (std::size_t i = 0, end = 0; i < edges.size(); i = end) {
    while (end < edges.size() && edges[end].low == edges[i].low && edges[end].high == edges[i].high) ++end;
    if (end - i == 2 && edges[i].is_upward != edges[i + 1].is_upward) continue;
    if (open++ == 0) first = edges[i];
  }
  if (open == 0) return;
  throw InputError(fmt::format(
      "it is not closed: {} of its edges {} not join two triangles of one direction, the first from {} to "
      "{}; fill its holes",
      open, open == 1 ? "does" : "do", text(mesh.vertices[static_cast<std::size_t>(first.low)]),
      text(mesh.vertices[static_cast<std::size_t>(first.high)])));
}

/// Volume enclosed, from the origin's tetrahedra shifted to the first vertex; negative inside out.
double volume_of(const TriangleMesh& mesh) {
  const Point anchor = mesh.vertices.front();
  double six = 0;
  for (const Vec3<int>& t : mesh.triangles) {
    Point x[3];
    for (int k = 0; k < 3; ++k) x[k] = mesh.vertices[static_cast<std::size_t>(t[k])] - anchor;
    six += dot(x[0], cross(x[1], x[2]));
  }
  return six / 6;
}

void turn_outward(TriangleMesh& mesh) {
  Point low = mesh.vertices.front(), high = low;
  for (const Point& x : mesh.vertices)
    for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], x[k]), high[k] = std::max(high[k], x[k]);
  const double volume = volume_of(mesh), size = norm(high - low);
  // Flat to a millionth of its size, or two halves that cancel: rounding, not a solid.
  if (!(std::abs(volume) > 1e-9 * size * size * size))
    throw InputError("it encloses no volume; give the surface of a solid");
  if (volume < 0)
    for (Vec3<int>& t : mesh.triangles) std::swap(t[1], t[2]);
}

}  // namespace

TriangleMesh closed_mesh(TriangleMesh mesh) {
  check_vertices(mesh);
  merge_vertices(mesh);
  drop_degenerate(mesh);
  check_closed(mesh);
  turn_outward(mesh);
  return mesh;
}

TriangleMesh read_mesh(const std::string& path) {
  try {
    return closed_mesh(parse_by_ending(path));
  } catch (const InputError& error) {
    throw InputError(fmt::format("the mesh file {} cannot be used: {}", path, error.what()));
  }
}

}  // namespace froth
