// SPDX-License-Identifier: Apache-2.0
// Skins of what frames join.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include <froth/surface/element_skins.h>

namespace froth {

// Oracle: a tube is as far from its axis as it is asked to be: by its own radius, or by the least one where
// that is larger.
TEST_CASE("strands are drawn as thick as they are, or as the least radius") {
  PointCloud frame;
  frame.dimension = 3;
  frame.bodies.resize(1);
  frame.properties = {{"x", NumberType::Float, {0, 1}},
                      {"y", NumberType::Float, {0, 0}},
                      {"z", NumberType::Float, {0, 0}},
                      {"radius", NumberType::Float, {.01, .03}}};
  frame.edges.points = {{0, 1}};
  frame.edges.body = {0};
  for (const double least : {0.0, .02}) {
    const std::vector<SurfaceMesh> skins = element_skins(frame, 0, least);
    REQUIRE(skins.size() == 1);
    double at_start = 0, at_end = 0;
    for (const Vec3<float>& x : skins[0].x)
      (x[0] < .5f ? at_start : at_end) =
          std::max(x[0] < .5f ? at_start : at_end, double(std::hypot(x[1], x[2])));
    CHECK(at_start == doctest::Approx(std::max(.01, least)).epsilon(1e-5));
    CHECK(at_end == doctest::Approx(.03).epsilon(1e-5));
  }
}

}  // namespace froth
