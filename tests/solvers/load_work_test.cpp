// SPDX-License-Identifier: Apache-2.0
// The work of gravity and other forces, as the ledger counts it.
#include <doctest/doctest.h>

#include <cmath>
#include <fmt/format.h>

#include "support/solver_of.h"

using namespace froth;
using namespace froth::test;

namespace {

struct Case {
  const char *precision, *transfer, *gravity;
  const char* rest = "";
};

/// A jelly block that moves to the right.
std::string scene(const Case& c) {
  return fmt::format(R"([scene]
dimension = 2
end_time = 1
frame_rate = 10
precision = "{}"
gravity = {}
[solver]
cell_size = 0.05
transfer = "{}"
[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 2e4
[[bodies]]
material = "jelly"
shape = {{ box = {{ min = [0.1, 0.02], max = [0.5, 0.3] }} }}
velocity = {{ constant = [0.3, 0] }}
{}
)",
                     c.precision, c.gravity, c.transfer, c.rest);
}

constexpr const char* kFloor = R"([[colliders]]
shape = { half_space = { point = [0, 0], normal = [0, 1] } }
contact = { kind = "separating", friction = 0.3 })";

/// Work and minus the change of gravitational energy, over so many steps [J].
std::pair<double, double> work_and_loss(const Case& c, int steps) {
  const auto solver = solver_of(scene(c));
  const Totals before = solver->totals(0);
  CHECK(before["load_work"] == 0);
  advance(*solver, steps, 1e-3);
  const Totals after = solver->totals(steps * 1e-3);
  return {after["load_work"], before["gravitational_energy"] - after["gravitational_energy"]};
}

}  // namespace

// Oracle: gravitational energy, which the ledger sums over the particles. What is compared is a difference of
// energies of up to 200 J, computed in double; in float each step rounds the work by some 2^-24 of itself.
TEST_CASE("the work of gravity is what gravitational energy loses") {
  for (const char* transfer : {"apic", "pic", "flip", "polypic"})
    for (const char* rest : {"", kFloor}) {
      CAPTURE(transfer);
      CAPTURE(rest);
      const auto [work, loss] = work_and_loss({"double", transfer, "[5, -8.5]", rest}, 150);
      CHECK(std::abs(loss) > 10);
      CHECK(std::abs(work - loss) < 1e-10);
      const auto [rounded_work, rounded_loss] = work_and_loss({"float", transfer, "[5, -8.5]", rest}, 150);
      CHECK(std::abs(rounded_work - rounded_loss) < 1e-6 * std::abs(loss));
    }
}

// Oracle: kinetic energy of a body that moves as one. Steps of a force gain sum dt a v' with the velocity v'
// after each, that is (v1^2 - v0^2) / 2 + sum (dt a)^2 / 2; a = 6 t (1 - t) takes 0.3 m/s to 1.3 m/s in a
// second, and the integral of a^2 is 6/5. Sums differ from integrals by dt^2 at most.
TEST_CASE("the work of a force is what kinetic energy gains") {
  for (const char* transfer : {"apic", "asflip"}) {
    const auto solver =
        solver_of(scene({"double", transfer, "[0, 0]", "[[forces]]\nacceleration = [\"6*t*(1-t)\", 0]\n"}));
    advance(*solver, 1000, 1e-3);
    const Totals after = solver->totals(1);
    CHECK(after["load_work"] / after["mass"] ==
          doctest::Approx((1.3 * 1.3 - 0.3 * 0.3) / 2 + 1e-3 * 1.2 / 2).epsilon(3e-6));
  }
}

// Oracle: closed form of one step of a = c x on a body at uniform velocity u: dt c x u + (dt c)^2 x^2, where
// nodes see x^2 + dx^2 / 4, the second moment of the quadratic B-spline.
TEST_CASE("the work of a force that varies in space") {
  constexpr double c = 700, u = 0.3, dt = 1e-3, dx = 0.05;
  const auto solver =
      solver_of(scene({"double", "apic", "[0, 0]", "[[forces]]\nacceleration = [\"700*x\", 0]\n"}));
  double expected = 0;
  const std::vector<Vec3<double>> x = solver->positions(0);
  for (const Vec3<double>& p : x)
    expected += dt * c * p[0] * u + dt * c * dt * c * (p[0] * p[0] + dx * dx / 4);
  advance(*solver, 1, dt);
  const Totals after = solver->totals(dt);
  CHECK(after["load_work"] ==
        doctest::Approx(expected * after["mass"] / double(x.size())).epsilon(1e-12).scale(0));
}
