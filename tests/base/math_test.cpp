// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include <froth/base/math.h>

#include "support/random_values.h"

using namespace froth;

namespace {
/// Error in units of the last place of the exact value.
template <class T>
double ulps(T found, long double exact) {
  const T near = std::abs(static_cast<T>(exact));
  const long double unit = std::nextafter(near, std::numeric_limits<T>::infinity()) - near;
  return static_cast<double>(std::abs(static_cast<long double>(found) - exact) / unit);
}
}  // namespace

// Oracle: the C library in extended precision, over arguments of all sizes down to 1e-8, where cancellation
// would show. The bounds are what the formulas promise: a few units in the last place.
TEST_CASE_TEMPLATE("elementary functions over packs", T, float, double) {
  test::Rng rng(31);
  double worst_exp = 0, worst_expm1 = 0, worst_log = 0, worst_log1p = 0;
  for (int n = 0; n < 100000; ++n) {
    const double scale = std::pow(10.0, -8 * rng.uniform());
    const T x = T(rng.uniform(-1, 1) * (n % 2 == 0 ? 30.0 : 1.0) * scale);
    const T positive = T(std::exp(rng.uniform(-30, 30) * scale)), small = T(rng.uniform(-0.9, 0.9) * scale);
    worst_exp = std::max(worst_exp, ulps(exp(Pack<T>(x))[1], std::exp(static_cast<long double>(x))));
    worst_expm1 = std::max(worst_expm1, ulps(expm1(Pack<T>(x))[2], std::expm1(static_cast<long double>(x))));
    worst_log1p =
        std::max(worst_log1p, ulps(log1p(Pack<T>(small))[3], std::log1p(static_cast<long double>(small))));
    if (positive != T(1))
      worst_log =
          std::max(worst_log, ulps(log(Pack<T>(positive))[0], std::log(static_cast<long double>(positive))));
  }
  CHECK(worst_exp < 2);
  CHECK(worst_expm1 < 3);
  CHECK(worst_log < 4);
  CHECK(worst_log1p < 4);
}

// Oracle: the scalar function of the same formula; a pack may fuse a multiplication and an addition.
TEST_CASE_TEMPLATE("packs and scalars agree", T, float, double) {
  test::Rng rng(32);
  for (int n = 0; n < 10000; ++n) {
    const T x = T(rng.uniform(-5, 5)), y = T(rng.uniform(0.01, 20));
    CHECK(ulps(exp(Pack<T>(x))[1], static_cast<long double>(froth::exp(x))) <= 2);
    CHECK(std::abs(log(Pack<T>(y))[1] - froth::log(y)) <= 4 * std::numeric_limits<T>::epsilon());
    CHECK(sqrt(Pack<T>(y))[2] == std::sqrt(y));
    CHECK(abs(Pack<T>(x))[0] == std::abs(x));
  }
}

// Oracle: exact values, and what must happen at the edge of the domain.
TEST_CASE_TEMPLATE("special arguments", T, float, double) {
  CHECK(exp(T(0)) == 1);
  CHECK(expm1(T(0)) == 0);
  CHECK(log(T(1)) == 0);
  CHECK(log1p(T(0)) == 0);
  CHECK(std::isnan(log(T(-1))));
  CHECK(std::isnan(log1p(T(-1.5))));
}

// Oracle: lane by lane by hand. Partial loads repeat the first lane, partial stores leave the rest alone.
TEST_CASE("packs load and store parts") {
  const float from[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const Pack<float> p = Pack<float>::load(from, 3);
  CHECK(p[2] == 3);
  CHECK(p[3] == 1);
  float to[8] = {};
  (p * Pack<float>(2)).store(to, 2);
  CHECK(to[1] == 4);
  CHECK(to[2] == 0);
  CHECK(any(p > Pack<float>(2.5f)));
  CHECK_FALSE(any(p > Pack<float>(3.5f)));
  CHECK(select(p > Pack<float>(1.5f), p, Pack<float>(0))[0] == 0);
}
