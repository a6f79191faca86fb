// SPDX-License-Identifier: Apache-2.0
// Moves a law's State between its struct and the planes of a ColumnTable. A State is nothing but numbers, in
// the order in which the law's attributes name them; that is all a law must promise to be sorted, saved and
// written. Source: the attribute arrays of docs/architecture.md.
#pragma once

#include <array>
#include <bit>
#include <type_traits>

#include <froth/base/error.h>
#include <froth/base/mat.h>
#include <froth/base/pack.h>
#include <froth/particles/column_table.h>

namespace froth {

/// The table whose planes are pointers to Real: const where these are.
template <class Real>
using TableOf = std::conditional_t<std::is_const_v<Real>, const ColumnTable, ColumnTable>;

/// `Real` is the number type, const where states are only read.
template <class Law, class Real>
struct StatePlanes {
  using Number = std::remove_const_t<Real>;
  using State = typename Law::State;
  static constexpr std::size_t kNumbers = sizeof(State) / sizeof(Real);
  static_assert(std::is_trivially_copyable_v<State> && sizeof(State) % sizeof(Real) == 0);

  std::array<Real*, kNumbers> plane;

  explicit StatePlanes(TableOf<Real>& particles) {
    std::size_t n = 0;
    for (const AttributeInfo& info : Law::attributes)
      for (int k = 0; k < info.components; ++k)
        plane.at(n++) = particles.template plane<Number>(info.name, k);
    FROTH_CHECK(n == kNumbers, "a law's attributes do not cover its state");
  }

  FROTH_INLINE State load(Index s) const {
    std::array<Number, kNumbers> numbers;
    for (std::size_t k = 0; k < kNumbers; ++k) numbers[k] = plane[k][s];
    return std::bit_cast<State>(numbers);
  }
  FROTH_INLINE void store(Index s, const State& state) const {
    const auto numbers = std::bit_cast<std::array<Number, kNumbers>>(state);
    for (std::size_t k = 0; k < kNumbers; ++k) plane[k][s] = numbers[k];
  }

  /// The states of `count` particles side by side, at most a pack of them.
  template <class WideState>
  FROTH_INLINE WideState load_pack(Index s, int count) const {
    std::array<Pack<Number>, kNumbers> numbers;
    for (std::size_t k = 0; k < kNumbers; ++k) numbers[k] = Pack<Number>::load(plane[k] + s, count);
    return std::bit_cast<WideState>(numbers);
  }
  template <class WideState>
  FROTH_INLINE void store_pack(Index s, int count, const WideState& state) const {
    const auto numbers = std::bit_cast<std::array<Pack<Number>, kNumbers>>(state);
    for (std::size_t k = 0; k < kNumbers; ++k) numbers[k].store(plane[k] + s, count);
  }
};

/// The numbers of a law, particle by particle, for bodies whose law varies in space. A law is nothing but
/// numbers too.
inline constexpr std::string_view kParameters = "parameters";

/// A flag leaves room behind it, which must not carry chance into saved states. Compilers that cannot clear
/// it (clang before 20) build a froth whose checkpoints of such bodies may differ in bytes that mean nothing.
template <class Law>
FROTH_INLINE void clear_padding([[maybe_unused]] Law& law) {
#if __has_builtin(__builtin_clear_padding)
  __builtin_clear_padding(&law);
#endif
}

template <class Law, class Real>
struct LawPlanes {
  using Number = std::remove_const_t<Real>;
  static constexpr std::size_t kNumbers = sizeof(Law) / sizeof(Real);
  static_assert(std::is_trivially_copyable_v<Law> && sizeof(Law) % sizeof(Real) == 0);

  std::array<Real*, kNumbers> plane{};

  static AttributeInfo info() { return {kParameters, static_cast<int>(kNumbers), "SI", Behaviour::Identity}; }
  /// Null planes where the law of these particles is one and the same.
  explicit LawPlanes(TableOf<Real>& particles) {
    if (!particles.has(kParameters)) return;
    for (std::size_t k = 0; k < kNumbers; ++k)
      plane[k] = particles.template plane<Number>(kParameters, static_cast<int>(k));
  }
  bool varies() const { return plane[0] != nullptr; }

  FROTH_INLINE Law load(Index s) const {
    std::array<Number, kNumbers> numbers;
    for (std::size_t k = 0; k < kNumbers; ++k) numbers[k] = plane[k][s];
    return std::bit_cast<Law>(numbers);
  }
  FROTH_INLINE void store(Index s, Law law) const {
    clear_padding(law);
    const auto numbers = std::bit_cast<std::array<Number, kNumbers>>(law);
    for (std::size_t k = 0; k < kNumbers; ++k) plane[k][s] = numbers[k];
  }
  template <class WideLaw>
  FROTH_INLINE WideLaw load_pack(Index s, int count) const {
    static_assert(sizeof(WideLaw) == kNumbers * sizeof(Pack<Number>));
    std::array<Pack<Number>, kNumbers> numbers;
    for (std::size_t k = 0; k < kNumbers; ++k) numbers[k] = Pack<Number>::load(plane[k] + s, count);
    return std::bit_cast<WideLaw>(numbers);
  }
};

}  // namespace froth
