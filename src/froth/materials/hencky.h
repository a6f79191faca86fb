// SPDX-License-Identifier: Apache-2.0
// Elasticity in principal logarithmic strains, shared by the laws that flow: one decomposition gives the
// stress and the way back to the yield surface. Source: [Klar2016], the St. Venant-Kirchhoff energy with
// Hencky strain:
//   W = mu |eps|^2 + lambda/2 (tr eps)^2,   tau = 2 mu eps + lambda tr(eps) I.
#pragma once

#include <froth/linalg/eigen_sym.h>
#include <froth/materials/split_strain.h>

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

template <class Real>
FROTH_INLINE Real hencky_energy(const SplitStrain<Real>& strain, Real mu, Real kappa) {
  const Vec3<Real> shear = HenckyStrain<Real>(strain.b).shear;
  return mu * dot(shear, shear) + kappa / 2 * strain.log_J * strain.log_J;
}

/// Speed of the fastest pressure wave [m/s]. The modulus along n is d tau/d eps - n.tau.n: stress that
/// presses stiffens. The most pressing principal stress is kappa log J + mu log b_min.
template <class Real>
FROTH_INLINE Real hencky_wave_speed(const SplitStrain<Real>& strain, Real mu, Real kappa, Real density) {
  const Real least = max(smallest_eigenvalue_bound(strain.b), Real(0.05));
  const Real pressing = max(-kappa * strain.log_J - mu * log(least), Real(0));
  return sqrt((kappa + Real(Number<Real>(4) / 3) * mu + pressing) / density);
}

}  // namespace froth
