// SPDX-License-Identifier: Apache-2.0
// Dry, cohesionless sand: Hencky elasticity with a Drucker-Prager cone and no dilation.
// Source: [Klar2016], return mapping to the cone 2 mu |dev eps| + alpha (3 lambda + 2 mu) tr eps <= 0.
// Volume correction: [Tampubolon2017], the gain of volume at the tip is given back in later compression.
// Differs from it: state is three-dimensional in planar scenes too (plane strain); no hardening.
// Strength that follows pressure at once, with flow that keeps volume, is ill-posed: bands steeper than the
// layer grow, the faster the thinner [RudnickiRice1975], and a slope creeps below its critical angle. As for
// friction on a plane [Cochard2000], the cure is a strength that follows the pressure in a time of its own
// [Prakash1998]; it is offered, and off unless asked for.
#pragma once

#include <string_view>

#include <froth/materials/cone_slope.h>
#include <froth/materials/hencky.h>
#include <froth/materials/respond.h>

namespace froth {

class Schema;
class Values;

template <class Real>
struct DruckerPrager {
  static constexpr std::string_view name = "drucker_prager";
  struct State {
    SplitStrain<Real> strain;
    Real volume_gain;  ///< logarithmic volume gained at the tip and not yet given back [-]
    Real felt_log_J;   ///< log J of the pressure that the strength has followed so far [-]
  };
  using Response = LawResponse<State, Real>;
  static constexpr AttributeInfo attributes[] = {
      kShapeAttribute, kVolumeAttribute, {"volume_gain", 1, "-"}, {"felt_log_J", 1, "-"}};
  static constexpr bool yields_by_pressure = true;  ///< see solvers/implicit_mpm/laws.h
  static Schema schema();
  static DruckerPrager from(const Values& values);

  Real mu, kappa;        ///< shear and bulk modulus [Pa]
  Real alpha;            ///< slope of the cone [-], see ConeSlope
  bool corrects_volume;  ///< remembers the volume gained at the tip
  Real delay = Real(0);  ///< time in which the strength follows the pressure [s]

  /// The same law over another number type: wider, or more precise.
  template <class Other>
  FROTH_INLINE DruckerPrager<Other> as() const {
    return {Other(mu), Other(kappa), Other(alpha), corrects_volume, Other(delay)};
  }

  /// What it is inside the cone.
  FROTH_INLINE Hencky<Real> elastic() const { return {mu, kappa}; }

  FROTH_INLINE static constexpr State rest() { return {SplitStrain<Real>::rest(), Real(0), Real(0)}; }

  /// After the displacement gradient A, before it flows.
  FROTH_INLINE State trial(const State& s, const Mat3<Real>& A) const {
    return {stretched(s.strain, A), s.volume_gain, s.felt_log_J};
  }
  /// Elastic trial, the return to the cone, and the stress there, from one decomposition.
  FROTH_INLINE Response respond(const State& s, const Mat3<Real>& A, const Mat3<Real>& /*grad_v*/,
                                Real dt) const {
    const Real left = select(delay > Real(0), delay / (delay + dt), Real(0));
    return project_with_stress(trial(s, A), left);
  }
  FROTH_INLINE State deform(const State& s, const Mat3<Real>& A, Real dt) const {
    return respond(s, A, {}, dt).state;
  }
  /// Moves a trial state onto the cone of its own pressure; the identity for a state that is inside.
  FROTH_INLINE State project(const State& trial) const { return project_with_stress(trial, Real(0)).state; }

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

 private:
  /// `left`: share of its distance to the pressure that the strength keeps in this step.
  FROTH_INLINE Response project_with_stress(const State& trial, Real left) const {
    const HenckyStrain<Real> strain(trial.strain.b);
    const Real zero(0), log_J = trial.strain.log_J + trial.volume_gain;
    const Real felt = log_J + left * (trial.felt_log_J - log_J);
    const Real length = norm(strain.shear), most = strength(log_J, felt);

    // Expanding grains carry no stress: they go to the tip. Others keep the part of their shear inside the
    // cone.
    const auto flows = most < length;
    const Real share = select(flows, most / length, Real(1));
    const Real kept_J = select(log_J < zero, log_J, zero), kept_share = select(log_J < zero, share, zero);
    Response r{{{trial.strain.b, kept_J},
                select(log_J < zero, zero, corrects_volume ? log_J : zero),
                select(log_J < zero, felt, zero)},
               strain.stress(kept_share, kept_J, mu, kappa)};
    // A state inside the cone keeps its b to the bit, and the tip is exactly at rest.
    if (any(flows)) {
      const Sym3<Real> on_cone = select(log_J < zero, strain.scaled_b(kept_share), Sym3<Real>::identity());
      r.state.strain.b = select(flows, on_cone, trial.strain.b);
    }
    return r;
  }

  /// Largest |shear| at volume log_J whose strength has followed as far as `felt`. A strength that lags
  /// behind falling pressure must not make grains pull: |dev tau| stays below sqrt(3/2) p, where the first
  /// principal stress vanishes, or below the cone's own bound where that is wider.
  FROTH_INLINE Real strength(Real log_J, Real felt) const {
    const Real no_pull = Real(Number<Real>(0.408248290463863));  // 1/sqrt(6)
    const Real lagging = -alpha * Real(1.5) * kappa / mu * felt;
    const Real bound = -max(alpha, no_pull) * Real(1.5) * kappa / mu * log_J;
    return select(bound < lagging, bound, lagging);
  }
};

}  // namespace froth
