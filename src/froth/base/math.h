// SPDX-License-Identifier: Apache-2.0
// Elementary functions over scalars and packs alike, one formula for both, without branches: the compiler has
// no vector exp or log of its own. Arguments must be finite and in the stated range; outside it the result is
// finite or not-a-number, never a trap. Accuracy is a few units in the last place, measured in the tests.
#pragma once

#include <cstring>
#include <limits>

#include <froth/base/pack.h>

namespace froth {

FROTH_INLINE float sqrt(float x) { return std::sqrt(x); }
FROTH_INLINE double sqrt(double x) { return std::sqrt(x); }
FROTH_INLINE float abs(float x) { return std::fabs(x); }
FROTH_INLINE double abs(double x) { return std::fabs(x); }
#if !defined(__CUDACC__)
template <class T>
FROTH_INLINE Pack<T> sqrt(Pack<T> x) {
  Pack<T> y;
  for (int k = 0; k < Pack<T>::kSize; ++k) y.v[k] = std::sqrt(x.v[k]);
  return y;
}
template <class T>
FROTH_INLINE Pack<T> abs(Pack<T> x) {
  return select(x < Pack<T>(0), -x, x);
}
#endif
template <class Real>
FROTH_INLINE Real max(Real a, Real b) {
  return select(a < b, b, a);
}

namespace detail {

/// Bits of a number as an integer and back, for scalars and packs.
template <class To, class From>
FROTH_INLINE To bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

template <class Real>
struct IntOf;
template <>
struct IntOf<float> {
  using type = std::int32_t;
};
template <>
struct IntOf<double> {
  using type = std::int64_t;
};
#if !defined(__CUDACC__)
template <class T>
struct IntOf<Pack<T>> {
  using type = typename Pack<T>::IntVector;
};
#endif

template <class T>
struct Format;
template <>
struct Format<float> {
  static constexpr int kMantissa = 23, kBias = 127;
  static constexpr float kMagic = 12582912.0f;  // 1.5 * 2^23: adding it rounds to a whole number
  static constexpr float kLn2Hi = 0.693359375f, kLn2Lo = -2.12194440e-4f;
};
template <>
struct Format<double> {
  static constexpr int kMantissa = 52, kBias = 1023;
  static constexpr double kMagic = 6755399441055744.0;  // 1.5 * 2^52
  static constexpr double kLn2Hi = 6.93147180369123816490e-01, kLn2Lo = 1.90821492927058770002e-10;
};

/// exp(r) - 1 for |r| <= ln(2)/2, by its series; enough terms for the precision.
template <class Real>
FROTH_INLINE Real expm1_small(Real r) {
  using T = Number<Real>;
  constexpr int terms = sizeof(T) == 4 ? 7 : 13;
  // 1 + r/2 (1 + r/3 (1 + r/4 (...)))
  Real p = Real(T(1)) + r * Real(T(1) / T(terms));
  for (int k = terms - 1; k >= 2; --k) p = Real(T(1)) + (r * Real(T(1) / T(k))) * p;
  return r * p;
}

/// x = n ln 2 + r with |r| <= ln(2)/2; `scale` is 2^n.
template <class Real>
FROTH_INLINE Real reduce(Real x, Real& scale) {
  using T = Number<Real>;
  using F = Format<T>;
  using Int = typename IntOf<Real>::type;
  const Real shifted = x * Real(T(1.4426950408889634)) + Real(F::kMagic);
  const Real n = shifted - Real(F::kMagic);
  // The low bits of the shifted number hold n; moved into the exponent they are 2^n.
  const Int exponent = (bits<Int>(shifted) + F::kBias) << F::kMantissa;
  scale = bits<Real>(exponent);
  return (x - n * Real(F::kLn2Hi)) - n * Real(F::kLn2Lo);
}

}  // namespace detail

/// e^x - 1 without cancellation, |x| < 80 (float) or 700 (double).
template <class Real>
FROTH_INLINE Real expm1(Real x) {
  Real scale;
  const Real r = detail::reduce(x, scale);
  return scale * detail::expm1_small(r) + (scale - Real(1));
}

/// e^x, |x| < 80 (float) or 700 (double).
template <class Real>
FROTH_INLINE Real exp(Real x) {
  Real scale;
  const Real r = detail::reduce(x, scale);
  return scale * detail::expm1_small(r) + scale;
}

/// ln x for positive normal x; not-a-number for negative x.
template <class Real>
FROTH_INLINE Real log(Real x) {
  using T = Number<Real>;
  using F = detail::Format<T>;
  using Int = typename detail::IntOf<Real>::type;
  // Split x = m 2^n with m in [sqrt(1/2), sqrt(2)): the constant is the bits of sqrt(1/2).
  const auto half =
      detail::bits<std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>(T(0.70710678118654752));
  const Int raw = detail::bits<Int>(select(x > Real(0), x, Real(1)));  // others end as not-a-number below
  const Int n_int = (raw - half) >> F::kMantissa;
  const Real m = detail::bits<Real>(Int(raw - (n_int << F::kMantissa)));
  // The whole number n as a Real, by the magic of reduce() backwards.
  const auto magic =
      detail::bits<std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>(T(F::kMagic));
  const Real n = detail::bits<Real>(Int(n_int + magic)) - Real(F::kMagic);

  // ln m = 2 atanh(s) = 2 s (1 + s^2/3 + s^4/5 + ...), s = (m - 1) / (m + 1), |s| < 0.172.
  const Real s = (m - Real(1)) / (m + Real(1)), q = s * s;
  constexpr int terms = sizeof(T) == 4 ? 5 : 12;
  Real p = Real(T(1) / T(2 * terms - 1));
  for (int k = terms - 1; k >= 1; --k) p = Real(T(1) / T(2 * k - 1)) + q * p;
  const Real y = n * Real(F::kLn2Hi) + (n * Real(F::kLn2Lo) + Real(2) * s * p);
  return select(x > Real(0), y, Real(std::numeric_limits<T>::quiet_NaN()));
}

/// ln(1 + x) without cancellation, x > -1.
template <class Real>
FROTH_INLINE Real log1p(Real x) {
  const Real u = Real(1) + x;
  // What rounding of 1 + x lost, put back to first order.
  return log(u) + (x - (u - Real(1))) / u;
}

}  // namespace froth
