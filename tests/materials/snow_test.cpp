// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/materials/respond.h>

#include "support/laws.h"

using namespace froth;
using test::Rng;
using Law3 = Snow<double>;

namespace {
Law3 draw(Rng& rng) {
  return {rng.uniform(1, 5), rng.uniform(1, 50), rng.uniform(0.01, 0.1), rng.uniform(0.005, 0.05),
          rng.uniform(0, 10)};
}
/// Snow stiffens under load, and a stretch that is cut while the other axes are pressed adds to its
/// volumetric energy: only without hardening and lambda does theory promise that it dissipates.
Law3 without_hardening(Law3 law) {
  law.hardening = law.lambda = 0;
  return law;
}
const bool known = test::know<Law3>({.draw = draw, .dissipative = without_hardening});

const Law3 kSnow{3, 2, 0.025, 0.0075, 10};  // the limits and the hardening of [Stomakhin2013], Table 2

Vec3<double> stretches(const SplitStrain<double>& strain) {
  const EigenSym<double> eigen = eigen_sym(strain.b);
  Vec3<double> s{};
  for (int k = 0; k < 3; ++k) s[k] = std::exp(strain.log_J / 3) * std::sqrt(eigen.values[k]);
  return s;
}
}  // namespace

// Oracle: the definition of the law [Stomakhin2013], over a million random states: stretches within their
// limits, none of them moved without need, total volume kept, within the limits nothing changes.
TEST_CASE("snow keeps its stretches within their limits") {
  Rng rng(1);
  int cut = 0, outside = 0, lost = 0, touched = 0, drifts = 0;
  for (int n = 0; n < 1'000'000; ++n) {
    const Law3 law = test::sample_parameters<Law3>(rng);
    const double size = n % 2 == 0 ? 0.1 : 0.005;
    const Law3::State trial{strain_of(Mat3<double>::identity() + rng.matrix(size)), rng.uniform(-0.5, 0.5)};
    const Law3::State s = law.project(trial);
    const Vec3<double> before = stretches(trial.strain), after = stretches(s.strain);
    bool within = true;
    for (int k = 0; k < 3; ++k) {
      const double low = 1 - law.critical_compression, high = 1 + law.critical_stretch;
      outside += after[k] < low - 1e-13 || after[k] > high + 1e-13 ? 1 : 0;
      within = within && before[k] > low + 1e-12 && before[k] < high - 1e-12;
    }
    lost += std::abs(s.strain.log_J + s.log_Jp - trial.strain.log_J - trial.log_Jp) > 1e-14 ? 1 : 0;
    drifts += std::abs(determinant(s.strain.b) - 1) > 1e-13 ? 1 : 0;
    if (within) touched += norm(s.strain.b - trial.strain.b) == 0 && s.log_Jp == trial.log_Jp ? 0 : 1;
    cut += within ? 0 : 1;
  }
  CHECK(outside + lost + touched + drifts == 0);
  CHECK(cut > 100'000);
  CHECK(cut < 900'000);
}

// Oracle: by hand for F = diag(a, 1, 1): the stretch is max(a, 1 - theta_c), the rest of a is J_P, and the
// stress that of fixed-corotated elasticity with moduli times exp(xi (1 - J_P)).
TEST_CASE("snow that is packed stiffens") {
  for (const double a : {0.99, 0.9, 0.7}) {
    const auto r = respond(kSnow, Law3::rest(), Mat3<double>{{{a - 1, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
                           Mat3<double>{}, 1.0);
    const double s = std::max(a, 0.975), factor = std::exp(10 * (1 - a / s));
    CHECK(std::abs(r.tau.xx - factor * (2 * 3 + 2) * s * (s - 1)) < 1e-12);
    CHECK(std::abs(r.tau.yy - factor * 2 * s * (s - 1)) < 1e-12);
    CHECK(std::abs(kSnow.energy(r.state) - factor * (3 + 1) * (s - 1) * (s - 1)) < 1e-13);
    CHECK(std::abs(kSnow.wave_speed(r.state, 1) / kSnow.elastic(r.state).wave_speed(r.state.strain, 1) - 1) <
          1e-15);
    CHECK(kSnow.elastic(r.state).mu == doctest::Approx(3 * factor).epsilon(1e-13));
  }
}

// Oracle: [Stomakhin2012] within the limits: the law is fixed_corotated there.
TEST_CASE("snow within its limits is fixed-corotated") {
  const FixedCorotated<double> elastic{3, 2};
  Rng rng(5);
  for (int n = 0; n < 200; ++n) {
    const Mat3<double> A = rng.matrix(0.002);
    const auto r = respond(kSnow, Law3::rest(), A, A, 1.0);
    CHECK(norm(r.tau - elastic.kirchhoff(strain_of(Mat3<double>::identity() + A), {})) < 1e-14);
  }
}

// Oracle: bounds by hand. Whatever the packing, moduli are numbers within exp(+-12) of those of the start, in
// float too; without hardening they do not change.
TEST_CASE("the hardening of snow stays finite") {
  const Snow<float> snow{1e5f, 1e5f, 0.025f, 0.0075f, 50.0f};
  for (const float log_Jp : {-300.0f, -1.0f, 0.0f, 1.0f, 300.0f}) {
    const float mu = snow.elastic({SplitStrain<float>::rest(), log_Jp}).mu;
    CHECK(mu >= 0.99f * 1e5f * std::exp(-12.0f));
    CHECK(mu <= 1.01f * 1e5f * std::exp(12.0f));
  }
  const Snow<float> plain{1e5f, 1e5f, 0.025f, 0.0075f, 0.0f};
  CHECK(plain.elastic({SplitStrain<float>::rest(), -1.0f}).mu == 1e5f);
}

// Oracle: by hand: one axis at its limit, the others at rest, is where snow parts; pulled on, it stays there.
TEST_CASE("snow parts at its limit of stretch") {
  Law3::State s = Law3::rest();
  for (int n = 0; n < 20; ++n) s = kSnow.deform(s, Mat3<double>{{{0.002, 0, 0}, {0, 0, 0}, {0, 0, 0}}}, 1);
  CHECK(std::abs(kSnow.volume_ratio(s) - 1.0075) < 1e-14);
  CHECK(kSnow.separation_ratio(s) == 1.0075);
}

// Oracle: the double law. A float stretch is known to 1e-7, of limits of 1e-2.
TEST_CASE("snow in float follows double") {
  const Snow<float> small{3, 2, 0.025f, 0.0075f, 10};
  Law3::State s = Law3::rest();
  Snow<float>::State t = Snow<float>::rest();
  for (int n = 0; n < 1000; ++n) {
    const Mat3<double> A{{{-1e-4, 3e-4, 0}, {0, -1e-4, 0}, {0, 0, 0}}};
    s = kSnow.deform(s, A, 1), t = small.deform(t, A.cast<float>(), 1);
  }
  const Sym3<double> exact = kSnow.kirchhoff(s, {});
  CHECK(norm(exact) > 0.1);
  CHECK(std::abs(double(small.kirchhoff(t, {}).xy) - exact.xy) < 5e-3 * norm(exact));
  CHECK(std::abs(double(small.kirchhoff(t, {}).yy) - exact.yy) < 5e-3 * norm(exact));
}
