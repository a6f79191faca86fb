// SPDX-License-Identifier: Apache-2.0
// Water and other thin liquids: weakly compressible, with an optional Newtonian viscosity.
// Source: [Fei2021], section 4, footnote 3: p = kappa/gamma (J^-gamma - 1) after [Murnaghan1944], and J <- 1
// once J > 1; Eq. (6): J <- J exp(dt div v), which is a sum in log J.
#pragma once

#include <string_view>

#include <froth/base/mat.h>
#include <froth/particles/attribute.h>

namespace froth {

class Schema;
class Values;

template <class Real>
struct Liquid {
  static constexpr std::string_view name = "liquid";
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

  FROTH_INLINE State deform(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    const Real log_J = s.log_J + trace(A);
    return {resists_tension ? log_J : select(log_J < Real(0), log_J, Real(0))};
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
    return select(gamma > Real(1), general, kappa * (dilation - s.log_J));
  }
  /// Speed of sound, c^2 = dp/d(rho) [m/s].
  FROTH_INLINE Real wave_speed(const State& s, Real density) const {
    return sqrt(kappa * exp((Real(1) - gamma) * s.log_J) / density);
  }
  FROTH_INLINE Real viscosity() const { return eta; }
  FROTH_INLINE Real volume_ratio(const State& s) const { return exp(s.log_J); }
  /// J^c of [Fei2021], section 4, item (1).
  FROTH_INLINE Real separation_ratio(const State&) const { return Real(1); }
};

}  // namespace froth
