// SPDX-License-Identifier: Apache-2.0
// Stiff elastic solids: the fixed-corotated energy.
// Source: [Stomakhin2012], section 3.2:
//   W = mu sum (sigma_i - 1)^2 + lambda/2 (J - 1)^2,   tau = 2 mu (b_full - V) + lambda J (J - 1) I,
// with V the square root of b_full = J^(2/3) b. Differs from it: only b and J are kept, since the law is
// isotropic.
#pragma once

#include <limits>
#include <string_view>

#include <froth/materials/elastic_trial.h>
#include <froth/materials/kelvin_voigt.h>

namespace froth {

class Schema;
class Values;

template <class Real>
struct FixedCorotated {
  static constexpr std::string_view name = "fixed_corotated";
  using State = SplitStrain<Real>;
  static constexpr AttributeInfo attributes[] = {kShapeAttribute, kVolumeAttribute};
  static Schema schema();
  static FixedCorotated from(const Values& values);

  Real mu;                      ///< shear modulus [Pa]
  Real lambda;                  ///< Lame's first parameter [Pa]
  Real damping_time = Real(0);  ///< of kelvin_voigt.h [s]

  /// The same law over another number type: wider, or more precise.
  template <class Other>
  FROTH_INLINE FixedCorotated<Other> as() const {
    return {Other(mu), Other(lambda), Other(damping_time)};
  }

  /// The same without its dashpot, known to the compiler.
  FROTH_INLINE FixedCorotated undamped() const { return {mu, lambda, Real(0)}; }

  FROTH_INLINE static constexpr State rest() { return State::rest(); }

  FROTH_INLINE State deform(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return stretched(s, A);
  }

  FROTH_INLINE Sym3<Real> kirchhoff(const State& s, const Mat3<Real>& grad_v) const {
    const EigenSym<Real> eigen = eigen_sym(s.b);
    const Vec3<Real> stretch = stretches(s, eigen.values);
    const Real dilation = expm1(s.log_J), volumetric = lambda * (dilation + Real(1)) * dilation;
    Vec3<Real> principal{};
    for (int k = 0; k < 3; ++k)
      principal[k] = Real(2) * mu * stretch[k] * (stretch[k] - Real(1)) + volumetric;
    return dashpot().added_to(compose(eigen.vectors, principal), grad_v);
  }
  /// d tau of a small change of strain [Pa], from
  ///   (tau_i - tau_j) / (b_i - b_j) = 2 mu J^(2/3) (sigma_i + sigma_j - 1) / (sigma_i + sigma_j).
  FROTH_INLINE Sym3<Real> kirchhoff_differential(const State& s, const StrainChange<Real>& d) const {
    const EigenSym<Real> eigen = eigen_sym(s.b);
    const Vec3<Real> stretch = stretches(s, eigen.values);
    const Real J = exp(s.log_J), J23 = exp(Real(Number<Real>(2) / 3) * s.log_J), two_mu = Real(2) * mu;
    const Real third = d.log_J * Real(Number<Real>(1) / 3);
    const Real volumetric = lambda * J * (J + J - Real(1)) * d.log_J;
    const auto principal = [&](const Vec3<Real>& db) {
      Vec3<Real> dt{};
      for (int k = 0; k < 3; ++k) {
        const Real rate = Real(0.5) * db[k] / eigen.values[k] + third;  // of the logarithm of the stretch
        dt[k] = two_mu * (stretch[k] + stretch[k] - Real(1)) * stretch[k] * rate + volumetric;
      }
      return dt;
    };
    const auto slope = [&](int i, int j) {
      const Real both = stretch[i] + stretch[j];
      return two_mu * J23 * (both - Real(1)) / both;
    };
    return isotropic_differential(eigen.vectors, d.b, principal, slope);
  }
  /// Energy per rest volume [Pa].
  FROTH_INLINE Real energy(const State& s) const {
    const Vec3<Real> off = stretches(s, eigen_sym(s.b).values) - Vec3<Real>::constant(Real(1));
    const Real dilation = expm1(s.log_J);
    return mu * dot(off, off) + lambda / 2 * dilation * dilation;
  }
  /// Speed of the fastest pressure wave in the deformed body [m/s]: along a principal axis the modulus
  /// d tau/d eps - tau is 2 mu sigma^2 + lambda J^2.
  FROTH_INLINE Real wave_speed(const State& s, Real density) const {
    const Real J = exp(s.log_J), J23 = exp(Real(Number<Real>(2) / 3) * s.log_J);
    return sqrt((Real(2) * mu * J23 * largest_eigenvalue_bound(s.b) + lambda * J * J) / density);
  }
  FROTH_INLINE Real viscosity() const { return dashpot().viscosity(); }
  FROTH_INLINE Real volume_ratio(const State& s) const { return exp(s.log_J); }
  FROTH_INLINE Real separation_ratio(const State&) const {
    return Real(std::numeric_limits<Number<Real>>::max());
  }

  /// Of the elastic trial, see elastic_trial.h, and of the dashpot beside it.
  FROTH_INLINE Real energy(const State& s, const Mat3<Real>& A, Real dt) const {
    return energy(stretched(s, A)) + dashpot().energy(A, dt);
  }
  FROTH_INLINE Mat3<Real> piola(const State& s, const Mat3<Real>& A, Real dt) const {
    return elastic_piola(*this, s, A) + dashpot().piola(A, dt);
  }
  FROTH_INLINE Mat3<Real> piola_differential(const State& s, const Mat3<Real>& A, const Mat3<Real>& dA,
                                             Real dt) const {
    return elastic_piola_differential(*this, s, A, dA) + dashpot().piola_differential(A, dA, dt);
  }

 private:
  FROTH_INLINE KelvinVoigt<Real> dashpot() const {
    return {mu, lambda + Real(Number<Real>(2) / 3) * mu, damping_time};
  }
  FROTH_INLINE static Vec3<Real> stretches(const State& s, const Vec3<Real>& b_values) {
    const Real scale = exp(s.log_J * Real(Number<Real>(1) / 3));
    return {scale * sqrt(b_values[0]), scale * sqrt(b_values[1]), scale * sqrt(b_values[2])};
  }
};

}  // namespace froth
