// SPDX-License-Identifier: Apache-2.0
// Dry, cohesionless sand: Hencky elasticity with a Drucker-Prager cone and no dilation.
// Source: [Klar2016], the St. Venant-Kirchhoff energy in principal logarithmic strains and its return
// mapping:
//   W = mu |eps|^2 + lambda/2 (tr eps)^2,   cone: 2 mu |dev eps| + alpha (3 lambda + 2 mu) tr eps <= 0.
// Volume correction: [Tampubolon2017], the gain of volume at the tip is given back in later compression.
// Differs from it: state is three-dimensional in planar scenes too (plane strain); no hardening.
#pragma once

#include <limits>
#include <string_view>

#include <froth/linalg/eigen_sym.h>
#include <froth/materials/split_strain.h>

namespace froth {

class Schema;
class Values;

/// Slope alpha of the cone for a friction angle [rad].
struct ConeSlope {
  /// Meets Mohr-Coulomb in triaxial compression: [Klar2016].
  static double klar(double friction_angle) {
    const double s = std::sin(friction_angle);
    return std::sqrt(2.0 / 3.0) * 2 * s / (3 - s);
  }
  /// Meets Mohr-Coulomb in plane strain without dilation: a slope slides at exactly the friction angle.
  static double plane_strain(double friction_angle) { return std::sqrt(2.0) * std::tan(friction_angle) / 3; }
};

template <class Real>
struct DruckerPrager {
  static constexpr std::string_view name = "drucker_prager";
  struct State {
    SplitStrain<Real> strain;
    Real volume_gain;  ///< logarithmic volume gained at the tip and not yet given back [-]
  };
  static constexpr AttributeInfo attributes[] = {kShapeAttribute, kVolumeAttribute, {"volume_gain", 1}};
  static Schema schema();
  static DruckerPrager from(const Values& values);

  Real mu, lambda;       ///< Lame parameters [Pa]
  Real alpha;            ///< slope of the cone [-], see ConeSlope
  bool corrects_volume;  ///< remembers the volume gained at the tip

  FROTH_INLINE static constexpr State rest() { return {SplitStrain<Real>::rest(), Real(0)}; }

  /// Elastic trial, then the return to the cone.
  FROTH_HD State deform(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return project({stretched(s.strain, A), s.volume_gain});
  }

  /// Moves a trial state onto the cone; the identity for a state that is inside.
  FROTH_HD State project(const State& trial) const {
    const Real log_J = trial.strain.log_J + trial.volume_gain;
    if (log_J >= 0)  // expanding grains carry no stress: go to the tip
      return {SplitStrain<Real>::rest(), corrects_volume ? log_J : Real(0)};
    const EigenSym<Real> eigen = eigen_sym(trial.strain.b);
    const Vec3<Real> shear = deviatoric_strain(eigen.values);
    const Real length = norm(shear);
    const Real most = -alpha * (3 * lambda + 2 * mu) / (2 * mu) * log_J;
    if (length <= most) return {{trial.strain.b, log_J}, Real(0)};
    Vec3<Real> b{};
    for (int k = 0; k < 3; ++k) b[k] = std::exp(2 * most / length * shear[k]);
    return {{compose(eigen.vectors, b), log_J}, Real(0)};
  }

  FROTH_HD Sym3<Real> kirchhoff(const State& s, const Mat3<Real>& /*grad_v*/) const {
    const EigenSym<Real> eigen = eigen_sym(s.strain.b);
    const Real pressure_part = (lambda + 2 * mu / 3) * s.strain.log_J;
    const Vec3<Real> shear = deviatoric_strain(eigen.values);
    return compose(eigen.vectors, 2 * mu * shear + Vec3<Real>::constant(pressure_part));
  }
  /// Energy per rest volume [Pa].
  FROTH_HD Real energy(const State& s) const {
    const Vec3<Real> shear = deviatoric_strain(eigen_sym(s.strain.b).values);
    return mu * dot(shear, shear) + (lambda / 2 + mu / 3) * s.strain.log_J * s.strain.log_J;
  }
  /// Speed of pressure waves of the unyielded pack [m/s].
  FROTH_INLINE Real wave_speed(const State&, Real density) const {
    return std::sqrt((lambda + 2 * mu) / density);
  }
  FROTH_INLINE Real viscosity() const { return Real(0); }
  FROTH_INLINE Real volume_ratio(const State& s) const { return std::exp(s.strain.log_J); }
  /// J^c of [Fei2021], section 4, item (2).
  FROTH_INLINE Real separation_ratio(const State&) const { return Real(1); }

 private:
  /// Principal logarithmic strains of the shape part; the mean is removed, so that det b = 1 is not relied
  /// upon.
  FROTH_INLINE static Vec3<Real> deviatoric_strain(const Vec3<Real>& b_values) {
    const Vec3<Real> eps{std::log(b_values[0]) / 2, std::log(b_values[1]) / 2, std::log(b_values[2]) / 2};
    return eps - Vec3<Real>::constant(sum(eps) / 3);
  }
};

}  // namespace froth
