// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <numbers>

#include <froth/materials/respond.h>

#include "support/laws.h"

using namespace froth;
using test::Rng;
using Sand = DruckerPragerNeoHookean<double>;

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
Sand::State random_trial(Rng& rng) {
  return {strain_of(Mat3<double>::identity() * rng.uniform(0.8, 1.03) + rng.matrix(0.15)), 0};
}
}  // namespace

// Oracle: the definition: determinant one and the given deviator. Up to |D| = 10 Newton's steps have come to
// rounding, 1e-15 times the largest term of the determinant, |D|^3.
TEST_CASE("a deviator is completed to determinant one") {
  Rng rng(7);
  double worst = 0, shape = 0, smallest = 1;
  for (int n = 0; n < 200'000; ++n) {
    Sym3<double> D = dev(sym(rng.matrix(1)));
    D = D * (rng.uniform(0, 10) / norm(D));
    const Sym3<double> b = isochoric(D);
    worst = std::max(worst, std::abs(determinant(b) - 1) / (1 + std::pow(norm(D), 3)));
    shape = std::max(shape, norm(dev(b) - D) / norm(b));
    smallest = std::min(smallest, std::min({b.xx, b.yy, b.zz}));
  }
  CHECK(worst < 1e-14);
  CHECK(shape < 1e-15);
  CHECK(smallest > 0);  // the largest root: b is positive definite
}

