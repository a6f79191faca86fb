// SPDX-License-Identifier: Apache-2.0
// Gravity that rises, bodies that settle, forces on single bodies and regions, tractions.
#include <doctest/doctest.h>

#include <cmath>
#include <fmt/format.h>

#include "support/solver_of.h"

using namespace froth;
using namespace froth::test;

namespace {

/// `general` goes into [scene], `rest` to the end.
std::string scene(const std::string& general, const std::string& solver, const std::string& rest) {
  return "[scene]\ndimension = 2\nprecision = \"double\"\nend_time = 1\nframe_rate = 10\n" + general +
         "\n[solver]\ncell_size = 0.05\n" + solver + R"(
[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 2e5
)" + rest;
}
std::string box(const std::string& name, const std::string& min, const std::string& max) {
  return fmt::format(
      "[[bodies]]\nname = \"{}\"\nmaterial = \"jelly\"\nshape = {{ box = {{ min = {}, max = {} }} }}\n", name,
      min, max);
}

/// Sum of a body's momentum [kg m/s]; all particles have the same mass.
Vec3<double> momentum(const Solver& solver, std::size_t body, double particle_mass) {
  Vec3<double> sum{};
  for (const Vec3<double>& v : solver.velocities(body)) sum += particle_mass * v;
  return sum;
}

constexpr double kParticle = 1000 * 0.025 * 0.025;  ///< mass of one, 4 to a cell [kg]

}  // namespace

// Oracle: the integral of smoothstep over its ramp is half the ramp. Sums of steps from the left fall short
// of it by dt/2 (its slope is zero at both ends), rounding aside.
TEST_CASE("gravity that rises over a ramp") {
  const auto solver =
      solver_of(scene("gravity = [1, -8]\ngravity_ramp = 0.2", "", box("a", "[0, 0]", "[0.4, 0.2]")));
  constexpr double dt = 1e-3;
  advance(*solver, 100, dt);
  const double half_way = 0.2 * (0.125 - 0.0625 / 2);  // T (s^3 - s^4/2) at s = 1/2
  Totals t = solver->totals(0.1);
  CHECK(t.vector("momentum")[1] / t["mass"] == doctest::Approx(-8 * (half_way - dt / 4)).epsilon(1e-5));
  advance(*solver, 200, dt, 0.1);
  t = solver->totals(0.3);
  CHECK(t.vector("momentum")[1] / t["mass"] == doctest::Approx(-8 * (0.3 - 0.1 - dt / 2)).epsilon(1e-9));
  CHECK(t.vector("momentum")[0] / t["mass"] == doctest::Approx(0.3 - 0.1 - dt / 2).epsilon(1e-9));
}

// Oracle: statics of a column between smooth walls, whose points sink by (density g / M)(H y - y^2/2), M the
// modulus of pressure waves: a third of density g H^2 / M on average. Put down under its whole weight the
// column swings to twice that and back, with speeds of the sinking times its frequency, w = pi/2
// sqrt(M/density) / H. Ours: within 5 % of the sinking (its first cell is softer), and a hundredth of that
// speed.
TEST_CASE("a body that has settled is at rest under its weight") {
  const auto column = [](const std::string& general) {
    return scene(general, "jitter = 0", box("a", "[0, 0]", "[0.2, 0.8]") + R"([domain]
min = [0, 0]
max = [0.2, 2]
contact = { kind = "slip" }
)");
  };
  const auto solver = solver_of(column("settle = 0.5"));
  const auto mean = [&](const std::vector<Vec3<double>>& values) {
    double sum = 0;
    for (const Vec3<double>& x : values) sum += x[1];
    return sum / double(values.size());
  };
  const double start = mean(solver->positions(0)), M = 2e5 * 0.7 / (1.3 * 0.4), H = 0.8;
  advance(*solver, 1200, 5e-4);
  const double sinks = 1000 * 9.81 * H * H / (3 * M), w = 1.5708 * std::sqrt(M / 1000) / H;
  CHECK(start - mean(solver->positions(0)) == doctest::Approx(sinks).epsilon(0.05).scale(0));
  double fastest = 0;
  for (const Vec3<double>& v : solver->velocities(0)) fastest = std::max(fastest, norm(v));
  CHECK(fastest < 0.01 * sinks * w);
}

