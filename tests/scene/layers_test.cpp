// SPDX-License-Identifier: Apache-2.0
// Bodies in layers: shells of other materials that share the points of the whole.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <numeric>

#include "support/solver_of.h"

using namespace froth;
using namespace froth::test;

namespace {

std::string ball(int dimension, const std::string& sampling, const std::string& layers) {
  return fmt::format(R"([scene]
dimension = {}
precision = "double"
end_time = 1
frame_rate = 10
[solver]
cell_size = {}
sampling = "{}"
[materials.core]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e4
[materials.skin]
model = "neo_hookean"
density = 2500
youngs_modulus = 1e5
[materials.rind]
model = "von_mises"
density = 400
youngs_modulus = 1e5
yield_stress = 1e3
[[bodies]]
name = "ball"
material = "core"
shape = {{ sphere = {{ center = {}, radius = 0.3 }} }}
{}
)",
                     dimension, dimension == 2 ? 0.01 : 0.025, sampling,
                     dimension == 2 ? "[0.1, 0.2]" : "[0.1, 0.2, -0.1]", layers);
}

constexpr const char* kTwoLayers =
    "layers = [{ material = \"skin\", thickness = 0.05 }, { material = \"rind\", thickness = 0.1 }]";

/// Volume of the ball of a radius.
double content(int dimension, double r) {
  return std::numbers::pi * r * r * (dimension == 2 ? 1 : 4.0 / 3 * r);
}

std::vector<std::array<double, 3>> all_points(const Solver& solver) {
  std::vector<std::array<double, 3>> points;
  for (std::size_t b = 0; b < solver.bodies().size(); ++b)
    for (const Vec3<double>& x : solver.positions(b)) points.push_back({x[0], x[1], x[2]});
  std::ranges::sort(points);
  return points;
}

double sum(const BodyView& body, const char* what) {
  std::vector<double> values(body.id.size());
  body.find(what)->read(0, values);
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

// Oracle: volumes of shells in closed form, times densities. A lattice of 50 points or more across misses a
// volume by far less than 2 %; random points do so by the root of their number.
TEST_CASE("layers have the volumes and masses of shells") {
  for (const int dimension : {2, 3})
    for (const char* sampling : {"lattice", "poisson"}) {
      CAPTURE(dimension);
      CAPTURE(sampling);
      const auto solver = solver_of(ball(dimension, sampling, kTwoLayers));
      const auto bodies = solver->bodies();
      REQUIRE(bodies.size() == 3);
      const char* names[] = {"ball.skin", "ball.rind", "ball"};
      const double radii[] = {0.3, 0.25, 0.15, 0}, densities[] = {2500, 400, 1000};
      for (std::size_t b = 0; b < 3; ++b) {
        CHECK(bodies[b].name == names[b]);
        const double volume = content(dimension, radii[b]) - content(dimension, radii[b + 1]);
        CHECK(sum(bodies[b], "V0") == doctest::Approx(volume).epsilon(0.02).scale(0));
        CHECK(sum(bodies[b], "mass") == doctest::Approx(densities[b] * volume).epsilon(0.02).scale(0));
        const Vec3<double> center{0.1, 0.2, dimension == 2 ? 0 : -0.1};
        for (const Vec3<double>& x : solver->positions(b)) {
          CHECK(norm(x - center) <= radii[b] + 1e-12);
          CHECK(norm(x - center) >= radii[b + 1] - 1e-12);
        }
      }
    }
}

// Oracle: the plain body. Layers share its points: none is lost, doubled or moved, whatever the sampling, and
// ids are the numbers from zero on.
TEST_CASE("layers are the points of the whole body") {
  for (const int dimension : {2, 3})
    for (const char* sampling : {"lattice", "poisson"}) {
      const auto plain = solver_of(ball(dimension, sampling, "")),
                 layered = solver_of(ball(dimension, sampling, kTwoLayers));
      CHECK(all_points(*plain).size() > 1000);
      CHECK(all_points(*plain) == all_points(*layered));
      const auto by_id = places(*layered);
      CHECK(by_id.size() == all_points(*plain).size());
      CHECK(by_id.rbegin()->first == by_id.size() - 1);
    }
}

// Oracle: the names that the reference promises: numbers count the entries of the list, not their layers.
TEST_CASE("names count the entries of a list") {
  std::string text = ball(2, "lattice", "layers = [{ material = \"skin\", thickness = 0.05 }]");
  text.erase(text.find("name = \"ball\"\n"), 14);
  text += "[[bodies]]\nmaterial = \"core\"\nshape = { sphere = { center = [1, 1], radius = 0.2 } }\n";
  for (int n = 0; n < 2; ++n)
    text +=
        "[[emitters]]\nmaterial = \"skin\"\nvelocity = [1, 0]\n"
        "shape = { sphere = { center = [2, 1], radius = 0.2 } }\n";
  const auto solver = solver_of(text);
  std::vector<std::string> names;
  for (const BodyView& body : solver->bodies()) names.emplace_back(body.name);
  CHECK(names == std::vector<std::string>{"body_0.skin", "body_0", "body_1", "emitter_0", "emitter_1"});
}

// Oracle: the message's own promise. A layer as thick as the body leaves no core, and one thinner than the
// particles has none: one sentence, no crash.
TEST_CASE("layers that leave nothing are an error") {
  for (const char* layers : {"layers = [{ material = \"skin\", thickness = 0.3 }]",
                             "layers = [{ material = \"skin\", thickness = 7 }]",
                             "layers = [{ material = \"skin\", thickness = 0.05 }, { material = \"rind\", "
                             "thickness = 0.25 }]"}) {
    const std::string message = build_complaint(ball(2, "lattice", layers));
    CAPTURE(message);
    CHECK(message.find("body \"ball\" got no particles") != std::string::npos);
    CHECK(message.find("layers") != std::string::npos);
  }
  const std::string thin =
      build_complaint(ball(2, "lattice", "layers = [{ material = \"skin\", thickness = 1e-9 }]"));
  CHECK(thin.find("body \"ball.skin\" got no particles") != std::string::npos);
  CHECK(thin.find("thickness") != std::string::npos);
}
