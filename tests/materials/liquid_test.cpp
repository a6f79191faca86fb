// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "support/laws.h"

using namespace froth;
using test::Rng;

namespace {
Liquid<double> draw(Rng& rng) {
  const double gamma = rng.uniform(0, 1) > 0.3 ? rng.uniform(1, 8) : -1;
  return {rng.uniform(1, 50), gamma, rng.uniform(0, 2), true};
}
/// It loses energy by letting go of negative pressure.
Liquid<double> without_tension(Liquid<double> law) {
  law.resists_tension = false;
  return law;
}
const bool known = test::know<Liquid<double>>({.draw = draw, .dissipative = without_tension});
}  // namespace

// Oracle: p = kappa/gamma (J^-gamma - 1), [Fei2021] footnote 3, evaluated directly at J = 0.9: for kappa =
// 700 and gamma = 7 it is 100 (0.9^-7 - 1) = 109.0766... The Kirchhoff stress is -J p on the diagonal.
TEST_CASE("Murnaghan pressure") {
  const Liquid<double> law{700, 7, 0, false};
  const Liquid<double>::State s{std::log(0.9)};
  const double p = 100 * (1 / std::pow(0.9, 7) - 1);
  CHECK(std::abs(law.pressure(s) - p) < 1e-11 * p);
  CHECK(std::abs(law.kirchhoff(s, {}).yy + 0.9 * p) < 1e-11 * p);
}

// Oracle: [Qu2023], Eq. (1), W = lambda/2 (J - 1)^2 and its derivative, p = lambda (1 - J).
TEST_CASE("a liquid of linear pressure") {
  const Liquid<double> law{700, -1, 0, true};
  for (const double J : {0.7, 0.98, 1.0, 1.1}) {
    CHECK(std::abs(law.energy({std::log(J)}) - 350 * (J - 1) * (J - 1)) < 1e-11);
    CHECK(std::abs(law.pressure({std::log(J)}) - 700 * (1 - J)) < 1e-11);
  }
}

// Oracle: exp(0.3) = 1.34985881, Eq. (6) of [Fei2021] for dt grad v = 0.1 I in three dimensions (I + dt grad
// v would give 1.331), with tension kept; without it J stops at one.
TEST_CASE("volume follows the exponential of the divergence") {
  const Mat3<double> A = Mat3<double>::identity() * 0.1;
  const Liquid<double> water{700, 7, 0, false}, glue{700, 7, 0, true};
  CHECK(std::abs(glue.volume_ratio(glue.deform({0}, A, 1)) - 1.34985881) < 1e-8);
  CHECK(water.volume_ratio(water.deform({0}, A, 1)) == 1);
  CHECK(std::abs(water.volume_ratio(water.deform({0}, A * -4.0, 1)) - 0.30119421) < 1e-8);  // exp(-1.2)
}

// Oracle: Newton's law: simple shear at rate g gives tau_xy = eta g; expansion gives no viscous pressure.
TEST_CASE("Newtonian viscosity") {
  const Liquid<double> law{700, 7, 2.5, false};
  const Mat3<double> shear{{{0, 3, 0}, {0, 0, 0}, {0, 0, 0}}};
  CHECK(law.kirchhoff({0}, shear).xy == doctest::Approx(7.5));
  CHECK(norm(law.kirchhoff({0}, Mat3<double>::identity())) < 1e-14);
}

// Oracle: c^2 = dp/drho by central differences of the pressure over density rho0 / J.
TEST_CASE("speed of sound") {
  const Liquid<double> law{700, 7, 0, false};
  const double rho0 = 3, J = 0.8, h = 1e-6;
  const double dp = law.pressure({std::log(J * (1 - h))}) - law.pressure({std::log(J * (1 + h))});
  const double drho = rho0 / (J * (1 - h)) - rho0 / (J * (1 + h));
  const double c = law.wave_speed({std::log(J)}, rho0);
  CHECK(std::abs(c * c - dp / drho) < 1e-6 * c * c);
}

// Oracle: the explicit law, whose viscous stress is that of the velocity gradient. The two differ by terms of
// the order of the step, so that a tenth of the step has a tenth of the difference.
TEST_CASE("the viscosity of a short step is that of its velocity gradient") {
  Rng rng(41);
  for (int n = 0; n < 100; ++n) {
    const Liquid<double> water{20, 7, 3, true};
    const Liquid<double>::State s{rng.uniform(-0.1, 0.1)};
    const Mat3<double> grad_v = rng.matrix(1);
    const auto off = [&](double dt) {
      const Mat3<double> tau = water.kirchhoff(s, grad_v).full();
      return test::max_difference(water.piola(s, grad_v * dt, dt), tau);
    };
    CHECK(off(1e-5) / off(1e-4) == doctest::Approx(0.1).epsilon(0.01).scale(0));
  }
}

// Oracle: what drops do. Without tension a liquid that is larger than at rest stores nothing and does not
// resist; pressed, it is the liquid with tension.
TEST_CASE("a liquid that does not resist tension has no energy beyond rest") {
  const Liquid<double> holds{20, 7, 0, true}, parts{20, 7, 0, false};
  const Liquid<double>::State rest{0};
  const Mat3<double> out = Mat3<double>::identity() * 0.1, in = Mat3<double>::identity() * -0.1;
  CHECK(parts.energy(rest, out, 1.0) == 0);
  CHECK(test::max_difference(parts.piola(rest, out, 1.0), {}) == 0);
  CHECK(test::max_difference(parts.piola_differential(rest, out, in, 1.0), {}) == 0);
  CHECK(holds.energy(rest, out, 1.0) > 0.1);
  CHECK(parts.energy(rest, in, 1.0) == holds.energy(rest, in, 1.0));
  CHECK(test::max_difference(parts.piola_differential(rest, in, out, 1.0),
                             holds.piola_differential(rest, in, out, 1.0)) == 0);
}
