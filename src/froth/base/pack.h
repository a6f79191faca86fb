// SPDX-License-Identifier: Apache-2.0
// Several numbers that go through the same formula side by side in one vector register. A law is written once
// over `Real`; with Real = float it is the scalar law, with Real = Pack<float> the same law for eight
// particles. The compiler lowers packs to whatever the machine has, down to plain scalar code.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <froth/base/macros.h>

namespace froth {

template <class T>
struct Pack;

template <class T>
inline constexpr bool is_pack = false;
template <class T>
inline constexpr bool is_pack<Pack<T>> = true;

/// The number type behind a Real: itself, or what a pack is made of.
template <class Real>
struct NumberOf {
  using type = Real;
};
template <class T>
struct NumberOf<Pack<T>> {
  using type = T;
};
template <class Real>
using Number = typename NumberOf<Real>::type;

/// `a` where the condition holds, else `b`: what `?:` is for scalars. Both sides are computed.
template <class Real>
  requires std::is_arithmetic_v<Real> FROTH_INLINE Real select(bool condition, Real a, Real b) {
    return condition ? a : b;
  }
/// Does the condition hold anywhere?
FROTH_INLINE bool any(bool condition) { return condition; }

#if !defined(__CUDACC__)  // a GPU thread is one lane: it runs the scalar law

/// One AVX2 register of numbers: 8 floats or 4 doubles.
template <class T>
struct Pack {
  static constexpr int kSize = 32 / sizeof(T);
  using Int = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  typedef T Vector __attribute__((vector_size(32)));
  typedef Int IntVector __attribute__((vector_size(32)));

  Vector v;

  Pack() = default;
  FROTH_INLINE constexpr Pack(Vector x) : v(x) {}
  /// A number stands for a pack of copies of it, so that formulas with constants read as they do for scalars.
  template <class Number>
  requires std::is_arithmetic_v<Number> FROTH_INLINE constexpr Pack(Number x)
      : v(static_cast<T>(x) - Vector{}) {}

  FROTH_INLINE T operator[](int lane) const { return v[lane]; }

  FROTH_INLINE static Pack load(const T* from) {
    Vector x;
    __builtin_memcpy(&x, from, sizeof(x));
    return x;
  }
  FROTH_INLINE void store(T* to) const { __builtin_memcpy(to, &v, sizeof(v)); }
  /// The first `count` lanes; the others repeat the first, so that they are as harmless as it is.
  FROTH_INLINE static Pack load(const T* from, int count) {
    if (count == kSize) return load(from);
    Pack p(from[0]);
    for (int k = 1; k < count; ++k) p.v[k] = from[k];
    return p;
  }
  FROTH_INLINE void store(T* to, int count) const {
    if (count == kSize) return store(to);
    for (int k = 0; k < count; ++k) to[k] = v[k];
  }

  FROTH_INLINE friend Pack operator+(Pack a, Pack b) { return a.v + b.v; }
  FROTH_INLINE friend Pack operator-(Pack a, Pack b) { return a.v - b.v; }
  FROTH_INLINE friend Pack operator*(Pack a, Pack b) { return a.v * b.v; }
  FROTH_INLINE friend Pack operator/(Pack a, Pack b) { return a.v / b.v; }
  FROTH_INLINE friend Pack operator-(Pack a) { return -a.v; }
  FROTH_INLINE Pack& operator+=(Pack b) { return *this = *this + b; }
  FROTH_INLINE Pack& operator-=(Pack b) { return *this = *this - b; }
  FROTH_INLINE Pack& operator*=(Pack b) { return *this = *this * b; }
  FROTH_INLINE Pack& operator/=(Pack b) { return *this = *this / b; }

  /// A comparison answers for each lane; `select` uses the answers.
  FROTH_INLINE friend IntVector operator<(Pack a, Pack b) { return a.v < b.v; }
  FROTH_INLINE friend IntVector operator<=(Pack a, Pack b) { return a.v <= b.v; }
  FROTH_INLINE friend IntVector operator>(Pack a, Pack b) { return a.v > b.v; }
  FROTH_INLINE friend IntVector operator>=(Pack a, Pack b) { return a.v >= b.v; }
};

template <class T>
FROTH_INLINE Pack<T> select(typename Pack<T>::IntVector condition, Pack<T> a, Pack<T> b) {
  return condition ? a.v : b.v;
}

template <class Mask>
  requires(!std::is_same_v<Mask, bool>)
FROTH_INLINE bool any(const Mask& mask) {
  auto all = mask[0];
  constexpr int lanes = static_cast<int>(sizeof(Mask) / sizeof(all));
  for (int k = 1; k < lanes; ++k) all |= mask[k];
  return all != 0;
}

#endif

}  // namespace froth
