// SPDX-License-Identifier: Apache-2.0
// Small fixed-size square matrices, host and device: a general one (row major) and a symmetric 3x3.
#pragma once

#include <froth/base/vec.h>

namespace froth {

template <int Dim, class T>
struct Mat {
  T a[Dim][Dim];

  FROTH_INLINE constexpr T& operator()(int r, int c) { return a[r][c]; }
  FROTH_INLINE constexpr const T& operator()(int r, int c) const { return a[r][c]; }

  FROTH_INLINE static constexpr Mat identity() {
    Mat m{};
    for (int k = 0; k < Dim; ++k) m.a[k][k] = T(1);
    return m;
  }
  template <class U>
  FROTH_INLINE constexpr Mat<Dim, U> cast() const {
    Mat<Dim, U> m{};
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c) m.a[r][c] = static_cast<U>(a[r][c]);
    return m;
  }

  FROTH_INLINE constexpr Mat& operator+=(const Mat& b) {
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c) a[r][c] += b.a[r][c];
    return *this;
  }
  FROTH_INLINE constexpr Mat& operator*=(T s) {
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c) a[r][c] *= s;
    return *this;
  }
  FROTH_INLINE friend constexpr Mat operator+(Mat x, const Mat& y) { return x += y; }
  FROTH_INLINE friend constexpr Mat operator-(Mat x, const Mat& y) { return x += y * T(-1); }
  FROTH_INLINE friend constexpr Mat operator*(Mat x, T s) { return x *= s; }
  FROTH_INLINE friend constexpr Mat operator*(T s, Mat x) { return x *= s; }
  FROTH_INLINE friend constexpr Mat operator*(const Mat& x, const Mat& y) {
    Mat m{};
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c)
        for (int k = 0; k < Dim; ++k) m.a[r][c] += x.a[r][k] * y.a[k][c];
    return m;
  }
  FROTH_INLINE friend constexpr Vec<Dim, T> operator*(const Mat& x, const Vec<Dim, T>& v) {
    Vec<Dim, T> y{};
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c) y[r] += x.a[r][c] * v[c];
    return y;
  }
};

template <class T>
using Mat3 = Mat<3, T>;

template <int Dim, class T>
FROTH_INLINE constexpr Mat<Dim, T> transpose(const Mat<Dim, T>& x) {
  Mat<Dim, T> m{};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) m(r, c) = x(c, r);
  return m;
}
template <int Dim, class T>
FROTH_INLINE constexpr T trace(const Mat<Dim, T>& x) {
  T s = x(0, 0);
  for (int k = 1; k < Dim; ++k) s += x(k, k);
  return s;
}
template <int Dim, class T>
FROTH_INLINE constexpr Mat<Dim, T> outer(const Vec<Dim, T>& x, const Vec<Dim, T>& y) {
  Mat<Dim, T> m{};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) m(r, c) = x[r] * y[c];
  return m;
}
template <class T>
FROTH_INLINE constexpr T determinant(const Mat3<T>& x) {
  return x(0, 0) * (x(1, 1) * x(2, 2) - x(1, 2) * x(2, 1)) -
         x(0, 1) * (x(1, 0) * x(2, 2) - x(1, 2) * x(2, 0)) +
         x(0, 2) * (x(1, 0) * x(2, 1) - x(1, 1) * x(2, 0));
}
/// The matrix of cofactors: determinant times the inverse transposed.
template <class T>
FROTH_INLINE constexpr Mat3<T> cofactor(const Mat3<T>& x) {
  Mat3<T> m{};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      const int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
      m(r, c) = x(r1, c1) * x(r2, c2) - x(r1, c2) * x(r2, c1);
    }
  return m;
}
/// `p` where the condition holds, else `q`.
template <class Condition, class T>
FROTH_INLINE Mat3<T> select(const Condition& condition, const Mat3<T>& p, const Mat3<T>& q) {
  Mat3<T> m{};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) m(r, c) = select(condition, p(r, c), q(r, c));
  return m;
}
/// The plane-strain extension of a planar matrix: its third row and column are zero.
template <int Dim, class T>
FROTH_INLINE constexpr Mat3<T> lift(const Mat<Dim, T>& x) {
  Mat3<T> m{};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) m(r, c) = x(r, c);
  return m;
}

/// Symmetric 3x3, six numbers: the shape in which laws keep strains and return stresses.
template <class T>
struct Sym3 {
  T xx, yy, zz, xy, xz, yz;

