// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/transfer/bspline.h>
#include <froth/transfer/fill.h>

using namespace froth;

// Oracle: quadrature of the spline itself.
TEST_CASE("share of a spline outside of a wall") {
  for (double wall = -2; wall <= 2; wall += 0.125) {
    double sum = 0;
    constexpr int parts = 4000;
    for (int k = 0; k < parts; ++k) {
      const double x = -2 + 4 * (k + 0.5) / parts;
      if (x > -wall) sum += BSpline<2, double>::at(x) * 4 / parts;
    }
    CHECK(std::abs(share_outside(wall) - sum) < 1e-3);
  }
  CHECK(share_outside(0) == 0.5);
}

// Oracle: what the rule says, by hand. Both ways at one rate; never beyond rest; rest at surfaces.
TEST_CASE("J follows the fill") {
  const FillRule<double> rule{.share = 0.1, .own = 0, .least_fill = 0.7, .shift = 0, .most_shift = 0};
  CHECK(follow_fill(rule, 1.2, -0.01) == doctest::Approx(-0.02).scale(0));
  CHECK(follow_fill(rule, 0.8, -0.05) == doctest::Approx(0.02).scale(0));
  CHECK(follow_fill(rule, 0.8, -0.01) == doctest::Approx(0.01).scale(0));   // up to rest
  CHECK(follow_fill(rule, 0.9, 0.05) == doctest::Approx(-0.005).scale(0));  // stretched for no reason
  CHECK(follow_fill(rule, 1.2, 0.05) == doctest::Approx(-0.02).scale(0));
  CHECK(follow_fill(rule, 0.5, -0.05) == doctest::Approx(0.005).scale(0));
  CHECK(follow_fill(rule, 1.0, -0.05) == 0);
}

// Oracle: the volume of a slab, whose surface may lie anywhere between nodes. The fill of a node is the share
// of its spline below the surface; the shares that count as occupied must add up to the depth.
TEST_CASE("occupied shares add up to the volume") {
  for (double surface = 5; surface < 6; surface += 0.1) {
    double volume = 0, overfull = 0;
    for (int node = 0; node < 12; ++node) {
      const double fill = share_outside(surface - node);
      const double room = node == 0 ? 0.5 : 1;  // a floor at node 0
      volume += room * occupied_share(fill), overfull += room * occupied_share(1.1 * fill);
    }
    CHECK(std::abs(volume - surface) < 0.03);
    CHECK(std::abs(overfull - surface) < 0.12);  // more mass in the same place takes no more of it, inside
  }
}
