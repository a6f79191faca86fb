// SPDX-License-Identifier: Apache-2.0
// How much of a shear stress is left after flowing for one step.
// Source: [Yue2015], Eqs. (15) to (17), backward Euler of a Herschel-Bulkley flow; Appendix A for the rule of
// [Bargteil2007]. Differs from it: no bisection with a tolerance that has units. The root is found in
// logarithms, scaled so that it always lies in [1/2, 1], by Newton's method from above, which is monotone; a
// fixed number of iterations reaches rounding for powers from 0.08 to 8 and any step.
#pragma once

#include <froth/base/math.h>

namespace froth {

/// What makes a stress flow; all in the paper's own terms, where the flow rate is
/// gamma = ((s - s_y) / eta)^(1/h) and s is the Frobenius norm of the deviatoric stress.
template <class Real>
struct HerschelBulkleyFlow {
  Real yield;  ///< s_y = sqrt(2/3) sigma_Y [Pa]
  Real eta;    ///< [Pa s^h]; 0: perfect plasticity
  Real h;      ///< below 1 shear thinning, above 1 thickening [-]

  /// The root s of s - s_pre = -2 mu dt gamma(s), for s_pre above the yield stress; `mu` is the modulus that
  /// goes with the trial state.
  FROTH_INLINE Real returned(Real s_pre, Real mu, Real dt) const {
    // With y = (s - s_y)/D, D = s_pre - s_y, the equation is 1 - y = c y^(1/h).
    const Real tiny(std::numeric_limits<Number<Real>>::min() * 4);
    const Real D = max(s_pre - yield, tiny), thick = max(eta, tiny);
    const Real log_c = log(max(Real(2) * mu * dt, tiny) / D) + log(D / thick) / h;
    // Unknown y for h < 1, y^(1/h) for h > 1, so that the power q is never below 1.
    const auto thins = h < Real(1);
    const Real q = select(thins, Real(1) / h, h);
    const Real log_a = select(thins, log_c, Real(0)), log_b = select(thins, Real(0), log_c);
    const Real log_z = select(log_a > log_b * q, -log_a / q, -log_b);  // the smaller of the two
    const Real a = limited_exp(log_a + q * log_z), b = limited_exp(log_b + log_z);
    Real t(1);  // a t^q + b t = 1
    constexpr int iterations = sizeof(Number<Real>) == 4 ? 5 : 8;
    for (int k = 0; k < iterations; ++k) {
      const Real power = a * exp(q * log(t));
      t -= (power + b * t - Real(1)) * t / (q * power + b * t);
    }
    const Real log_y = (log_z + log(t)) * select(thins, Real(1), h);
    const Real left = D * limited_exp(log_y);
    return yield + select(eta > Real(0), left, Real(0));
  }

  /// The same for the rule of Bargteil: gamma = eta' (s - s_y) / s, here with 1/eta as the rate eta' [1/s].
  FROTH_INLINE Real returned_as_bargteil(Real s_pre, Real mu, Real dt) const {
    const Real k = Real(2) * mu * dt / eta, half = Real(0.5) * (s_pre - k);
    return half + sqrt(half * half + k * yield);
  }

 private:
  /// e^x for x <= 0; far below it is as good as zero, and exp() need not be asked.
  FROTH_INLINE static Real limited_exp(Real x) {
    const Real least(sizeof(Number<Real>) == 4 ? -80 : -700);
    return exp(select(x < least, least, x));
  }
};

}  // namespace froth
