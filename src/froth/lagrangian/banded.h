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
  void reset(std::size_t rows) { rows_.assign(rows, Row{}); }
  std::size_t rows() const { return rows_.size(); }
  /// Entry of row r and column c, r - Width <= c <= r.
  Real& operator()(std::size_t r, std::size_t c) { return rows_[r].a[Width - (r - c)]; }

  /// Makes unknown `r` zero, whatever the rest.
  void fix(std::size_t r) {
    for (Real& entry : rows_[r].a) entry = 0;
    for (std::size_t k = r + 1; k < std::min(rows(), r + Width + 1); ++k) (*this)(k, r) = 0;
    (*this)(r, r) = 1;
  }

  /// Factors, then solves for `b` in place.
  void solve(std::span<Real> b) {
    for (std::size_t r = 0; r < rows(); ++r) {
      const std::size_t first = r > Width ? r - Width : 0;
      Row& row = rows_[r];
      for (std::size_t c = first; c < r; ++c) {
        Real sum = (*this)(r, c);
        for (std::size_t k = std::max(first, c > Width ? c - Width : 0); k < c; ++k)
          sum -= (*this)(r, k) * (*this)(c, k);
        (*this)(r, c) = sum;  // L times D so far
      }
      Real diagonal = row.a[Width];
      for (std::size_t c = first; c < r; ++c) {
        const Real scaled = (*this)(r, c);
        (*this)(r, c) = scaled / (*this)(c, c);
        diagonal -= scaled * (*this)(r, c);
        b[r] -= (*this)(r, c) * b[c];
      }
      row.a[Width] = diagonal;
    }
    for (std::size_t r = 0; r < rows(); ++r) b[r] /= (*this)(r, r);
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
