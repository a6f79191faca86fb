// SPDX-License-Identifier: Apache-2.0
// Four numbers side by side in one vector register: what a grid node holds (momentum or velocity, and mass).
#pragma once

#include <froth/base/vec.h>

namespace froth {

namespace detail {
template <class Real>
struct Lane4Type;
template <>
struct Lane4Type<float> {
  typedef float type __attribute__((vector_size(16)));
};
template <>
struct Lane4Type<double> {
  typedef double type __attribute__((vector_size(32)));
};
}  // namespace detail

/// Supports + - * and brackets, lane by lane, and scalar * lane; compiles to scalar code where there is no
/// SIMD.
template <class Real>
using Lane4 = typename detail::Lane4Type<Real>::type;

/// The first Dim lanes are the vector, the last is `w`.
template <int Dim, class Real>
inline Lane4<Real> lane4(const Vec<Dim, Real>& v, Real w) {
  if constexpr (Dim == 3)
    return Lane4<Real>{v[0], v[1], v[2], w};
  else
    return Lane4<Real>{v[0], v[1], Real(0), w};
}
template <int Dim, class Real>
inline Vec<Dim, Real> vec_of(const Lane4<Real>& l) {
  Vec<Dim, Real> v{};
  for (int d = 0; d < Dim; ++d) v[d] = l[d];
  return v;
}

}  // namespace froth
