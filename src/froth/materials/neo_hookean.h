// SPDX-License-Identifier: Apache-2.0
// Rubber and jelly: neo-Hookean elasticity with uncoupled volume and shape.
// Source: [Simo1988] in the form of [Yue2015], Eqs. (1) and (2):
//   W = kappa/2 ((J^2 - 1)/2 - ln J) + mu/2 (tr b - 3),   tau = kappa/2 (J^2 - 1) I + mu dev b.
#pragma once

#include <limits>
#include <string_view>

#include <froth/materials/elastic_trial.h>
#include <froth/materials/kelvin_voigt.h>

namespace froth {

class Schema;
class Values;

template <class Real>
struct NeoHookean {
  static constexpr std::string_view name = "neo_hookean";
  using State = SplitStrain<Real>;
  static constexpr AttributeInfo attributes[] = {kShapeAttribute, kVolumeAttribute};
  static Schema schema();
  static NeoHookean from(const Values& values);

  Real mu;                      ///< shear modulus [Pa]
  Real kappa;                   ///< bulk modulus [Pa]
  Real damping_time = Real(0);  ///< of kelvin_voigt.h [s]

  /// The same law over another number type: wider, or more precise.
  template <class Other>
  FROTH_INLINE NeoHookean<Other> as() const {
    return {Other(mu), Other(kappa), Other(damping_time)};
  }

  /// The same without its dashpot, known to the compiler.
  FROTH_INLINE NeoHookean undamped() const { return {mu, kappa, Real(0)}; }

  FROTH_INLINE static constexpr State rest() { return State::rest(); }

  FROTH_INLINE State deform(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return stretched(s, A);
  }

  FROTH_INLINE Sym3<Real> kirchhoff(const State& s, const Mat3<Real>& grad_v) const {
    const Sym3<Real> tau = (mu * dev(s.b)).plus_diagonal(kappa * Real(0.5) * expm1(Real(2) * s.log_J));
    return dashpot().added_to(tau, grad_v);
  }
  /// d tau of a small change of strain [Pa].
  FROTH_INLINE Sym3<Real> kirchhoff_differential(const State& s, const StrainChange<Real>& d) const {
    return (mu * dev(d.b)).plus_diagonal(kappa * exp(Real(2) * s.log_J) * d.log_J);
  }
  /// Energy per rest volume [Pa].
  FROTH_INLINE Real energy(const State& s) const {
    return kappa / 2 * (expm1(2 * s.log_J) / 2 - s.log_J) + mu / 2 * (trace(s.b) - 3);
  }
  /// Speed of the fastest pressure wave in the deformed body [m/s], in any direction n. The modulus is
  /// n.(d tau/d eps).n - n.tau.n for a strain along n: kappa (1 + J^2)/2 + mu (5/9 tr b - 1/3 n.b.n).
  FROTH_INLINE Real wave_speed(const State& s, Real density) const {
    const Real half_J2 = Real(0.5) * expm1(Real(2) * s.log_J) + Real(1);
    const Real least = max(smallest_eigenvalue_bound(s.b), Real(0));
    const Real shape = Real(Number<Real>(5) / 9) * trace(s.b) - Real(Number<Real>(1) / 3) * least;
    return sqrt((kappa * half_J2 + mu * shape) / density);
  }
  FROTH_INLINE Real viscosity() const { return dashpot().viscosity(); }
  FROTH_INLINE Real volume_ratio(const State& s) const { return exp(s.log_J); }
  /// J^c of [Fei2021], Eq. (5): a solid that does not yield never separates.
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

  /// What differentials at A are made of where there is no dashpot: elastic_piola_differential() with the
  /// moduli inside of b and beside it.
  struct Tangent {
    Mat3<Real> inverse_transposed;  ///< f^-T
    Sym3<Real> shape;               ///< mu b of the trial strain
    Real pressure, volume;          ///< kappa (J^2 - 1)/2, kappa J^2
  };
  FROTH_INLINE bool has_tangent() const { return !any(damping_time > Real(0)); }
  FROTH_INLINE Tangent tangent(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    const State trial = stretched(s, A);
    const Real pressure = kappa * Real(0.5) * expm1(Real(2) * trial.log_J);
    return {TrialFrame<Real>(A).inverse_transposed, trial.b * mu, pressure, kappa + Real(2) * pressure};
  }
  FROTH_INLINE static Mat3<Real> differential(const Tangent& at, const Mat3<Real>& dA) {
    const Mat3<Real> L = dA * transpose(at.inverse_transposed);
    const Real growth = trace(L);
    const Sym3<Real> change =
        sym(L * at.shape.full()) * Real(2) + at.shape * (Real(Number<Real>(-2) / 3) * growth);
    const Mat3<Real> dtau = dev(change).plus_diagonal(at.volume * growth).full();
    const Mat3<Real> tau = dev(at.shape).plus_diagonal(at.pressure).full();
    return (dtau - tau * transpose(L)) * at.inverse_transposed;
  }

 private:
  FROTH_INLINE KelvinVoigt<Real> dashpot() const { return {mu, kappa, damping_time}; }
};

}  // namespace froth
