// SPDX-License-Identifier: Apache-2.0
// What tests over the list of laws need: the list as doctest takes it, and random parameters and states of
// each law. Parameters come from the law's own test, which says what is typical of it.
#pragma once

#include <optional>
#include <stdexcept>
#include <tuple>

#include <froth/materials/law_list.h>

#include "support/random_values.h"

namespace froth::test {

/// How property tests get to know a law. Its own test names it at namespace scope:
///   const bool known = know<NeoHookean<double>>({.draw = [](Rng& rng) -> NeoHookean<double> { ... }});
template <class L>
struct LawSample {
  L (*draw)(Rng&);                              ///< random parameters; moduli from about 1 to 50
  bool flows = true;                            ///< a step may lose energy
  L (*dissipative)(L) = [](L l) { return l; };  ///< the law without what may gain energy in a step that flows
  L (*objective)(L) = [](L l) { return l; };    ///< without what sees a rotation inside of an implicit step
};
template <class L>
inline std::optional<LawSample<L>> known_sample;

template <class L>
bool know(const LawSample<L>& sample) {
  known_sample<L> = sample;
  return true;
}
template <class L>
const LawSample<L>& sample_of() {
  if (!known_sample<L>)
    throw std::logic_error("no sample of " + std::string(L::name) + ": its test must call know()");
  return *known_sample<L>;
}
template <class L>
L sample_parameters(Rng& rng) {
  return sample_of<L>().draw(rng);
}

/// The elastic state after a displacement gradient, without flow. A law that never flows has no other.
template <class L>
typename L::State trial(const L& law, const typename L::State& s, const Mat3<double>& A) {
  if constexpr (requires { law.trial(s, A); })
    return law.trial(s, A);
  else
    return law.deform(s, A, 1.0);
}

/// A random admissible state: a large random strain, then whatever the law makes of it.
template <class L>
typename L::State sample_state(const L& law, Rng& rng) {
  Mat3<double> A = rng.matrix(0.3);
  if (rng.uniform() < 0.7)
    A = A + Mat3<double>::identity() * -0.12;  // mostly compressed, where sand has a shape
  return law.deform(L::rest(), A, 1.0);
}

/// A law in a scene of so many dimensions.
template <int D, class L>
struct LawIn {
  static constexpr int kDim = D;
  using Law = L;
};

namespace detail {
template <class>
struct ListOf;
template <class... L>
struct ListOf<std::variant<L...>> {
  using Tuple = std::tuple<L...>;
  template <int Dim>
  using In = std::tuple<LawIn<Dim, L>...>;
};
}  // namespace detail

/// For TEST_CASE_TEMPLATE_APPLY: every law of the list; and every law in the plane and in space.
using EveryLaw = detail::ListOf<Law<3, double>>::Tuple;
using EveryLawAndDim = decltype(std::tuple_cat(detail::ListOf<Law<2, double>>::In<2>{},
                                               detail::ListOf<Law<3, double>>::In<3>{}));

}  // namespace froth::test
