// SPDX-License-Identifier: Apache-2.0
// Particles that come and go: jets, fillings and kill zones.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "support/blocks.h"

using namespace froth;
using namespace froth::test;

namespace {

constexpr double kCell = 0.05;

template <int Dim>
Emitter nozzle(double jitter = 0.5) {
  Emitter emitter;
  const double z = Dim == 3 ? 0.1 : kUnbounded;
  emitter.shape = Shape::box({-0.1, -0.1, -z}, {0.1, 0.1, z});
  emitter.velocity = {2, 0.6, 0};
  emitter.sampling = {kCell / 2, jitter, 1, 0, Dim};
  return emitter;
}

template <int Dim, class Real>
std::vector<std::uint64_t> ids_of(ExplicitMpm<Dim, Real>& solver, std::size_t body) {
  const ColumnTable& set = solver.state().bodies[body].particles;
  const std::uint64_t* id = set.plane<std::uint64_t>("id");
  return {id, id + set.count()};
}

/// A jet for 60 steps of 2 ms: 0.24 m, nearly five cells.
template <int Dim, class Real>
void fly(const std::string& scheme, int degree, GradientForm gradient) {
  MpmSettings<Dim> set = settings<Dim>(kCell, scheme, degree, gradient);
  const Emitter emitter = nozzle<Dim>();
  ExplicitMpm<Dim, Real> solver(set);
  add_body(solver.state(), "jet", Liquid<Real>{Real(1e4), 7, 0, false}, 1000, {});
  add_emitter(solver.state(), 0, emitter);
  constexpr double dt = 2e-3;
  constexpr int steps = 60;
  for (int n = 0; n < steps; ++n) REQUIRE(solver.advance(n * dt, dt).ok());
  const Totals totals = solver.totals(steps * dt);
  CHECK(totals["emitted"] > (Dim == 2 ? 50 : 500));
  CHECK(totals["emitted"] == totals["particles"]);
  // Rounding alone strains it: a step changes J by dt / dx times the rounding of v, some eps |v| per node,
  // and pressure waves of that size follow; 100 covers the sum over nodes.
  const double eps = std::numeric_limits<Real>::epsilon(), speed = norm(emitter.velocity);
  const double strain = 100 * eps * steps * speed * dt / kCell;
  CHECK(std::abs(totals["J_min"] - 1) < strain);
  CHECK(std::abs(totals["J_max"] - 1) < strain);
  double slower = 0;
  for (const Vec3<double>& v : solver.velocities(0)) slower = std::max(slower, norm(v - emitter.velocity));
  // The pressure that goes with that strain, kappa times it, acts for the whole time over a cell.
  CHECK(slower < 100 * eps * steps * speed + 1e4 * strain / (1000 * kCell) * steps * dt);
}

}  // namespace

// Oracle: Newton's first law and conservation of volume: a jet without forces keeps its velocity and density,
// whatever the scheme, kernel, precision and dimension; its body is empty at the start.
TEST_CASE("a free jet keeps its velocity and its density") {
  for (const char* scheme : {"apic", "flip", "pic"})
    for (const int degree : {2, 3})
      for (const GradientForm gradient : {GradientForm::Mls, GradientForm::Kernel}) {
        CAPTURE(scheme);
        CAPTURE(degree);
        CAPTURE(int(gradient));
        fly<2, float>(scheme, degree, gradient);
        fly<2, double>(scheme, degree, gradient);
      }
  fly<3, float>("apic", 2, GradientForm::Mls);
  fly<3, double>("flip", 3, GradientForm::Kernel);
}

