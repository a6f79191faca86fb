// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/element_files.h>

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <tuple>

#include <froth/base/error.h>
#include <froth/geometry/mesh_file.h>
#include <froth/lagrangian/solid_file.h>

namespace froth {

namespace {

/// `read(path)`, with the name of the file in what it complains of.
template <class Read>
auto of_file(const std::string& path, Read read) {
  try {
    return read(path);
  } catch (const InputError& error) {
    throw InputError(fmt::format("mesh file \"{}\": {}", path, error.what()));
  }
}

ElementMesh solid_of_files(const ElementSpec& spec, int dimension) {
  const auto read = [&](const std::string& path) { return read_solid(path, dimension); };
  ElementMesh mesh = of_file(spec.file, read);
  mesh.start = mesh.rest;
  if (!spec.rest_file.empty()) {
    ElementMesh rest = of_file(spec.rest_file, read);
    if (rest.rest.size() != mesh.start.size() || rest.triangles != mesh.triangles ||
        rest.tetrahedra != mesh.tetrahedra)
      throw InputError(
          fmt::format("mesh file \"{}\" has not the elements of \"{}\"; both must have the same "
                      "vertices and elements in the same order",
                      spec.rest_file, spec.file));
    mesh.rest = std::move(rest.rest);
  }
  for (Vec3<double>& x : mesh.start) x = x * spec.scale;
  for (Vec3<double>& x : mesh.rest) x = x * spec.scale;
  return mesh;
}

TriangleMesh read_triangles(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError("it cannot be read");
  std::stringstream text;
  text << in.rdbuf();
  if (path.ends_with(".obj")) return parse_obj(text.str());
  if (path.ends_with(".ply")) return parse_ply(text.str());
  if (path.ends_with(".stl")) return parse_stl(text.str());
  throw InputError("file must end in .obj, .ply or .stl");
}

/// Vertices in one place are one: files of triangles repeat them. By vertex, the first in its place.
std::vector<std::uint32_t> first_in_place(const std::vector<Vec3<double>>& vertices) {
  std::vector<std::uint32_t> order(vertices.size()), name(vertices.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) order[k] = k;
  const auto key = [&](std::uint32_t k) { return std::tie(vertices[k][0], vertices[k][1], vertices[k][2]); };
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  for (std::size_t k = 0; k < order.size(); ++k)
    name[order[k]] = k > 0 && key(order[k - 1]) == key(order[k]) ? name[order[k - 1]] : order[k];
  return name;
}

/// Vertices that are one at the start must be one at rest.
ElementMesh sheet_of_files(const ElementSpec& spec) {
  const TriangleMesh file = of_file(spec.file, read_triangles);
  const TriangleMesh rest = spec.rest_file.empty() ? file : of_file(spec.rest_file, read_triangles);
  if (rest.vertices.size() != file.vertices.size() || rest.triangles != file.triangles)
    throw InputError(
        fmt::format("mesh file \"{}\" has not the triangles of \"{}\"; both must have the same "
                    "vertices and triangles in the same order",
                    spec.rest_file, spec.file));
  const std::vector<std::uint32_t> name = first_in_place(file.vertices);
  std::vector<std::uint32_t> number(file.vertices.size(), ~0u);
  ElementMesh mesh;
  for (const Vec3<int>& corners : file.triangles) {
    std::array<std::uint32_t, 3> triangle{};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto own = static_cast<std::size_t>(corners[static_cast<int>(k)]);
      const std::uint32_t v = name[own];
      if (norm(rest.vertices[own] - rest.vertices[v]) > 0)
        throw InputError(
            fmt::format("vertices {} and {} are in one place in mesh file \"{}\", but not in "
                        "\"{}\"; a sheet cannot be sewn by its rest_file",
                        v, own, spec.file, spec.rest_file));
      if (number[v] == ~0u) {
        number[v] = static_cast<std::uint32_t>(mesh.start.size());
        mesh.start.push_back(file.vertices[v] * spec.scale);
        mesh.rest.push_back(rest.vertices[v] * spec.scale);
      }
      triangle[k] = number[v];
    }
    mesh.triangles.push_back(triangle);
  }
  return mesh;
}

}  // namespace

ElementMesh mesh_of_files(const ElementSpec& spec, int dimension) {
  return spec.kind == ElementKind::Solid ? solid_of_files(spec, dimension) : sheet_of_files(spec);
}

}  // namespace froth
