// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/linalg/eigen_sym.h>

#include "support/random_values.h"

using namespace froth;
using test::max_difference;

namespace {
template <class Real>
Sym3<Real> symmetric(const Mat3<double>& m) {
  const Sym3<double> s = sym(m);
  return {Real(s.xx), Real(s.yy), Real(s.zz), Real(s.xy), Real(s.xz), Real(s.yz)};
}
}  // namespace

// Oracle: the definition. V diag(values) V^T gives the matrix back and V is orthonormal, to a few roundings
// of its size (Jacobi is backward stable), for random matrices and for nearly equal and equal eigenvalues.
TEST_CASE_TEMPLATE("a symmetric matrix is put together again", Real, float, double) {
  test::Rng rng(11);
  const double eps = double(std::numeric_limits<Real>::epsilon());
  for (int trial = 0; trial < 3000; ++trial) {
    const double size = std::pow(10.0, rng.uniform(-6, 6));
    Mat3<double> m = rng.matrix(trial % 3 == 0 ? 1e-5 : 1.0);
    if (trial % 3 == 0) m = m + Mat3<double>::identity();  // close to the identity, as elastic strains are
    const Sym3<Real> s = symmetric<Real>(m * size);
    const EigenSym<Real> e = eigen_sym(s);
    const Mat3<double> v = e.vectors.template cast<double>();
    const Mat3<double> back = compose(e.vectors, e.values).full().template cast<double>();
    CAPTURE(trial);
    CHECK(max_difference(back, s.full().template cast<double>()) <= 20 * eps * 2 * size);
    CHECK(max_difference(v * transpose(v), Mat3<double>::identity()) <= 30 * eps);
  }
}

// Oracle: closed forms. diag(3, 1, 2) turned by a known rotation has these eigenvalues; the identity and zero
// are left alone exactly.
TEST_CASE("known eigenvalues") {
  test::Rng rng(3);
  const Mat3<double> R = rng.rotation();
  const Sym3<double> s = congruence(R, Sym3<double>{3, 1, 2, 0, 0, 0});
  const Vec3<double> values = eigen_sym(s).values;
  CHECK(std::abs(sum(values) - 6) < 1e-13);
  CHECK(std::abs(values[0] * values[1] * values[2] - 6) < 1e-13);
  CHECK(std::abs(std::max({values[0], values[1], values[2]}) - 3) < 1e-13);
  CHECK(eigen_sym(Sym3<double>::identity()).values == Vec3<double>{1, 1, 1});
  CHECK(eigen_sym(Sym3<double>{}).values == Vec3<double>{0, 0, 0});
}

// Oracle: brute force. The bound is never below the largest eigenvalue, and is equal to it for uniaxial
// tension.
TEST_CASE("the bound of the largest eigenvalue holds") {
  test::Rng rng(5);
  for (int trial = 0; trial < 1000; ++trial) {
    const Sym3<double> s = symmetric<double>(rng.matrix(1));
    const Vec3<double> v = eigen_sym(s).values;
    CHECK(largest_eigenvalue_bound(s) >= std::max({v[0], v[1], v[2]}) - 1e-12);
  }
  CHECK(std::abs(largest_eigenvalue_bound(Sym3<double>{4, 0.5, 0.5, 0, 0, 0}) - 4) < 1e-14);
}
