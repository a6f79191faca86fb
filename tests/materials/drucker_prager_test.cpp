// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <numbers>

#include "support/laws.h"

using namespace froth;
using test::Rng;
using Sand = DruckerPrager<double>;

namespace {
Sand draw(Rng& rng) { return {rng.uniform(1, 5), rng.uniform(1, 50), rng.uniform(0.05, 0.5), true}; }
/// Volume that is stored for later is no flow.
Sand without_memory(Sand law) {
  law.corrects_volume = false;
  return law;
}
const bool known = test::know<Sand>({.draw = draw, .dissipative = without_memory});

constexpr double kDegree = std::numbers::pi / 180;
/// Signed distance to the cone in stress: |dev tau| + alpha tr tau, negative inside.
double yield(const Sand& law, const Sand::State& s) {
  const Sym3<double> tau = law.kirchhoff(s, {});
  return norm(dev(tau)) + law.alpha * trace(tau);
}
}  // namespace

// Oracle: the yield condition of [Klar2016] evaluated on stresses. After the return every state is inside or
// on the cone; a state that was outside, compressed, is on it; projecting twice changes nothing; volume is
// kept.
TEST_CASE("the return mapping ends on the yield surface") {
  Rng rng(1);
  int flowed = 0, tips = 0;
  for (int n = 0; n < 2000; ++n) {
    const Sand law = test::sample_parameters<Sand>(rng);
    const Sand::State trial{strain_of(Mat3<double>::identity() * rng.uniform(0.8, 1.05) + rng.matrix(0.1)), 0,
                            0};
    const Sand::State s = law.project(trial);
    const double scale = law.mu + law.kappa;
    CHECK(yield(law, s) <= 1e-12 * scale);
    if (trial.strain.log_J >= 0) {
      ++tips;
      CHECK(norm(law.kirchhoff(s, {})) == 0);
    } else {
      CHECK(s.strain.log_J == trial.strain.log_J);
      if (yield(law, trial) > 0) {
        ++flowed;
        CHECK(std::abs(yield(law, s)) <= 1e-12 * scale);
      }
    }
    const Sand::State again = law.project(s);
    CHECK(test::max_difference(again.strain.b.full(), s.strain.b.full()) <= 1e-13);
  }
  CHECK(flowed > 200);
  CHECK(tips > 200);
}

// Oracle: limit analysis of an infinite slope. Steady simple shear at constant volume has its normal stress
// equal to the pressure, so that tan(theta) = tau_xy / |tau_yy| = 3 alpha / sqrt 2: for the cone of
// [Klar2016] 2 sqrt 3 sin(phi) / (3 - sin(phi)) (34.7 degrees at 30), for the plane-strain match tan(phi).
TEST_CASE("the two cones slide at the angles they promise") {
  for (const double phi : {20.0, 30.0, 40.0}) {
    const double sine = std::sin(phi * kDegree);
    const auto slide = [](double alpha) {
      const Sand law{1000, 1500, alpha, true};
      Sand::State s{strain_of(Mat3<double>::identity() * 0.999), 0, 0};
      for (int n = 0; n < 4000; ++n) s = law.deform(s, Mat3<double>{{{0, 1e-4, 0}, {0, 0, 0}, {0, 0, 0}}}, 1);
      const Sym3<double> tau = law.kirchhoff(s, {});
      return tau.xy / -tau.yy;
    };
    // Elastic strains of order 1e-3 turn the principal axes by as much: one part in a hundred.
    const double klar = 2 * std::sqrt(3.0) * sine / (3 - sine);
    CHECK(std::abs(slide(ConeSlope::klar(phi * kDegree)) - klar) < 0.01 * klar);
    const double plane = std::tan(phi * kDegree);
    CHECK(std::abs(slide(ConeSlope::plane_strain(phi * kDegree)) - plane) < 0.01 * plane);
  }
}

// Oracle: bookkeeping of volume. Grains that fly apart by a factor and come back by the same factor are
// stress free until the gained volume is used up with the correction, and are compressed without it
// [Tampubolon2017].
TEST_CASE("the volume correction gives back what the tip gained") {
  const Mat3<double> grow = Mat3<double>::identity() * 0.1;
  const Mat3<double> shrink = Mat3<double>::identity() * (1 / 1.1 - 1);
  for (const bool corrects : {true, false}) {
    const Sand law{1000, 1500, 0.3, corrects};
    const Sand::State s = law.deform(law.deform(Sand::rest(), grow, 1), shrink, 1);
    if (corrects)
      CHECK(norm(law.kirchhoff(s, {})) < 1e-9);
    else
      CHECK(std::abs(s.strain.log_J + 3 * std::log(1.1)) < 1e-12);
  }
}

// Oracle: the closed form of a strength that follows a step in pressure, 1 - exp(-t/T); implicit Euler at
// dt = T/200 is off by less than dt/T. The pressure is doubled while the point shears fast enough to stay at
// its strength.
TEST_CASE("the strength follows a step in pressure in its own time") {
  const double T = 0.01, dt = T / 200, log_J = -1e-3;
  const Sand law{1000, 1500, 0.3, true, T};
  const Mat3<double> shear{{{0, 1e-4, 0}, {0, 0, 0}, {0, 0, 0}}};
  const auto squeeze = Mat3<double>::identity() * (std::exp(log_J / 3) - 1);
  const auto strength = [&](const Sand::State& s) { return norm(dev(law.kirchhoff(s, {}))); };
  Sand::State s = Sand::rest();
  for (int n = 0; n < 4000; ++n) s = law.deform(s, n == 0 ? squeeze : shear, dt);
  const double settled = 3 * law.alpha * law.kappa * -log_J;
  CHECK(std::abs(strength(s) - settled) < 1e-6 * settled);
  s = law.deform(s, squeeze, 1e-12);
  for (int n = 1; n <= 400; ++n) {
    s = law.deform(s, shear, dt);
    const double expected = settled * (2 - std::exp(-n * dt / T));
    CHECK(std::abs(strength(s) - expected) < dt / T * settled);
  }
}

// Oracle: grains do not pull. Whatever the delay, no principal stress is positive after pressure has dropped
// at once, and at the tip there is none at all. The cone of this law is within that bound.
TEST_CASE("a strength that lags behind does not make grains pull") {
  Rng rng(7);
  for (int n = 0; n < 500; ++n) {
    Sand law = test::sample_parameters<Sand>(rng);
    law.alpha = rng.uniform(0.05, 0.4), law.delay = rng.uniform(0.1, 10);
    Sand::State s = law.deform(Sand::rest(), Mat3<double>::identity() * -0.02, 1e3);
    s = law.deform(s, rng.matrix(0.05), 1e-3);
    const double growth = rng.uniform(0, 0.025);
    s = law.deform(s, Mat3<double>::identity() * growth, 1e-3);
    const Sym3<double> tau = law.kirchhoff(s, {});
    CHECK(largest_eigenvalue_bound(tau) <= 1e-12 * (law.mu + law.kappa));
    if (s.strain.log_J == 0) CHECK(norm(tau) == 0);
  }
}
