// SPDX-License-Identifier: Apache-2.0
// Laws whose numbers vary in space: every particle keeps the law of the place where it started.
#include <doctest/doctest.h>

#include <cmath>
#include <fmt/format.h>
#include <map>

#include "support/blocks.h"
#include "support/solver_of.h"

using namespace froth;
using namespace froth::test;

namespace {

struct LawText {
  const char *constant, *varying;
};

/// The same numbers, once as such and once as expressions that happen to be the same everywhere.
constexpr LawText kLaws[] = {
    {"model = \"neo_hookean\"\nyoungs_modulus = 2e4",
     "model = \"neo_hookean\"\nyoungs_modulus = \"2e4 + 0*x\""},
    {"model = \"fixed_corotated\"\nyoungs_modulus = 2e4\npoisson_ratio = 0.3",
     "model = \"fixed_corotated\"\nyoungs_modulus = 2e4\npoisson_ratio = \"0.3 + 0*y\""},
    {"model = \"liquid\"\nbulk_modulus = 1e4\nviscosity = 2",
     "model = \"liquid\"\nbulk_modulus = \"1e4 + 0*x\"\nviscosity = \"2 + 0*y\""},
    {"model = \"liquid\"\nbulk_modulus = 1e4\ntension = true",
     "model = \"liquid\"\nbulk_modulus = \"1e4 + 0*x\"\ntension = true"},
    {"model = \"drucker_prager\"\nyoungs_modulus = 2e4\nfriction_angle = 30",
     "model = \"drucker_prager\"\nyoungs_modulus = 2e4\nfriction_angle = \"30 + 0*x\""},
    {"model = \"von_mises\"\nyoungs_modulus = 2e4\nyield_stress = 200",
     "model = \"von_mises\"\nyoungs_modulus = 2e4\nyield_stress = \"200 + 0*x\""},
};

/// A block that falls on a floor and shears.
std::string drop_scene(int dimension, const char* precision, const std::string& law) {
  const bool flat = dimension == 2;
  return fmt::format(R"([scene]
dimension = {}
precision = "{}"
end_time = 1
frame_rate = 10
[solver]
cell_size = 0.05
[materials.stuff]
density = 1000
{}
[[bodies]]
material = "stuff"
shape = {{ box = {{ min = [0, 0.01{}], max = [0.2, 0.23{}] }} }}
velocity = {{ affine = {{ center = [0.1, 0.1{}], constant = [0.2, -1{}], gradient = {} }} }}
[[colliders]]
shape = {{ half_space = {{ point = [0, 0{}], normal = [0, 1{}] }} }}
)",
                     dimension, precision, law, flat ? "" : ", 0", flat ? "" : ", 0.12", flat ? "" : ", 0",
                     flat ? "" : ", 0", flat ? "[[1, 2], [-3, -1]]" : "[[1, 2, 0], [-3, -1, 1], [0, 0, 1]]",
                     flat ? "" : ", 0", flat ? "" : ", 0");
}

}  // namespace

// Oracle: the constant law. Numbers that are the same everywhere give the same places, velocities, energies
// and steps, bit for bit; the saved state alone is longer.
TEST_CASE("an expression that is constant gives the bits of the constant") {
  for (const LawText& law : kLaws)
    for (const int dimension : {2, 3})
      for (const char* precision : {"float", "double"}) {
        CAPTURE(law.varying);
        CAPTURE(dimension);
        CAPTURE(precision);
        const auto a = solver_of(drop_scene(dimension, precision, law.constant));
        const auto b = solver_of(drop_scene(dimension, precision, law.varying));
        CHECK(saved(*b).size() > saved(*a).size());  // it does vary, as far as the solver knows
        for (int n = 0; n < 60; ++n) {
          const double dt = std::min(1e-3, a->time_step_limit(n * 1e-3).dt);
          REQUIRE(b->time_step_limit(n * 1e-3).dt == a->time_step_limit(n * 1e-3).dt);
          REQUIRE(a->advance(n * 1e-3, dt).ok());
          REQUIRE(b->advance(n * 1e-3, dt).ok());
        }
        const Totals s = a->totals(0.06), t = b->totals(0.06);
        CHECK(s["elastic_energy"] == t["elastic_energy"]);
        CHECK(s["kinetic_energy"] == t["kinetic_energy"]);
        CHECK(s["J_min"] == t["J_min"]);
        const auto x = places(*a), y = places(*b);
        double apart = 0;
        for (const auto& [id, place] : x) apart = std::max(apart, norm(place - y.at(id)));
        CHECK(apart == 0);
      }
}

