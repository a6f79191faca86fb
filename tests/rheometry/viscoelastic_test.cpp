// SPDX-License-Identifier: Apache-2.0
// oldroyd_b in the rheometer: curves against closed forms, and these against numbers from elsewhere.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include <froth/rheometry/rheometer.h>
#include <froth/rheometry/rheometer_forms.h>

namespace froth {

namespace {

/// mu 5 Pa, lambda 50 Pa, relaxation time 0.5 s.
OldroydB<3, double> fluid(bool keeps_volume, double eta = 0) {
  return {5, 50, eta, 0.5, keeps_volume, false};
}

RheometerMotion motion(const std::string& test, double rate, double strain, int steps) {
  RheometerMotion m = customary_motion(test);
  m.rate = rate, m.strain = strain, m.steps = steps;
  return m;
}
/// The worst distance from the closed form, in shares of the largest stress.
double worst(const Law<3, double>& law, const RheometerMotion& m) {
  double most = 0, scale = 0;
  for (const RheometerSample& s : measure(law, m)) {
    REQUIRE(s.closed_form.has_value());
    most = std::max(most, std::abs(s.stress - *s.closed_form));
    scale = std::max(scale, std::abs(s.stress));
  }
  return most / scale;
}

}  // namespace

// Oracle: closed forms of Oldroyd-B [Larson1999]; within half a per cent everywhere, and first order: twice
// the steps have half the error. Extension at T e = 0.2 becomes steady, at T e = 2 it grows without end.
// Strains of a step of at most 1/1000 and steps of at most 1/250 of the relaxation time make errors of that
// order.
TEST_CASE("plain Oldroyd-B in every motion of the rheometer") {
  for (const double eta : {0.0, 0.7}) {
    const Law<3, double> law = fluid(false, eta);
    for (const RheometerMotion& m :
         {motion("shear", 4, 4, 4000), motion("shear", 0.4, 1, 2000), motion("relaxation", 10, 2, 8000),
          motion("extension", 0.4, 1, 2000), motion("extension", 4, 1.2, 4000),
          motion("compression", 1, 0.5, 1000), motion("oscillation", 1, 0.5, 4000)}) {
      CAPTURE(static_cast<int>(m.test));
      CAPTURE(m.rate);
      RheometerMotion coarse = m;
      coarse.steps /= 2;
      CHECK(worst(law, m) < 0.005);
      CHECK(worst(law, coarse) / worst(law, m) == doctest::Approx(2).epsilon(0.1));
    }
  }
}

// Oracle: the same for the volume-preserving law, whose b is a multiple of that; an oscillation has no closed
// form. Under pressure strain begins at J^(2/3).
TEST_CASE("volume-preserving Oldroyd-B in the rheometer") {
  for (const double pressure : {0.0, 5.0})
    for (RheometerMotion m : {motion("shear", 4, 4, 4000), motion("relaxation", 10, 2, 8000),
                              motion("extension", 0.4, 1, 2000), motion("compression", 1, 0.5, 1000)}) {
      CAPTURE(static_cast<int>(m.test));
      m.pressure = pressure;
      CHECK(worst(fluid(true, 0.7), m) < 0.005);
    }
  CHECK_FALSE(measure(fluid(true), motion("oscillation", 1, 0.5, 100)).back().closed_form.has_value());
}

// Oracle: another program: mu b12 (b11 - b12^2)^(-1/3) in start-up at 4 /s, all digits; a solid of 1e30 s has
// mu gamma in shear and mu (l^2 - 1/l) in extension.
TEST_CASE("closed forms of Oldroyd-B have the right numbers") {
  struct Row {
    double time, stress;
  };
  RheometerMotion m = motion("shear", 4, 40, 100000);
  for (const Row& row : {Row{.1, 1.80743572}, Row{.5, 5.50304192}, Row{1, 6.16319702}, Row{5, 5.84918660}}) {
    const FormPoint at{4 * row.time, 4, 0, false, 40, row.time, m};
    CHECK(*closed_form(fluid(true), RheometerTest::Shear, at) == doctest::Approx(row.stress).epsilon(2e-9));
  }
  const OldroydB<3, double> solid{5, 50, 0, 1e30, false, false};
  m = motion("shear", 4, 2, 100);
  CHECK(*closed_form(solid, RheometerTest::Shear, {2, 4, 0, false, 2, 0.5, m}) == doctest::Approx(10));
  m.test = RheometerTest::Extension;
  CHECK(*closed_form(solid, RheometerTest::Extension, {2, 4, 0, false, 2, 0.5, m}) ==
        doctest::Approx(5 * (std::exp(4) - std::exp(-2))));
}

// Oracle: Maxwell's fluid beside a dashpot: G' = mu d^2/(1 + d^2), G'' = mu d/(1 + d^2) + eta w, d = w T. The
// start is forgotten in the first cycle, ten relaxation times; errors of 2000 steps to a cycle are some w
// dt/2.
TEST_CASE("storage and loss moduli of Oldroyd-B") {
  RheometerMotion m = motion("oscillation", 1, 0.1, 4000);
  m.frequency = 0.2;
  const double w = 2 * std::numbers::pi * 0.2, d = w * 0.5;
  const DynamicModuli found = dynamic_moduli(measure(fluid(false, 0.7), m), m);
  CHECK(found.storage == doctest::Approx(5 * d * d / (1 + d * d)).epsilon(0.005));
  CHECK(found.loss == doctest::Approx(5 * d / (1 + d * d) + 0.7 * w).epsilon(0.005));
}

}  // namespace froth
