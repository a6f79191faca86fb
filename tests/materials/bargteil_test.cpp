// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "support/laws.h"

using namespace froth;
using test::Rng;
using Dough = Bargteil<double>;

namespace {
Dough draw(Rng& rng) {
  return {rng.uniform(1, 5), rng.uniform(1, 20), rng.uniform(0, 1), rng.uniform(0.1, 1),
          rng.uniform(-0.5, 2)};
}
/// With lambda the energy sees the sum of stretches where volume is meant: in a squeezed body shear makes
/// that sum larger, so that to lose shear gains energy, a hundredth of it in this sample.
Dough dissipative(Dough law) { return {law.mu, 0, law.yield_stress, law.flow_rate, law.hardening}; }
const bool known = test::know<Dough>({.draw = draw, .dissipative = dissipative});
}  // namespace

// Oracle: numbers of an independent program (numpy) for F = [[1.3,.2,0],[0,.8,.1],[.05,0,1.02]], lambda 2.3,
// mu 1.1, P_Y .5, nu .4: norm of the stress, gamma of a reference step, and stretches after it.
TEST_CASE("stress and creep of a known deformation") {
  const Dough law{1.1, 2.3, 0.5, 0.4, 0};
  const Vec3<double> s{1.3273911541, 1.0264740575, 0.7792841159};
  const double stress = norm(law.principal_piola(s));
  CHECK(std::abs(stress - 1.1039567705) < 2e-10);
  CHECK(std::abs(law.flow_share(stress, 0) - 0.2188334857) < 1e-10);

  const Mat3<double> F{{{1.3, 0.2, 0}, {0, 0.8, 0.1}, {0.05, 0, 1.02}}};
  const Dough::State after = law.deform(Dough::rest(), F - Mat3<double>::identity(), 1e-3);
  const Vec3<double> b = eigen_sym(after.strain.b).values;
  double found[3];
  for (int k = 0; k < 3; ++k) found[k] = std::exp(after.strain.log_J / 3) * std::sqrt(b[k]);
  std::sort(found, found + 3);
  const double expected[3] = {0.8266012879, 1.0250955149, 1.2530901323};
  for (int k = 0; k < 3; ++k) CHECK(std::abs(found[k] - expected[k]) < 2e-10);

  // An inverted stretch is pushed back.
  const Vec3<double> inverted = law.principal_piola({1, 1, -0.5});
  CHECK(inverted[0] == doctest::Approx(-3.45).epsilon(1e-14));
  CHECK(inverted[2] == doctest::Approx(-6.75).epsilon(1e-14));
}

// Oracle: the definition of a rate. At constant gamma (no yield stress, elastic stress far above it) two
// steps of half the length keep what one keeps: no dependence on dt beyond rounding.
TEST_CASE("creep does not hang on the time step") {
  const Dough law{1, 2, 0, 0.3, 0};
  const Mat3<double> A{{{0.2, 0.1, 0}, {0, -0.1, 0}, {0, 0, 0.05}}};
  const Dough::State once = law.deform(Dough::rest(), A, 2e-3);
  const Dough::State half = law.deform(law.deform(Dough::rest(), A, 1e-3), {}, 1e-3);
  CHECK(test::max_difference(once.strain.b.full(), half.strain.b.full()) < 1e-13);
  CHECK(std::abs(once.flowed - half.flowed) < 1e-13);
}
