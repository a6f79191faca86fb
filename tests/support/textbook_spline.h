// SPDX-License-Identifier: Apache-2.0
// B-splines from their textbook piecewise form [Jiang2016], as functions of the distance in cells: what tests
// compare the kernel's own, differently arranged, formulas with.
#pragma once

#include <cmath>

namespace froth::test {

inline double textbook_spline(int degree, double x) {
  const double r = std::abs(x);
  if (degree == 2) return r < 0.5 ? 0.75 - r * r : (r < 1.5 ? 0.5 * (1.5 - r) * (1.5 - r) : 0);
  if (r < 1) return 0.5 * r * r * r - r * r + 2.0 / 3;
  return r < 2 ? (2 - r) * (2 - r) * (2 - r) / 6 : 0;
}

}  // namespace froth::test
