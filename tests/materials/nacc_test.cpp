// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <numbers>

#include "support/laws.h"

using namespace froth;
using test::Rng;
using Clay = Nacc<double>;

namespace {
Clay draw(Rng& rng) {
  return {rng.uniform(1, 5),
          rng.uniform(1, 50),
          rng.uniform(0.3, 3),
          rng.uniform(0, 2),
          rng.uniform(0.5, 1.5),
          rng.uniform(-0.4, -0.02),
          true};
}
const bool known = test::know<Clay>({.draw = draw});

/// Pressure and shear stress by their definitions on Cauchy's stress, over kappa.
struct Invariants {
  double p, q;
};
Invariants invariants(const Clay& law, const Clay::State& s) {
  const Sym3<double> sigma = law.kirchhoff(s, {}) * (1 / (law.volume_ratio(s) * law.kappa));
  return {-trace(sigma) / 3, std::sqrt(1.5) * norm(dev(sigma))};
}
double strength_of(const Clay& law, double log_Jp) {
  return std::max(std::sinh(law.hardening * std::max(-(law.alpha0 + log_Jp), 0.0)), 1e-5);
}
/// The yield function of [Wolper2019] over kappa^2, with the strength of another state.
double yield(const Clay& law, const Invariants& at, double p0) {
  return (1 + 2 * law.cohesion) * at.q * at.q +
         law.critical_slope * law.critical_slope * (at.p + law.cohesion * p0) * (at.p - p0);
}
Clay clay(double cohesion, double ratio, double degrees, bool hardens = true) {
  return {1.0,      2.0, Clay::critical_slope_of(degrees * std::numbers::pi / 180),
          cohesion, 1.0, std::log(ratio),
          hardens};
}
Mat3<double> all_round(double log_J) { return Mat3<double>::identity() * std::expm1(log_J / 3); }
}  // namespace

// Oracle: J^c of [Fei2021], section 4, item (3), for the constants of its Table 2, computed to ten digits
// with another program; and the slope of Mohr-Coulomb in triaxial compression, (sigma_1 - sigma_3) over the
// mean stress for sigma_1/sigma_3 = (1 + sin)/(1 - sin).
TEST_CASE("volume ratio at separation and slope of the critical state") {
  CHECK(std::abs(clay(2, 0.8, 45).separation_ratio(Clay::rest()) - 1.546585610) < 5e-10);
  CHECK(std::abs(clay(0.999, 0.89, 90).separation_ratio(Clay::rest()) - 1.123465165) < 5e-10);
  for (const double phi : {0.2, 0.5, 1.0}) {
    const double major = 1 + std::sin(phi), minor = 1 - std::sin(phi);
    CHECK(std::abs(Clay::critical_slope_of(phi) - 3 * (major - minor) / (major + 2 * minor)) < 1e-14);
  }
  CHECK(std::abs(Clay::critical_slope_of(std::numbers::pi / 2) - 3) < 1e-14);
}

