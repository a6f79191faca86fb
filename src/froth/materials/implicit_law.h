// SPDX-License-Identifier: Apache-2.0
// Which laws an implicit solver can use: those with a potential of the displacement gradient A of a step and
// its first two derivatives. The state is that at the start of the step and stays as it is. Most laws have no
// plastic flow inside of the potential: a solver finds A, then lets the law flow by deform(). A law whose
// flow does not hang on A may have it there (RelaxesInStep). Source: [Stomakhin2013], section 6, where the
// trial state is elastic too; [Ram2015], section 4, for flow inside of the potential.
#pragma once

#include <concepts>
#include <utility>

#include <froth/base/mat.h>

namespace froth {

/// The numbers that a law computes with.
template <class L>
using RealOf = decltype(std::declval<const L&>().viscosity());

///   energy(state_n, A, dt)                   per rest volume [Pa]; det(I + A) > 0, dt > 0
///   piola(state_n, A, dt)                    d energy / dA [Pa]; for A = 0 the Kirchhoff stress of state_n,
///   or
///                                            of what it has relaxed to after dt
///   piola_differential(state_n, A, dA, dt)   change of piola for a small dA [Pa]; linear in dA, symmetric
/// A law may say more closely which steps are feasible, and go on with finite energies beyond:
///   feasibility(state_n, A, dt)              positive where they are; without it det(I + A)
template <class L>
concept ImplicitLaw = requires(const L law, const typename L::State s, const Mat3<RealOf<L>> A,
                               RealOf<L> dt) {
  { law.energy(s, A, dt) } -> std::same_as<RealOf<L>>;
  { law.piola(s, A, dt) } -> std::same_as<Mat3<RealOf<L>>>;
  { law.piola_differential(s, A, A, dt) } -> std::same_as<Mat3<RealOf<L>>>;
};

/// A law that knows what its differentials at one A are made of, so that many of them cost little more than
/// one:
///   Tangent, nothing but numbers      tangent(state_n, A, dt)
///   differential(tangent, dA)         piola_differential() there
///   has_tangent()                     whether the law has one with its present options
template <class L>
concept HasTangent = requires(const L law, const typename L::State s, const Mat3<RealOf<L>> A, RealOf<L> dt) {
  { law.tangent(s, A, dt) } -> std::same_as<typename L::Tangent>;
  { L::differential(law.tangent(s, A, dt), A) } -> std::same_as<Mat3<RealOf<L>>>;
  { law.has_tangent() } -> std::same_as<bool>;
};

/// A law that relaxes in time whatever A is, inside of the potential of a step: its potential is that of the
/// state which deform() leads to.
template <class L>
concept RelaxesInStep = L::relaxes_in_step;

}  // namespace froth
