// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/surface/cell_writers.h>

#include "support/random_values.h"

namespace froth {

namespace {

PointCloud frame_of(int count, bool with_volume) {
  test::Rng rng(1);
  PointCloud frame{FrameStamp{3, 0.5}, 3, {{"bubbles", ""}}};
  for (const char* name : {"x", "y", "z"}) {
    std::vector<double> values;
    for (int k = 0; k < count; ++k) values.push_back(rng.uniform(0, 4));
    frame.properties.emplace_back(name, NumberType::Double, values, "m");
  }
  frame.properties.emplace_back("radius", NumberType::Double, std::vector<double>(std::size_t(count), 0.6),
                                "m");
  frame.properties.emplace_back("body", NumberType::Int, std::vector<double>(std::size_t(count), 0.0), "-");
  if (with_volume)
    frame.properties.emplace_back("volume", NumberType::Double, std::vector<double>(std::size_t(count), 0.5),
                                  "m^3");
  return frame;
}

/// The numbers of an array of a .vtu file, by its name.
std::vector<double> numbers_of(const std::string& text, const std::string& name) {
  const std::size_t start = text.find('>', text.find("Name=\"" + name + "\"")) + 1;
  std::istringstream words(text.substr(start, text.find("</DataArray>", start) - start));
  std::vector<double> all;
  for (double value = 0; words >> value;) all.push_back(value);
  return all;
}

std::size_t lines_that_begin_with(const std::string& text, const std::string& word) {
  std::istringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) count += line.starts_with(word) ? 1 : 0;
  return count;
}

}  // namespace

// Oracle: volumes of the polyhedra in the file's text, of cones from a point of each that is inside of a
// convex cell, so that no film's direction counts; those that were asked for are (0.6 / 0.6)^3, or the
// attribute's.
TEST_CASE("polyhedra in a .vtu file hold the volumes of particles") {
  for (const bool with_volume : {false, true}) {
    const FrameCells cells = cells_of({}, frame_of(40, with_volume));
    const std::string text = to_vtu(cells, {3, 0.5});
    const std::vector<double> x = numbers_of(text, "Points"), faces = numbers_of(text, "faces"),
                              ends = numbers_of(text, "faceoffsets");
    const auto place = [&](double k) {
      const auto at = 3 * static_cast<std::size_t>(k);
      return Vec3<double>{x[at], x[at + 1], x[at + 2]};
    };
    REQUIRE(ends.size() == 40);
    std::size_t at = 0;
    for (std::size_t cell = 0; cell < ends.size(); ++cell) {
      std::vector<std::vector<Vec3<double>>> polygons(static_cast<std::size_t>(faces[at++]));
      Vec3<double> middle{};
      double corners = 0, volume = 0;
      for (auto& polygon : polygons) {
        polygon.resize(static_cast<std::size_t>(faces[at++]));
        for (Vec3<double>& corner : polygon) middle += corner = place(faces[at++]), ++corners;
      }
      middle = middle / corners;
      for (const auto& polygon : polygons)
        for (std::size_t k = 1; k + 1 < polygon.size(); ++k)
          volume +=
              std::abs(dot(polygon[0] - middle, cross(polygon[k] - middle, polygon[k + 1] - middle))) / 6;
      CHECK(at == static_cast<std::size_t>(ends[cell]));
      CHECK(std::abs(volume / (with_volume ? 0.5 : 1.0) - 1) <= 0.01);
    }
  }
}

// Oracle: numbers of corners, films and rims of the mesh itself; sizes of a binary file.
TEST_CASE("files of cells have every film once") {
  const FrameCells cells = cells_of({}, frame_of(40, false));
  const FoamMesh& mesh = cells.foam.mesh;
  const std::string obj = to_obj(cells, {3, 0.5});
  CHECK(lines_that_begin_with(obj, "v ") == mesh.x.size());
  CHECK(lines_that_begin_with(obj, "f ") == mesh.film_count());
  CHECK(lines_that_begin_with(obj, "l ") == mesh.borders.size());
  const std::string ply = to_ply(cells, {3, 0.5});
  const std::size_t header = ply.find("end_header\n") + 11;
  CHECK(ply.size() == header + 24 * mesh.x.size() + 12 * mesh.film_count() + 4 * mesh.corner.size() +
                          8 * mesh.borders.size());
}

// Oracle: sorted by hand: the lower half is a liquid, and is no bubble; every film has a bubble, each bubble
// is closed and holds its volume, and some films face the liquid.
TEST_CASE("a liquid bounds bubbles and is none") {
  RunView view;
  view.bodies = {{.name = "water", .color = {}, .skin = "anisotropic"}, {.name = "bubbles", .color = {}}};
  PointCloud frame = frame_of(200, true);
  frame.bodies = {{"water", ""}, {"bubbles", ""}};
  std::vector<double> body;
  std::size_t bubbles = 0;
  for (std::size_t k = 0; k < frame.count(); ++k) {
    const bool is_bubble = frame.properties[1].values[k] > 2;
    body.push_back(is_bubble ? 1 : 0);
    bubbles += is_bubble ? 1 : 0;
  }
  for (PointProperty& property : frame.properties)
    if (property.name == "body") property.values = NumberColumn(NumberType::Double, body);
  const FrameCells cells = cells_of(view, frame);
  REQUIRE(cells.volume.size() == bubbles);
  CHECK(std::ranges::all_of(cells.body, [](std::int32_t b) { return b == 1; }));
  const FoamMesh& mesh = cells.foam.mesh;
  for (const auto& [first, second] : mesh.owners) CHECK((first >= 0 && (second > first || second < 0)));
  CHECK(std::ranges::count(mesh.owners, kLiquid, [](const auto& of) { return of[1]; }) > 10);
  const std::vector<BubbleMeasure> held = measure_bubbles(mesh, bubbles);
  for (std::size_t k = 0; k < bubbles; ++k) {
    CHECK(held[k].is_closed);
    CHECK(std::abs(held[k].volume / cells.volume[k] - 1) <= 0.01);
  }
}

// Oracle: the same bytes for one thread and two.
TEST_CASE("files of cells do not depend on threads") {
  std::vector<std::string> files;
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    const FrameCells cells = cells_of({}, frame_of(60, true));
    files.push_back(to_ply(cells, {3, 0.5}) + to_obj(cells, {3, 0.5}) + to_vtu(cells, {3, 0.5}));
  }
  CHECK(files[0] == files[1]);
}

// Oracle: the sentences name the particle.
TEST_CASE("frames that make no bubbles") {
  const auto message = [](const RunView& view, const PointCloud& frame) -> std::string {
    try {
      cells_of(view, frame);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  PointCloud flat = frame_of(3, false);
  flat.properties[3].values = NumberColumn(NumberType::Double, {0.6, 0, 0.6});
  CHECK(message({}, flat).find("particle 1 of the frame has the radius 0") != std::string::npos);
  RunView planar;
  planar.dimension = 2;
  CHECK(message(planar, frame_of(3, false)).find("planar") != std::string::npos);
  PointCloud twice = frame_of(3, false);
  for (std::size_t d = 0; d < 3; ++d)
    twice.properties[d].values = NumberColumn(NumberType::Double, {1, 2, 1});
  CHECK(message({}, twice).find("particles 0 and 2 are at the same place") != std::string::npos);
}

}  // namespace froth