// Oracle: counting. Mass = initial + emitted - removed to the rounding of a sum in double, in float as well,
// and the same for numbers of particles; ids are never given twice and rise with the time of emission.
TEST_CASE_TEMPLATE("mass is what came less what went", Real, float, double) {
  MpmSettings<2> set = settings<2>(kCell, "apic");
  Emitter emitter = nozzle<2>();
  emitter.sampling.spacing = 0.0213;  // volumes that a float must round
  set.obstacles.kill_zones = {{"drain", Shape::box({0.3, -1, -1}, {9, 9, 1}), {}, false}};
  ExplicitMpm<2, Real> solver(set);
  add_body(solver.state(), "jet", Liquid<Real>{Real(1e4), 7, 0, false}, 977.7, {});
  auto block = jittered_block<2>(6, 0.2, AffineField<2>{{-1, 0}, {}});
  for (auto& p : block) p.x += Vec<2, double>{-0.5, 0};
  add_body(solver.state(), "stone", NeoHookean<Real>{Real(4e3), Real(1e4)}, 1234.5, block);
  add_emitter(solver.state(), 0, emitter);
  const double start = solver.totals(0)["mass"];
  std::uint64_t newest = 35;
  std::set<std::uint64_t> known;
  for (const auto id : ids_of(solver, 1)) known.insert(id);
  for (int n = 0; n < 150; ++n) {
    REQUIRE(solver.advance(n * 2e-3, 2e-3).ok());
    const Totals totals = solver.totals((n + 1) * 2e-3);
    CHECK(totals["particles"] == 36 + totals["emitted"] - totals["removed"]);
    CHECK(std::abs(totals["mass"] - (start + totals["mass_emitted"] - totals["mass_removed"])) <
          1e-12 * totals["mass"]);
    std::uint64_t last = newest;
    for (const auto id : ids_of(solver, 0))
      if (known.insert(id).second) {
        CHECK(id > newest);
        last = std::max(last, id);
      }
    newest = last;
  }
  CHECK(solver.totals(0.3)["removed"] > 20);
  CHECK(known.size() == 36 + std::size_t(solver.totals(0.3)["emitted"]));
}

// Oracle: m v^2 / 2 of what comes, at the velocity of the nozzle, and of an unstrained block that flies into
// a drain; float rounds every velocity and strain a few times in 150 steps.
TEST_CASE_TEMPLATE("energy is counted with what comes and goes", Real, float, double) {
  MpmSettings<2> set = settings<2>(kCell, "apic");
  set.gravity = {};
  set.obstacles.kill_zones = {{"drain", Shape::box({0.3, 2, -1}, {9, 9, 1}), {}, false}};
  ExplicitMpm<2, Real> solver(set);
  const Emitter emitter = nozzle<2>();
  add_body(solver.state(), "jet", Liquid<Real>{Real(1e4), 7, 0, false}, 977.7, {});
  auto block = jittered_block<2>(6, 0.2, AffineField<2>{{2, 0}, {}});
  for (auto& p : block) p.x += Vec<2, double>{-0.1, 3};
  add_body(solver.state(), "stone", NeoHookean<Real>{Real(4e3), Real(1e4)}, 1234.5, block);
  add_emitter(solver.state(), 0, emitter);
  for (int n = 0; n < 150; ++n) REQUIRE(solver.advance(n * 2e-3, 2e-3).ok());
  const Totals totals = solver.totals(0.3);
  REQUIRE(totals["emitted"] > 0);
  REQUIRE(totals["removed"] > 0);
  const double squared = dot(emitter.velocity, emitter.velocity);
  CHECK(totals["energy_emitted"] ==
        doctest::Approx(totals["mass_emitted"] * squared / 2).epsilon(1e-12).scale(0));
  CHECK(totals["energy_removed"] == doctest::Approx(totals["mass_removed"] * 2).epsilon(1e-4).scale(0));
}

// Oracle: brute force. Another solver without kill zones takes the same step from the same state; those that
// go must be the ones whose place is in the zone where it has moved to by then, nobody else, and those that
// stay must be untouched.
TEST_CASE("a kill zone removes those inside it, or outside it, and nobody else") {
  Motion swing;
  swing.amplitude = {0.1, 0.05, 0}, swing.frequency = 4, swing.spin = 3;
  const Shape bar = Shape::box({-0.06, -0.5, -1}, {0.07, 0.5, 1}), ball = Shape::sphere({0.02, 0, 0}, 0.21);
  for (const bool keeps : {false, true})
    for (const Motion& motion : {Motion{}, swing}) {
      CAPTURE(keeps);
      const KillZone zone{"zone", keeps ? ball : bar, motion, keeps};
      MpmSettings<2> with = settings<2>(kCell, "apic"), without = with;
      with.obstacles.kill_zones = {zone};
      ExplicitMpm<2, double> killer(with), free(without);
      const auto block = jittered_block<2>(16, 0.4, AffineField<2>{{0.4, 0}, {{{0, 1}, {-2, 0}}}});
      add_body(killer.state(), "body", no_stress<double>(), 1000, block);
      add_body(free.state(), "body", no_stress<double>(), 1000, block);
      std::set<std::uint64_t> alive;
      for (const auto& p : block) alive.insert(p.id);
      const double dt = 0.01;
      for (int n = 0; n < 12; ++n) {
        // Neither feels stress, but a lost neighbour changes the grid: the free one starts from the other's
        // state every time.
        BinaryWriter out;
        killer.save(out);
        BinaryReader in(out.buffer());
        free.load(in);
        REQUIRE(killer.advance(n * dt, dt).ok());
        REQUIRE(free.advance(n * dt, dt).ok());
        const auto x = free.positions(0);
        const auto ids = ids_of(free, 0);
        const Pose pose = motion.at((n + 1) * dt);
        std::map<std::uint64_t, Vec3<double>> expected;
        for (std::size_t s = 0; s < x.size(); ++s) {
          const Vec3<double> rest = pose.to_rest(x[s]);
          const bool is_in = keeps ? norm(rest - Vec3<double>{0.02, 0, 0}) < 0.21
                                   : rest[0] > -0.06 && rest[0] < 0.07 && std::abs(rest[1]) < 0.5;
          if (is_in == keeps) expected[ids[s]] = x[s];
        }
        const auto left = ids_of(killer, 0);
        const auto places = killer.positions(0);
        REQUIRE(left.size() == expected.size());
        for (std::size_t s = 0; s < left.size(); ++s) {
          REQUIRE(expected.contains(left[s]));
          CHECK(norm(places[s] - expected[left[s]]) == 0);
        }
      }
      CHECK(killer.totals(0.12)["particles"] > 0);
      CHECK(killer.totals(0.12)["removed"] > 20);
    }
}