// Oracle: the same saved bytes for the same scene: a law with a flag has room behind it, which no chance may
// fill. The first solver is made on a clean stack, the others after much else.
TEST_CASE("saved laws have the same bytes every time") {
  for (const LawText& law : kLaws)
    for (const char* precision : {"float", "double"}) {
      const std::string text = drop_scene(2, precision, law.varying);
      const std::string first = saved(*solver_of(text));
      solver_of(drop_scene(3, "double", law.constant));
      CHECK(saved(*solver_of(text)) == first);
    }
}

// Oracle: two bodies of two materials. They share the grid, so that a body whose halves differ is the same
// problem; only the order of sums differs.
TEST_CASE("a body of two halves is two bodies") {
  const auto text = [](const std::string& materials, const std::string& bodies) {
    return "[scene]\ndimension = 2\nprecision = \"double\"\nend_time = 1\nframe_rate = "
           "10\n[solver]\ncell_size "
           "= 0.05\njitter = 0\n" +
           materials + bodies +
           "[[colliders]]\nshape = { half_space = { point = [0, 0], normal = [0, 1] } }\n";
  };
  const auto body = [](const char* material, const char* low, const char* high) {
    return fmt::format(
        "[[bodies]]\nmaterial = \"{}\"\nshape = {{ box = {{ min = {}, max = {} }} }}\nvelocity = {{ constant "
        "= "
        "[0, -1] }}\n",
        material, low, high);
  };
  const auto jelly = [](const char* name, const char* young) {
    return fmt::format("[materials.{}]\nmodel = \"neo_hookean\"\ndensity = 1000\nyoungs_modulus = {}\n", name,
                       young);
  };
  const auto one =
      solver_of(text(jelly("both", "\"x < 0 ? 1e4 : 5e4\""), body("both", "[-0.2, 0.05]", "[0.2, 0.3]")));
  const auto two =
      solver_of(text(jelly("soft", "1e4") + jelly("hard", "5e4"),
                     body("soft", "[-0.2, 0.05]", "[0, 0.3]") + body("hard", "[0, 0.05]", "[0.2, 0.3]")));
  CHECK(one->time_step_limit(0).dt == doctest::Approx(two->time_step_limit(0).dt).epsilon(1e-14).scale(0));
  advance(*one, 300, 1e-3);
  advance(*two, 300, 1e-3);
  const Totals a = one->totals(0.3), b = two->totals(0.3);
  CHECK(a["particles"] == b["particles"]);
  CHECK(a["elastic_energy"] > 0.01);
  CHECK(a["elastic_energy"] == doctest::Approx(b["elastic_energy"]).epsilon(1e-8).scale(0));
  CHECK(a["kinetic_energy"] == doctest::Approx(b["kinetic_energy"]).epsilon(1e-8).scale(0));
  CHECK(norm(a.vector("momentum") - b.vector("momentum")) < 1e-8 * a["absolute_momentum"]);
}

// Oracle: the definitions of the wave speed, sqrt((K + 4/3 G) / rho) at rest, and of the viscous bound. The
// largest value decides wherever its particle sits, for any number of particles, in packs or left over.
TEST_CASE_TEMPLATE("the stiffest and the most viscous particle limit the time step", Real, float, double) {
  for (int count = 1; count < 40; ++count) {
    ExplicitMpm<2, Real> elastic(settings<2>(0.1, "apic")), viscous(settings<2>(0.1, "apic"));
    auto block = jittered_block<2>(7, 0.4, AffineField<2>{});
    block.resize(std::size_t(count));
    const int chosen = (7 * count) % count;
    const auto target = block[std::size_t(chosen)].x;
    const auto peak = [=](const Vec3<double>& x) { return norm(drop<2>(x) - target) < 1e-12 ? 1.0 : 0.01; };
    add_body(elastic.state(), "e", NeoHookean<Real>{1, 1}, 1000, block,
             [=](const Vec3<double>& x) -> Law<2, Real> {
               return NeoHookean<Real>{Real(3e4 * peak(x)), Real(6e4 * peak(x))};
             });
    add_body(viscous.state(), "v", Liquid<Real>{1, 1, 1, false}, 1000, block,
             [=](const Vec3<double>& x) -> Law<2, Real> {
               return Liquid<Real>{Real(1), Real(7), Real(500 * peak(x)), false};
             });
    CHECK(elastic.time_step_limit(0).dt ==
          doctest::Approx(0.4 * 0.1 / std::sqrt((6e4 + 4.0 / 3 * 3e4) / 1000)).epsilon(1e-5).scale(0));
    CHECK(viscous.time_step_limit(0).dt ==
          doctest::Approx(0.5 * 0.01 * 1000 / (4 * 500)).epsilon(1e-5).scale(0));
    CHECK(viscous.time_step_limit(0).reason == "viscosity");
  }
}

