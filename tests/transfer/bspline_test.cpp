// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/transfer/bspline.h>

#include "support/textbook_spline.h"

using namespace froth;
using test::textbook_spline;

namespace {
template <int Degree>
void check_kernel() {
  using Kernel = BSpline<Degree, double>;
  for (double o = -0.5; o <= 0.5; o += 1.0 / 64) {
    double w[Kernel::kNodes], g[Kernel::kNodes];
    Kernel::weights(o, w);
    Kernel::slopes(o, g);
    double sum = 0, first = 0, second = 0, slope = 0, slope_first = 0;
    for (int k = 0; k < Kernel::kNodes; ++k) {
      const double d = k - Degree / 2.0 - o;
      CHECK(std::abs(w[k] - textbook_spline(Degree, d)) < 1e-15);
      CHECK(std::abs(Kernel::at(d) - textbook_spline(Degree, d)) < 1e-15);
      const double h = 1e-5,
                   difference = (textbook_spline(Degree, d - h) - textbook_spline(Degree, d + h)) / (2 * h);
      CHECK(std::abs(g[k] - difference) < 1e-5);  // a corner of the second derivative costs one order of h
      sum += w[k], first += w[k] * d, second += w[k] * d * d, slope += g[k], slope_first += g[k] * d;
    }
    // Partition of unity, no first moment, constant second moment [Fei2021, section 5.1]; slopes sum to
    // nothing and reproduce a linear field. Rounding only.
    CHECK(std::abs(sum - 1) < 1e-15);
    CHECK(std::abs(first) < 1e-15);
    CHECK(std::abs(second - 1 / Kernel::kInverseMoment) < 1e-15);
    CHECK(std::abs(slope) < 1e-15);
    CHECK(std::abs(slope_first - 1) < 1e-15);
  }
  CHECK(Kernel::at(-0.5 * (Degree + 1)) == 0);  // beyond its support
  CHECK(Kernel::at(7) == 0);
}
}  // namespace

// Oracle: the piecewise polynomials of [Jiang2016] and the moments dx^2/4 and dx^2/3.
TEST_CASE("quadratic B-spline") { check_kernel<2>(); }
TEST_CASE("cubic B-spline") { check_kernel<3>(); }