// Oracle: counting. A zone that covers everything leaves nothing; the run goes on, and what is emitted later
// comes as if nothing had been.
TEST_CASE_TEMPLATE("a run goes on without particles", Real, float, double) {
  MpmSettings<2> set = settings<2>(kCell, "flip");
  Motion leaves;
  leaves.keyframes = {{0.02, {0, 0, 0}, 0}, {0.021, {100, 0, 0}, 0}};
  set.obstacles.kill_zones = {{"flood", Shape::sphere({0, 0, 0}, 5), leaves, false}};
  ExplicitMpm<2, Real> solver(set);
  add_body(solver.state(), "stone", NeoHookean<Real>{Real(4e3), Real(1e4)}, 1000,
           jittered_block<2>(6, 0.2, AffineField<2>{}));
  add_body(solver.state(), "later", Liquid<Real>{Real(1e4), 7, 0, false}, 1000, {});
  Emitter emitter = nozzle<2>();
  emitter.kind = EmitterKind::Fill, emitter.start = 0.05;
  add_emitter(solver.state(), 1, emitter);
  for (int n = 0; n < 5; ++n) REQUIRE(solver.advance(n * 0.01, 0.01).ok());
  const Totals none = solver.totals(0.05);
  CHECK(none["particles"] == 0);
  CHECK(none["removed"] == 36);
  CHECK(none["mass"] == 0);
  CHECK(none["J_min"] == 1);
  CHECK(solver.time_step_limit(0.05).dt > 0);
  for (int n = 5; n < 8; ++n) REQUIRE(solver.advance(n * 0.01, 0.01).ok());
  CHECK(solver.totals(0.08)["particles"] == 64);  // 0.2 m / 0.025 m squared
}

// Oracle: the budget is a number; and a filling that is repeated comes at its times.
TEST_CASE("a budget is kept to the particle, and fillings come on time") {
  MpmSettings<2> set = settings<2>(kCell, "apic");
  ExplicitMpm<2, double> solver(set);
  add_body(solver.state(), "jet", no_stress<double>(), 1000, {});
  add_body(solver.state(), "rain", no_stress<double>(), 1000, {});
  Emitter jet = nozzle<2>(), rain = nozzle<2>(0);
  jet.budget = 37;
  rain.kind = EmitterKind::Fill, rain.every = 0.02, rain.start = 0.005;
  add_emitter(solver.state(), 0, jet);
  add_emitter(solver.state(), 1, rain);
  for (int n = 0; n < 100; ++n) {
    REQUIRE(solver.advance(n * 1e-3, 1e-3).ok());
    // Particles come with the first step that begins when they are due: 0.005, 0.025, ...
    CHECK(solver.state().bodies[1].particles.count() == 64 * (n < 5 ? 0 : 1 + (n - 5) / 20));
    CHECK(solver.state().bodies[0].particles.count() <= 37);
  }
  CHECK(solver.state().bodies[0].particles.count() == 37);
  CHECK(solver.state().bodies[0].emitted == 37);
}