// Oracle: Newton. What one body gains is its mass times the integral of the acceleration; its neighbour, too
// far away to share a node, gains nothing at all, and where they share nodes both together gain the same.
TEST_CASE("a force on one body") {
  for (const char* transfer : {"apic", "flip", "asflip"})
    for (const bool touches : {false, true}) {
      CAPTURE(transfer);
      const auto solver = solver_of(
          scene("gravity = [0, 0]", fmt::format("transfer = \"{}\"", transfer),
                box("a", "[0, 0]", "[0.2, 0.2]") +
                    box("b", touches ? "[0.2, 0]" : "[0.6, 0]", touches ? "[0.4, 0.2]" : "[0.8, 0.2]") +
                    "[[forces]]\nbodies = [\"b\"]\nacceleration = [3, \"2*t\"]\n"));
      constexpr double dt = 1e-3;
      advance(*solver, 100, dt);
      const Vec3<double> a = momentum(*solver, 0, kParticle), b = momentum(*solver, 1, kParticle);
      const Vec3<double> gained = a + b;
      CHECK(gained[0] == doctest::Approx(40 * 0.3).epsilon(1e-9));
      CHECK(gained[1] ==
            doctest::Approx(40 * (0.01 - 0.1 * dt)).epsilon(1e-9).scale(0));  // sums from the left
      if (!touches) CHECK(norm(a) < 1e-20);                                   // rounding of its own stress
      if (touches) CHECK(norm(a) > 0);
    }
}

// Oracle: Newton again, for those particles that are in the region: 2 of 8 columns of them, for one step. The
// work is what their kinetic energy gains, m (a dt)^2 / 2.
TEST_CASE("a force in a region") {
  const auto solver = solver_of(scene("gravity = [0, 0]", "jitter = 0",
                                      box("a", "[0, 0]", "[0.2, 0.2]") +
                                          "[[forces]]\nacceleration = [0, 5]\nregion = { half_space = { "
                                          "point = [0.05, 0], normal = [1, 0] } }\n"));
  advance(*solver, 1, 1e-3);
  CHECK(momentum(*solver, 0, kParticle)[1] == doctest::Approx(16 * kParticle * 5e-3).epsilon(1e-12).scale(0));
  CHECK(solver->totals(0)["load_work"] ==
        doctest::Approx(16 * kParticle * 25e-6 / 2).epsilon(1e-12).scale(0));
}

