// SPDX-License-Identifier: Apache-2.0
// What tests over the list of laws need of each law: random parameters, and the elastic trial state after a
// displacement gradient, without plastic flow.
#pragma once

#include <froth/materials/law_list.h>

#include "support/random_values.h"

namespace froth::test {

inline void sample(NeoHookean<double>& law, Rng& rng) { law = {rng.uniform(1, 5), rng.uniform(1, 50)}; }
inline void sample(FixedCorotated<double>& law, Rng& rng) { law = {rng.uniform(1, 5), rng.uniform(1, 50)}; }
inline void sample(Liquid<double>& law, Rng& rng) { law = {rng.uniform(1, 50), rng.uniform(1, 8), 0, true}; }
inline void sample(DruckerPrager<double>& law, Rng& rng) {
  law = {rng.uniform(1, 5), rng.uniform(1, 50), rng.uniform(0.05, 0.5), true};
}
inline void sample(DruckerPragerNeoHookean<double>& law, Rng& rng) {
  law = {rng.uniform(1, 5), rng.uniform(1, 50), rng.uniform(0.05, 0.5), true};
}
inline void sample(VonMises<double>& law, Rng& rng) {
  law = {rng.uniform(1, 5), rng.uniform(1, 50), rng.uniform(0.05, 1)};
}
inline void sample(Nacc<double>& law, Rng& rng) {
  law = {rng.uniform(1, 5),
         rng.uniform(1, 50),
         rng.uniform(0.3, 3),
         rng.uniform(0, 2),
         rng.uniform(0.5, 1.5),
         rng.uniform(-0.4, -0.02),
         true};
}
inline void sample(Snow<double>& law, Rng& rng) {
  law = {rng.uniform(1, 5), rng.uniform(1, 50), rng.uniform(0.01, 0.1), rng.uniform(0.005, 0.05),
         rng.uniform(0, 10)};
}

inline void sample(HerschelBulkley<double>& law, Rng& rng) {
  law = {.mu = rng.uniform(1, 5),
         .kappa = rng.uniform(1, 50),
         .yield_stress = rng.uniform(0.05, 1),
         .eta = rng.uniform(0, 2),
         .h = rng.uniform(0.1, 4),
         .tear_yield = 1e30,
         .recovery_time = 0,
         .tears = true,  // plastic strain is followed, but never enough of it
         .limits_force = true,
         .limits_strain = true,
         .as_bargteil = false};
}

template <class L>
L sample_parameters(Rng& rng) {
  L law{};
  sample(law, rng);
  return law;
}

inline SplitStrain<double> trial(const SplitStrain<double>& s, const Mat3<double>& A) {
  return stretched(s, A);
}
inline Liquid<double>::State trial(const Liquid<double>::State& s, const Mat3<double>& A) {
  return {s.log_J + std::log1p(volume_change(A))};
}
inline DruckerPrager<double>::State trial(const DruckerPrager<double>::State& s, const Mat3<double>& A) {
  return {stretched(s.strain, A), s.volume_gain, s.felt_log_J};
}

inline HerschelBulkley<double>::State trial(const HerschelBulkley<double>::State& s, const Mat3<double>& A) {
  HerschelBulkley<double>::State next = s;
  next.strain = stretched(s.strain, A);
  const double growth = next.strain.log_J - s.strain.log_J;
  next.F = (s.F + A * s.F) * std::exp(-growth / 3);
  return next;
}
inline DruckerPragerNeoHookean<double>::State trial(const DruckerPragerNeoHookean<double>::State& s,
                                                    const Mat3<double>& A) {
  return {stretched(s.strain, A), s.volume_gain};
}
inline Nacc<double>::State trial(const Nacc<double>::State& s, const Mat3<double>& A) {
  return {stretched(s.strain, A), s.log_Jp};
}
inline Snow<double>::State trial(const Snow<double>::State& s, const Mat3<double>& A) {
  return {stretched(s.strain, A), s.log_Jp};
}

/// A random admissible state: a large random strain, then whatever the law makes of it.
template <class L>
typename L::State sample_state(const L& law, Rng& rng) {
  Mat3<double> A = rng.matrix(0.3);
  if (rng.uniform() < 0.7)
    A = A + Mat3<double>::identity() * -0.12;  // mostly compressed, where sand has a shape
  return law.deform(L::rest(), A, 1.0);
}

}  // namespace froth::test
