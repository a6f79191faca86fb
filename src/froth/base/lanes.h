// SPDX-License-Identifier: Apache-2.0
// A few numbers side by side in a vector register. Four lanes are what a grid node holds, momentum (or
// velocity) and mass; two neighbouring nodes make a pair of eight. The compiler lowers both to what the
// machine has.
#pragma once

#include <cstring>

#include <froth/base/pack.h>
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

/// Number types changed lane by lane; fractions are cut off.
template <class V, class W>
FROTH_INLINE V convert_lanes(const W& w) {
  return __builtin_convertvector(w, V);
}

/// The largest integers not above, for numbers that fit them.
template <class Ints, class Reals>
FROTH_INLINE Ints floor_lanes(const Reals& x) {
  const Ints cut = convert_lanes<Ints>(x);
  return cut + convert_lanes<Ints>(convert_lanes<Reals>(cut) > x);  // a comparison that holds is -1
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

/// A number in every lane.
template <class V, class Real>
FROTH_INLINE V all_lanes(Real x) {
  return x - V{};  // not V{} + x: that is another number for x = -0, so that the sum would have to be done
}

#if !defined(__CUDACC__)  // a GPU thread has no packs

/// Four packs as the columns of 4x4 matrices, one matrix per four lanes: swaps rows and columns of each.
FROTH_INLINE void transpose4(Pack<float> (&v)[4]) {
  const auto a = __builtin_shufflevector(v[0].v, v[1].v, 0, 8, 1, 9, 4, 12, 5, 13);
  const auto b = __builtin_shufflevector(v[0].v, v[1].v, 2, 10, 3, 11, 6, 14, 7, 15);
  const auto c = __builtin_shufflevector(v[2].v, v[3].v, 0, 8, 1, 9, 4, 12, 5, 13);
  const auto d = __builtin_shufflevector(v[2].v, v[3].v, 2, 10, 3, 11, 6, 14, 7, 15);
  v[0] = __builtin_shufflevector(a, c, 0, 1, 8, 9, 4, 5, 12, 13);
  v[1] = __builtin_shufflevector(a, c, 2, 3, 10, 11, 6, 7, 14, 15);
  v[2] = __builtin_shufflevector(b, d, 0, 1, 8, 9, 4, 5, 12, 13);
  v[3] = __builtin_shufflevector(b, d, 2, 3, 10, 11, 6, 7, 14, 15);
}
FROTH_INLINE void transpose4(Pack<double> (&v)[4]) {
  const auto a = __builtin_shufflevector(v[0].v, v[1].v, 0, 4, 2, 6);
  const auto b = __builtin_shufflevector(v[0].v, v[1].v, 1, 5, 3, 7);
  const auto c = __builtin_shufflevector(v[2].v, v[3].v, 0, 4, 2, 6);
  const auto d = __builtin_shufflevector(v[2].v, v[3].v, 1, 5, 3, 7);
  v[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  v[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  v[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  v[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/// Four numbers of every lane, from packs to one row per lane and back; rows begin `stride` numbers apart.
template <class Real>
FROTH_INLINE void store_transposed(const Pack<Real> (&columns)[4], Real* rows, int stride = 4) {
  Pack<Real> v[4] = {columns[0], columns[1], columns[2], columns[3]};
  transpose4(v);
  for (int r = 0; r < 4; ++r) {
    if constexpr (Pack<Real>::kSize == 8) {
      store_lanes(rows + r * stride, lower<Real>(v[r].v));
      store_lanes(rows + (r + 4) * stride, upper<Real>(v[r].v));
    } else {
      store_lanes(rows + r * stride, v[r].v);
    }
  }
}
template <class Real>
FROTH_INLINE void load_transposed(const Real (*rows)[4], Pack<Real> (&columns)[4]) {
  using Four = Lanes<Real, 4>;
  for (int r = 0; r < 4; ++r) {
    if constexpr (Pack<Real>::kSize == 8)
      columns[r] = __builtin_shufflevector(load_lanes<Four>(rows[r]), load_lanes<Four>(rows[r + 4]), 0, 1, 2,
                                           3, 4, 5, 6, 7);
    else
      columns[r] = load_lanes<Four>(rows[r]);
  }
  transpose4(columns);
}

#endif

/// The first Dim of four lanes as a vector.
template <int Dim, class Real, class V>
FROTH_INLINE Vec<Dim, Real> vec_of(const V& lanes) {
  Vec<Dim, Real> v{};
  for (int d = 0; d < Dim; ++d) v[d] = lanes[d];
  return v;
}

}  // namespace froth
