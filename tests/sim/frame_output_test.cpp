// SPDX-License-Identifier: Apache-2.0
// Frames of bodies made by hand, whose points are joined in every way that the interface knows.
#include <doctest/doctest.h>

#include <cstdlib>

#include <froth/io/file.h>
#include <froth/io/ply.h>
#include <froth/io/vtp.h>
#include <froth/scene/read.h>
#include <froth/sim/frame_output.h>

#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

PointField field(const std::string& name, const std::string& unit, int components,
                 const std::vector<double>& values) {
  return {name, unit, components, [=](int component, std::span<double> to) {
            for (std::size_t s = 0; s < to.size(); ++s)
              to[s] = values[s * std::size_t(components) + std::size_t(component)];
          }};
}

/// Two bodies. The first: a strand of three points and a triangle. The second: a tetrahedron, and a pyramid
/// of five faces beside it. Ids go against the slots, so that a frame has another order.
struct JoinedBodies {
  std::vector<std::uint64_t> first_ids = {30, 20, 10}, second_ids = {9, 8, 7, 6, 5, 4};
  Topology first, second;
  std::vector<double> first_x = {0, 0, 0, 1, 0, 0, 2, 1, 0},
                      second_x = {5, 0, 0, 6, 0, 0, 5, 1, 0, 5, 0, 1, 6, 1, 0, 7, 1, 1};

  JoinedBodies() {
    first.segments = {{0, 1}, {1, 2}};
    first.triangles = {{0, 1, 2}};
    second.tetrahedra = {{0, 1, 2, 3}};
    second.cells.corner = {1, 2, 4, 5, 1, 4, 3, 4, 2, 3, 2, 5, 3, 5, 1, 3};
    second.cells.first_corner = {0, 4, 7, 10, 13};
    second.cells.first_face = {0};
  }

  std::vector<BodyView> views() const {
    const std::vector<double> zero(18, 0.0);
    return {{.name = "strand",
             .law = "",
             .id = first_ids,
             .fields = {field("position", "m", 3, first_x), field("velocity", "m/s", 3, zero),
                        field("radius", "m", 1, {0.1, 0.2, 0.3}), field("strain", "-", 1, {1, 2, 3})},
             .topology = &first},
            {.name = "solid",
             .law = "neo_hookean",
             .id = second_ids,
             .fields = {field("position", "m", 3, second_x), field("velocity", "m/s", 3, zero),
                        field("radius", "m", 1, {1, 2, 3, 4, 5, 6})},
             .topology = &second}};
  }
  PointCloud cloud() const { return bodies_cloud(views(), NumberType::Double, {"strain"}); }
};

}  // namespace

// Oracle: by hand. Slot s of the first body is point 2 - s, of the second 3 + 5 - s.
TEST_CASE("what joins points is in a frame, by body and id") {
  const JoinedBodies bodies;
  const PointCloud cloud = bodies.cloud();
  REQUIRE(cloud.count() == 9);
  CHECK(cloud.find("x")->values[2] == 0);
  CHECK(cloud.find("radius")->values[0] == 0.3);
  CHECK(cloud.find("radius")->values[8] == 1);
  CHECK(cloud.find("radius")->unit == "m");
  CHECK(cloud.find("strain")->unit == "-");
  CHECK(cloud.bodies[0].name == "strand");
  CHECK(cloud.bodies[1].law == "neo_hookean");
  using Ends = std::vector<std::array<std::uint32_t, 2>>;
  CHECK(cloud.edges.points == Ends{{2, 1}, {1, 0}});
  CHECK(cloud.edges.body == std::vector<std::int32_t>{0, 0});
  CHECK(cloud.faces.body == std::vector<std::int32_t>{0, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  CHECK(cloud.faces.cell == std::vector<std::int32_t>{-1, 0, 0, 0, 0, 1, 1, 1, 1, 1});
  const auto corners = [&](std::size_t face) {
    const auto span = cloud.faces.corners_of(face);
    return std::vector<std::uint32_t>(span.begin(), span.end());
  };
  using Points = std::vector<std::uint32_t>;
  CHECK(corners(0) == Points{2, 1, 0});
  CHECK(corners(1) == Points{8, 6, 7});
  CHECK(corners(5) == Points{7, 6, 4, 3});
  CHECK(corners(9) == Points{3, 7, 5});
}

// Oracle: a closed surface has every edge once in each direction, and the divergence theorem: the faces of a
// cell, turned outward, give its volume: 1/6 for the tetrahedron.
TEST_CASE("faces of a tetrahedron are turned outward") {
  const JoinedBodies bodies;
  const PointCloud cloud = bodies.cloud();
  double volume = 0;
  for (std::size_t f = 0; f < cloud.faces.count(); ++f) {
    if (cloud.faces.cell[f] != 0) continue;
    Vec3<double> x[3];
    for (std::size_t k = 0; k < 3; ++k)
      for (int d = 0; d < 3; ++d)
        x[k][d] = find_vector(cloud, "").part[d]->values[cloud.faces.corners_of(f)[k]];
    volume += dot(x[0], cross(x[1], x[2])) / 6;
  }
  CHECK(volume == doctest::Approx(1.0 / 6));
}

// Oracle: round trip. io/read_back.py has the same files read by VTK; it says where to put them.
TEST_CASE("a frame of joined points comes back from its file") {
  const JoinedBodies bodies;
  const PointCloud cloud = bodies.cloud();
  const TemporaryFolder folder;
  const char* elsewhere = std::getenv("FROTH_JOINED_FRAME");
  const std::string path = elsewhere != nullptr ? elsewhere : folder / "joined";
  write_ply(path + ".ply", cloud);
  write_file(path + ".vtp", to_vtp(cloud, 0));
  const PointCloud again = read_ply(path + ".ply");
  CHECK(to_ply(again) == to_ply(cloud));
  CHECK(again.faces.corner == cloud.faces.corner);
  CHECK(again.edges.points == cloud.edges.points);
}

// Oracle: the scene. A frame says when it is, what its bodies are called and where its colliders are.
TEST_CASE("a frame of a run describes itself") {
  Simulation tiny(
      read_scene_text(with(tiny_scene(), "normal = [0, 1] } }",
                           "normal = [0, 1] } }\nmotion.keyframes = [{ time = 0, shift = [0, 0] }, "
                           "{ time = 1, shift = [0, -1] }]"),
                      "tiny.toml"));
  tiny.advance_frame();
  const PointCloud cloud = frame_cloud(tiny);
  REQUIRE(cloud.stamp);
  CHECK(cloud.stamp->frame == 1);
  CHECK(cloud.stamp->time == 0.01);
  CHECK(cloud.dimension == 2);
  REQUIRE(cloud.bodies.size() == 1);
  CHECK(cloud.bodies[0].name == "block");
  CHECK(cloud.bodies[0].law == "neo_hookean");
  REQUIRE(cloud.colliders.size() == 1);
  CHECK(cloud.colliders[0].name == "floor");
  CHECK(cloud.colliders[0].pose.shift[1] == doctest::Approx(-0.01).scale(0));
  for (const char* name : {"x", "vx", "radius"})
    CHECK(cloud.find(name)->unit == (name[0] == 'v' ? "m/s" : "m"));
  // Particles are half a cell of 0.1 m apart, and drawn with 0.6 of that.
  CHECK(cloud.find("radius")->values[0] == doctest::Approx(0.03).epsilon(1e-6).scale(0));
}

}  // namespace froth
