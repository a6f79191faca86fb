// SPDX-License-Identifier: Apache-2.0
// Expressions in scenes: what they become, in both systems of units, and that resolved scenes keep them.
#include <cmath>
#include <numbers>

#include <froth/materials/law_list.h>
#include <froth/scene/build.h>

#include "sample_scene.h"

namespace froth {

namespace {

/// A planar block of jelly; `velocity` is a table.
std::string block(const std::string& velocity, const std::string& material = "youngs_modulus = 1e4",
                  const std::string& more = "") {
  return "[scene]\ndimension = 2\nprecision = \"double\"\nend_time = 1\nframe_rate = 10\n"
         "[solver]\ncell_size = 0.1\n[materials.jelly]\nmodel = \"neo_hookean\"\ndensity = 1000\n" +
         material +
         "\n[[bodies]]\nmaterial = \"jelly\"\nshape = { box = { min = [0, 0], max = [1, 1] } }\nvelocity = " +
         velocity + "\n" + more;
}

Totals totals_of(const std::string& text) { return build_solver(read_sample(text))->totals(0); }

std::string build_complaint(const std::string& text) {
  try {
    build_solver(read_sample(text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

// Oracle: the same rotation, written as one. Central differences of a linear field are exact to rounding, so
// that momentum, angular momentum and kinetic energy, which count the affine part, are the same.
TEST_CASE("a velocity may be an expression") {
  const Totals a = totals_of(block("{ expression = [\"-2*(y - 0.5)\", \"2*(x - 0.5) + 1\"] }"));
  const Totals b = totals_of(block("{ rotating = { center = [0.5, 0.5], rate = 2, constant = [0, 1] } }"));
  CHECK(norm(a.vector("momentum") - b.vector("momentum")) < 1e-10);
  CHECK(a.vector("angular")[2] == doctest::Approx(b.vector("angular")[2]).epsilon(1e-12).scale(0));
  CHECK(a["kinetic_energy"] == doctest::Approx(b["kinetic_energy"]).epsilon(1e-12).scale(0));
}

// Oracle: the formula at every particle. The block begins where the square root does: slopes are taken from
// one side there.
TEST_CASE("a velocity is the expression at every particle") {
  const auto solver =
      build_solver(read_sample(block("{ expression = [\"sqrt(x)\", \"x < 0.5 ? 0 : y^2\"] }")));
  const auto x = solver->positions(0), v = solver->velocities(0);
  double worst = 0;
  for (std::size_t s = 0; s < x.size(); ++s) {
    const Vec3<double> right{std::sqrt(x[s][0]), x[s][0] < 0.5 ? 0 : x[s][1] * x[s][1], 0};
    worst = std::max(worst, norm(v[s] - right));
  }
  CHECK(x.size() == 400);
  CHECK(worst < 1e-9);  // positions are rounded to 2^-32 of a cell or better
}

// Oracle: the same scene typed twice; 1 m = 100 cm, 1 Pa = 10 dyn/cm^2.
TEST_CASE("expressions in cgs are those in SI") {
  const std::string si = block("{ expression = [\"3*y\", \"sin(x)\"] }", "youngs_modulus = \"1e4*(1 + x)\"",
                               "[[colliders]]\nshape = { sphere = { center = [5, 5], radius = 1 } }\n"
                               "motion = { shift = [\"0.2*t\", \"t^2\"], angle = \"90*t\" }\n"
                               "surface_velocity = [\"0.1*t\", 0.5]\n"
                               "[[forces]]\nacceleration = [\"x*t\", 1]\n");
  std::string cgs = si;
  const auto put = [&](const std::string& from, const std::string& to) {
    const std::size_t at = cgs.find(from);
    REQUIRE_MESSAGE(at != std::string::npos, from);
    cgs.replace(at, from.size(), to);
  };
  put("dimension = 2", "dimension = 2\nunits = \"cgs\"");
  put("cell_size = 0.1", "cell_size = 10");
  put("density = 1000", "density = 1");
  put("max = [1, 1]", "max = [100, 100]");
  put("1e4*(1 + x)", "1e5*(1 + x/100)");
  put("\"sin(x)\"", "\"100*sin(x/100)\"");
  put("center = [5, 5], radius = 1", "center = [500, 500], radius = 100");
  put("\"0.2*t\", \"t^2\"", "\"20*t\", \"100*t^2\"");
  put("\"0.1*t\", 0.5", "\"10*t\", 50");
  put("\"x*t\", 1", "\"x*t\", 100");
  const Scene a = read_sample(si), b = read_sample(cgs);
  const Vec3<double> x{0.3, 0.7, 0};
  const auto same = [](const Vec3<double>& p, const Vec3<double>& q) { CHECK(norm(p - q) < 1e-13); };
  same(value_at(*a.bodies[0].velocity.expression, x, 0), {2.1, std::sin(0.3), 0});
  same(value_at(*b.bodies[0].velocity.expression, x, 0), {2.1, std::sin(0.3), 0});
  CHECK(a.materials[0].law.evaluated_at(x).real("youngs_modulus") == doctest::Approx(1.3e4).epsilon(1e-14));
  CHECK(b.materials[0].law.evaluated_at(x).real("youngs_modulus") == doctest::Approx(1.3e4).epsilon(1e-14));
  for (const Scene* scene : {&a, &b}) {
    const Collider& collider = scene->obstacles.colliders[0];
    same(collider.motion.at(0.5).shift, {0.1, 0.25, 0});
    CHECK(norm(collider.motion.at(0.5).linear - Vec3<double>{0.2, 1, 0}) < 1e-10);
    CHECK(collider.motion.at(0.5).angular[2] == doctest::Approx(std::numbers::pi / 2));
    same(value_at(collider.surface_velocity, {}, 2), {0.2, 0.5, 0});
    REQUIRE(scene->forces.size() == 1);
    CHECK(scene->forces[0].name == "force_0");
    same(value_at(scene->forces[0].acceleration, x, 2), {0.6, 1, 0});
    // The resolved text keeps every expression and resolves to itself.
    const Scene again = read_sample(scene->resolved_text);
    CHECK(again.resolved_text == scene->resolved_text);
    same(value_at(again.forces[0].acceleration, x, 2), {0.6, 1, 0});
    same(again.obstacles.colliders[0].motion.at(0.5).shift, {0.1, 0.25, 0});
  }
}

// Oracle: the law made from the plain number that the expression is there.
TEST_CASE("a law's values at a place make the law") {
  const Scene varied = read_sample(block("{ constant = [0, 0] }", "youngs_modulus = \"1e4 + 2e4*x\""));
  const Scene plain = read_sample(block("{ constant = [0, 0] }", "youngs_modulus = 2e4"));
  const auto law = make_law<3, double>("neo_hookean", varied.materials[0].law.evaluated_at({0.5, 0, 0}));
  const auto right = make_law<3, double>("neo_hookean", plain.materials[0].law);
  CHECK(std::get<NeoHookean<double>>(law).mu == std::get<NeoHookean<double>>(right).mu);
  // An expression without variables is a number.
  const Scene folded = read_sample(block("{ constant = [0, 0] }", "youngs_modulus = \"2 * 10^4\""));
  CHECK(folded.materials[0].law.real("youngs_modulus") == 2e4);
  CHECK(folded.materials[0].law.varying_key() == "");
}

// Oracle: the contract: what cannot be computed is refused with its place.
TEST_CASE("values that fail at a place say so") {
  const Scene scene = read_sample(block("{ constant = [0, 0] }", "youngs_modulus = \"1e4*(0.5 - x)\""));
  CHECK_THROWS_WITH_AS(
      scene.materials[0].law.evaluated_at({0.75, 0, 0}),
      "sample.toml:11:18: materials.jelly.youngs_modulus must be positive [Pa], but \"1e4*(0.5 - "
      "x)\" is -2500 at x = 0.75, y = 0",
      InputError);
  const std::string root = build_complaint(block("{ expression = [\"log(x - 2)\", 0] }"));
  CHECK(root.find("sample.toml:15:28: each part of bodies.0.velocity.expression must be finite [m/s], but") ==
        0);
  CHECK(root == build_complaint(block("{ expression = [\"log(x - 2)\", 0] }")));
}

// Oracle: keys of the file.
TEST_CASE("easing of a keyframe is read") {
  const Scene scene = read_sample(sample_with("{ time = 0 }", "{ time = 0, easing = \"ease_out\" }"));
  CHECK(scene.obstacles.colliders[0].motion.keyframes[0].easing == Interpolation::EaseOut);
  CHECK(!scene.obstacles.colliders[0].motion.keyframes[1].easing.has_value());
  CHECK(scene.obstacles.colliders[0].motion.at(0.5).shift[0] == doctest::Approx(0.075).scale(0));
}

}  // namespace froth