// Oracle: the same jet in one run. A state that is saved and loaded into a fresh solver goes on bit for bit.
TEST_CASE("a saved jet goes on as it would have") {
  MpmSettings<2> set = settings<2>(kCell, "apic");
  set.gravity = {0, -9.81};
  set.obstacles.kill_zones = {{"drain", Shape::box({0.3, -9, -1}, {9, 9, 1}), {}, false}};
  const auto make = [&] {
    ExplicitMpm<2, float> solver(set);
    // Viscosity that falls along the nozzle: the most viscous particles leave early, and the step grows.
    const LawAt<2, float> law_at = [](const Vec3<double>& x) -> Law<2, float> {
      return Liquid<float>{1e4f, 7, float(20 * std::exp(-3 * x[0])), false};
    };
    add_body(solver.state(), "jet", Liquid<float>{1e4f, 7, 0, false}, 1000, {}, law_at);
    add_emitter(solver.state(), 0, nozzle<2>());
    return solver;
  };
  ExplicitMpm<2, float> straight = make();
  double time = 0;
  for (int n = 0; n < 200; ++n) {
    BinaryWriter out;
    straight.save(out);
    if (n % 10 == 9) {
      ExplicitMpm<2, float> resumed = make();
      BinaryReader in(out.buffer());
      resumed.load(in);
      CHECK(resumed.time_step_limit(time).dt == straight.time_step_limit(time).dt);
      REQUIRE(resumed.advance(time, 1e-3).ok());
      REQUIRE(straight.advance(time, 1e-3).ok());
      BinaryWriter a, b;
      straight.save(a), resumed.save(b);
      CHECK(a.buffer() == b.buffer());
    } else {
      REQUIRE(straight.advance(time, 1e-3).ok());
    }
    time += 1e-3;
  }
  CHECK(straight.totals(time)["removed"] > 20);
}

// Oracle: conservation of momentum. Once its budget is spent or its end has come, a nozzle holds nothing: a
// stone that lies in it is left alone. While it flows, it drags the stone along.
TEST_CASE("a nozzle holds material only while it flows") {
  for (const int how : {0, 1, 2}) {
    CAPTURE(how);
    ExplicitMpm<2, double> solver(settings<2>(kCell, "apic"));
    add_body(solver.state(), "stone", no_stress<double>(), 1000, jittered_block<2>(4, 0.1, AffineField<2>{}));
    add_body(solver.state(), "jet", no_stress<double>(), 1000, {});
    Emitter emitter = nozzle<2>();
    if (how == 1) emitter.budget = 1;
    if (how == 2) emitter.start = -2e-3, emitter.end = -1e-3;
    add_emitter(solver.state(), 1, emitter);
    REQUIRE(solver.advance(0, 1e-3).ok());
    const Totals first = solver.totals(1e-3);
    for (int n = 1; n < 10; ++n) REQUIRE(solver.advance(n * 1e-3, 1e-3).ok());
    const Totals last = solver.totals(1e-2);
    const Vec3<double> given = first["mass_emitted"] * emitter.velocity;
    if (how == 0)
      CHECK(last.vector("momentum")[0] > 1.5 * last["mass"]);
    else
      CHECK(norm(last.vector("momentum") - given) < 1e-12 * (1 + norm(given)));
  }
}

// Oracle: the definition. A step may reach the first emission, but is then cfl dx / (c + |v|), with
// c = sqrt(kappa / rho), or the viscous bound dx^2 rho / (2 Dim eta) halved; when nothing more will come, the
// emitter does not limit it.
TEST_CASE("the time step is ready for what an emitter emits") {
  ExplicitMpm<2, double> solver(settings<2>(kCell, "apic"));
  add_body(solver.state(), "jet", Liquid<double>{1e4, 7, 0, false}, 1000, {});
  Emitter emitter = nozzle<2>();
  emitter.kind = EmitterKind::Fill, emitter.start = 0.5;
  add_emitter(solver.state(), 0, emitter);
  CHECK(solver.time_step_limit(0).dt == doctest::Approx(0.5));
  CHECK(solver.time_step_limit(0).reason == "emitter");
  CHECK(solver.time_step_limit(0.5).dt ==
        doctest::Approx(0.4 * kCell / (std::sqrt(10.0) + norm(emitter.velocity))).scale(0));
  REQUIRE(solver.advance(0.5, 1e-3).ok());
  CHECK(solver.time_step_limit(0.501).reason != "emitter");

  ExplicitMpm<2, double> honey(settings<2>(kCell, "apic"));
  add_body(honey.state(), "honey", Liquid<double>{1e4, 7, 1e3, false}, 1000, {},
           [](const Vec3<double>&) -> Law<2, double> {
             return Liquid<double>{1e4, 7, 1e3, false};
           });
  add_emitter(honey.state(), 0, emitter);
  CHECK(honey.time_step_limit(0.5).dt == doctest::Approx(0.5 * kCell * kCell * 1000 / (4 * 1e3)).scale(0));
  CHECK(honey.time_step_limit(0.5).reason == "viscosity");
}
