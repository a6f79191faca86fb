// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>

#include <froth/linalg/svd.h>

#include "support/random_values.h"

using namespace froth;

namespace {

template <int Dim>
double determinant_of(const Mat<Dim, double>& m) {
  if constexpr (Dim == 2)
    return m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0);
  else
    return determinant(m);
}
template <int Dim>
Mat<Dim, double> diagonal(const Vec<Dim, double>& d) {
  Mat<Dim, double> m{};
  for (int k = 0; k < Dim; ++k) m(k, k) = d[k];
  return m;
}
template <int Dim>
double largest_entry(const Mat<Dim, double>& m) {
  double most = 0;
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) most = std::max(most, std::abs(m(r, c)));
  return most;
}
template <int Dim>
Mat<Dim, double> random_matrix(test::Rng& rng) {
  Mat<Dim, double> m{};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) m(r, c) = rng.uniform(-1, 1);
  return m;
}
template <int Dim>
Mat<Dim, double> random_rotation(test::Rng& rng) {
  if constexpr (Dim == 3) {
    return rng.rotation();
  } else {
    const double a = rng.uniform(0, 6.3);
    return {{{std::cos(a), -std::sin(a)}, {std::sin(a), std::cos(a)}}};
  }
}

/// Errors allowed for, in roundings. A rotation forms c x - s y: two products and a sum, and c and s are
/// themselves off by two roundings, so that each of the two columns moves by at most 5. With at most 6 sweeps
/// of 3 rotations that is 90; normalising a column, its second projection and the three products that put the
/// matrix together add 10.
constexpr double kRoundings = 100;

/// Oracle: the definition. U and V are rotations, the values are in order with a sign on the last alone, and
/// the three factors give the matrix back.
template <int Dim, class Real>
void check_definition(const Mat<Dim, double>& wanted) {
  const Mat<Dim, Real> A = wanted.template cast<Real>();
  const SignedSvd<Dim, Real> svd = signed_svd(A);
  const Mat<Dim, double> U = svd.U.template cast<double>(), V = svd.V.template cast<double>();
  const Vec<Dim, double> sigma = svd.sigma.template cast<double>();
  const double tolerance = kRoundings * double(std::numeric_limits<Real>::epsilon());
  const auto I = Mat<Dim, double>::identity();
  CHECK(largest_entry(transpose(U) * U - I) <= tolerance);
  CHECK(largest_entry(transpose(V) * V - I) <= tolerance);
  CHECK(std::abs(determinant_of(U) - 1) <= 3 * tolerance);
  CHECK(std::abs(determinant_of(V) - 1) <= 3 * tolerance);
  for (int k = 0; k + 2 < Dim; ++k) CHECK(sigma[k] >= sigma[k + 1]);
  CHECK(sigma[Dim - 2] >= std::abs(sigma[Dim - 1]));
  const Mat<Dim, double> exact = A.template cast<double>();
  const double size =
      largest_entry(exact);  // below the smallest normal number there is nothing to be relative to
  CHECK(largest_entry(U * diagonal(sigma) * transpose(V) - exact) <=
        tolerance * size + double(std::numeric_limits<Real>::min()));
}

template <int Dim, class Real>
void check_random() {
  test::Rng rng(31);
  const double reach = sizeof(Real) == 4 ? 37 : 300;
  for (int n = 0; n < 3000; ++n) {
    CAPTURE(n);
    check_definition<Dim, Real>(random_matrix<Dim>(rng) * std::pow(10.0, rng.uniform(-reach, reach)));
  }
}

/// Values of the sweep: gaps and sizes from nothing over the smallest rounding to everything, on either side.
constexpr std::array kSweep = {0.0,  1e-44, 1e-38,  1e-30, 1e-20, 1e-10,     1e-7,     1e-3,    0.5,
                               -0.5, -1e-7, -1e-20, 1.0,   -1.0,  1 + 1e-15, 1 - 1e-7, 1 + 1e-7};

