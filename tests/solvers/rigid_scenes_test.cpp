// SPDX-License-Identifier: Apache-2.0
// Rigid bodies as scenes ask for them: refusals, bits, and momentum in the implicit solver.
#include <doctest/doctest.h>

#include <cmath>

#include "support/solver_of.h"

using namespace froth;
using namespace froth::test;

namespace {

/// A rigid block above a soft one; `method` has the lines of [solver], `dynamic` those of the block.
std::string scene(const std::string& method, const std::string& dynamic,
                  const std::string& block = "box = { min = [0.05, 0.31, 0.05], max = [0.3, 0.5, 0.3] }") {
  const bool is_embedding = method.find("embedding") != std::string::npos;
  return "[scene]\nprecision = \"double\"\nend_time = 1\nframe_rate = 10\n[solver]\n" + method +
         "\n[materials.soft]\nmodel = \"" + (is_embedding ? "bargteil" : "neo_hookean") + R"("
density = 1000
youngs_modulus = 5e4
[[bodies]]
material = "soft"
shape = { box = { min = [0, 0, 0], max = [0.3, 0.3, 0.3] } }
[[colliders]]
name = "floor"
shape = { half_space = { point = [0, 0, 0], normal = [0, 1, 0] } }
contact = { kind = "separating", friction = 0.3 }
[[colliders]]
name = "block"
shape = { )" +
         block + " }\n" + dynamic + "\n";
}

const char* const kExplicit = "method = \"explicit_mpm\"\ncell_size = 0.05";
const char* const kImplicit = "method = \"implicit_mpm\"\ncell_size = 0.05";
const char* const kEmbedding = "method = \"embedding\"\nspacing = 0.05";
const char* const kPower = "method = \"power\"\ncell_size = 0.05";
const char* const kBlock =
    "dynamic = { density = 800, velocity = [0, -1.5, 0], angular_velocity = [2, 0, 1] }";

}  // namespace

// Oracle: the same run with another number of threads; the same run, saved, loaded and continued.
TEST_CASE("rigid bodies have the same bits with any number of threads, and after a restart") {
  for (const char* method : {kExplicit, kEmbedding, kImplicit, kPower}) {
    CAPTURE(method);
    const std::string text = scene(method, kBlock);
    double low = 1;
    check_same_bits([&] { return solver_of(text); }, 12, 12, method == kImplicit ? 4e-3 : 5e-4,
                    [&](const Solver& solver, bool) {
                      low = std::min(low, solver.moved_colliders().at(0).pose.shift[1]);
                    });
    CHECK(low < -0.005);  // it has moved
  }
}

// Oracle: conserved momentum. In an implicit step the impulses of a block come from the solve, to its
// tolerance: a share of 1e-3 of the momentum in forty steps. Fewer rounds than the coupling needs would let
// it bounce: its speed must not grow.
TEST_CASE("an implicit step keeps the momentum of a rigid block and the material") {
  const std::string text = scene(kImplicit, kBlock);
  auto solver = solver_of(text, {"scene.gravity=[0, 0, 0]", "colliders.0.contact.friction=0"});
  const Totals before = solver->totals(0);
  double push = 0;  // the floor's share is what momentum along y gains; along x and z there is none
  advance(*solver, 40, 4e-3);
  const Totals after = solver->totals(0.16);
  push = after["momentum_y"] - before["momentum_y"];
  CHECK(push > 0);
  CHECK(std::abs(after["momentum_x"] - before["momentum_x"]) < 1e-3 * before["absolute_momentum"]);
  CHECK(std::abs(after["momentum_z"] - before["momentum_z"]) < 1e-3 * before["absolute_momentum"]);
  CHECK(after["kinetic_energy"] + after["elastic_energy"] <
        1.001 * (before["kinetic_energy"] + before["elastic_energy"]));
}