// Oracle: force is traction times area: 0.2 m of the right face at 300 Pa, and at 400 Pa/s for 0.1 s,
// whatever the transfer and the jitter do inside the lattice of particles.
TEST_CASE("a traction gives momentum at the rate of its force") {
  for (const char* keys : {"jitter = 0", "jitter = 1\ntransfer = \"asflip\"", "particles_per_cell = 16"}) {
    CAPTURE(keys);
    const auto solver = solver_of(scene("gravity = [0, 0]", keys, box("bar", "[0, 0]", "[0.5, 0.2]") + R"(
[[tractions]]
body = "bar"
region = { box = { min = [0.45, 0], max = [0.6, 0.2] } }
traction = [300, "400*t"]
)"));
    constexpr double dt = 1e-3;
    advance(*solver, 100, dt);
    const Vec3<double> p = solver->totals(0.1).vector("momentum");
    CHECK(p[0] == doctest::Approx(300 * 0.2 * 0.1).epsilon(1e-9));
    CHECK(p[1] ==
          doctest::Approx(400 * 0.2 * (0.01 - 0.1 * dt) / 2).epsilon(1e-9).scale(0));  // sums from the left
  }
}

// Oracle: Hooke in plane strain: a bar on a smooth wall, pulled by sigma, is strained by sigma (1 - nu^2) /
// E, 0.2 % here. Measured in the middle, away from the layer that carries the traction; within 2 %, as its
// free faces are known to half a particle.
TEST_CASE("a bar that is pulled stretches by stress over modulus") {
  const auto solver =
      solver_of(scene("gravity = [0, 0]", "jitter = 0", box("bar", "[0, 0]", "[0.8, 0.2]") + R"(
[[colliders]]
shape = { half_space = { point = [0, 0], normal = [1, 0] } }
contact = { kind = "slip" }
[[tractions]]
body = "bar"
region = { box = { min = [0.75, 0], max = [0.9, 0.2] } }
traction = ["440*rise", 0]
[definitions]
rise = "smoothstep(0, 0.4, t) "
)"),
                {"materials.jelly.damping_time=0.01"});
  const auto before = places(*solver);
  advance(*solver, 1200, 5e-4);
  // Slope of the displacement over the place, by least squares.
  double n = 0, sx = 0, su = 0, sxx = 0, sxu = 0;
  for (const auto& [id, x] : places(*solver)) {
    const double X = before.at(id)[0], u = x[0] - X;
    if (X < 0.15 || X > 0.65) continue;
    n += 1, sx += X, su += u, sxx += X * X, sxu += X * u;
  }
  CHECK((n * sxu - sx * su) / (n * sxx - sx * sx) ==
        doctest::Approx(440 * 0.91 / 2e5).epsilon(0.02).scale(0));
}

// Oracle: the contract. A state saved half-way and loaded goes on to the same bytes.
TEST_CASE("loads go on after a restart") {
  const std::string text =
      scene("settle = 0.05", "transfer = \"asflip\"", box("bar", "[0, 0]", "[0.5, 0.2]") + R"(
[[tractions]]
body = "bar"
region = { box = { min = [0.45, 0], max = [0.6, 0.2] } }
traction = [300, "400*t"]
[[forces]]
bodies = ["bar"]
region = { box = { min = [0, 0], max = [0.1, 0.3] } }
acceleration = ["50*t", "x"]
[[colliders]]
shape = { half_space = { point = [0, 0], normal = [0, 1] } }
)");
  const auto whole = solver_of(text), first = solver_of(text), second = solver_of(text);
  advance(*whole, 100, 1e-3);
  advance(*first, 40, 1e-3);
  const std::string state = saved(*first);
  BinaryReader in(state);
  second->load(in);
  advance(*second, 60, 1e-3, 40 * 1e-3);
  CHECK(saved(*second) == saved(*whole));
}

// Oracle: places counted by hand.
TEST_CASE("loads that make no sense") {
  const auto says = [](const std::string& general, const std::string& rest) {
    return build_complaint(scene(general, "", box("bar", "[0, 0]", "[0.5, 0.2]") + rest));
  };
  const std::string at = "sample.toml:";
  const auto starts = [&](const std::string& message, const std::string& with) {
    CAPTURE(message);
    CHECK(message.rfind(at + with, 0) == 0);
  };
  starts(says("settle = 0", ""), "6:10: scene.settle must be positive [s]");
  starts(says("gravity_ramp = -1", ""), "6:16: scene.gravity_ramp must not be negative [s]");
  starts(says("gravity_ramp = 1\nsettle = 1", ""), "7:1: scene has both \"gravity_ramp\" and \"settle\"");
  const std::string force = "[[forces]]\nacceleration = [0, 1]\n", region =
                                                                       "region = { sphere = { center = [0, "
                                                                       "0], radius = 0.1 } }\n";
  starts(says("", force + "bodies = [\"bars\"]"), "20:10: there is no body \"bars\"; did you mean \"bar\"?");
  starts(says("", force + "bodies = []"), "20:10: the force acts on no body");
  starts(says("", force + "bodies = [\"bar\", \"bar\"]"), "20:10: the force names body \"bar\" twice");
  const std::string pull = "[[tractions]]\ntraction = [1, 0]\n";
  starts(says("", pull + region), "18:1: tractions.0 has no \"body\"");
  starts(says("", pull + "body = \"bar\"\n"), "18:1: tractions.0 has no \"region\"");
  starts(says("", pull + "body = \"bat\"\n" + region), "20:8: there is no body \"bat\"");
  starts(says("", pull + "body = \"bar\"\ndepth = 0\n" + region), "21:9: tractions.0.depth must be positive");
  starts(says("", pull + "body = \"bar\"\nregion = { sphere = { center = [2, 2], radius = 0.1 } }\n"),
         "21:10: traction \"traction_0\" acts on no particle");
}

// Oracle: the message names key, value and place, as for forces on everything.
TEST_CASE("a force that is not a number at a particle says so") {
  const auto solver =
      solver_of(scene("gravity = [0, 0]", "jitter = 0",
                      box("a", "[0, 0]", "[0.2, 0.2]") +
                          "[[forces]]\nbodies = [\"a\"]\nacceleration = [\"sqrt(0.1 - x)\", 0]\n"));
  CHECK_THROWS_WITH_AS(solver->advance(0, 1e-3), doctest::Contains("sqrt(0.1 - x)"), InputError);
}
