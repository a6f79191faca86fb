// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "support/laws.h"

using namespace froth;
using test::Rng;
using Metal = VonMises<double>;

namespace {
Metal draw(Rng& rng) {
  const bool is_viscous = rng.uniform(0, 1) > 0.5;
  return {rng.uniform(1, 5), rng.uniform(1, 50), rng.uniform(0.05, 1), is_viscous ? rng.uniform(0.1, 3) : 0,
          rng.uniform(0.3, 2)};
}
const bool known = test::know<Metal>({.draw = draw});
}  // namespace

// Oracle: the yield condition |dev tau| <= sqrt(2/3) sigma_Y evaluated on stresses. After the return every
// state is inside or on the surface, one that was outside is on it, the volume is kept, and a second return
// changes nothing.
TEST_CASE("the radial return ends on the yield surface") {
  Rng rng(1);
  int flowed = 0, stayed = 0;
  for (int n = 0; n < 2000; ++n) {
    const Metal law = test::sample_parameters<Metal>(rng);
    const double limit = std::sqrt(2.0 / 3) * law.yield_stress;
    const Metal::State trial = strain_of(Mat3<double>::identity() + rng.matrix(0.05));
    const Metal::State s = law.project(trial);
    const double before = norm(dev(law.kirchhoff(trial, {}))), after = norm(dev(law.kirchhoff(s, {})));
    CHECK(s.log_J == trial.log_J);
    if (before > limit) {
      ++flowed;
      CHECK(std::abs(after - limit) <= 1e-12 * law.mu);
    } else {
      ++stayed;
      CHECK(test::max_difference(s.b.full(), trial.b.full()) == 0);
    }
    CHECK(test::max_difference(law.project(s).b.full(), s.b.full()) <= 1e-13);
  }
  CHECK(flowed > 200);
  CHECK(stayed > 200);
}

// Oracle: closed forms. In simple shear the stress is mu times the shear while elastic and sigma_Y / sqrt 3
// once it flows; in uniaxial strain F = diag(a, 1, 1) the Hencky stress is (kappa + 4 mu / 3) ln a.
TEST_CASE("elastic slope and plateau") {
  const Metal law{1000, 3000, 10};
  const Mat3<double> step{{{0, 1e-5, 0}, {0, 0, 0}, {0, 0, 0}}};
  Metal::State s = Metal::rest();
  for (int n = 0; n < 300; ++n) s = law.deform(s, step, 1);
  CHECK(std::abs(law.kirchhoff(s, {}).xy - 3.0) < 1e-3);
  for (int n = 0; n < 10000; ++n) s = law.deform(s, step, 1);
  CHECK(std::abs(law.kirchhoff(s, {}).xy - 10 / std::sqrt(3.0)) < 2e-4);

  const Metal strong{1000, 3000, 1e9};
  const double a = 1.2;
  const auto stretched_state = strain_of(Mat3<double>{{{a, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
  CHECK(std::abs(strong.kirchhoff(stretched_state, {}).xx - (3000 + 4000.0 / 3) * std::log(a)) < 1e-9);
}

// Oracle: ORACLES.md O5, an independent evaluation of [Qu2023], Eqs. (2) to (4): moduli of E = 1e5 and nu =
// 0.3, energy and stress of a planar deformation, and returns in principal strains with the trace kept.
TEST_CASE("Hencky bubbles flow by Herschel and Bulkley") {
  const double mu = 38461.538462, lambda = 57692.307692, kappa = lambda + 2.0 / 3 * mu;
  const Metal elastic{mu, kappa, 1e12};
  const auto strain = strain_of(Mat3<double>{{{1.1, 0.2, 0}, {0, 0.95, 0}, {0, 0, 1}}});
  CHECK(elastic.energy(strain) == doctest::Approx(1237.626794).epsilon(1e-9).scale(0));
  const Sym3<double> tau = elastic.kirchhoff(strain, {});
  CHECK(tau.xx == doctest::Approx(10564.321332).epsilon(1e-9).scale(0));
  CHECK(tau.xy == doctest::Approx(6924.123255).epsilon(1e-9).scale(0));
  CHECK(tau.yy == doctest::Approx(-2099.535675).epsilon(1e-9).scale(0));

  const Vec3<double> eps{0.012, -0.004, 0.003};
  Mat3<double> F{};
  for (int k = 0; k < 3; ++k) F(k, k) = std::exp(eps[k]);
  const auto length = [&](const Metal::State& s) { return norm(dev(elastic.kirchhoff(s, {}))); };
  CHECK(length(strain_of(F)) == doctest::Approx(872.548694).epsilon(1e-9).scale(0));
  const Metal bubbles{mu, kappa, 63.8, 54, 1}, thinning{mu, kappa, 63.8, 27.2, 0.22};
  const Mat3<double> A = F - Mat3<double>::identity();
  const Metal::State s = bubbles.deform(Metal::rest(), A, 1e-3);
  CHECK(length(s) == doctest::Approx(390.494515).epsilon(1e-9).scale(0));
  CHECK(std::abs(s.log_J - 0.011) < 1e-15);
  const auto log_strain = [&](double b) { return 0.5 * std::log(b) + s.log_J / 3; };
  CHECK(std::abs(log_strain(s.b.xx) - 0.0073961101) < 1e-10);
  CHECK(std::abs(log_strain(s.b.yy) - 0.0002355787) < 1e-10);
  CHECK(std::abs(log_strain(s.b.zz) - 0.0033683112) < 1e-10);
  CHECK(length(thinning.deform(Metal::rest(), A, 1e-3)) == doctest::Approx(97.310567).epsilon(1e-8).scale(0));
}