// Oracle: the yield function evaluated on stresses, with the strength before the step; the second law; and
// bookkeeping of volume, over a million random states.
TEST_CASE("the return of clay ends on the ellipse, keeps the volume and loses energy") {
  Rng rng(1);
  int flowed = 0, tips = 0, gains = 0, strays = 0, changes = 0, drifts = 0, idle = 0;
  for (int n = 0; n < 1'000'000; ++n) {
    const Clay law = test::sample_parameters<Clay>(rng);
    const Clay::State trial{strain_of(Mat3<double>::identity() * rng.uniform(0.75, 1.2) + rng.matrix(0.15)),
                            rng.uniform(-0.1, 0.1)};
    const Clay::State s = law.project(trial);
    const double p0 = strength_of(law, trial.log_Jp), f = yield(law, invariants(law, s), p0);
    const Invariants at = invariants(law, trial);
    // Rounding of p and q, 1e-15 of a few, times the slope of the yield function, below 100.
    const double tolerance = 1e-12;
    gains += law.energy(s) > law.energy(trial) * (1 + 1e-13) ? 1 : 0;
    strays += f > tolerance ? 1 : 0;
    if (at.p > p0 * (1 + 1e-9) || at.p < -law.cohesion * p0 * (1 + 1e-9) - 1e-15) {
      ++tips;
      strays += std::abs(f) > tolerance || norm(s.strain.b - Sym3<double>::identity()) > 0 ? 1 : 0;
      // What the elastic volume lost, the plastic volume has.
      changes += std::abs(s.strain.log_J + s.log_Jp - trial.strain.log_J - trial.log_Jp) > 1e-14 ? 1 : 0;
    } else if (yield(law, at, p0) > tolerance) {
      ++flowed;
      strays += std::abs(f) > tolerance ? 1 : 0;
      changes += s.strain.log_J == trial.strain.log_J ? 0 : 1;
      drifts += std::abs(determinant(s.strain.b) - 1) > 1e-13 ? 1 : 0;
    } else if (yield(law, at, p0) < -tolerance) {
      idle += s.strain.log_J == trial.strain.log_J && s.log_Jp == trial.log_Jp &&
                      norm(s.strain.b - trial.strain.b) == 0
                  ? 0
                  : 1;
    }
  }
  CHECK(gains + strays + changes + drifts + idle == 0);
  CHECK(flowed > 50'000);
  CHECK(tips > 100'000);
}

// Oracle: brute force. The straight line from the trial stress to the centre of the ellipse meets it where
// the yield function changes sign, found by halving; alpha changes by log J minus the log J of the pressure
// there.
TEST_CASE("hardening follows the way to the centre of the ellipse") {
  Rng rng(3);
  int checked = 0;
  for (int n = 0; n < 2000; ++n) {
    const Clay law = test::sample_parameters<Clay>(rng);
    const Clay::State trial{strain_of(Mat3<double>::identity() + rng.matrix(0.1)), 0};
    const double p0 = strength_of(law, 0), centre = (1 - law.cohesion) / 2 * p0;
    const Invariants at = invariants(law, trial);
    if (at.p > p0 || at.p < -law.cohesion * p0 || yield(law, at, p0) <= 1e-9) continue;
    double inside = 0, outside = 1;
    for (int k = 0; k < 80; ++k) {
      const double t = (inside + outside) / 2;
      (yield(law, {centre + t * (at.p - centre), t * at.q}, p0) > 0 ? outside : inside) = t;
    }
    const double p_x = centre + inside * (at.p - centre);
    CHECK(std::abs(law.project(trial).log_Jp - (trial.strain.log_J + std::asinh(p_x))) < 1e-12);
    ++checked;
  }
  CHECK(checked > 200);
}

// Oracle: isotropic compression by hand. With xi = 1 the compressive tip is at log J = alpha, and log J +
// log Jp is the volume of the body: in short steps log J = (alpha0 - e)/2 after a compression by e, and the
// pressure kappa sinh((e - alpha0)/2). The return goes to the tip as it was before the step, so that log J is
// off by at most a step, 0.6/steps; the pressure then by that over tanh((e - alpha0)/2) = 0.34.
TEST_CASE("clay compacts along its virgin line") {
  for (const int steps : {500, 2000, 8000}) {
    const Clay law = clay(0.5, 0.9, 30);
    Clay::State s = Clay::rest();
    for (int n = 0; n < steps; ++n) s = law.deform(s, all_round(-0.6 / steps), 1);
    const double expected = law.kappa * std::sinh((0.6 - law.alpha0) / 2);
    CHECK(std::abs(-trace(law.kirchhoff(s, {})) / 3 / law.volume_ratio(s) / expected - 1) < 1.8 / steps);
  }
}

// Oracle: the tips by hand, J = exp(+-asinh(p/kappa)), where a body pulled or pressed all round stays for as
// long as its strength does; with hardening a torn body loses its strength and separates at J^c = 1 at last.
TEST_CASE("the tips of the ellipse") {
  const Clay firm = clay(2, 0.8, 45, false), brittle = clay(2, 0.8, 45, true);
  const double p0 = std::sinh(-std::log(0.8));
  Clay::State pulled = Clay::rest(), pressed = Clay::rest(), torn = Clay::rest();
  double earlier = 2;
  for (int n = 0; n < 100; ++n) {
    pulled = firm.deform(pulled, all_round(0.02), 1);
    pressed = firm.deform(pressed, all_round(-0.02), 1);
    torn = brittle.deform(torn, all_round(0.02), 1);
    CHECK(brittle.separation_ratio(torn) <= earlier);
    earlier = brittle.separation_ratio(torn);
  }
  CHECK(std::abs(firm.volume_ratio(pulled) - 1.546585610) < 5e-10);
  CHECK(firm.volume_ratio(pulled) == firm.separation_ratio(pulled));
  CHECK(std::abs(firm.volume_ratio(pressed) - 0.8) < 1e-14);
  CHECK(std::abs(-trace(firm.kirchhoff(pressed, {})) / 3 - 0.8 * firm.kappa * p0) < 1e-14);
  CHECK(pulled.log_Jp == 0);
  // The floor of the strength, a hundred-thousandth of kappa, times the cohesion.
  CHECK(std::abs(brittle.separation_ratio(torn) - 1 - 2e-5) < 1e-9);
  CHECK(brittle.volume_ratio(torn) >= brittle.separation_ratio(torn) - 1e-15);
}

// Oracle: the critical state of soil mechanics: sheared for long at a held volume, clay reaches q = M p where
// the centre of its ellipse is and its strength no longer changes. Without cohesion the top of the ellipse is
// at p = p0/2, q = M p. Steps of 1e-3 leave an error of that order.
TEST_CASE("long shear ends in the critical state") {
  for (const double pressed : {0.02, 0.10}) {
    const Clay law = clay(0, 0.9, 30);
    Clay::State s = law.deform(Clay::rest(), all_round(-pressed), 1);
    for (int n = 0; n < 20'000; ++n) s = law.deform(s, Mat3<double>{{{0, 1e-3, 0}, {0, 0, 0}, {0, 0, 0}}}, 1);
    const Invariants at = invariants(law, s);
    CHECK(std::abs(at.q / at.p - law.critical_slope) < 5e-3 * law.critical_slope);
    CHECK(std::abs(at.p / strength_of(law, s.log_Jp) - 0.5) < 5e-3);
  }
}

// Oracle: the double law; a strength beyond all measure stays a number.
TEST_CASE("clay in float follows double and stays finite") {
  const Clay law = clay(1, 0.9, 40);
  const Nacc<float> small{float(law.mu),
                          float(law.kappa),
                          float(law.critical_slope),
                          float(law.cohesion),
                          float(law.hardening),
                          float(law.alpha0),
                          true};
  Clay::State s = Clay::rest();
  Nacc<float>::State t = Nacc<float>::rest();
  for (int n = 0; n < 1000; ++n) {
    const double squeeze = n < 300 ? -2e-4 : 0;
    const Mat3<double> A{{{squeeze, 1e-3, 0}, {0, squeeze, 0}, {0, 0, squeeze}}};
    s = law.deform(s, A, 1), t = small.deform(t, A.cast<float>(), 1);
  }
  // A thousand roundings of the strain, 1e-7 each, against strains of a tenth.
  CHECK(std::abs(double(small.kirchhoff(t, {}).xy) - law.kirchhoff(s, {}).xy) < 1e-3);
  CHECK(std::abs(double(t.log_Jp) - s.log_Jp) < 1e-3);
  const Nacc<float>::State crushed{SplitStrain<float>::rest(), -500.0f},
      blown{SplitStrain<float>::rest(), 500.0f};
  CHECK(std::isfinite(small.separation_ratio(crushed)));
  CHECK(small.separation_ratio(blown) < 1.001f);
}
