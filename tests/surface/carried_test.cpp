// SPDX-License-Identifier: Apache-2.0
// Meshes that particles carry along, and frames placed at an attribute.
#include <froth/surface/carried.h>

#include <cmath>

#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/base/mat.h>
#include <froth/io/placed_at.h>

#include "support/random_values.h"

using namespace froth;
using test::Rng;

namespace {

/// A frame of one body: a lattice of 6 by 5 by 4 points one apart, moved by `map`; ids in another order.
template <class Map>
PointCloud frame_of(const Map& map, bool is_reversed) {
  std::vector<double> columns[8];
  for (int n = 0; n < 120; ++n) {
    const int k = is_reversed ? 119 - n : n;
    const Vec3<double> X{double(k % 6), double(k / 6 % 5), double(k / 30)}, x = map(X);
    const double values[8] = {x[0], x[1], x[2], 2 * X[0], 3 * X[1], -X[2], double(k), 0};
    for (int c = 0; c < 8; ++c) columns[c].push_back(values[c]);
  }
  PointCloud frame;
  frame.dimension = 3, frame.bodies = {{"block", "bargteil"}};
  const char* names[8] = {"x", "y", "z", "embedded_0", "embedded_1", "embedded_2", "id", "body"};
  for (int c = 0; c < 8; ++c)
    frame.properties.emplace_back(names[c], c < 6 ? NumberType::Double : NumberType::UInt, columns[c]);
  return frame;
}

/// Vertices around and above the lattice, and triangles between them.
SurfaceMesh some_mesh(Rng& rng) {
  SurfaceMesh mesh;
  for (int k = 0; k < 60; ++k)
    mesh.x.push_back(
        {float(rng.uniform(-0.5, 5.5)), float(rng.uniform(-0.5, 4.5)), float(rng.uniform(-0.5, 3.5))});
  for (std::uint32_t k = 0; k + 2 < 60; k += 3) mesh.triangles.push_back({k, k + 1, k + 2});
  return mesh;
}

}  // namespace

// Oracle: an affine map moves every vertex as it moves every particle, to the rounding of float; the normal
// of a triangle with vertices of its own is that of the moved triangle.
TEST_CASE("a carried mesh follows affine motion exactly") {
  Rng rng(1);
  const Mat3<double> G = Mat3<double>::identity() + rng.matrix(0.4);
  const auto map = [&](const Vec3<double>& X) { return G * X + Vec3<double>{3, -1, 2}; };
  const auto stay = [](const Vec3<double>& X) { return X; };
  const SurfaceMesh before = some_mesh(rng);
  SurfaceMesh mesh = before;
  carry_mesh(carrying_points(frame_of(stay, false), frame_of(map, true), {0}), 1, mesh);
  for (std::size_t v = 0; v < mesh.x.size(); ++v) {
    const Vec3<double> expected = map({before.x[v][0], before.x[v][1], before.x[v][2]});
    for (int d = 0; d < 3; ++d) CHECK(std::abs(mesh.x[v][d] - expected[d]) < 5e-6);
  }
  for (const Vec3<std::uint32_t>& t : mesh.triangles) {
    const auto edge = [&](int k) {
      return Vec3<double>{double(mesh.x[t[k]][0] - mesh.x[t[0]][0]),
                          double(mesh.x[t[k]][1] - mesh.x[t[0]][1]),
                          double(mesh.x[t[k]][2] - mesh.x[t[0]][2])};
    };
    const Vec3<double> n = cross(edge(1), edge(2));
    for (int d = 0; d < 3; ++d) CHECK(std::abs(mesh.normal[t[0]][d] - n[d] / norm(n)) < 1e-4);
  }
}

// Oracle: the particles that are left say the same; with none left there is no surface.
TEST_CASE("a carried mesh does without particles that have gone") {
  Rng rng(2);
  const auto map = [](const Vec3<double>& X) { return Vec3<double>{X[0] + 0.3 * X[1], X[1], X[2]}; };
  const auto stay = [](const Vec3<double>& X) { return X; };
  PointCloud some = frame_of(map, false);
  for (PointProperty& p : some.properties) p.values.resize(90);
  SurfaceMesh mesh = some_mesh(rng);
  const SurfaceMesh before = mesh;
  carry_mesh(carrying_points(frame_of(stay, false), some, {0}), 1, mesh);
  for (std::size_t v = 0; v < mesh.x.size(); ++v)
    CHECK(std::abs(mesh.x[v][0] - (before.x[v][0] + 0.3 * before.x[v][1])) < 5e-6);
  for (PointProperty& p : some.properties) p.values.resize(0);
  carry_mesh(carrying_points(frame_of(stay, false), some, {0}), 1, mesh);
  CHECK(mesh.triangles.empty());
}

// Oracle: the attribute's own numbers.
TEST_CASE("a frame is placed at an attribute") {
  const PointCloud frame = frame_of([](const Vec3<double>& X) { return X; }, false);
  const PointCloud placed = placed_at(frame, "embedded");
  for (const std::size_t k : {0u, 7u, 119u}) {
    CHECK(placed.find("x")->values[k] == frame.find("embedded_0")->values[k]);
    CHECK(placed.find("z")->values[k] == frame.find("embedded_2")->values[k]);
  }
  CHECK(placed_at(frame, "world").find("y")->values == frame.find("y")->values);
  CHECK_THROWS_AS(placed_at(frame, "rest"), InputError);
}
