// SPDX-License-Identifier: Apache-2.0
// Mesh files, what is wrong with them, and their distances.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/geometry/mesh_distance.h>
#include <froth/geometry/sampling.h>
#include <froth/geometry/shape.h>
#include <support/meshes.h>
#include <support/random_values.h>
#include <support/temporary_folder.h>

using namespace froth;

namespace {

using Point = Vec3<double>;
constexpr double kPi = std::numbers::pi;

std::string complaint_of(const std::string& path) {
  try {
    read_mesh(path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const std::string kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

/// A cube of quads, to be triangulated.
const std::string kCube =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 1 5 8 4\nf -7 -6 -2 -3\n";

double volume_of(const TriangleMesh& mesh) {
  double six = 0;
  for (const Vec3<int>& t : mesh.triangles)
    six += dot(mesh.vertices[std::size_t(t[0])],
               cross(mesh.vertices[std::size_t(t[1])], mesh.vertices[std::size_t(t[2])]));
  return six / 6;
}

}  // namespace

// Oracle: the mesh that was written; STL and float columns round to 6e-8.
TEST_CASE("every format gives the mesh that was written") {
  const TriangleMesh ball = test::icosphere(0.5, 2);
  const TemporaryFolder folder;
  const std::pair<std::string, std::string> files[] = {{"a.obj", test::obj_text(ball)},
                                                       {"b.ply", test::ply_ascii(ball)},
                                                       {"c.ply", test::ply_binary(ball)},
                                                       {"d.stl", test::stl_ascii(ball)},
                                                       {"e.STL", test::stl_binary(ball)}};
  for (const auto& [name, text] : files) {
    CAPTURE(name);
    const TriangleMesh mesh = read_mesh(folder.write(name, text));
    CHECK(mesh.vertices.size() == ball.vertices.size());
    CHECK(mesh.triangles.size() == ball.triangles.size());
    CHECK(volume_of(mesh) == doctest::Approx(volume_of(ball)).epsilon(1e-6));
  }
}

// Oracle: the volume of a unit cube; a surface turned inside out is the same solid.
TEST_CASE("polygons become triangles, and surfaces face outward") {
  const TemporaryFolder folder;
  const TriangleMesh cube = read_mesh(folder.write("cube.obj", kCube));
  CHECK(cube.triangles.size() == 12);
  CHECK(volume_of(cube) == doctest::Approx(1));
  TriangleMesh turned = test::icosphere(1, 1);
  for (Vec3<int>& t : turned.triangles) std::swap(t[0], t[1]);
  CHECK(volume_of(turned) < 0);
  CHECK(volume_of(closed_mesh(turned)) == doctest::Approx(-volume_of(turned)));
}

// Oracle: the contract, one sentence with the file's name and what is wrong, counted by hand.
TEST_CASE("broken mesh files are refused") {
  const TemporaryFolder folder;
  const TriangleMesh ball = test::icosphere(1, 1);
  const std::string ply = test::ply_binary(ball), ascii = test::ply_ascii(ball), stl = test::stl_binary(ball);
  std::string big_endian = ply;
  big_endian.replace(big_endian.find("little"), 6, "big");
  std::string unknown_type = ascii;
  unknown_type.replace(unknown_type.find("float"), 5, "floot");
  std::string no_z = ascii;
  no_z.replace(no_z.find("float z"), 7, "float w");
  std::string nan = kTetrahedron;
  nan.replace(nan.find("v 1 0 0"), 7, "v 1 nan 0");
  const struct {
    const char* name;
    std::string text;
    const char* words;
  } rows[] = {
      {"empty.obj", "", "is empty"},
      {"none.obj", "v 0 0 0\nv 1 0 0\n", "has no triangles"},
      {"hole.obj", kTetrahedron.substr(0, kTetrahedron.rfind("f ")), "3 of its edges do not join"},
      {"hole2.obj", kTetrahedron.substr(0, kTetrahedron.rfind("f ")),
       "the first from (0, 0, 0) to (0, 0, 1)"},
      {"turned.obj", kTetrahedron.substr(0, kTetrahedron.rfind("f ")) + "f 1 3 4\n", "3 of its edges"},
      {"range.obj", kTetrahedron + "f 1 2 9\n", "vertex number 8 (counted from 0), but there are 4"},
      {"zero.obj", kTetrahedron + "f 0 1 2\n", "counts from 1"},
      {"word.obj", kTetrahedron + "v 1 two 3\n", "\"two\" where a number belongs"},
      {"short.obj", kTetrahedron + "v 1 2\n", "ends in the middle"},
      {"line.obj", kTetrahedron + "f 1 2\n", "a face of 2 corners"},
      {"nan.obj", nan, "vertex number 1 (counted from 0) is (1, nan, 0)"},
      {"flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n", "encloses no volume"},
      {"same.obj", "v 0 0 0\nv 0 0 0\nv 0 1 0\nf 1 2 3\n", "two corners in one place"},
      {"cut.ply", ply.substr(0, ply.size() - 5), "ends in the middle"},
      {"header.ply", ply.substr(0, 60), "header has no end"},
      {"cut_ascii.ply", ascii.substr(0, ascii.size() - 9), "ends in the middle"},
      {"big.ply", big_endian, "binary_big_endian"},
      {"type.ply", unknown_type, "\"floot\""},
      {"no_z.ply", no_z, "no property \"z\""},
      {"not.ply", "plain text", "does not begin with \"ply\""},
      {"cut.stl", stl.substr(0, stl.size() - 20), "get a whole copy"},
      {"cut_ascii.stl", test::stl_ascii(ball).substr(0, 5000), "ends in the middle"},
      {"tiny.stl", "abc", "neither ASCII nor binary"},
      {"mesh.3ds", "abc", ".obj, .ply or .stl"},
  };
  for (const auto& row : rows) {
    const std::string path = folder.write(row.name, row.text), message = complaint_of(path);
    CAPTURE(message);
    CHECK(message.find(path) != std::string::npos);
    CHECK(message.find(row.words) != std::string::npos);
    CHECK(message.find('\n') == std::string::npos);
  }
  CHECK(complaint_of(folder / "missing.obj").find("cannot be read") != std::string::npos);
  CHECK(complaint_of(folder.path().string()).find(".obj") != std::string::npos);
}

// Oracle: the sphere. 20480 triangles miss it by (edge length 0.035)^2 / 8 = 1.5e-4 of its radius, and
// samples of 1/24 of it curve by h^2 / 8 r = 2e-4, so that 2 percent of the radius is far more than needed.
// Outside the margin of 6 samples, the distance is a lower bound; the array's box is 1.25 around.
TEST_CASE("a mesh of a sphere is a sphere") {
  const Shape ball = Shape::sampled(sample_distance(closed_mesh(test::icosphere(1, 5)), 48));
  test::Rng rng(5);
  for (int n = 0; n < 3000; ++n) {
    const Point x = rng.vector(2);
    const double truth = norm(x) - 1, distance = ball.signed_distance(x);
    CAPTURE(truth);
    CHECK(distance <= truth + 0.002);
    if (truth < 0.24) CHECK(distance == doctest::Approx(truth).epsilon(0.02).scale(1));
    if (std::abs(truth) > 1e-3) CHECK((distance < 0) == (truth < 0));
    if (std::abs(truth) < 0.2) CHECK(norm(outward_normal(ball.view(), x, 1e-4) - x / norm(x)) < 0.02);
    const Point y = x + rng.vector(0.1);
    CHECK(std::abs(distance - ball.signed_distance(y)) <= norm(x - y) + ball.view().slack());
  }
  const double spacing = 0.05;
  const auto count = double(sample_lattice(ball, {spacing, 0.5, 1, 0, 3}).size());
  CHECK(count * std::pow(spacing, 3) == doctest::Approx(4 * kPi / 3).epsilon(0.02));
  const Bounds bounds = ball.bounds();
  for (int k = 0; k < 3; ++k) CHECK((bounds.max[k] >= 1 && bounds.max[k] < 1.1));
  // Scaled and moved, it is still the sphere.
  const Shape moved = ball.transformed(rng.rotation(), {3, 0, 0}, 0.5);
  CHECK(moved.signed_distance({3, 0.6, 0}) == doctest::Approx(0.1).epsilon(0.02).scale(0));
  CHECK(moved.signed_distance({3, 0, 0.1}) == doctest::Approx(-0.4).epsilon(0.02).scale(0));
}

// Oracle: the cube's distance by hand, with samples right on its faces, edges and corners, where a row of
// samples runs along the surface; and a cavity, which is outside.
TEST_CASE("signs are right on aligned faces and in cavities") {
  const TemporaryFolder folder;
  const TriangleMesh cube = read_mesh(folder.write("cube.obj", kCube));
  const Shape box = Shape::sampled(sample_distance(cube, 16)), truth = Shape::box({0, 0, 0}, {1, 1, 1});
  test::Rng rng(9);
  for (int n = 0; n < 3000; ++n) {
    const Point x = Point::constant(0.5) + rng.vector(0.75);
    const double distance = truth.signed_distance(x);
    if (std::abs(distance) > 1e-6) CHECK((box.signed_distance(x) < 0) == (distance < 0));
    if (distance < 0.2)
      CHECK(std::abs(box.signed_distance(x) - distance) < 0.5 / 16);  // edges are cut by half a sample
  }
  TriangleMesh hollow = test::icosphere(1, 3);
  TriangleMesh inner = test::icosphere(0.5, 3);
  const int first = int(hollow.vertices.size());
  hollow.vertices.insert(hollow.vertices.end(), inner.vertices.begin(), inner.vertices.end());
  for (const Vec3<int>& t : inner.triangles)
    hollow.triangles.push_back({first + t[0], first + t[2], first + t[1]});
  const Shape shell = Shape::sampled(sample_distance(closed_mesh(hollow), 32));
  CHECK(shell.signed_distance({0, 0, 0}) > 0.2);
  CHECK(shell.signed_distance({0.75, 0, 0}) == doctest::Approx(-0.25).epsilon(0.03).scale(0));
  CHECK(shell.signed_distance({0, 0.45, 0}) == doctest::Approx(0.05).epsilon(0.3).scale(0));
}

// Oracle: the radius of every sample. At these resolutions rows run through vertices and along edges of the
// symmetric icosahedron, within rounding.
TEST_CASE("rows through vertices do not leak") {
  const TriangleMesh ball = closed_mesh(test::icosphere(1, 2));
  for (const int resolution : {8, 16, 24, 31, 32, 44}) {
    const DistanceArray array = sample_distance(ball, resolution);
    int wrong = 0;
    for (int z = 0; z < array.count[2]; ++z)
      for (int y = 0; y < array.count[1]; ++y)
        for (int x = 0; x < array.count[0]; ++x) {
          const Point at = array.origin + array.spacing * Point{double(x), double(y), double(z)};
          const float value = array.values[array.number_of(x, y, z)];
          // Triangles of 0.32 cut at most 0.32^2 / 6 = 0.017 off the sphere.
          if (norm(at) > 1 + 1e-6) wrong += value < 0;
          if (norm(at) < 0.98) wrong += value > 0;
        }
    CAPTURE(resolution);
    CHECK(wrong == 0);
  }
}

// Oracle: the same bits for any number of threads.
TEST_CASE("threads do not change distances") {
  const TriangleMesh ball = closed_mesh(test::icosphere(1, 3));
  DistanceArray alone, together;
  {
    const ThreadLimit limit(1);
    alone = sample_distance(ball, 24);
  }
  {
    const ThreadLimit limit(2);
    together = sample_distance(ball, 24);
  }
  CHECK(alone.values == together.values);
}
