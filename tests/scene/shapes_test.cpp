// SPDX-License-Identifier: Apache-2.0
// Shapes as scene files write them: what they become, and what is wrong with the rest.
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <froth/scene/build.h>
#include <support/meshes.h>
#include <support/temporary_folder.h>

#include "sample_scene.h"

namespace froth {

namespace {

std::string scene_with(const std::string& shape, int dimension, const std::string& more = "") {
  return "[scene]\ndimension = " + std::to_string(dimension) +
         "\nend_time = 1\nframe_rate = 10\n[solver]\ncell_size = 0.1\n[materials.jelly]\nmodel = "
         "\"neo_hookean\"\n"
         "density = 1000\nyoungs_modulus = 1e4\n[[bodies]]\nmaterial = \"jelly\"\n" +
         more + "shape = " + shape + "\n";
}

Shape shape_of(const std::string& shape, int dimension) {
  return read_scene_text(scene_with(shape, dimension), "sample.toml").bodies[0].shape;
}

}  // namespace

// Oracle: membership of points chosen by hand, inside and outside.
TEST_CASE("every shape can be written in a scene") {
  const struct {
    const char* text;
    int dimension;
    Vec3<double> inside, outside;
  } rows[] = {
      {"{ rounded_box = { min = [0, 0, 0], max = [2, 2, 2], rounding = 0.5 } }",
       3,
       {0.3, 0.3, 1},
       {0.1, 0.1, 0.1}},
      {"{ rounded_box = { center = [1, 1], size = [2, 2], rounding = 0.5 } }",
       2,
       {0.3, 0.3, 0},
       {0.1, 0.1, 0}},
      {"{ ellipsoid = { center = [1, 0, 0], radii = [2, 1, 0.5] } }", 3, {2.9, 0, 0}, {1, 0, 0.6}},
      {"{ ellipsoid = { center = [1, 0], radii = [2, 1] } }", 2, {2.9, 0, 0}, {1, 1.1, 0}},
      {"{ cone = { base = [0, 0, 0], axis = [0, 2, 0], radius = 1, height = 2 } }",
       3,
       {0.4, 1, 0},
       {0.6, 1, 0}},
      {"{ cone = { base = [0, 0, 0], axis = [0, 2, 0], radius = 1, top_radius = 2, height = 2 } }",
       3,
       {1.4, 1, 0},
       {1.6, 1, 0}},
      {"{ torus = { center = [0, 0, 0], axis = [0, 0, 1], major_radius = 2, minor_radius = 0.5 } }",
       3,
       {2, 0, 0.4},
       {0, 0, 0}},
      {"{ polygon = { points = [[0, 0], [2, 0], [2, 2]] } }", 2, {1.5, 1, 0}, {0.5, 1, 0}},
      {"{ extrusion = { points = [[0, 0], [2, 0], [2, 2]], height = 3 } }", 3, {1.5, 1, 2.9}, {1.5, 1, 3.1}},
      {"{ intersection = [{ sphere = { center = [0, 0], radius = 1 } }, { sphere = { center = [1, 0], radius "
       "= 1 } }] }",
       2,
       {0.5, 0, 0},
       {-0.5, 0, 0}},
      {"{ smooth_union = { shapes = [{ sphere = { center = [0, 0], radius = 1 } }, { sphere = { center = "
       "[2.1, 0], radius = 1 } }], radius = 1 } }",
       2,
       {1.05, 0, 0},
       {1.05, 1, 0}},
      {"{ shell = { shape = { sphere = { center = [0, 0], radius = 1 } }, thickness = 0.2 } }",
       2,
       {0.9, 0, 0},
       {0.5, 0, 0}},
      {"{ repetition = { shape = { sphere = { center = [0, 0], radius = 1 } }, count = [3, 2], spacing = [3, "
       "4] } }",
       2,
       {6, 4, 0},
       {9, 0, 0}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const Shape shape = shape_of(row.text, row.dimension);
    CHECK(shape.signed_distance(row.inside) < 0);
    CHECK(shape.signed_distance(row.outside) > 0);
  }
}

// Oracle: the contract, the place of the value (line 13 of the text above) and words of the message.
TEST_CASE("broken shapes are refused") {
  const TemporaryFolder folder;
  const std::string open = folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const struct {
    int dimension;
    std::string text, words;
  } rows[] = {
      {3, "{ rounded_box = { min = [0, 0, 0], max = [1, 1, 1] } }", "\"rounding\""},
      {3, "{ rounded_box = { min = [0, 0, 0], max = [1, 1, 1], rounding = 0 } }",
       "rounding must be positive"},
      {3, "{ rounded_box = { min = [0, 0, 0], max = [1, 1, 1], rounding = 0.7 } }",
       "more than half its size"},
      {3, "{ rounded_box = { min = [0, 0, 0], size = [1, 1, 1], rounding = 0.1 } }",
       "either \"min\" and \"max\""},
      {3, "{ ellipsoid = { center = [0, 0, 0], radii = [1, 0, 1] } }",
       "radii of an ellipsoid must be positive"},
      {2, "{ ellipsoid = { center = [0, 0], radii = [1, -1] } }", "radii of an ellipsoid must be positive"},
      {3, "{ cone = { base = [0, 0, 0], axis = [0, 0, 0], radius = 1, height = 1 } }", "must not be zero"},
      {3, "{ cone = { base = [0, 0, 0], axis = [0, 1, 0], radius = 1, height = 1, top_radius = -1 } }",
       "must not be negative"},
      {2, "{ cone = {} }", "\"cone\" is for scenes of dimension 3 only; use a polygon"},
      {3, "{ torus = { center = [0, 0, 0], axis = [0, 1, 0], major_radius = 1, minor_radius = 2 } }",
       "no hole"},
      {2, "{ torus = {} }", "dimension 3 only"},
      {2, "{ polygon = { points = [[0, 0], [1, 0]] } }", "2 points; give at least three"},
      {2, "{ polygon = { points = [[0, 0], [1, 1], [1, 0], [0, 1]] } }", "crosses or touches itself"},
      {2, "{ polygon = { points = [0, 0, 1, 0, 0, 1] } }",
       "each point of bodies.0.shape.polygon.points needs 2 numbers"},
      {2, "{ polygon = { points = [[0, 0, 0], [1, 0, 0], [0, 1, 0]] } }", "needs 2 numbers, but has 3"},
      {2, "{ polygon = { points = \"star\" } }", "needs a list of points"},
      {3, "{ polygon = { points = [[0, 0], [1, 0], [0, 1]] } }", "use an extrusion"},
      {3, "{ extrusion = { points = [[0, 0], [1, 0], [0, 1]], height = 0 } }", "height must be positive"},
      {2, "{ shell = { shape = { sphere = { center = [0, 0], radius = 1 } }, thickness = 0 } }",
       "thickness must be positive"},
      {2, "{ shell = { thickness = 1 } }", "\"shape\""},
      {2, "{ smooth_union = { shapes = [], radius = 1 } }", "shapes is empty"},
      {2, "{ smooth_union = { shapes = [{ sphere = { center = [0, 0], radius = 1 } }], radius = 0 } }",
       "radius must be positive"},
      {2, "{ intersection = [] }", "intersection is empty"},
      {2,
       "{ repetition = { shape = { sphere = { center = [0, 0], radius = 1 } }, count = [1.5, 1], spacing = "
       "[1, 1] } }",
       "whole number"},
      {2,
       "{ repetition = { shape = { sphere = { center = [0, 0], radius = 1 } }, count = [100, 100], spacing = "
       "[1, 1] } }",
       "10000 copies"},
      {2,
       "{ repetition = { shape = { sphere = { center = [0, 0], radius = 1 } }, count = [2, 1], spacing = [0, "
       "1] } }",
       "spacing of 0"},
      {2,
       "{ repetition = { shape = { repetition = { shape = { sphere = { center = [0, 0], radius = 1 } }, "
       "count = "
       "[64, 64], spacing = [3, 3] } }, count = [64, 64], spacing = [200, 200] } }",
       "parts with those of the shape in it"},
      {2, "{ mesh = { file = \"a.obj\" } }", "dimension 3 only"},
      {3, "{ mesh = { file = \"no_such_file.obj\" } }", "no_such_file.obj cannot be used: it cannot be read"},
      {3, "{ mesh = { file = \"\" } }", "is empty; give the path"},
      {3, "{ mesh = { file = 3 } }", "needs text in quotes"},
      {3, "{ mesh = { file = \"" + open + "\" } }", "3 of its edges do not join"},
      {3, "{ mesh = { file = \"" + open + "\", resolution = 4 } }", "between 8 and 256"},
      {3, "{ mesh = { file = \"" + open + "\", scale = 0 } }", "scale must be positive"},
  };
  for (const auto& row : rows) {
    const std::string message = complaint(scene_with(row.text, row.dimension));
    CAPTURE(message);
    CAPTURE(row.words);
    CHECK(message.substr(0, 15) == "sample.toml:13:");
    CHECK(message.find(row.words) != std::string::npos);
  }
  const std::string ball = "{ sphere = { center = [0, 0], radius = 1 } }";
  CHECK(complaint(scene_with(ball, 2, "sampling = \"random\"\n")).find("lattice, poisson") !=
        std::string::npos);
  CHECK(complaint(scene_with(ball, 2, "sampling = \"poisson\"\njitter = 0.5\n"))
            .find("jitter is for sampling") != std::string::npos);
}

// Oracle: the scene's own folder is where paths start; the resolved scene, read from another folder, is the
// same.
TEST_CASE("meshes are found beside the scene, and from the resolved scene") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "scenes/meshes");
  std::filesystem::create_directories(folder.path() / "out/run");
  folder.write("scenes/meshes/ball.obj", test::obj_text(test::icosphere(1, 3)));
  const std::string path =
      folder.write("scenes/ball.toml",
                   scene_with("{ mesh = { file = \"meshes/ball.obj\", scale = 0.5, resolution = 16 } }", 3));
  const Scene scene = read_scene(path);
  CHECK(scene.bodies[0].shape.signed_distance({0, 0, 0}) == doctest::Approx(-0.5).epsilon(0.02));
  const std::string moved = folder.write("out/run/scene.toml", scene.resolved_text);
  const Scene again = read_scene(moved);
  CHECK(again.resolved_text == scene.resolved_text);
  CHECK(again.bodies[0].shape.signed_distance({0.1, 0.3, 0}) ==
        scene.bodies[0].shape.signed_distance({0.1, 0.3, 0}));
}

// Oracle: the body's volume times its density, whatever the sampling; a quarter disc of radius 2 in the
// plane.
TEST_CASE("Poisson bodies have the mass of their shape") {
  const std::string quarter =
      "{ intersection = [{ sphere = { center = [0, 0], radius = 2 } }, { box = { min = [0, 0], max = [3, 3] "
      "} }] }";
  const double truth = 1000 * 3.14159265 * 4 / 4;
  for (const char* sampling : {"lattice", "poisson"}) {
    const auto text = scene_with(quarter, 2, std::string("sampling = \"") + sampling + "\"\n");
    const auto solver = build_solver(read_sample(text));
    CHECK(solver->totals(0)["mass"] == doctest::Approx(truth).epsilon(0.01));
    // 4 particles per cell of 0.01: 1257 of them.
    CHECK(double(solver->totals(0)["particles"]) == doctest::Approx(1257).epsilon(0.05));
  }
}

}  // namespace froth
