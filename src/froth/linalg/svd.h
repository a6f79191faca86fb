// SPDX-License-Identifier: Apache-2.0
// Singular values with rotations on both sides: A = U diag(sigma) V^T, det U = det V = 1, sigma_1 >= sigma_2
// >= |sigma_3|. A reflection shows as the sign of the smallest singular value, as [Irving2004] needs it for
// inverted elements. Source: [Hestenes1958], the one-sided Jacobi method: rotations V of the columns until
// those of B = A V are orthogonal; then B = U diag(sigma). It never forms A^T A, whose small eigenvalues are
// lost in rounding: small singular values are as good, relative to the norm of their own column, as large
// ones. Columns are kept in order of length on the way [DeRijk1989], which makes the sweeps few. Differs from
// it: the matrix is scaled by its largest entry first, so that squares of its entries neither overflow nor
// vanish; U is completed by a cross product, so that columns without length are no special case.
#pragma once

#include <limits>

#include <froth/base/mat.h>

namespace froth {

template <int Dim, class Real>
struct SignedSvd {
  Mat<Dim, Real> U;      ///< a rotation
  Vec<Dim, Real> sigma;  ///< descending; only the last may be negative
  Mat<Dim, Real> V;      ///< a rotation
};

namespace detail {

template <int Dim, class Real>
FROTH_HD inline Vec<Dim, Real> column(const Mat<Dim, Real>& m, int c) {
  Vec<Dim, Real> v{};
  for (int r = 0; r < Dim; ++r) v[r] = m(r, c);
  return v;
}
template <int Dim, class Real>
FROTH_HD inline void set_column(Mat<Dim, Real>& m, int c, const Vec<Dim, Real>& v) {
  for (int r = 0; r < Dim; ++r) m(r, c) = v[r];
}

/// Columns p, q become c p - s q, s p + c q.
template <int Dim, class Real>
FROTH_HD inline void rotate_columns(Mat<Dim, Real>& m, int p, int q, Real c, Real s) {
  for (int r = 0; r < Dim; ++r) {
    const Real x = m(r, p), y = m(r, q);
    m(r, p) = c * x - s * y;
    m(r, q) = s * x + c * y;
  }
}

/// Exchanges columns p and q by a quarter turn.
template <int Dim, class Real>
FROTH_HD inline void exchange(Mat<Dim, Real>& B, Mat<Dim, Real>& V, int p, int q) {
  rotate_columns(B, p, q, Real(0), Real(-1));
  rotate_columns(V, p, q, Real(0), Real(-1));
}

/// Makes the columns p < q of B orthogonal, the longer one first. Says whether they were not.
template <int Dim, class Real>
FROTH_HD inline bool orthogonalise(Mat<Dim, Real>& B, Mat<Dim, Real>& V, int p, int q) {
  const Vec<Dim, Real> x = column(B, p), y = column(B, q);
  const Real xx = dot(x, x), yy = dot(y, y), xy = dot(x, y);
  const bool swaps = xx < yy;
  if (swaps) exchange(B, V, p, q);
  const Real off = swaps ? -xy : xy, gap = swaps ? xx - yy : yy - xx;
  if (!(abs(off) > std::numeric_limits<Real>::epsilon() * (sqrt(xx) * sqrt(yy)))) return false;
  // The smaller root t = tan of t^2 + 2 cot(2 angle) t - 1 = 0; gap <= 0.
  const Real twice = off + off;
  const Real t = -twice / (-gap + sqrt(gap * gap + twice * twice));
  const Real c = Real(1) / sqrt(Real(1) + t * t);
  rotate_columns(B, p, q, c, t * c);
  rotate_columns(V, p, q, c, t * c);
  return true;
}

template <int Dim, class Real>
FROTH_HD inline Real largest_entry(const Vec<Dim, Real>& v) {
  Real most(0);
  for (int k = 0; k < Dim; ++k) most = max(most, abs(v[k]));
  return most;
}
/// Length without underflow; zero below the smallest normal number.
template <int Dim, class Real>
FROTH_HD inline Real length(const Vec<Dim, Real>& v) {
  const Real most = largest_entry(v);
  return most < std::numeric_limits<Real>::min() ? Real(0) : most * norm(v / most);
}

/// The unit vector square to `u` along v, which is square to it but for rounding; where v has no length, the
/// one closest to the coordinate axis that is most square to u.
template <class Real>
FROTH_HD inline Vec3<Real> direction_square_to(const Vec3<Real>& u, const Vec3<Real>& v) {
  const Real size = length(v);
  Vec3<Real> d = size > Real(0) ? v / size : u;
  d = d - u * dot(u, d);
  if (dot(d, d) < Real(0.25)) {
    int least = 0;
    for (int k = 1; k < 3; ++k)
      if (abs(u[k]) < abs(u[least])) least = k;
    d = u * -u[least];
    d[least] += Real(1);
  }
  return d / norm(d);
}

/// Puts columns in order of their length, also where squares of lengths are all zero or differ by rounding
/// alone.
template <int Dim, class Real>
FROTH_HD inline void put_in_order(Mat<Dim, Real>& B, Mat<Dim, Real>& V) {
  for (int last = Dim - 1; last > 0; --last)
    for (int k = 0; k < last; ++k)
      if (length(column(B, k)) < length(column(B, k + 1))) exchange(B, V, k, k + 1);
}

/// The rotation whose first columns are the directions of those of B, which are orthogonal and in order of
/// length.
template <class Real>
FROTH_HD inline Mat<2, Real> rotation_along(const Mat<2, Real>& B) {
  const Vec<2, Real> first = column(B, 0);
  const Real size = length(first);
  if (size == Real(0)) return Mat<2, Real>::identity();
  const Real c = first[0] / size, s = first[1] / size;
  return {{{c, -s}, {s, c}}};
}
template <class Real>
FROTH_HD inline Mat3<Real> rotation_along(const Mat3<Real>& B) {
  const Vec3<Real> first = column(B, 0);
  const Real size = length(first);
  if (size == Real(0)) return Mat3<Real>::identity();
  const Vec3<Real> u0 = first / size, u1 = direction_square_to(u0, column(B, 1));
  Mat3<Real> U{};
  set_column(U, 0, u0), set_column(U, 1, u1), set_column(U, 2, cross(u0, u1));
  return U;
}

}  // namespace detail

/// The decomposition of any finite matrix. Of a matrix with equal or vanishing singular values it is one of
/// many.
template <int Dim, class Real>
FROTH_HD inline SignedSvd<Dim, Real> signed_svd(const Mat<Dim, Real>& A) {
  static_assert(Dim == 2 || Dim == 3);
  Real scale(0);
  for (int c = 0; c < Dim; ++c) scale = max(scale, detail::largest_entry(detail::column(A, c)));
  if (scale < std::numeric_limits<Real>::min()) scale = Real(1);  // nothing, or next to it

  Mat<Dim, Real> B = A, V = Mat<Dim, Real>::identity();
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) B(r, c) /= scale;
  // Convergence is quadratic: five or six sweeps for a double; the bound only stops a rounding that would go
  // round in circles.
  constexpr int most_sweeps = 12;
  bool turns = true;
  for (int sweep = 0; turns && sweep < most_sweeps; ++sweep) {
    turns = false;
    for (int p = 0; p < Dim; ++p)
      for (int q = p + 1; q < Dim; ++q) turns = detail::orthogonalise(B, V, p, q) || turns;
  }

  detail::put_in_order(B, V);
  SignedSvd<Dim, Real> svd{detail::rotation_along(B), {}, V};
  for (int k = 0; k < Dim; ++k) svd.sigma[k] = scale * detail::length(detail::column(B, k));
  if (dot(detail::column(svd.U, Dim - 1), detail::column(B, Dim - 1)) < Real(0))
    svd.sigma[Dim - 1] = -svd.sigma[Dim - 1];
  return svd;
}

}  // namespace froth
