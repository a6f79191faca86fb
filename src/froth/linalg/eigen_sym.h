// SPDX-License-Identifier: Apache-2.0
// Eigenvalues and eigenvectors of a symmetric 3x3 matrix by cyclic Jacobi rotations. A fixed number of sweeps
// and no data-dependent exit: the loop has one shape for all particles, and close eigenvalues are no special
// case.
#pragma once

#include <limits>

#include <froth/base/mat.h>

namespace froth {

template <class Real>
struct EigenSym {
  Vec3<Real> values;   ///< in no particular order
  Mat3<Real> vectors;  ///< columns, orthonormal
};

namespace detail {
/// One rotation in the (p, q) plane that annihilates m(p, q).
template <class Real>
FROTH_INLINE void jacobi_rotate(Mat3<Real>& m, Mat3<Real>& v, int p, int q) {
  const int r = 3 - p - q;
  const Real off = m(p, q);
  // t = tan of the smaller angle; the tiny floor turns 0/0 into 0 without a branch.
  const Real twice_off = off + off, gap = m(q, q) - m(p, p);
  const Real length =
      sqrt(gap * gap + twice_off * twice_off) + Real(std::numeric_limits<Number<Real>>::min());
  const Real t = select(gap < Real(0), -twice_off, twice_off) / (abs(gap) + length);
  const Real c = Real(1) / sqrt(Real(1) + t * t), s = t * c;

  m(p, p) -= t * off;
  m(q, q) += t * off;
  m(p, q) = m(q, p) = Real(0);
  const Real mrp = m(r, p), mrq = m(r, q);
  m(r, p) = m(p, r) = c * mrp - s * mrq;
  m(r, q) = m(q, r) = s * mrp + c * mrq;
  for (int k = 0; k < 3; ++k) {
    const Real vp = v(k, p), vq = v(k, q);
    v(k, p) = c * vp - s * vq;
    v(k, q) = s * vp + c * vq;
  }
}
}  // namespace detail

/// Full decomposition. Jacobi converges quadratically: four sweeps reach float rounding, five double.
template <class Real>
FROTH_HD inline EigenSym<Real> eigen_sym(const Sym3<Real>& s) {
  constexpr int sweeps = sizeof(Number<Real>) == 4 ? 4 : 5;
  Mat3<Real> m = s.full();
  Mat3<Real> v = Mat3<Real>::identity();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    detail::jacobi_rotate(m, v, 0, 1);
    detail::jacobi_rotate(m, v, 0, 2);
    detail::jacobi_rotate(m, v, 1, 2);
  }
  return {{m(0, 0), m(1, 1), m(2, 2)}, v};
}

/// sum_k values_k n_k n_k^T.
template <class Real>
FROTH_INLINE Sym3<Real> compose(const Mat3<Real>& n, const Vec3<Real>& values) {
  const auto entry = [&](int r, int c) {
    return values[0] * n(r, 0) * n(c, 0) + values[1] * n(r, 1) * n(c, 1) + values[2] * n(r, 2) * n(c, 2);
  };
  return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)};
}

}  // namespace froth
