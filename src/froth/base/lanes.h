// SPDX-License-Identifier: Apache-2.0
// A few numbers side by side in a vector register. Four lanes are what a grid node holds, momentum (or
// velocity) and mass; two neighbouring nodes make a pair of eight. The compiler lowers both to what the
// machine has.
#pragma once

#include <cstring>

#include <froth/base/vec.h>

namespace froth {

namespace detail {
template <class Real, int N>
struct LanesType {
  typedef Real type __attribute__((vector_size(N * sizeof(Real))));
};
}  // namespace detail

/// Supports + - * and brackets, lane by lane, and number * lanes.
template <class Real, int N>
using Lanes = typename detail::LanesType<Real, N>::type;

/// Lanes from memory of any alignment, and back.
template <class V, class Real>
FROTH_INLINE V load_lanes(const Real* from) {
  V v;
  std::memcpy(&v, from, sizeof(v));
  return v;
}
template <class V, class Real>
FROTH_INLINE void store_lanes(Real* to, const V& v) {
  std::memcpy(to, &v, sizeof(v));
}

/// Two copies side by side, and the two halves.
template <class Real>
FROTH_INLINE Lanes<Real, 8> twice(const Lanes<Real, 4>& v) {
  return __builtin_shufflevector(v, v, 0, 1, 2, 3, 0, 1, 2, 3);
}
template <class Real>
FROTH_INLINE Lanes<Real, 4> lower(const Lanes<Real, 8>& v) {
  return __builtin_shufflevector(v, v, 0, 1, 2, 3);
}
template <class Real>
FROTH_INLINE Lanes<Real, 4> upper(const Lanes<Real, 8>& v) {
  return __builtin_shufflevector(v, v, 4, 5, 6, 7);
}
/// A vector and a last lane, put together in registers: lanes written one by one would go through memory.
template <int Dim, class Real>
FROTH_INLINE Lanes<Real, 4> lanes_of(const Vec<Dim, Real>& v, Real last) {
  if constexpr (Dim == 3)
    return Lanes<Real, 4>{v[0], v[1], v[2], last};
  else
    return Lanes<Real, 4>{v[0], v[1], Real(0), last};
}

/// The first Dim of four lanes as a vector.
template <int Dim, class Real, class V>
FROTH_INLINE Vec<Dim, Real> vec_of(const V& lanes) {
  Vec<Dim, Real> v{};
  for (int d = 0; d < Dim; ++d) v[d] = lanes[d];
  return v;
}

}  // namespace froth
