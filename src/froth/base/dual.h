// SPDX-License-Identifier: Apache-2.0
// A number and its derivative along one direction, host and device: a gradient that is evaluated over duals
// also gives its differential, exactly. Source: forward differentiation by truncated Taylor arithmetic.
#pragma once

#include <cmath>

#include <froth/base/vec.h>

namespace froth {

template <class T>
struct Dual {
  T value{}, slope{};

  Dual() = default;
  FROTH_INLINE constexpr Dual(T v) : value(v) {}
  FROTH_INLINE constexpr Dual(T v, T s) : value(v), slope(s) {}

  FROTH_INLINE constexpr Dual& operator+=(const Dual& b) {
    return *this = {value + b.value, slope + b.slope};
  }
  FROTH_INLINE constexpr Dual& operator-=(const Dual& b) {
    return *this = {value - b.value, slope - b.slope};
  }
  FROTH_INLINE constexpr Dual& operator*=(const Dual& b) {
    return *this = {value * b.value, slope * b.value + value * b.slope};
  }
  FROTH_INLINE constexpr Dual& operator/=(const Dual& b) {
    const T q = value / b.value;
    return *this = {q, (slope - q * b.slope) / b.value};
  }
  FROTH_INLINE friend constexpr Dual operator+(Dual a, const Dual& b) { return a += b; }
  FROTH_INLINE friend constexpr Dual operator-(Dual a, const Dual& b) { return a -= b; }
  FROTH_INLINE friend constexpr Dual operator*(Dual a, const Dual& b) { return a *= b; }
  FROTH_INLINE friend constexpr Dual operator/(Dual a, const Dual& b) { return a /= b; }
  FROTH_INLINE friend constexpr Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
};

template <class T>
FROTH_INLINE Dual<T> sqrt(const Dual<T>& x) {
  const T root = sqrt(x.value);
  return {root, x.slope / (T(2) * root)};
}
FROTH_INLINE float atan2(float y, float x) { return std::atan2(y, x); }
FROTH_INLINE double atan2(double y, double x) { return std::atan2(y, x); }
template <class T>
FROTH_INLINE Dual<T> atan2(const Dual<T>& y, const Dual<T>& x) {
  return {atan2(y.value, x.value),
          (x.value * y.slope - y.value * x.slope) / (x.value * x.value + y.value * y.value)};
}
/// The number itself, of duals and plain ones.
template <class T>
FROTH_INLINE constexpr T value_of(T x) {
  return x;
}
template <class T>
FROTH_INLINE constexpr T value_of(const Dual<T>& x) {
  return x.value;
}
/// A vector and its change as one of duals.
template <int Dim, class T>
FROTH_INLINE Vec<Dim, Dual<T>> dual(const Vec<Dim, T>& x, const Vec<Dim, T>& dx) {
  Vec<Dim, Dual<T>> both{};
  for (int k = 0; k < Dim; ++k) both[k] = {x[k], dx[k]};
  return both;
}
template <int Dim, class T>
FROTH_INLINE Vec<Dim, T> slopes(const Vec<Dim, Dual<T>>& x) {
  Vec<Dim, T> s{};
  for (int k = 0; k < Dim; ++k) s[k] = x[k].slope;
  return s;
}

}  // namespace froth