  FROTH_INLINE static constexpr Sym3 identity() { return {T(1), T(1), T(1), T(0), T(0), T(0)}; }
  FROTH_INLINE constexpr T operator()(int r, int c) const {
    if (r == c) return r == 0 ? xx : (r == 1 ? yy : zz);
    const int s = r + c;
    return s == 1 ? xy : (s == 2 ? xz : yz);
  }
  FROTH_INLINE friend constexpr Sym3 operator+(const Sym3& p, const Sym3& q) {
    return {p.xx + q.xx, p.yy + q.yy, p.zz + q.zz, p.xy + q.xy, p.xz + q.xz, p.yz + q.yz};
  }
  FROTH_INLINE friend constexpr Sym3 operator-(const Sym3& p, const Sym3& q) { return p + q * T(-1); }
  FROTH_INLINE friend constexpr Sym3 operator*(const Sym3& p, T s) {
    return {p.xx * s, p.yy * s, p.zz * s, p.xy * s, p.xz * s, p.yz * s};
  }
  FROTH_INLINE friend constexpr Sym3 operator*(T s, const Sym3& p) { return p * s; }
  /// Adds `s` to the diagonal.
  FROTH_INLINE constexpr Sym3 plus_diagonal(T s) const { return {xx + s, yy + s, zz + s, xy, xz, yz}; }
  FROTH_INLINE constexpr Mat3<T> full() const { return {{{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}}; }
};

/// `p` where the condition holds, else `q`.
template <class Condition, class T>
FROTH_INLINE Sym3<T> select(const Condition& c, const Sym3<T>& p, const Sym3<T>& q) {
  return {select(c, p.xx, q.xx), select(c, p.yy, q.yy), select(c, p.zz, q.zz),
          select(c, p.xy, q.xy), select(c, p.xz, q.xz), select(c, p.yz, q.yz)};
}
template <class T>
FROTH_INLINE constexpr T trace(const Sym3<T>& p) {
  return p.xx + p.yy + p.zz;
}
/// Deviator in three dimensions: the trace removed.
template <class T>
FROTH_INLINE constexpr Sym3<T> dev(const Sym3<T>& p) {
  return p.plus_diagonal(trace(p) * T(Number<T>(-1) / 3));
}
/// Frobenius inner product; off-diagonal entries count twice.
template <class T>
FROTH_INLINE constexpr T dot(const Sym3<T>& p, const Sym3<T>& q) {
  return p.xx * q.xx + p.yy * q.yy + p.zz * q.zz + T(2) * (p.xy * q.xy + p.xz * q.xz + p.yz * q.yz);
}
template <class T>
FROTH_INLINE T norm(const Sym3<T>& p) {
  return sqrt(dot(p, p));
}
template <class T>
FROTH_INLINE constexpr T determinant(const Sym3<T>& p) {
  return p.xx * (p.yy * p.zz - p.yz * p.yz) - p.xy * (p.xy * p.zz - p.yz * p.xz) +
         p.xz * (p.xy * p.yz - p.yy * p.xz);
}
/// Determinant times the inverse.
template <class T>
FROTH_INLINE constexpr Sym3<T> adjugate(const Sym3<T>& p) {
  return {p.yy * p.zz - p.yz * p.yz, p.xx * p.zz - p.xz * p.xz, p.xx * p.yy - p.xy * p.xy,
          p.xz * p.yz - p.xy * p.zz, p.xy * p.yz - p.xz * p.yy, p.xy * p.xz - p.xx * p.yz};
}
/// No eigenvalue is larger; equality for a multiple of the identity and for uniaxial tension.
template <class T>
FROTH_INLINE T largest_eigenvalue_bound(const Sym3<T>& p) {
  return (trace(p) + sqrt(T(6) * dot(dev(p), dev(p)))) * T(Number<T>(1) / 3);
}
/// No eigenvalue is smaller.
template <class T>
FROTH_INLINE T smallest_eigenvalue_bound(const Sym3<T>& p) {
  return (trace(p) - sqrt(T(6) * dot(dev(p), dev(p)))) * T(Number<T>(1) / 3);
}
/// Symmetric part of a matrix.
template <class T>
FROTH_INLINE constexpr Sym3<T> sym(const Mat3<T>& m) {
  const T h = T(0.5);
  return {
      m(0, 0), m(1, 1), m(2, 2), h * (m(0, 1) + m(1, 0)), h * (m(0, 2) + m(2, 0)), h * (m(1, 2) + m(2, 1))};
}
/// M P M^T.
template <class T>
FROTH_INLINE constexpr Sym3<T> congruence(const Mat3<T>& m, const Sym3<T>& p) {
  const Mat3<T> q = m * p.full();
  const auto entry = [&](int r, int c) { return q(r, 0) * m(c, 0) + q(r, 1) * m(c, 1) + q(r, 2) * m(c, 2); };
  return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)};
}
/// congruence(I + A, p) - p without the cancellation of forming either.
template <class T>
FROTH_INLINE constexpr Sym3<T> congruence_change(const Mat3<T>& A, const Sym3<T>& p) {
  const Mat3<T> q = A * p.full();
  const auto entry = [&](int r, int c) {
    return q(r, c) + q(c, r) + (q(r, 0) * A(c, 0) + q(r, 1) * A(c, 1) + q(r, 2) * A(c, 2));
  };
  return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)};
}

}  // namespace froth
