// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "support/laws.h"

using namespace froth;
using test::max_difference;
using test::Rng;

namespace {
NeoHookean<double> draw(Rng& rng) { return {rng.uniform(1, 5), rng.uniform(1, 50), rng.uniform(0, 0.2)}; }
const bool known = test::know<NeoHookean<double>>({.draw = draw, .flows = false});
}  // namespace

// Oracle: Eqs. (1) and (2) of [Yue2015] evaluated apart from this code in extended precision for kappa =
// 109000, mu = 290 and this F; ten digits.
TEST_CASE("stress and energy at a known deformation") {
  const NeoHookean<double> law{290, 109000};
  const Mat3<double> F{{{1.1, 0.2, 0}, {0, 0.95, 0.1}, {0.05, 0, 1.02}}};
  const SplitStrain<double> s = strain_of(F);
  CHECK(std::abs(law.volume_ratio(s) - 1.0669) < 1e-13);
  CHECK(std::abs(law.energy(s) - 248.884981) < 1e-6);
  const Mat3<double> b{{{1.197183905, .181971954, .052676092},
                        {.181971954, .873944251, .097690207},
                        {.052676092, .097690207, .998834476}}};
  CHECK(max_difference(s.b.full(), b) < 1e-9);
  const Mat3<double> tau{{{7586.441023, 52.771867, 15.276067},
                          {52.771867, 7492.701523, 28.330160},
                          {15.276067, 28.330160, 7528.919689}}};
  CHECK(max_difference(law.kirchhoff(s, {}).full(), tau) < 1e-6);
  CHECK(std::abs(norm(dev(law.kirchhoff(s, {}))) - 110.049246) < 1e-6);
}

// Oracle: closed form. F = a I gives tau = kappa/2 (a^6 - 1) I.
TEST_CASE("pure dilation") {
  const NeoHookean<double> law{290, 109000};
  for (const double a : {0.5, 0.9, 1.3}) {
    const Sym3<double> tau = law.kirchhoff(strain_of(Mat3<double>::identity() * a), {});
    const double expected = 109000.0 / 2 * (std::pow(a, 6) - 1);
    CHECK(std::abs(tau.xx - expected) < 1e-9 * std::abs(expected));
    CHECK(norm(dev(tau)) < 1e-9);
  }
}

// Oracle: a hundred thousand slow steps of the same A are one large step: pure swelling leaves det b = 1,
// pure shear by g gives b_xy = g and b_xx = 1 + g^2; each step alone is below the rounding of 1 + A.
TEST_CASE("slow steps are not lost in single precision") {
  const float a = 2e-8f;
  const int steps = 100000;
  SplitStrain<float> swollen = SplitStrain<float>::rest(), sheared = swollen;
  for (int n = 0; n < steps; ++n) {
    swollen = stretched(swollen, Mat3<float>{{{a, 0, 0}, {0, a, 0}, {0, 0, a}}});
    sheared = stretched(sheared, Mat3<float>{{{0, a, 0}, {0, 0, 0}, {0, 0, 0}}});
  }
  CHECK(std::abs(determinant(swollen.b) - 1) < 1e-6f);
  CHECK(std::abs(swollen.log_J - 3 * steps * a) < 1e-3f * 3 * steps * a);
  CHECK(std::abs(sheared.b.xy - steps * a) < 1e-3f * steps * a);
  CHECK(std::abs(determinant(sheared.b) - 1) < 1e-5f);
}

// Oracle: P-wave speed sqrt((kappa + 4 mu / 3) / rho) of the shaving cream of [Yue2015], Table I.
TEST_CASE("wave speed of shaving cream") {
  const NeoHookean<double> law{290, 109000};
  CHECK(std::abs(law.wave_speed(NeoHookean<double>::rest(), 77.7) - 37.520765) < 1e-5);
}

// Oracle: the product of many small steps is one large step. In single precision the volume ratio must
// survive a heavy shear that preserves it: det F of this F in float is wrong by 1e-3, the carried logarithm
// by rounding alone.
TEST_CASE("a heavily sheared float body keeps its volume") {
  SplitStrain<float> s = SplitStrain<float>::rest();
  Mat3<float> F = Mat3<float>::identity();
  const Mat3<float> A{{{0, 0.05f, 0}, {0, 0, 0}, {0, 0, 0}}}, B{{{0, 0, 0}, {0.003f, 0, 0}, {0, 0, 0}}};
  for (int n = 0; n < 400; ++n) {
    s = stretched(stretched(s, A), B);
    F = (Mat3<float>::identity() + B) * ((Mat3<float>::identity() + A) * F);
  }
  CHECK(std::abs(s.log_J) == 0.0f);
  CHECK(std::abs(determinant(F) - 1.0f) > 1e-4f);  // negative control: the naive way does lose it
}