// Oracle: conserved momentum, to rounding: power particles and a block share it in every iteration.
TEST_CASE("power particles keep the momentum of a rigid block and their own") {
  for (const char* integration : {"explicit", "implicit"}) {
    CAPTURE(integration);
    const bool is_explicit = std::string(integration) == "explicit";
    const std::string text = scene(std::string(kPower) + "\nintegration = \"" + integration + '"', kBlock);
    auto solver = solver_of(text, {"scene.gravity=[0, 0, 0]", "colliders.0.contact.friction=0"});
    const Totals before = solver->totals(0);
    advance(*solver, is_explicit ? 80 : 20, is_explicit ? 5e-4 : 2e-3);
    const Totals after = solver->totals(0.04);
    const double p = before["absolute_momentum"];
    CHECK(after["momentum_y"] > before["momentum_y"] + 0.01 * p);  // they have met, and the floor has pushed
    CHECK(std::abs(after["momentum_x"] - before["momentum_x"]) < 1e-12 * p);
    CHECK(std::abs(after["momentum_z"] - before["momentum_z"]) < 1e-12 * p);
    CHECK(after["boundary_work"] == 0);
    CHECK(after["kinetic_energy"] + after["elastic_energy"] <
          1.001 * (before["kinetic_energy"] + before["elastic_energy"]));
  }
}

// Oracle: Archimedes. A block of half of water's density floats in a planar tank where it displaces its
// weight, to half a cell: nodes know surfaces no better.
TEST_CASE("a block floats on power particles at its depth of Archimedes") {
  const double dx = 0.03, side = 0.18, width = 0.6, depth = 0.24;
  const std::string text = R"(
[scene]
dimension = 2
end_time = 3
frame_rate = 10
settle = 1
[solver]
method = "power"
cell_size = 0.03
[materials.water]
model = "liquid"
density = 1000
bulk_modulus = 1e5
[[bodies]]
material = "water"
shape = { box = { min = [0, 0], max = [0.6, 0.24] } }
[[colliders]]
shape = { half_space = { point = [0, 0], normal = [0, 1] } }
[[colliders]]
shape = { half_space = { point = [0, 0], normal = [1, 0] } }
[[colliders]]
shape = { half_space = { point = [0.6, 0], normal = [-1, 0] } }
[[colliders]]
name = "block"
shape = { box = { min = [0.21, 0.24], max = [0.39, 0.42] } }
dynamic = { density = 500, friction = 0.2 }
)";
  auto solver = solver_of(text);
  const double dt = 4e-3;
  advance(*solver, 400, dt);
  double mean = 0;
  for (int k = 0; k < 50; ++k) {  // it may still bob a little
    advance(*solver, 2, dt, (400 + 2 * k) * dt);
    mean += (0.24 + side / 2 + solver->moved_colliders().at(0).pose.shift[1]) / 50;
  }
  const double level = depth + side * side / 2 / width;
  MESSAGE("centre " << mean << ", by Archimedes " << level);
  CHECK(std::abs(mean - level) < 0.5 * dx);
}

// Oracle: what cannot be is refused in one sentence, with its place.
TEST_CASE("rigid bodies that cannot be are refused") {
  const auto says = [](const std::string& text, const std::string& what) {
    const std::string complaint = build_complaint(text);
    CAPTURE(complaint);
    CHECK(complaint.find("sample.toml:") == 0);
    CHECK(complaint.find(what) != std::string::npos);
  };
  says(scene(kExplicit, kBlock, "half_space = { point = [0, 2, 0], normal = [0, -1, 0] }"), "unbounded");
  says(scene(kExplicit,
             std::string(kBlock) + "\nmotion = { oscillation = { amplitude = [1, 0, 0], frequency = 1 } }"),
       "both motion and dynamic");
  says(scene(kExplicit, std::string(kBlock) + "\nsurface_velocity = [1, 0, 0]"), "surface_velocity");
  says(scene(kExplicit, std::string(kBlock) + "\ncontact = { on_particles = true }"), "on_particles");
  says(scene(kExplicit, "dynamic = { density = 0 }"), "density");
  says(scene(kExplicit, "dynamic = { velocity = [1, 0, 0] }"), "density");
  says(scene(kExplicit, kBlock,
             "intersection = [ { sphere = { center = [0, 1, 0], radius = 0.1 } }, { sphere = { center = [0, "
             "2, 0], radius = 0.1 } } ]"),
       "no inside");
  says(
      scene(kExplicit, std::string(kBlock) +
                           "\n[domain]\nmin = [-1, -1, -1]\nmax = [1, 1, 1]\nperiodic = [\"x\"]\nwalls = []"),
      "periodic");
}
