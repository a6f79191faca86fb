// SPDX-License-Identifier: Apache-2.0
// Dry, cohesionless sand: Hencky elasticity with a Drucker-Prager cone and no dilation.
// Source: [Klar2016], return mapping to the cone 2 mu |dev eps| + alpha (3 lambda + 2 mu) tr eps <= 0.
// Volume correction: [Tampubolon2017], the gain of volume at the tip is given back in later compression.
// Differs from it: state is three-dimensional in planar scenes too (plane strain); no hardening.
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
  };
  using Response = LawResponse<State, Real>;
  static constexpr AttributeInfo attributes[] = {kShapeAttribute, kVolumeAttribute, {"volume_gain", 1}};
  static Schema schema();
  static DruckerPrager from(const Values& values);

  Real mu, kappa;        ///< shear and bulk modulus [Pa]
  Real alpha;            ///< slope of the cone [-], see ConeSlope
  bool corrects_volume;  ///< remembers the volume gained at the tip

  /// The same law over another number type: wider, or more precise.
  template <class Other>
  FROTH_INLINE DruckerPrager<Other> as() const {
    return {Other(mu), Other(kappa), Other(alpha), corrects_volume};
  }

  FROTH_INLINE static constexpr State rest() { return {SplitStrain<Real>::rest(), Real(0)}; }

  /// Elastic trial, the return to the cone, and the stress there, from one decomposition.
  FROTH_INLINE Response respond(const State& s, const Mat3<Real>& A, const Mat3<Real>& /*grad_v*/,
                                Real) const {
    return project_with_stress({stretched(s.strain, A), s.volume_gain});
  }
  FROTH_INLINE State deform(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return project({stretched(s.strain, A), s.volume_gain});
  }
  /// Moves a trial state onto the cone; the identity for a state that is inside.
  FROTH_INLINE State project(const State& trial) const { return project_with_stress(trial).state; }

  FROTH_INLINE Sym3<Real> kirchhoff(const State& s, const Mat3<Real>& /*grad_v*/) const {
    return HenckyStrain<Real>(s.strain.b).stress(Real(1), s.strain.log_J, mu, kappa);
  }
  /// Energy per rest volume [Pa].
  FROTH_INLINE Real energy(const State& s) const { return hencky_energy(s.strain, mu, kappa); }
  /// Speed of the fastest pressure wave before it yields [m/s].
  FROTH_INLINE Real wave_speed(const State& s, Real density) const {
    return hencky_wave_speed(s.strain, mu, kappa, density);
  }
  FROTH_INLINE Real viscosity() const { return Real(0); }
  FROTH_INLINE Real volume_ratio(const State& s) const { return exp(s.strain.log_J); }
  /// J^c of [Fei2021], section 4, item (2).
  FROTH_INLINE Real separation_ratio(const State&) const { return Real(1); }

 private:
  FROTH_INLINE Response project_with_stress(const State& trial) const {
    const HenckyStrain<Real> strain(trial.strain.b);
    const Real zero(0), log_J = trial.strain.log_J + trial.volume_gain;
    const Real length = norm(strain.shear), most = -alpha * Real(1.5) * kappa / mu * log_J;

    // Expanding grains carry no stress: they go to the tip. Others keep the part of their shear inside the
    // cone.
    const auto flows = most < length;
    const Real share = select(flows, most / length, Real(1));
    const Real kept_J = select(log_J < zero, log_J, zero), kept_share = select(log_J < zero, share, zero);
    Response r{{{trial.strain.b, kept_J}, select(log_J < zero, zero, corrects_volume ? log_J : zero)},
               strain.stress(kept_share, kept_J, mu, kappa)};
    // A state inside the cone keeps its b to the bit, and the tip is exactly at rest.
    if (any(flows)) {
      const Sym3<Real> on_cone = select(log_J < zero, strain.scaled_b(kept_share), Sym3<Real>::identity());
      r.state.strain.b = select(flows, on_cone, trial.strain.b);
    }
    return r;
  }
};

}  // namespace froth
