// SPDX-License-Identifier: Apache-2.0
// A small fixed-size vector, host and device: a plain aggregate, no allocation, no expression templates.
#pragma once

#include <froth/base/math.h>

namespace froth {

template <int Dim, class T>
struct Vec {
  T a[Dim];

  FROTH_INLINE constexpr T& operator[](int k) { return a[k]; }
  FROTH_INLINE constexpr const T& operator[](int k) const { return a[k]; }

  FROTH_INLINE static constexpr Vec constant(T s) {
    Vec r{};
    for (int k = 0; k < Dim; ++k) r.a[k] = s;
    return r;
  }
  template <class U>
  FROTH_INLINE constexpr Vec<Dim, U> cast() const {
    Vec<Dim, U> r{};
    for (int k = 0; k < Dim; ++k) r.a[k] = static_cast<U>(a[k]);
    return r;
  }

  FROTH_INLINE constexpr Vec& operator+=(const Vec& b) {
    for (int k = 0; k < Dim; ++k) a[k] += b.a[k];
    return *this;
  }
  FROTH_INLINE constexpr Vec& operator-=(const Vec& b) {
    for (int k = 0; k < Dim; ++k) a[k] -= b.a[k];
    return *this;
  }
  FROTH_INLINE constexpr Vec& operator*=(T s) {
    for (int k = 0; k < Dim; ++k) a[k] *= s;
    return *this;
  }
  FROTH_INLINE friend constexpr Vec operator+(Vec x, const Vec& y) { return x += y; }
  FROTH_INLINE friend constexpr Vec operator-(Vec x, const Vec& y) { return x -= y; }
  FROTH_INLINE friend constexpr Vec operator*(Vec x, T s) { return x *= s; }
  FROTH_INLINE friend constexpr Vec operator*(T s, Vec x) { return x *= s; }
  FROTH_INLINE friend constexpr Vec operator/(Vec x, T s) {
    for (int k = 0; k < Dim; ++k) x.a[k] /= s;
    return x;
  }
  FROTH_INLINE friend constexpr Vec operator-(Vec x) {
    for (int k = 0; k < Dim; ++k) x.a[k] = -x.a[k];
    return x;
  }
  FROTH_INLINE friend constexpr bool operator==(const Vec& x, const Vec& y) {
    for (int k = 0; k < Dim; ++k)
      if (!(x.a[k] == y.a[k])) return false;
    return true;
  }
};

template <class T>
using Vec2 = Vec<2, T>;
template <class T>
using Vec3 = Vec<3, T>;

template <int Dim, class T>
FROTH_INLINE constexpr T dot(const Vec<Dim, T>& x, const Vec<Dim, T>& y) {
  T s = x[0] * y[0];
  for (int k = 1; k < Dim; ++k) s += x[k] * y[k];
  return s;
}
template <int Dim, class T>
FROTH_INLINE T norm(const Vec<Dim, T>& x) {
  return sqrt(dot(x, x));
}
/// `a` where the condition holds, else `b`; lane by lane where T is a pack.
template <class Condition, int Dim, class T>
FROTH_INLINE Vec<Dim, T> select(const Condition& condition, Vec<Dim, T> a, const Vec<Dim, T>& b) {
  for (int k = 0; k < Dim; ++k) a[k] = select(condition, a[k], b[k]);
  return a;
}
template <int Dim, class T>
FROTH_INLINE constexpr T sum(const Vec<Dim, T>& x) {
  T s = x[0];
  for (int k = 1; k < Dim; ++k) s += x[k];
  return s;
}
template <class T>
FROTH_INLINE constexpr Vec3<T> cross(const Vec3<T>& x, const Vec3<T>& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

/// A point of the plane as a point of space (z = 0), and back.
template <int Dim, class T>
FROTH_INLINE constexpr Vec3<T> lift(const Vec<Dim, T>& x) {
  Vec3<T> r{};
  for (int k = 0; k < Dim; ++k) r[k] = x[k];
  return r;
}
template <int Dim, class T>
FROTH_INLINE constexpr Vec<Dim, T> drop(const Vec3<T>& x) {
  Vec<Dim, T> r{};
  for (int k = 0; k < Dim; ++k) r[k] = x[k];
  return r;
}

}  // namespace froth
