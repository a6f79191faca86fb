// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/base/error.h>
#include <froth/rheometry/flow_curve.h>

namespace froth {

namespace {

HerschelBulkley<double> foam(double mu, double yield, double eta, double h) {
  return {.mu = mu,
          .kappa = 109e3,
          .yield_stress = yield,
          .eta = eta,
          .h = h,
          .tear_yield = 1,
          .recovery_time = 0.3,
          .tears = true,
          .limits_force = true,
          .limits_strain = true,
          .as_bargteil = false};
}

}  // namespace

// Oracle: the model's ordinary differential equation in steady shear, integrated elsewhere with small steps.
// A step of 0.001 is within 0.05 % of it there. Every material would be torn by a strain of ten.
TEST_CASE("flow curves of foams are those of the model, whether they tear or not") {
  struct Row {
    HerschelBulkley<double> law;
    double rate, stress, magnitude;
  };
  const double root2 = std::sqrt(2.0);
  const Row rows[] = {{foam(290, 31.9, 27.2, 0.22), 0.1, 28.947194, 41.210344 / root2},
                      {foam(290, 31.9, 27.2, 0.22), 100, 64.923874, 94.936237 / root2},
                      {foam(1600, 120, 5, 0.27), 1, 72.401645, 102.531259 / root2},
                      {foam(11200, 0.1, 10, 2.8), 1, 2.737168, 3.870941 / root2},
                      {foam(11200, 0.1, 10, 2.8), 10, 1604.202484, 2299.927374 / root2},
                      {foam(11200, 0.1, 10, 1), 100, 498.736583, 706.253054 / root2}};
  for (const Row& row : rows) {
    CAPTURE(row.rate);
    const FlowPoint point = flow_curve(row.law, flow_curve_motion(), {row.rate})[0];
    CHECK(point.rate == row.rate);
    CHECK(point.stress == doctest::Approx(row.stress).epsilon(5e-4));
    CHECK(point.magnitude == doctest::Approx(row.magnitude).epsilon(5e-4));
    CHECK(point.viscosity == doctest::Approx(row.stress / row.rate).epsilon(5e-4));
    REQUIRE(point.closed_form.has_value());
    CHECK(*point.closed_form == doctest::Approx(row.stress).epsilon(1e-6));  // the digits given
  }
}

// Oracle: a stiff material flows at tau = sigma_Y/sqrt 3 + eta/2^((1+h)/2) rate^h; elastic strain is below
// 0.1 %, and a step of 0.001 lags by as much.
TEST_CASE("the flow curve of a stiff foam is its closed form, and so is its viscosity above yield") {
  for (const double h : {0.22, 1.0, 2.0}) {
    const double consistency = 27.2 / std::pow(2.0, (1 + h) / 2);
    for (const FlowPoint& p : flow_curve(foam(290e3, 31.9, 27.2, h), flow_curve_motion(), {0.3, 1, 3})) {
      const double flow = consistency * std::pow(p.rate, h), closed = 31.9 / std::sqrt(3.0) + flow;
      CAPTURE(h);
      CHECK(p.stress == doctest::Approx(closed).epsilon(2e-3));
      REQUIRE(p.above_yield.has_value());
      CHECK(*p.above_yield * p.rate == doctest::Approx(flow).epsilon(2e-3 * closed / flow));
    }
  }
}

// Oracle: [Yue2015], Fig. 5 and Appendix A: with growing stress the effective viscosity of a Bingham plastic
// stays (at eta/2), that of a thinning foam falls, that of a thickening one and of Bargteil's rule rises; the
// last is s / rate', in a rheometer's terms sqrt 2 magnitude consistency / 2. Perfect plasticity has none.
TEST_CASE("effective viscosities over stress") {
  const double mu = 290e3;
  const std::vector<double> rates = {0.1, 1, 10};
  const auto of = [&](const HerschelBulkley<double>& law) {
    return flow_curve(law, flow_curve_motion(), rates);
  };
  HerschelBulkley<double> bargteil = foam(mu, 31.9, 0.05, 1);
  bargteil.as_bargteil = true;
  const auto bingham = of(foam(mu, 31.9, 2, 1)), thin = of(foam(mu, 31.9, 27.2, 0.22)),
             thick = of(foam(mu, 31.9, 2, 2)), rising = of(bargteil), perfect = of(foam(mu, 31.9, 0, 1));
  for (std::size_t k = 1; k < rates.size(); ++k) {
    CHECK(*bingham[k].above_yield == doctest::Approx(1).epsilon(0.02));
    CHECK(*thin[k].above_yield < 0.5 * *thin[k - 1].above_yield);
    CHECK(*thick[k].above_yield > 2 * *thick[k - 1].above_yield);
    CHECK(*rising[k].above_yield > *rising[k - 1].above_yield);
    CHECK(*rising[k].above_yield ==
          doctest::Approx(rising[k].magnitude * 0.05 / std::sqrt(2.0)).epsilon(0.02));
    CHECK(*perfect[k].above_yield < 1e-3 * perfect[k].viscosity);
  }
}

}  // namespace froth