// Oracle: the yield condition evaluated on stresses, the second law, and bookkeeping of volume, over a
// million random states. Tolerances are some roundings of the moduli (up to 55).
TEST_CASE("the return of neo-Hookean sand ends on the cone, keeps the volume and loses energy") {
  Rng rng(1);
  int flowed = 0, tips = 0, gains = 0, strays = 0, changes = 0, stresses = 0, drifts = 0;
  for (int n = 0; n < 1'000'000; ++n) {
    Sand law = test::sample_parameters<Sand>(rng);
    law.corrects_volume = false;
    const Sand::State trial = random_trial(rng), s = law.project(trial);
    const double scale = law.mu + law.kappa, before = yield(law, trial), after = yield(law, s);
    gains += law.energy(s) > law.energy(trial) + 1e-13 * scale ? 1 : 0;
    strays += after > 1e-13 * scale ? 1 : 0;
    if (trial.strain.log_J >= 0) {
      ++tips;
      stresses += norm(s.strain.b - Sym3<double>::identity()) == 0 && s.strain.log_J == 0 ? 0 : 1;
      continue;
    }
    changes += s.strain.log_J == trial.strain.log_J ? 0 : 1;
    if (before <= 0) continue;
    ++flowed;
    strays += std::abs(after) > 1e-13 * scale ? 1 : 0;
    drifts += std::abs(determinant(s.strain.b) - 1) > 1e-14 ? 1 : 0;
  }
  CHECK(gains + strays + changes + stresses + drifts == 0);
  CHECK(flowed > 100'000);
  CHECK(tips > 100'000);
}

// Oracle: the steady state of simple shear by hand. The step adds 2 b_xy to b_xx and b_yy to b_xy; the return
// takes a part phi of dev b away and shifts the diagonal. Both cancel for b_yy = b_zz = c - d, b_xx = c + 2
// d, b_xy^2 = 3/2 d (c - d), with det b = (c - d)^2 (c + d/2) = 1 and |dev b|^2 = 3 d (c + d). For given d/c
// the slope alpha that yields there is |dev b| mu / (3 p). Steps of 1e-4 leave an error of that order.
TEST_CASE("steady shear of neo-Hookean sand at a finite strain") {
  for (const double ratio : {0.001, 0.02, 0.1}) {
    const double c = std::pow((1 - ratio) * (1 - ratio) * (1 + ratio / 2), -1.0 / 3), d = ratio * c;
    const double b_xy = std::sqrt(1.5 * d * (c - d)), length = std::sqrt(3 * d * (c + d));
    const double mu = 1000, kappa = 1500, J = 0.7, p = kappa / 2 * (1 - J * J);
    const Sand law{mu, kappa, length * mu / (3 * p), false};
    Sand::State s{strain_of(Mat3<double>::identity() * std::cbrt(J)), 0};
    for (int n = 0; n < 40'000; ++n) s = law.deform(s, Mat3<double>{{{0, 1e-4, 0}, {0, 0, 0}, {0, 0, 0}}}, 1);
    const Sym3<double> tau = law.kirchhoff(s, {});
    CHECK(std::abs(tau.xy / -tau.yy - mu * b_xy / (p + mu * d)) < 2e-4 * tau.xy / -tau.yy);
    CHECK(std::abs(s.strain.b.yy - s.strain.b.zz) < 1e-3 * d);
  }
}

// Oracle: limit analysis of an infinite slope, as for drucker_prager: tan(theta) = 3 alpha / sqrt 2, which is
// 2 sqrt 3 sin(phi) / (3 - sin(phi)) for one cone and tan(phi) for the other.
TEST_CASE("both cones of neo-Hookean sand slide at the angles they promise") {
  for (const double phi : {20.0, 30.0, 40.0}) {
    const double sine = std::sin(phi * kDegree);
    const auto slide = [](double alpha) {
      const Sand law{1000, 1500, alpha, false};
      Sand::State s{strain_of(Mat3<double>::identity() * 0.9999), 0};
      for (int n = 0; n < 4000; ++n) s = law.deform(s, Mat3<double>{{{0, 1e-5, 0}, {0, 0, 0}, {0, 0, 0}}}, 1);
      const Sym3<double> tau = law.kirchhoff(s, {});
      return tau.xy / -tau.yy;
    };
    // Elastic strains of order 1e-4 turn the principal axes by as much.
    const double klar = 2 * std::sqrt(3.0) * sine / (3 - sine);
    CHECK(std::abs(slide(ConeSlope::klar(phi * kDegree)) - klar) < 0.001 * klar);
    const double plane = std::tan(phi * kDegree);
    CHECK(std::abs(slide(ConeSlope::plane_strain(phi * kDegree)) - plane) < 0.001 * plane);
  }
}

// Oracle: the other elasticity. Both have the same moduli at rest, so that at strains of 1e-4 stresses agree
// to that order, on the cone and inside it.
TEST_CASE("both sands agree at small strain") {
  Rng rng(11);
  for (int n = 0; n < 300; ++n) {
    const double mu = rng.uniform(1, 5), kappa = rng.uniform(1, 50), alpha = rng.uniform(0.05, 0.5);
    const Sand law{mu, kappa, alpha, true};
    const DruckerPrager<double> other{mu, kappa, alpha, true};
    auto s = Sand::rest();
    auto t = DruckerPrager<double>::rest();
    for (int k = 0; k < 10; ++k) {
      const Mat3<double> A = rng.matrix(1e-4) + Mat3<double>::identity() * -2e-5;
      s = law.deform(s, A, 1), t = other.deform(t, A, 1);
    }
    const Sym3<double> gap = law.kirchhoff(s, {}) - other.kirchhoff(t, {});
    CHECK(norm(gap) <= 4e-6 * (mu + kappa));
  }
}

// Oracle: bookkeeping of volume, as for drucker_prager; without the correction the tip forgets [Fei2021].
TEST_CASE("neo-Hookean sand gives volume back only if told to") {
  const Mat3<double> grow = Mat3<double>::identity() * 0.1;
  const Mat3<double> shrink = Mat3<double>::identity() * (1 / 1.1 - 1);
  for (const bool corrects : {true, false}) {
    const Sand law{1000, 1500, 0.3, corrects};
    const Sand::State s = law.deform(law.deform(Sand::rest(), grow, 1), shrink, 1);
    CHECK(std::abs(s.strain.log_J + (corrects ? 0 : 3 * std::log(1.1))) < 1e-12);
    CHECK(law.separation_ratio(s) == 1);
  }
}

// Oracle: the double law. Over 2000 steps of flow under pressure the float law stays within what its rounding
// of b, 1e-7, means for a stress: 1e-7 (mu + kappa) a step, and the return forgets old errors of the shape.
TEST_CASE("neo-Hookean sand in float follows double") {
  const Sand law{1000, 1500, 0.3, false};
  const DruckerPragerNeoHookean<float> small{1000, 1500, 0.3f, false};
  auto s = Sand::rest();
  auto t = DruckerPragerNeoHookean<float>::rest();
  for (int n = 0; n < 2000; ++n) {
    const double squeeze = n < 100 ? -2e-4 : 0;
    const Mat3<double> A{{{squeeze, 1e-3, 0}, {0, squeeze, 0}, {0, 0, squeeze}}};
    s = law.deform(s, A, 1), t = small.deform(t, A.cast<float>(), 1);
  }
  const Sym3<double> exact = law.kirchhoff(s, {});
  const Sym3<float> rounded = small.kirchhoff(t, {});
  CHECK(exact.xy > 10);
  CHECK(std::abs(double(rounded.xy) - exact.xy) < 2e-3 * exact.xy);
  CHECK(std::abs(double(rounded.yy) - exact.yy) < 2e-3 * std::abs(exact.yy));
}
