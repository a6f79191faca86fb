// SPDX-License-Identifier: Apache-2.0
// Water and other thin liquids: weakly compressible, with an optional Newtonian viscosity.
// Source: [Fei2021], section 4, footnote 3: p = kappa/gamma (J^-gamma - 1) after [Murnaghan1944], and J <- 1
// once J > 1; Eq. (6): J <- J exp(dt div v), which is a sum in log J. With gamma = -1 the energy is
// kappa/2 (J - 1)^2, the compressible fluid of [Qu2023], Eq. (1).
#pragma once

#include <string_view>

#include <froth/materials/elastic_trial.h>

namespace froth {

class Schema;
class Values;

template <class Real>
struct Liquid {
  static constexpr std::string_view name = "liquid";
  /// J is nothing but a history, which may be corrected by where the particles are (mpm/keep_volume.cpp).
  static constexpr bool follows_fill = true;
  struct State {
    Real log_J;
  };
  static constexpr AttributeInfo attributes[] = {{"log_J", 1, "-", Behaviour::LogVolume}};
  static Schema schema();
  static Liquid from(const Values& values);

  Real kappa;            ///< bulk modulus [Pa]
  Real gamma;            ///< its derivative with respect to pressure [-]
  Real eta;              ///< dynamic viscosity [Pa s]
  bool resists_tension;  ///< keeps J > 1 and its negative pressure

  /// The same law over another number type: wider, or more precise.
  template <class Other>
  FROTH_INLINE Liquid<Other> as() const {
    return {Other(kappa), Other(gamma), Other(eta), resists_tension};
  }

  FROTH_INLINE static constexpr State rest() { return {Real(0)}; }

  /// After the displacement gradient A, before it lets go of negative pressure: with the exact volume ratio,
  /// to which the exponential of Eq. (6) is a first-order approximation.
  FROTH_INLINE State trial(const State& s, const Mat3<Real>& A) const {
    return {s.log_J + log1p(volume_change(A))};
  }
  FROTH_INLINE State deform(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return held({s.log_J + trace(A)});
  }
  /// The state that the potential of an implicit step ends with.
  FROTH_INLINE State solved(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return held(trial(s, A));
  }
  FROTH_INLINE Real pressure(const State& s) const { return kappa / gamma * expm1(-gamma * s.log_J); }

  FROTH_INLINE Sym3<Real> kirchhoff(const State& s, const Mat3<Real>& grad_v) const {
    const Real J = exp(s.log_J);
    const Sym3<Real> viscous = (Real(2) * eta * J) * dev(sym(grad_v));
    return viscous.plus_diagonal(-J * pressure(s));
  }
  /// Energy per rest volume [Pa]: minus the integral of p over J from rest.
  FROTH_INLINE Real energy(const State& s) const {
    const Real dilation = expm1(s.log_J);
    const Real general = kappa / gamma * (expm1((Real(1) - gamma) * s.log_J) / (gamma - Real(1)) + dilation);
    return select(abs(gamma - Real(1)) > Real(0), general, kappa * (dilation - s.log_J));
  }
  /// Speed of sound, c^2 = dp/d(rho) [m/s].
  FROTH_INLINE Real wave_speed(const State& s, Real density) const {
    return sqrt(kappa * exp((Real(1) - gamma) * s.log_J) / density);
  }
  FROTH_INLINE Real viscosity() const { return eta; }
  FROTH_INLINE Real volume_ratio(const State& s) const { return exp(s.log_J); }
  /// J^c of [Fei2021], section 4, item (1).
  FROTH_INLINE Real separation_ratio(const State&) const { return Real(1); }

  /// The pressure of the trial volume, as in elastic_trial.h; without tension J > 1 costs nothing. Viscosity
  /// is the potential eta J_n/dt |dev E|^2 of E = (f^T f - I)/2, f = I + A, the strain of the step, which
  /// does not see rotations; for short steps its stress tends to 2 eta J dev sym grad v.
  FROTH_INLINE Real energy(const State& s, const Mat3<Real>& A, Real dt) const {
    const Sym3<Real> rate = dev(step_strain(A));
    return energy(held(trial(s, A))) + eta * exp(s.log_J) / dt * dot(rate, rate);
  }
  FROTH_INLINE Mat3<Real> piola(const State& s, const Mat3<Real>& A, Real dt) const {
    const State next = held(trial(s, A));
    const Real tau = -exp(next.log_J) * pressure(next);
    return TrialFrame<Real>(A).inverse_transposed * tau +
           (Mat3<Real>::identity() + A) * viscous(s, step_strain(A), dt);
  }
  FROTH_INLINE Mat3<Real> piola_differential(const State& s, const Mat3<Real>& A, const Mat3<Real>& dA,
                                             Real dt) const {
    const TrialFrame<Real> frame(A);
    const Mat3<Real> L = frame.gradient(dA), f = Mat3<Real>::identity() + A;
    const State next = held(trial(s, A));
    // tau = kappa/gamma (J - J^(1 - gamma)) and its derivative with respect to log J.
    const Real tau = -exp(next.log_J) * pressure(next);
    const Real slope = tau + kappa * exp((Real(1) - gamma) * next.log_J);
    const Real dtau = select(trial(s, A).log_J <= next.log_J, slope * trace(L), Real(0));
    const Mat3<Real> elastic =
        (Mat3<Real>::identity() * dtau - transpose(L) * tau) * frame.inverse_transposed;
    return elastic + dA * viscous(s, step_strain(A), dt) + f * viscous(s, sym(transpose(f) * dA), dt);
  }

 private:
  /// What is left of a state that may not be pulled.
  FROTH_INLINE State held(const State& s) const {
    return {resists_tension ? s.log_J : select(s.log_J < Real(0), s.log_J, Real(0))};
  }
  /// Viscous stress for a strain of the step, or for a change of it [Pa].
  FROTH_INLINE Mat3<Real> viscous(const State& s, const Sym3<Real>& strain, Real dt) const {
    return (dev(strain) * (Real(2) * eta * exp(s.log_J) / dt)).full();
  }
};

}  // namespace froth
