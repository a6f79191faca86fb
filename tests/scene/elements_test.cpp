// SPDX-License-Identifier: Apache-2.0
// Meshes, sheets and strands of scenes: they are refused in one sentence where they cannot be, and give the
// same bits for any number of threads and after loading.
#include <doctest/doctest.h>

#include "support/solver_of.h"

namespace froth {

namespace {

std::string head(int dimension, const std::string& method = "explicit_mpm") {
  const std::string zero = dimension == 2 ? "[0, 0]" : "[0, -9.81, 0]";
  return "[scene]\ndimension = " + std::to_string(dimension) + "\ngravity = " + zero +
         "\nend_time = 1\nframe_rate = 10\n[solver]\nmethod = \"" + method +
         "\"\ntransfer = \"asflip\"\ncell_size = 0.1\n"
         "[materials.rubber]\nmodel = \"neo_hookean\"\ndensity = 1000\nyoungs_modulus = 1e5\npoisson_ratio = "
         "0.3\n"
         "[materials.sand]\nmodel = \"drucker_prager\"\ndensity = 1000\nyoungs_modulus = 1e5\n";
}
const std::string kSquare =
    "[[bodies]]\nmaterial = \"rubber\"\nshape = { box = { min = [0, 0], max = [0.5, 0.5] } }\n"
    "mesh = { edge_length = 0.05 }\nvelocity = { expression = [\"1 - 3*y\", \"0.5 + 3*x\"] }\n";
const std::string kRope =
    "[[bodies]]\nmaterial = \"rubber\"\nstrands = { radius = 0.01, segments = 8, from = [0, 1, 0], to = "
    "[0.6, 1, 0], "
    "copies = 3, copy_step = [0, 0, 0.05] }\n";
const std::string kCloth =
    "[[bodies]]\nmaterial = \"rubber\"\nsheet = { thickness = 0.002, corner = [0, 0.5, 0], side_u = [0, 0, "
    "0.5], "
    "side_v = [0.5, 0, 0], edge_length = 0.08 }\n";
const std::string kClamp = "[[held]]\nshape = { box = { min = [-0.01, 0.4, -0.1], max = [0.09, 1.1, 1] } }\n";
const std::string kBlock =
    "[[bodies]]\nmaterial = \"rubber\"\nshape = { sphere = { center = [0.3, 0.3, 0.3], radius = 0.2 } }\n"
    "mesh = { edge_length = 0.08 }\n";

/// The rubber of a scene with contact of its own.
std::string with_contact(std::string text) {
  const std::string key = "poisson_ratio = 0.3\n";
  return text.insert(text.find(key) + key.size(), "contact_modulus = 1e4\nseparates_across = true\n");
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

// Oracle: see check_same_bits.
TEST_CASE("elements: the same bits for any number of threads, loaded or not") {
  const auto nothing = [](const Solver&, bool) {};
  const auto same = [&](const std::string& text) {
    test::check_same_bits([&] { return test::solver_of(text); }, 15, 15, 1e-3, nothing);
  };
  same(head(2) + kSquare);
  same(head(3) + kRope + kClamp);
  same(head(3) + kCloth + kClamp);
  same(head(3) + kBlock);
  same(with_contact(head(3)) + kRope + kClamp);
  same(with_contact(head(3)) + kCloth + kClamp);
}

// Oracle: see check_same_bits. Steps of a solve are longer than any that forces at their start would allow.
TEST_CASE("elements in a solve: the same bits for any number of threads, loaded or not") {
  const auto nothing = [](const Solver&, bool) {};
  const auto same = [&](const std::string& text) {
    test::check_same_bits([&] { return test::solver_of(text); }, 4, 4, 1e-2, nothing);
  };
  const std::string two = head(2, "implicit_mpm"), three = head(3, "implicit_mpm");
  same(two + kSquare);
  same(three + kRope + kClamp);
  same(three + kCloth + kClamp + kBlock);
}

// Oracle: what a step that is not solved says of itself, that nothing has moved: the same places and
// velocities to the last bit, held vertices included; a shorter one is then solved.
TEST_CASE("elements in a solve that fails are where they were") {
  const auto solver =
      test::solver_of(head(3, "implicit_mpm") + kRope + kClamp + kBlock,
                      {"solver.newton_iterations=1", "scene.precision=double", "solver.tolerance=1e-6"});
  const auto look = [&] {
    std::vector<Vec3<double>> all;
    for (const BodyView& body : solver->bodies())
      for (const auto& field : {kPosition, kVelocity}) {
        const std::vector<Vec3<double>> values = body.vectors(field);
        for (const std::uint32_t slot : body.slots_by_id()) all.push_back(values[slot]);
      }
    return all;
  };
  const std::vector<Vec3<double>> before = look();
  const StepReport report = solver->advance(0, .1);
  REQUIRE(!report.ok());
  CHECK(solver->after_failure() == AfterFailure::StateIsKept);
  CHECK(look() == before);
  CHECK(solver->totals(0)["rejected_unsolved"] == 1);
  CHECK(solver->totals(0)["boundary_work"] == 0);
}

// Oracle: forces of elements are internal: the sum of momenta of a free body stays, to the rounding of 200
// steps in double.
TEST_CASE("a free body of elements keeps its momentum in the grid") {
  for (const char* forces : {"newton", "explicit"}) {
    const auto solver = test::solver_of(
        head(2) + kSquare, {"scene.precision=double", std::string("bodies.0.mesh.integration=") + forces});
    const Totals before = solver->totals(0);
    test::advance(*solver, 200, 5e-4);
    const Totals after = solver->totals(.1);
    CHECK(std::abs(after["momentum_x"] - before["momentum_x"]) < 1e-9 * before["absolute_momentum"]);
    CHECK(std::abs(after["momentum_y"] - before["momentum_y"]) < 1e-9 * before["absolute_momentum"]);
    CHECK(after["elastic_energy"] > 0);
    CHECK(after["kinetic_energy"] + after["elastic_energy"] < 1.001 * before["kinetic_energy"]);
  }
}

// Oracle: a clamped strand sags and stays where it is clamped; energies of stretching and bending are its
// own.
TEST_CASE("a clamped strand sags from its clamp") {
  const auto solver = test::solver_of(head(3) + kRope + kClamp);
  test::advance(*solver, 100, 1e-3);
  const BodyView body = solver->bodies().front();
  REQUIRE(body.topology != nullptr);
  CHECK(body.topology->segments.size() == 3 * 8);
  const std::vector<Vec3<double>> x = body.vectors(kPosition);
  const std::vector<std::uint32_t> slot = body.slots_by_id();
  CHECK(norm(x[slot[0]] - Vec3<double>{0, 1, 0}) < 1e-6);
  CHECK(norm(x[slot[1]] - Vec3<double>{.075, 1, 0}) < 1e-6);
  CHECK(x[slot[8]][1] < .97);
  const Totals totals = solver->totals(.1);
  CHECK(totals["bending_energy"] > 0);
  CHECK(totals["elastic_energy"] ==
        doctest::Approx(totals["stretching_energy"] + totals["bending_energy"] + totals["twisting_energy"]));
}

// Oracle: one sentence each, with the place.
TEST_CASE("elements that cannot be are refused") {
  const auto refused = [](const std::string& text, const std::string& words) {
    const std::string message = test::build_complaint(text);
    CAPTURE(message);
    CHECK(contains(message, "sample.toml:"));
    CHECK(contains(message, words));
  };
  const std::string zone = "[[kill_zones]]\nshape = { box = { min = [9, 9, 9], max = [10, 10, 10] } }\n";
  refused(head(3) + kRope + zone, "kill zone \"kill_zone_0\" would tear");
  refused(head(3) + kBlock + "resampling = {}\n", "cannot be resampled");
  refused(head(3, "implicit_mpm") +
              "[[bodies]]\nmaterial = \"rubber\"\nshape = { box = { min = [0, 0, 0], max = [1, 1, 1] } }\n"
              "mesh = { edge_length = 0.5, integration = \"explicit\" }\n",
          "implicit_mpm solves for with all others; remove integration");
  refused(head(2) + "[[bodies]]\nmaterial = \"rubber\"\n", "bodies.0 has no \"shape\"");
  refused(head(2) +
              "[[bodies]]\nmaterial = \"sand\"\nshape = { box = { min = [0, 0], max = [1, 1] } }\n"
              "mesh = { edge_length = 0.1 }\n",
          "need an elastic material");
  refused(head(3) + "[[bodies]]\nmaterial = \"rubber\"\nstrands = { radius = 0.1, from = [0, 0, 0] }\n",
          "needs both from and to");
  refused(
      head(3) +
          "[[bodies]]\nmaterial = \"rubber\"\nstrands = { radius = 0.1, from = [0, 0, 0], to = [0, 0, 0] }\n",
      "needs a length");
  refused(head(3) + "[[bodies]]\nmaterial = \"rubber\"\nstrands = { radius = 0.1 }\n",
          "strands need from and to");
  refused(head(3) +
              "[[bodies]]\nmaterial = \"rubber\"\nsheet = { thickness = 0.1, corner = [0, 0, 0], "
              "side_u = [1, 0, 0], side_v = [2, 0, 0], edge_length = 0.1 }\n",
          "lie in one line");
  refused(head(3) + kBlock + "[domain]\nperiodic = [\"x\"]\nmin = [0, 0, 0]\nmax = [1, 1, 1]\nwalls = []\n",
          "periodic axis");
  const std::string file = "[[bodies]]\nmaterial = \"rubber\"\nmesh = { file = \"nowhere.msh\"";
  refused(head(3) + file + " }\n", "mesh file \"");
  refused(head(3) + file + " }\n", "it cannot be read");
  refused(head(3) + file + ", edge_length = 0.1 }\n", "either an edge_length or a file");
  refused(head(3) + "[[bodies]]\nmaterial = \"rubber\"\nmesh = {}\n", "either an edge_length or a file");
  std::string other = head(3, "embedding") + kRope;
  const std::string grid = "transfer = \"asflip\"\ncell_size = 0.1\n";
  refused(other.erase(other.find(grid), grid.size()), "knows no strands");
}

}  // namespace froth
