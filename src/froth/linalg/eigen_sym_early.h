// SPDX-License-Identifier: Apache-2.0
// Eigenvalues and eigenvectors of one symmetric 3x3 matrix by the rotations of linalg/eigen_sym.h, which end
// where nothing is left beside the diagonal. For loops that take one matrix at a time: branches then cost
// less than rotations.
#pragma once

#include <cmath>
#include <utility>

#include <froth/linalg/eigen_sym.h>

namespace froth {

inline EigenSym<double> eigen_sym_early(const Sym3<double>& s) {
  constexpr int sweeps = 5;
  Mat3<double> m = s.full();
  Mat3<double> v = Mat3<double>::identity();
  const double scale = std::abs(s.xx) + std::abs(s.yy) + std::abs(s.zz);
  const double small = 1e-17 * scale;  // below rounding of the eigenvalues
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}})
      if (std::abs(m(p, q)) > small) detail::jacobi_rotate(m, v, p, q);
  return {{m(0, 0), m(1, 1), m(2, 2)}, v};
}

}  // namespace froth
