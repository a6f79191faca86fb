// SPDX-License-Identifier: Apache-2.0
// Dry, cohesionless sand with neo-Hookean elasticity and a Drucker-Prager cone: the elasticity of
// neo_hookean.h in the place of the logarithmic one of drucker_prager.h.
// Source: [Fei2021], section 4, item (2), after [Yue2018]; elasticity of [Simo1988]:
//   tau = kappa/2 (J^2 - 1) I + mu dev b,   |dev tau| <= 3 alpha p,   p = kappa/2 (1 - J^2).
// Flow keeps the volume (isochoric.h); at J >= 1 grains carry no stress and F becomes the identity.
// Differs from it: the volume gained at the tip may be remembered, as in drucker_prager.h.
#pragma once

#include <string_view>

#include <froth/materials/cone_slope.h>
#include <froth/materials/isochoric.h>
#include <froth/materials/neo_hookean.h>

namespace froth {

class Schema;
class Values;

template <class Real>
struct DruckerPragerNeoHookean {
  static constexpr std::string_view name = "drucker_prager_neo_hookean";
  struct State {
    SplitStrain<Real> strain;
    Real volume_gain;  ///< logarithmic volume gained at the tip and not yet given back [-]
  };
  static constexpr AttributeInfo attributes[] = {kShapeAttribute, kVolumeAttribute, {"volume_gain", 1, "-"}};
  static constexpr bool yields_by_pressure = true;  ///< see solvers/implicit_mpm/laws.h
  static Schema schema();
  static DruckerPragerNeoHookean from(const Values& values);

  Real mu, kappa;        ///< shear and bulk modulus [Pa]
  Real alpha;            ///< slope of the cone [-], see ConeSlope
  bool corrects_volume;  ///< remembers the volume gained at the tip

  /// The same law over another number type: wider, or more precise.
  template <class Other>
  FROTH_INLINE DruckerPragerNeoHookean<Other> as() const {
    return {Other(mu), Other(kappa), Other(alpha), corrects_volume};
  }
  /// What it is inside the cone.
  FROTH_INLINE NeoHookean<Real> elastic() const { return {mu, kappa}; }

  FROTH_INLINE static constexpr State rest() { return {SplitStrain<Real>::rest(), Real(0)}; }

  /// After the displacement gradient A, before it flows.
  FROTH_INLINE State trial(const State& s, const Mat3<Real>& A) const {
    return {stretched(s.strain, A), s.volume_gain};
  }
  FROTH_INLINE State deform(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return project(trial(s, A));
  }
  /// Moves a trial state onto the cone; the identity for a state that is inside.
  FROTH_INLINE State project(const State& trial) const {
    const Real zero(0), log_J = trial.strain.log_J + trial.volume_gain;
    const auto pressed = log_J < zero;
    const Sym3<Real> shear = dev(trial.strain.b);
    const Real length = norm(shear);
    const Real most = Real(-1.5) * alpha * kappa / mu * expm1(Real(2) * log_J);
    const auto flows = most < length;
    State s{{trial.strain.b, select(pressed, log_J, zero)},
            select(pressed, zero, corrects_volume ? log_J : zero)};
    // Expanding grains go to the tip, others keep the part of their shear inside the cone.
    if (any(flows)) {
      const Real share = select(flows, select(pressed, most / length, zero), zero);
      s.strain.b = select(flows, isochoric(shear * share), trial.strain.b);
    }
    return s;
  }

  FROTH_INLINE Sym3<Real> kirchhoff(const State& s, const Mat3<Real>& grad_v) const {
    return elastic().kirchhoff(s.strain, grad_v);
  }
  /// Energy per rest volume [Pa].
  FROTH_INLINE Real energy(const State& s) const { return elastic().energy(s.strain); }
  /// Speed of the fastest pressure wave before it yields [m/s].
  FROTH_INLINE Real wave_speed(const State& s, Real density) const {
    return elastic().wave_speed(s.strain, density);
  }
  FROTH_INLINE Real viscosity() const { return Real(0); }
  FROTH_INLINE Real volume_ratio(const State& s) const { return exp(s.strain.log_J); }
  /// J^c of [Fei2021], section 4, item (2).
  FROTH_INLINE Real separation_ratio(const State&) const { return Real(1); }

  /// Of the elastic trial, see elastic_trial.h.
  FROTH_INLINE Real energy(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return elastic().energy(stretched(s.strain, A));
  }
  FROTH_INLINE Mat3<Real> piola(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return elastic_piola(elastic(), s.strain, A);
  }
  FROTH_INLINE Mat3<Real> piola_differential(const State& s, const Mat3<Real>& A, const Mat3<Real>& dA,
                                             Real /*dt*/) const {
    return elastic_piola_differential(elastic(), s.strain, A, dA);
  }
};

}  // namespace froth
