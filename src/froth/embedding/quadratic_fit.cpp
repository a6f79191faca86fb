// SPDX-License-Identifier: Apache-2.0
#include <froth/embedding/quadratic_fit.h>

#include <cmath>

namespace froth {

namespace {

constexpr int kTerms = 9;  // x, y, z, xx, yy, zz, xy, xz, yz

/// Weight of a second-order term, in units of the sum of weights and of half the support. A tenth of it lets
/// edges bend 1 % less and shortens steps by 5 %, ten times as much gives up half of what the fit gains.
constexpr double kRidge = 1e-3;

/// The terms of all neighbours, in units of half the support; rows are as long as lists can be.
struct Terms {
  alignas(64) double a[kTerms][kMostNeighbors];
};
void fill_terms(const NeighborVectors& rest, double scale, Terms& t) {
  for (int k = 0; k < kMostNeighbors; ++k) {
    const double x = scale * rest.a[0][k], y = scale * rest.a[1][k], z = scale * rest.a[2][k];
    t.a[0][k] = x, t.a[1][k] = y, t.a[2][k] = z;
    t.a[3][k] = x * x, t.a[4][k] = y * y, t.a[5][k] = z * z;
    t.a[6][k] = x * y, t.a[7][k] = x * z, t.a[8][k] = y * z;
  }
}

/// A symmetric positive matrix, factored in place: the lower triangle becomes L with N = L L^T.
struct Normal {
  double a[kTerms][kTerms];

  bool factor() {
    for (int c = 0; c < kTerms; ++c) {
      for (int k = 0; k < c; ++k) a[c][c] -= a[c][k] * a[c][k];
      if (!(a[c][c] > 0)) return false;
      a[c][c] = std::sqrt(a[c][c]);
      for (int r = c + 1; r < kTerms; ++r) {
        for (int k = 0; k < c; ++k) a[r][c] -= a[r][k] * a[c][k];
        a[r][c] /= a[c][c];
      }
    }
    return true;
  }
  /// Column `column` of the inverse.
  void inverse_column(int column, double (&z)[kTerms]) const {
    for (int r = 0; r < kTerms; ++r) {
      double sum = r == column ? 1 : 0;
      for (int k = 0; k < r; ++k) sum -= a[r][k] * z[k];
      z[r] = sum / a[r][r];
    }
    for (int r = kTerms - 1; r >= 0; --r) {
      double sum = z[r];
      for (int k = r + 1; k < kTerms; ++k) sum -= a[k][r] * z[k];
      z[r] = sum / a[r][r];
    }
  }
};

}  // namespace

void fit_quadratic(const NeighborVectors& rest, const NeighborWeights& weight, int count, double h,
                   NeighborVectors& gradient) {
  const double scale = 2 / h;
  Terms t;
  fill_terms(rest, scale, t);
  double total = 0;
  for (int k = 0; k < count; ++k) total += weight.a[k];
  Normal n;
  for (int r = 0; r < kTerms; ++r) {
    alignas(64) double row[kMostNeighbors];
    for (int k = 0; k < kMostNeighbors; ++k) row[k] = weight.a[k] * t.a[r][k];
    for (int c = 0; c <= r; ++c) {
      double lanes[8] = {};  // one order of summing, whatever the width of the machine
      for (int k = 0; k < kMostNeighbors; k += 8)
        for (int lane = 0; lane < 8; ++lane) lanes[lane] += row[k + lane] * t.a[c][k + lane];
      n.a[r][c] =
          ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
    }
    if (r >= 3) n.a[r][r] += kRidge * total;
  }
  if (!n.factor()) return;  // rounding alone: the affine fit stays
  for (int c = 0; c < 3; ++c) {
    double z[kTerms];
    n.inverse_column(c, z);
    alignas(64) double row[kMostNeighbors] = {};
    for (int m = 0; m < kTerms; ++m)
      for (int k = 0; k < kMostNeighbors; ++k) row[k] += z[m] * t.a[m][k];
    for (int k = 0; k < kMostNeighbors; ++k) gradient.a[c][k] = scale * weight.a[k] * row[k];
  }
}

}  // namespace froth
