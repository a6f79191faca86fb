// SPDX-License-Identifier: Apache-2.0
// Forces beside gravity, as scenes write them.
#include <doctest/doctest.h>

#include <cmath>
#include <fmt/format.h>

#include "support/solver_of.h"

using namespace froth;
using namespace froth::test;

namespace {

/// A jelly block and a floor below it. `more` goes into [scene] and [solver], `forces` to the end.
std::string scene(const std::string& general, const std::string& solver, const std::string& forces) {
  return "[scene]\ndimension = 2\nend_time = 1\nframe_rate = 10\n" + general +
         "\n[solver]\ncell_size = 0.05\n" + solver + R"(
[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 2e4
[[bodies]]
material = "jelly"
shape = { box = { min = [0.1, 0.02], max = [0.5, 0.3] } }
velocity = { constant = [0.3, 0] }
[[colliders]]
shape = { half_space = { point = [0, 0], normal = [0, 1] } }
contact = { kind = "separating", friction = 0.3 }
)" + forces;
}

/// The largest distance between two particles of the same id.
double distance(const Solver& a, const Solver& b) {
  double apart = 0;
  const auto x = places(a), y = places(b);
  REQUIRE(x.size() == y.size());
  for (const auto& [id, place] : x) apart = std::max(apart, norm(place - y.at(id)));
  return apart;
}

Vec3<double> middle(const Solver& solver) {
  Vec3<double> sum{};
  for (const Vec3<double>& x : solver.positions(0)) sum += x;
  return sum / double(solver.positions(0).size());
}

}  // namespace

// Oracle: gravity itself, to rounding: compilers may join gravity's sum with the product before it. The same
// acceleration as a constant or as an expression gives the same bits, and it may be split into two forces and
// gravity. Rounding of velocities up to 4 m/s, 200 times, over 0.2 s moves particles by 160 eps at worst; the
// bounce on the floor may multiply it by some.
TEST_CASE("a constant force is gravity") {
  for (const char* precision : {"float", "double"})
    for (const char* transfer : {"apic", "flip"}) {
      const std::string number = fmt::format("precision = \"{}\"\n", precision);
      const std::string scheme = fmt::format("transfer = \"{}\"\n", transfer);
      const auto pulled = solver_of(scene(number + "gravity = [0.5, -9.81]", scheme, ""));
      advance(*pulled, 200, 1e-3);
      const auto pushed = [&](const char* a) {
        return solver_of(
            scene(number + "gravity = [0, 0]", scheme, fmt::format("[[forces]]\nacceleration = {}\n", a)));
      };
      const auto plain = pushed("[0.5, -9.81]"), written = pushed("[\"0.5 + 0*t\", \"-9.81 + 0*x\"]");
      advance(*plain, 200, 1e-3);
      advance(*written, 200, 1e-3);
      CHECK(saved(*plain) == saved(*written));
      CAPTURE(number);
      CHECK(distance(*plain, *pulled) < 1000 * (number.find("float") != std::string::npos ? 6e-8 : 1.1e-16));
    }
  const auto whole = solver_of(scene("gravity = [0.5, -9.81]\nprecision = \"double\"", "", ""));
  const auto split = solver_of(scene("gravity = [0, -5]\nprecision = \"double\"", "",
                                     "[[forces]]\nacceleration = [0.2, -4]\n[[forces]]\nacceleration = [0.3, "
                                     "\"-0.81\"]\n"));
  advance(*whole, 200, 1e-3);
  advance(*split, 200, 1e-3);
  CHECK(distance(*whole, *split) < 1000 * 1.1e-16);
}

// Oracle: the harmonic oscillator in steps: v' = v - k x dt, x' = x + v' dt turns by acos(1 - k dt^2 / 2) per
// step. B-splines reproduce linear fields, so that the middle of a body follows it to rounding whatever goes
// on inside the body. Its period is 2 pi / sqrt(k) to (k dt^2) / 24.
TEST_CASE("a harmonic force makes a harmonic oscillation") {
  constexpr double k = 40, dt = 1e-3;
  for (const char* transfer : {"apic", "pic", "flip"}) {
    const auto solver = solver_of(scene("gravity = [0, 0]\nprecision = \"double\"",
                                        fmt::format("transfer = \"{}\"\n", transfer),
                                        "[[forces]]\nacceleration = [\"-40*x\", \"-40*(y - 5)\"]\n"));
    const Vec3<double> start = middle(*solver);
    const double turn = std::acos(1 - k * dt * dt / 2);
    // x_n = A cos(n turn) + B sin(n turn), from x_0 and x_1 = x_0 + dt (v_0 - k dt x_0).
    const Vec3<double> first{start[0] + dt * (0.3 - k * dt * start[0]), 0, 0};
    const double A = start[0], B = (first[0] - A * std::cos(turn)) / std::sin(turn);
    double worst = 0, crossing = 0, last = A;
    for (int n = 0; n < 1100; ++n) {
      REQUIRE(solver->advance(n * dt, dt).ok());
      const double x = middle(*solver)[0];
      worst = std::max(worst, std::abs(x - A * std::cos((n + 1) * turn) - B * std::sin((n + 1) * turn)));
      if (last > 0 && x <= 0 && crossing == 0) crossing = dt * (n + last / (last - x));
      if (last < 0 && x >= 0 && n > 300) {
        // Half a period later it comes back through the middle.
        CHECK(dt * (n + last / (last - x)) - crossing ==
              doctest::Approx(std::acos(-1.0) / std::sqrt(k)).epsilon(1e-4).scale(0));
        break;
      }
      last = x;
    }
    CAPTURE(transfer);
    CHECK(crossing > 0);
    CHECK(worst < 1e-11);
  }
}

// Oracle: the integral of a(t) = 6 t (1 - t) over a second is 1. Sums of steps from the left differ by
// dt^2 a'/12 here, where a begins and ends with zero.
TEST_CASE("the impulse of a force is its integral over time") {
  const auto solver = solver_of(scene("gravity = [0, 0]\nprecision = \"double\"", "",
                                      "[[forces]]\nacceleration = [\"6*t*(1-t)\", 0]\n"));
  const Totals before = solver->totals(0);
  advance(*solver, 1000, 1e-3);
  const Totals after = solver->totals(1);
  CHECK((after.vector("momentum")[0] - before.vector("momentum")[0]) / before["mass"] ==
        doctest::Approx(1).epsilon(2e-6));
}

// Oracle: units. The same physics in centimetres: accelerations and lengths of expressions are in the scene's
// units.
TEST_CASE("a force in cgs is a force in si") {
  const std::string si = R"([scene]
dimension = 2
precision = "double"
end_time = 1
frame_rate = 10
gravity = [0, 0]
[solver]
cell_size = 0.05
[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 2e4
[[bodies]]
material = "jelly"
shape = { box = { min = [0.1, 0.02], max = [0.5, 0.3] } }
[[forces]]
acceleration = ["-3*x + t", "y^2"]
)";
  const std::string cgs = R"([scene]
dimension = 2
precision = "double"
units = "cgs"
end_time = 1
frame_rate = 10
gravity = [0, 0]
[solver]
cell_size = 5
[materials.jelly]
model = "neo_hookean"
density = 1
youngs_modulus = 2e5
[[bodies]]
material = "jelly"
shape = { box = { min = [10, 2], max = [50, 30] } }
[[forces]]
acceleration = ["-3*x + 100*t", "0.01*y^2"]
)";
  const auto a = solver_of(si), b = solver_of(cgs);
  advance(*a, 100, 1e-3);
  advance(*b, 100, 1e-3);
  CHECK(distance(*a, *b) < 1e-12);
}
