// SPDX-License-Identifier: Apache-2.0
// The dashpot beside elastic laws. That its potential, stress and differential agree is a property of every
// implicit law and tested with those.
#include <doctest/doctest.h>

#include <froth/materials/fixed_corotated.h>
#include <froth/materials/neo_hookean.h>

#include "support/random_values.h"

using namespace froth;
using namespace froth::test;

namespace {

/// Stress of the dashpot alone: what a velocity gradient adds.
template <class L>
Mat3<double> added(const L& law, const typename L::State& s, const Mat3<double>& grad_v) {
  return law.kirchhoff(s, grad_v).full() - law.kirchhoff(s, {}).full();
}

double size(const Mat3<double>& a) { return std::sqrt(trace(transpose(a) * a)); }

/// Both laws with the same moduli: mu = 3, kappa = 7 + 2 = 9, and a dashpot of 0.1 s.
const NeoHookean<double> kRubber{3, 9, 0.1};
const FixedCorotated<double> kSponge{3, 7, 0.1};

}  // namespace

// Oracle: the formula of a Kelvin-Voigt solid worked out by hand: shear by a rate of 2 /s gives mu T 2,
// growth at 0.5 /s along every axis gives kappa T 1.5 on the diagonal, uniaxial growth at 1 /s (kappa + 4/3
// mu) T. A rotation gives nothing, and no state of strain changes any of it. Rounding only.
TEST_CASE_TEMPLATE("damping is time times modulus times rate", L, NeoHookean<double>,
                   FixedCorotated<double>) {
  L law{};
  if constexpr (std::is_same_v<L, NeoHookean<double>>)
    law = kRubber;
  else
    law = kSponge;
  Rng rng(5);
  for (int n = 0; n < 20; ++n) {
    const auto s = n == 0 ? L::rest() : strain_of(Mat3<double>::identity() + rng.matrix(0.2));
    Mat3<double> shear{}, stretch{}, spin = rng.matrix(1);
    shear(0, 1) = 2, stretch(0, 0) = 1;
    spin = spin - transpose(spin);
    Mat3<double> right{};
    right(0, 1) = right(1, 0) = 3 * 0.1 * 2;
    CHECK(size(added(law, s, shear) - right) < 1e-12);
    CHECK(size(added(law, s, Mat3<double>::identity() * 0.5) - Mat3<double>::identity() * (9 * 0.1 * 1.5)) <
          1e-12);
    CHECK(added(law, s, stretch)(0, 0) == doctest::Approx((9 + 4) * 0.1).epsilon(1e-11));
    CHECK(size(added(law, s, spin)) < 1e-12);
  }
  CHECK(law.viscosity() == doctest::Approx((9 + 4) * 0.1).epsilon(1e-14));
}

// Oracle: the second law: work of the dashpot is never negative, and positive unless the motion is rigid.
TEST_CASE("damping dissipates") {
  Rng rng(6);
  for (int n = 0; n < 200; ++n) {
    const Mat3<double> L = rng.matrix(1);
    CHECK(trace(added(kRubber, NeoHookean<double>::rest(), L) * L) > 0);
  }
}

// Oracle: consistency. The stress of the implicit step's potential tends to that of the explicit step as the
// step gets shorter, to first order.
TEST_CASE("damping of an implicit step is that of an explicit one for short steps") {
  Rng rng(7);
  const Mat3<double> L = rng.matrix(1);
  const auto rest = NeoHookean<double>::rest();
  const auto gap = [&](double dt) {
    NeoHookean<double> plain = kRubber;
    plain.damping_time = 0;
    const Mat3<double> A = L * dt;
    return size(kRubber.piola(rest, A, dt) - plain.piola(rest, A, dt) - added(kRubber, rest, L));
  };
  CHECK(gap(1e-3) / gap(5e-4) == doctest::Approx(2).epsilon(0.01));
  CHECK(gap(1e-6) < 1e-4);
}
