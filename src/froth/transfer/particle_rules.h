// SPDX-License-Identifier: Apache-2.0
// What a scheme does to one particle, as functions of numbers: Real is one particle's number or a pack of
// them, on host or device. The loops of g2p.cpp call these; nothing of a scheme is written anywhere else.
// Source: [Fei2021], Eqs. (1) to (8).
#pragma once

#include <froth/base/math.h>

namespace froth {

/// Along one axis, from the velocity of the grid v* in both: what the particle keeps, v = v* + alpha (v_p -
/// v_n), and what carries it, v* + beta alpha (v_p - v_n), [Fei2021], Eqs. (1), (4). `adjusts_velocity`
/// false: only the position is adjusted, Eqs. (7), (8).
template <class Real>
FROTH_INLINE void adjust_velocity(Real& kept, Real& carrying, const Real& v_p, const Real& v_n,
                                  const Real& alpha, const Real& beta, bool adjusts_velocity) {
  const Real adjustment = alpha * (v_p - v_n);
  if (adjusts_velocity) kept += adjustment;
  carrying += beta * adjustment;
}

/// beta of [Fei2021], Eq. (5), third case, from J / J^c at the beginning of the step and what the step makes
/// of it, exp(dt div v). Particles that were projected to J = J^c and then do not move count as open,
/// whatever rounding made of them.
template <class Real>
FROTH_INLINE Real beta_by_volume(const Real& volume_ratio_to_separation, const Real& dt_divergence,
                                 const Real& beta_min, const Real& beta_max) {
  constexpr double open = 1 - 1e-6;
  const Real J = volume_ratio_to_separation * exp(dt_divergence);
  return select(J < Real(open), beta_min, beta_max);
}

}  // namespace froth
