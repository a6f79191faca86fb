// SPDX-License-Identifier: Apache-2.0
// A symmetric positive matrix whose entries lie near its diagonal, and its Cholesky factor in place.
// Source: the standard factorisation L D L^T without pivots, rows one after the other.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

namespace froth {

template <int Width, class Real>
class BandedMatrix {
 public:
  /// Rows before the first, all zero, spare the loops their conditions.
  void reset(std::size_t rows) { rows_.assign(rows + Width, Row{}); }
  std::size_t rows() const { return rows_.size() - Width; }
  /// Entry of row r and column c, r - Width <= c <= r.
  Real& operator()(std::size_t r, std::size_t c) { return row(r)[Width - (r - c)]; }
  /// Row r up to its diagonal, which is number Width.
  Real* row(std::size_t r) { return rows_[r + Width].a; }

  /// Makes unknown `r` zero, whatever the rest.
  void fix(std::size_t r) {
    std::fill_n(row(r), Width, Real(0));
    for (std::size_t k = r + 1; k < std::min(rows(), r + Width + 1); ++k) (*this)(k, r) = 0;
    (*this)(r, r) = 1;
  }

  /// Adds `factor` times the matrix times u to b.
  void add_product(Real factor, std::span<const Real> u, std::span<Real> b) {
    for (std::size_t r = 0; r < rows(); ++r) {
      const Real* a = row(r);
      Real sum = a[Width] * u[r];
      for (std::size_t c = r > Width ? r - Width : 0; c < r; ++c) {
        const Real entry = a[Width - (r - c)];
        sum += entry * u[c];
        b[c] += factor * entry * u[r];
      }
      b[r] += factor * sum;
    }
  }

  /// Factors, then solves for `b` in place. Diagonals become their inverses on the way.
  void solve(std::span<Real> b) {
    for (std::size_t r = 0; r < rows(); ++r) {
      Real* const a = row(r);
      Real own[Width];
      for (int j = 0; j < Width; ++j) own[j] = a[j];
      Real diagonal = a[Width], sum = b[r];
      // Columns from left to right: each is done once those before it have been taken off.
#pragma GCC unroll 16
      for (int j = 0; j < Width; ++j) {
        const auto column = static_cast<std::size_t>(j);  // counted from r - Width
        const Real scaled = own[j], entry = scaled * rows_[r + column].a[Width];
#pragma GCC unroll 16
        for (int k = j + 1; k < Width; ++k)
          own[k] -= scaled * rows_[r + static_cast<std::size_t>(k)].a[Width - k + j];
        diagonal -= scaled * entry;
        own[j] = entry;
      }
      for (int j = 0; j < Width; ++j) a[j] = own[j];
      a[Width] = Real(1) / diagonal;
      for (std::size_t c = r > Width ? r - Width : 0; c < r; ++c) sum -= a[Width - (r - c)] * b[c];
      b[r] = sum;
    }
    for (std::size_t r = 0; r < rows(); ++r) b[r] *= row(r)[Width];
    for (std::size_t r = rows(); r-- > 0;)
      for (std::size_t c = r > Width ? r - Width : 0; c < r; ++c) b[c] -= (*this)(r, c) * b[r];
  }

 private:
  struct Row {
    Real a[Width + 1];
  };
  std::vector<Row> rows_;
};

}  // namespace froth
