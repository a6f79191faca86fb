// SPDX-License-Identifier: Apache-2.0
// Elasticity in principal logarithmic strains, shared by the laws that flow: one decomposition gives the
// stress and the way back to the yield surface. Source: [Klar2016], the St. Venant-Kirchhoff energy with
// Hencky strain:
//   W = mu |eps|^2 + lambda/2 (tr eps)^2,   tau = 2 mu eps + lambda tr(eps) I.
#pragma once

#include <froth/materials/elastic_trial.h>

namespace froth {

/// A strain in its principal frame: eps = shear + log_J/3, axis by axis.
template <class Real>
struct HenckyStrain {
  Vec3<Real> shear;  ///< deviatoric principal logarithmic strains
  Mat3<Real> axes;   ///< principal directions, in columns

  FROTH_INLINE explicit HenckyStrain(const Sym3<Real>& b) {
    const EigenSym<Real> eigen = eigen_sym(b);
    const Real half = Real(0.5);
    const Vec3<Real> eps{half * log(eigen.values[0]), half * log(eigen.values[1]),
                         half * log(eigen.values[2])};
    // The mean is removed, so that det b = 1 is not relied upon.
    shear = eps - Vec3<Real>::constant(sum(eps) * Real(Number<Real>(1) / 3));
    axes = eigen.vectors;
  }

  /// The b of `share` times this shear.
  FROTH_INLINE Sym3<Real> scaled_b(Real share) const {
    const Real twice = Real(2) * share;
    return compose(axes, {exp(twice * shear[0]), exp(twice * shear[1]), exp(twice * shear[2])});
  }
  /// Kirchhoff stress of `share` times this shear with volume log_J [Pa].
  FROTH_INLINE Sym3<Real> stress(Real share, Real log_J, Real mu, Real kappa) const {
    return compose(axes, (Real(2) * mu * share) * shear + Vec3<Real>::constant(kappa * log_J));
  }
};

/// (log a - log b) / (a - b) of positive numbers, 1/a for equal ones: with r = (a - b) / (a + b) it is
/// 2/(a + b) atanh(r)/r, whose series needs eight terms below r = 0.1.
template <class Real>
FROTH_INLINE Real log_quotient(Real a, Real b) {
  const Real gap = a - b, both = a + b, r = gap / both, square = r * r;
  Real series(Number<Real>(1) / 15);
  for (int k = 6; k >= 0; --k) series = Real(Number<Real>(1) / Number<Real>(2 * k + 1)) + square * series;
  const auto is_near = square < Real(0.01);
  const Real apart = (log(a) - log(b)) / select(is_near, Real(1), gap);
  return select(is_near, Real(2) * series / both, apart);
}

/// The elasticity alone, what the laws are inside of their yield surface.
template <class Real>
struct Hencky {
  Real mu, kappa;  ///< shear and bulk modulus [Pa]

  FROTH_INLINE Sym3<Real> kirchhoff(const SplitStrain<Real>& s, const Mat3<Real>& /*grad_v*/) const {
    return HenckyStrain<Real>(s.b).stress(Real(1), s.log_J, mu, kappa);
  }
  /// d tau of a small change of strain [Pa], from tau_i = mu log b_i and what is the same for all axes.
  FROTH_INLINE Sym3<Real> kirchhoff_differential(const SplitStrain<Real>& s,
                                                 const StrainChange<Real>& d) const {
    const EigenSym<Real> eigen = eigen_sym(s.b);
    const auto principal = [&](const Vec3<Real>& db) {
      const Vec3<Real> rate{db[0] / eigen.values[0], db[1] / eigen.values[1], db[2] / eigen.values[2]};
      const Real mean = sum(rate) * Real(Number<Real>(1) / 3);
      return mu * rate + Vec3<Real>::constant(kappa * d.log_J - mu * mean);
    };
    const auto slope = [&](int i, int j) { return mu * log_quotient(eigen.values[i], eigen.values[j]); };
    return isotropic_differential(eigen.vectors, d.b, principal, slope);
  }
  /// Energy per rest volume [Pa].
  FROTH_INLINE Real energy(const SplitStrain<Real>& s) const {
    const Vec3<Real> shear = HenckyStrain<Real>(s.b).shear;
    return mu * dot(shear, shear) + kappa / 2 * s.log_J * s.log_J;
  }
  /// Speed of the fastest pressure wave [m/s]. The modulus along n is d tau/d eps - n.tau.n: stress that
  /// presses stiffens. The most pressing principal stress is kappa log J + mu log b_min.
  FROTH_INLINE Real wave_speed(const SplitStrain<Real>& s, Real density) const {
    const Real least = max(smallest_eigenvalue_bound(s.b), Real(0.05));
    const Real pressing = max(-kappa * s.log_J - mu * log(least), Real(0));
    return sqrt((kappa + Real(Number<Real>(4) / 3) * mu + pressing) / density);
  }
};

}  // namespace froth