// Oracle: each particle's own id. Numbers that encode the starting place stay with their particle through
// sorts, emission, removal, saving and loading.
TEST_CASE("every particle keeps its law") {
  MpmSettings<2> set = settings<2>(0.05, "apic");
  set.obstacles.kill_zones = {{"drain", Shape::box({0.5, -9, -1}, {9, 9, 1}), {}, false}};
  const LawAt<2, float> law_at = [](const Vec3<double>& x) -> Law<2, float> {
    return NeoHookean<float>{float(100 + x[0]), float(200 + x[1])};
  };
  const auto make = [&] {
    ExplicitMpm<2, float> solver(set);
    add_body(solver.state(), "body", NeoHookean<float>{1, 1}, 1000,
             jittered_block<2>(12, 0.4, AffineField<2>{{1, 0}, {{{0, 6}, {-6, 0}}}}), law_at);
    Emitter rain;
    rain.kind = EmitterKind::Fill, rain.shape = Shape::box({-0.6, 0.4, -1}, {-0.4, 0.6, 1});
    rain.velocity = {3, -3, 0}, rain.start = 0.05, rain.every = 0.05;
    rain.sampling = {0.025, 1, 1, 0, 2};
    add_emitter(solver.state(), 0, rain);
    return solver;
  };
  ExplicitMpm<2, float> solver = make();
  std::map<std::uint64_t, std::array<float, 2>> known;
  for (int n = 0; n < 300; ++n) {
    REQUIRE(solver.advance(n * 1e-3, 1e-3).ok());
    if (n == 150) {
      const std::string state = saved(solver);
      solver = make();
      BinaryReader in(state);
      solver.load(in);
    }
    const ColumnTable& set_now = solver.state().bodies[0].particles;
    const auto* id = set_now.plane<std::uint64_t>("id");
    const float *mu = set_now.plane<float>("parameters", 0), *kappa = set_now.plane<float>("parameters", 1);
    for (Index s = 0; s < set_now.count(); ++s) {
      const auto [at, is_new] = known.try_emplace(id[s], std::array{mu[s], kappa[s]});
      if (!is_new && !(at->second == std::array{mu[s], kappa[s]})) FAIL_CHECK("particle ", id[s], " at ", n);
    }
  }
  CHECK(known.size() > 400);
  CHECK(solver.totals(0.3)["removed"] > 10);
}

// Oracle: the message's own promise: key, value and place; and a jet out of the range says so when it comes.
TEST_CASE("a law that is out of its range somewhere names the key and the place") {
  const std::string message =
      build_complaint(drop_scene(2, "float", "model = \"neo_hookean\"\nyoungs_modulus = \"1e4*(0.1 - x)\""));
  CAPTURE(message);
  for (const char* word :
       {"sample.toml:11:18", "materials.stuff.youngs_modulus", "positive [Pa]", " at x = ", "y = "})
    CHECK(message.find(word) != std::string::npos);
  const std::string undefined = build_complaint(
      drop_scene(3, "double", "model = \"neo_hookean\"\nyoungs_modulus = \"1e4*sqrt(0.1-z)\""));
  CHECK(undefined.find("must be finite") != std::string::npos);
  CHECK(undefined.find("z = 0.1") != std::string::npos);
}

// Oracle: the definition of the viscous bound, over those that are left: when the viscous half is removed the
// step is set by waves, cfl dx / sqrt(kappa / rho), at once and for a solver that loads the state.
TEST_CASE("viscous particles that are gone do not limit the time step") {
  MpmSettings<2> set = settings<2>(0.1, "apic");
  set.obstacles.kill_zones = {{"drain", Shape::box({-9, -9, -1}, {0, 9, 1}), {}, false}};
  const auto make = [&] {
    ExplicitMpm<2, double> solver(set);
    add_body(solver.state(), "paint", Liquid<double>{1e3, 7, 0, false}, 1000,
             jittered_block<2>(8, 0.4, AffineField<2>{}), [](const Vec3<double>& x) -> Law<2, double> {
               return Liquid<double>{1e3, 7, x[0] < 0 ? 5e3 : 1, false};
             });
    return solver;
  };
  ExplicitMpm<2, double> solver = make(), resumed = make();
  CHECK(solver.time_step_limit(0).dt == doctest::Approx(0.5 * 0.01 * 1000 / (4 * 5e3)).scale(0));
  REQUIRE(solver.advance(0, 1e-4).ok());
  CHECK(solver.totals(0)["removed"] == 32);
  CHECK(solver.time_step_limit(1e-4).dt == doctest::Approx(0.4 * 0.1 / 1).scale(0));
  const std::string state = saved(solver);
  BinaryReader in(state);
  resumed.load(in);
  CHECK(resumed.time_step_limit(1e-4).dt == solver.time_step_limit(1e-4).dt);
}
