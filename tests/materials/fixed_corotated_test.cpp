// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "support/laws.h"

using namespace froth;
using test::Rng;

namespace {
FixedCorotated<double> draw(Rng& rng) { return {rng.uniform(1, 5), rng.uniform(1, 50), rng.uniform(0, 0.2)}; }
const bool known = test::know<FixedCorotated<double>>({.draw = draw, .flows = false});
}  // namespace

// Oracle: closed form for F = diag(a, 1, 1): sigma = (a, 1, 1), J = a, so that
// tau_xx = 2 mu a (a - 1) + lambda a (a - 1), tau_yy = lambda a (a - 1), W = mu (a - 1)^2 + lambda/2 (a -
// 1)^2.
TEST_CASE("uniaxial strain of the fixed-corotated law") {
  const double mu = 3, lambda = 7;
  const FixedCorotated<double> law{mu, lambda};
  for (const double a : {0.6, 0.99, 1.5}) {
    const auto s = strain_of(Mat3<double>{{{a, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
    const Sym3<double> tau = law.kirchhoff(s, {});
    CHECK(std::abs(tau.xx - (2 * mu + lambda) * a * (a - 1)) < 1e-12);
    CHECK(std::abs(tau.yy - lambda * a * (a - 1)) < 1e-12);
    CHECK(std::abs(tau.xy) < 1e-13);
    CHECK(std::abs(law.energy(s) - (mu + lambda / 2) * (a - 1) * (a - 1)) < 1e-12);
  }
}

// Oracle: brute force. P = 2 mu (F - R) + lambda (J - 1) J F^-T with R from Newton's iteration for the polar
// decomposition (R <- (R + R^-T) / 2), then tau = P F^T; [Stomakhin2012].
TEST_CASE("stress of a general deformation") {
  const FixedCorotated<double> law{3, 7};
  test::Rng rng(17);
  const auto inverse_transpose = [](const Mat3<double>& m) {
    Mat3<double> c{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        c(i, j) = (m((i + 1) % 3, (j + 1) % 3) * m((i + 2) % 3, (j + 2) % 3) -
                   m((i + 1) % 3, (j + 2) % 3) * m((i + 2) % 3, (j + 1) % 3)) /
                  determinant(m);
    return c;
  };
  for (int n = 0; n < 50; ++n) {
    const Mat3<double> F = rng.rotation() * (Mat3<double>::identity() + rng.matrix(0.25));
    Mat3<double> R = F;
    for (int k = 0; k < 30; ++k) R = (R + inverse_transpose(R)) * 0.5;
    const double J = determinant(F);
    const Mat3<double> P = (F - R) * (2 * law.mu) + inverse_transpose(F) * (law.lambda * (J - 1) * J);
    const Mat3<double> tau = P * transpose(F);
    CHECK(test::max_difference(law.kirchhoff(strain_of(F), {}).full(), tau) < 1e-11);
  }
}