template <int Dim, class Real>
void check_degenerate() {
  test::Rng rng(32);
  for (const double a : kSweep)
    for (const double b : kSweep)
      for (int n = 0; n < 20; ++n) {
        Vec<Dim, double> sigma = Vec<Dim, double>::constant(1);
        sigma[Dim - 1] = a, sigma[Dim - 2] = b;
        if (n % 2 == 0) std::swap(sigma[0], sigma[Dim - 1]);
        const bool is_diagonal = n < 4;  // exact zeros beside, and matrices without any
        const auto L = is_diagonal ? Mat<Dim, double>::identity() : random_rotation<Dim>(rng);
        const auto R = is_diagonal ? Mat<Dim, double>::identity() : random_rotation<Dim>(rng);
        CAPTURE(a);
        CAPTURE(b);
        CAPTURE(n);
        check_definition<Dim, Real>(L * diagonal(sigma) * R);
      }
}

}  // namespace

TEST_CASE_TEMPLATE("a random matrix of any size is taken apart into rotations", Real, float, double) {
  check_random<2, Real>();
  check_random<3, Real>();
}

TEST_CASE_TEMPLATE("equal, vanishing and negative singular values are no special case", Real, float, double) {
  check_degenerate<2, Real>();
  check_degenerate<3, Real>();
}

// Oracle: the same for single columns, rows and entries, and for nothing at all.
TEST_CASE_TEMPLATE("matrices of rank one and zero", Real, float, double) {
  check_definition<3, Real>(Mat3<double>{});
  check_definition<2, Real>(Mat<2, double>{});
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      Mat3<double> entry{}, row{}, column{};
      entry(r, c) = -3;
      for (int k = 0; k < 3; ++k) row(r, k) = k - 0.7, column(k, c) = 1e-3 * (k + 1);
      check_definition<3, Real>(entry);
      check_definition<3, Real>(row);
      check_definition<3, Real>(column);
      check_definition<3, Real>(row + column);
    }
  Mat3<double> ones{};
  for (auto& row : ones.a)
    for (double& x : row) x = 1;
  check_definition<3, Real>(ones);
  CHECK(signed_svd(ones.cast<Real>()).sigma[0] == doctest::Approx(3));
}

// Oracle: closed forms. A product of known factors has these singular values; its determinant has the sign of
// the last, and a mirror image changes that sign alone.
TEST_CASE("singular values of known matrices, and the rule of the sign") {
  test::Rng rng(33);
  for (int n = 0; n < 300; ++n) {
    const Vec3<double> sigma{3, 1 + rng.uniform(), rng.uniform(-1, 1)};
    const Mat3<double> A = rng.rotation() * diagonal(sigma) * rng.rotation();
    const Vec3<double> found = signed_svd(A).sigma;
    const double tolerance = 3 * kRoundings * std::numeric_limits<double>::epsilon();
    CHECK(norm(found - sigma) <= tolerance);
    CHECK((found[2] < 0) == (determinant(A) < 0));
    const Vec3<double> mirrored = signed_svd(diagonal(Vec3<double>{1, 1, -1}) * A).sigma;
    CHECK(norm(mirrored - Vec3<double>{sigma[0], sigma[1], -sigma[2]}) <= tolerance);
  }
  // Simple shear by g has the singular values (sqrt(g^2 + 4) +- g) / 2.
  const double g = 1.5, root = std::sqrt(g * g + 4);
  const auto shear = signed_svd(Mat<2, double>{{{1, g}, {0, 1}}}).sigma;
  CHECK(shear[0] == doctest::Approx((root + g) / 2).epsilon(1e-14));
  CHECK(shear[1] == doctest::Approx((root - g) / 2).epsilon(1e-14));
  CHECK(signed_svd(Mat<2, double>{{{0, 2}, {1, 0}}}).sigma[1] == doctest::Approx(-1).epsilon(1e-14));
}

// Oracle: scaling of columns. Columns of sizes 1, d, d^2 that are orthogonal but for a part in ten have
// singular values of those sizes, the product of which is the determinant, to a few roundings each: a method
// that forms A^T A would lose the smallest two.
TEST_CASE("small singular values are as good as large ones") {
  test::Rng rng(34);
  for (int n = 0; n < 300; ++n) {
    const Mat3<double> near = rng.rotation() + rng.matrix(0.03);
    const double d = std::pow(10.0, rng.uniform(-12, 0));
    const Vec3<double> sigma = signed_svd(near * diagonal(Vec3<double>{1, d, d * d})).sigma;
    const double product = determinant(near) * d * d * d;
    CHECK(std::abs(sigma[0] * sigma[1] * sigma[2] - product) <=
          3 * kRoundings * std::numeric_limits<double>::epsilon() * std::abs(product));
  }
}
