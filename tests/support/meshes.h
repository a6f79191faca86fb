// SPDX-License-Identifier: Apache-2.0
// Meshes made from formulas, and their text in the formats that froth reads.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <froth/geometry/mesh_file.h>

namespace froth::test {

/// An icosahedron whose triangles are cut into four `levels` times and pushed out to the sphere.
inline TriangleMesh icosphere(double radius, int levels) {
  const double t = (1 + std::sqrt(5.0)) / 2;
  TriangleMesh mesh{{{-1, t, 0},
                     {1, t, 0},
                     {-1, -t, 0},
                     {1, -t, 0},
                     {0, -1, t},
                     {0, 1, t},
                     {0, -1, -t},
                     {0, 1, -t},
                     {t, 0, -1},
                     {t, 0, 1},
                     {-t, 0, -1},
                     {-t, 0, 1}},
                    {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                     {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                     {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [at, is_new] =
          middles.try_emplace(std::pair(std::min(a, b), std::max(a, b)), int(mesh.vertices.size()));
      if (is_new)
        mesh.vertices.push_back(0.5 * (mesh.vertices[std::size_t(a)] + mesh.vertices[std::size_t(b)]));
      return at->second;
    };
    std::vector<Vec3<int>> finer;
    for (const Vec3<int>& f : mesh.triangles) {
      const int x = middle(f[0], f[1]), y = middle(f[1], f[2]), z = middle(f[2], f[0]);
      for (const Vec3<int>& part :
           {Vec3<int>{f[0], x, z}, Vec3<int>{f[1], y, x}, Vec3<int>{f[2], z, y}, Vec3<int>{x, y, z}})
        finer.push_back(part);
    }
    mesh.triangles = std::move(finer);
    for (Vec3<double>& v : mesh.vertices) v = v / norm(v);
  }
  for (Vec3<double>& v : mesh.vertices) v = radius / norm(v) * v;
  return mesh;
}

inline std::string obj_text(const TriangleMesh& mesh) {
  std::string text = "# made by a test\no ball\n";
  for (const auto& v : mesh.vertices) text += fmt::format("v {} {} {}\n", v[0], v[1], v[2]);
  for (const auto& f : mesh.triangles)
    text += fmt::format("f {}/1/1 {}//2 {}\n", f[0] + 1, f[1] + 1, f[2] + 1);
  return text;
}

inline std::string ply_header(const TriangleMesh& mesh, const char* format) {
  return fmt::format(
      "ply\nformat {} 1.0\ncomment made by a test\nelement vertex {}\nproperty float x\nproperty double y\n"
      "property float z\nproperty uchar red\nelement face {}\nproperty uchar flag\nproperty list uchar int "
      "vertex_indices\nend_header\n",
      format, mesh.vertices.size(), mesh.triangles.size());
}

inline std::string ply_ascii(const TriangleMesh& mesh) {
  std::string text = ply_header(mesh, "ascii");
  for (const auto& v : mesh.vertices) text += fmt::format("{} {} {} 255\n", v[0], v[1], v[2]);
  for (const auto& f : mesh.triangles) text += fmt::format("0 3 {} {} {}\n", f[0], f[1], f[2]);
  return text;
}

template <class Number>
void put(std::string& text, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  text.append(bytes, sizeof number);
}

inline std::string ply_binary(const TriangleMesh& mesh) {
  std::string text = ply_header(mesh, "binary_little_endian");
  for (const auto& v : mesh.vertices)
    put(text, float(v[0])), put(text, v[1]), put(text, float(v[2])), put(text, std::uint8_t(255));
  for (const auto& f : mesh.triangles) {
    put(text, std::uint8_t(0)), put(text, std::uint8_t(3));
    for (int k = 0; k < 3; ++k) put(text, std::int32_t(f[k]));
  }
  return text;
}

inline std::string stl_ascii(const TriangleMesh& mesh) {
  std::string text = "solid ball\n";
  for (const auto& f : mesh.triangles) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (int k = 0; k < 3; ++k) {
      const auto& v = mesh.vertices[std::size_t(f[k])];
      text += fmt::format("   vertex {} {} {}\n", v[0], v[1], v[2]);
    }
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid ball\n";
}

inline std::string stl_binary(const TriangleMesh& mesh) {
  std::string text(80, ' ');
  put(text, std::uint32_t(mesh.triangles.size()));
  for (const auto& f : mesh.triangles) {
    for (int k = 0; k < 3; ++k) put(text, 0.0f);
    for (int k = 0; k < 3; ++k)
      for (int d = 0; d < 3; ++d) put(text, float(mesh.vertices[std::size_t(f[k])][d]));
    put(text, std::uint16_t(0));
  }
  return text;
}

}  // namespace froth::test
