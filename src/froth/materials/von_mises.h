// SPDX-License-Identifier: Apache-2.0
// Metal, clay, bubbles and other solids that flow at a fixed shear stress: Hencky elasticity, von Mises
// yield, and perfect plasticity or Herschel-Bulkley flow. Source: [Simo1988], the radial return |dev tau| <=
// sqrt(2/3) sigma_Y, in the logarithmic strains of [Klar2016]; [Qu2023], Eqs. (2) to (4), for the flow above
// yield, with the rate of [Yue2015]. In these strains s = 2 mu |dev eps| relaxes by s - s_pre = -2 mu dt
// gamma(s) and the trace stays, so that the flow keeps volume exactly.
#pragma once

#include <limits>
#include <string_view>

#include <froth/materials/hencky.h>
#include <froth/materials/herschel_bulkley_flow.h>
#include <froth/materials/respond.h>

namespace froth {

class Schema;
class Values;

template <class Real>
struct VonMises {
  static constexpr std::string_view name = "von_mises";
  using State = SplitStrain<Real>;
  using Response = LawResponse<State, Real>;
  static constexpr AttributeInfo attributes[] = {kShapeAttribute, kVolumeAttribute};
  static Schema schema();
  static VonMises from(const Values& values);

  Real mu, kappa;      ///< shear and bulk modulus [Pa]
  Real yield_stress;   ///< in uniaxial tension, sigma_Y [Pa]
  Real eta = Real(0);  ///< consistency [Pa s^h]; 0: perfect plasticity
  Real h = Real(1);    ///< flow index [-]

  /// The same law over another number type: wider, or more precise.
  template <class Other>
  FROTH_INLINE VonMises<Other> as() const {
    return {Other(mu), Other(kappa), Other(yield_stress), Other(eta), Other(h)};
  }

  /// What it is inside the yield surface.
  FROTH_INLINE Hencky<Real> elastic() const { return {mu, kappa}; }

  FROTH_INLINE static constexpr State rest() { return State::rest(); }

  /// After the displacement gradient A, before it flows.
  FROTH_INLINE State trial(const State& s, const Mat3<Real>& A) const { return stretched(s, A); }
  /// Elastic trial, the radial return, and the stress there, from one decomposition.
  FROTH_INLINE Response respond(const State& s, const Mat3<Real>& A, const Mat3<Real>& /*grad_v*/,
                                Real dt) const {
    return flowed_with_stress(trial(s, A), dt, any(eta > Real(0)));
  }
  FROTH_INLINE State deform(const State& s, const Mat3<Real>& A, Real dt) const {
    return respond(s, A, {}, dt).state;
  }
  /// Moves a trial state onto the yield surface, as after any time; the identity for a state that is inside.
  FROTH_INLINE State project(const State& trial) const {
    return flowed_with_stress(trial, Real(0), false).state;
  }

  FROTH_INLINE Sym3<Real> kirchhoff(const State& s, const Mat3<Real>& grad_v) const {
    return elastic().kirchhoff(s, grad_v);
  }
  /// Energy per rest volume [Pa].
  FROTH_INLINE Real energy(const State& s) const { return elastic().energy(s); }
  /// Speed of the fastest pressure wave before it yields [m/s].
  FROTH_INLINE Real wave_speed(const State& s, Real density) const {
    return elastic().wave_speed(s, density);
  }
  FROTH_INLINE Real viscosity() const { return Real(0); }
  FROTH_INLINE Real volume_ratio(const State& s) const { return exp(s.log_J); }
  /// J^c of [Fei2021], Eq. (5): yielding in shear does not part the material.
  FROTH_INLINE Real separation_ratio(const State&) const {
    return Real(std::numeric_limits<Number<Real>>::max());
  }

  /// Of the elastic trial, see elastic_trial.h.
  FROTH_INLINE Real energy(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return elastic().energy(stretched(s, A));
  }
  FROTH_INLINE Mat3<Real> piola(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return elastic_piola(elastic(), s, A);
  }
  FROTH_INLINE Mat3<Real> piola_differential(const State& s, const Mat3<Real>& A, const Mat3<Real>& dA,
                                             Real /*dt*/) const {
    return elastic_piola_differential(elastic(), s, A, dA);
  }

 private:
  FROTH_INLINE Response flowed_with_stress(const State& trial, Real dt, bool is_viscous) const {
    const HenckyStrain<Real> strain(trial.b);
    const Real length = norm(strain.shear), twice_mu = Real(2) * mu;
    const Real limit = Real(std::sqrt(Number<Real>(2) / 3)) * yield_stress, most = limit / twice_mu;
    const auto flows = most < length;
    Real left = most;
    if (is_viscous && any(flows))
      left = HerschelBulkleyFlow<Real>{limit, eta, h}.returned(twice_mu * length, mu, dt) / twice_mu;
    const Real share = select(flows, left / length, Real(1));
    Response r{trial, strain.stress(share, trial.log_J, mu, kappa)};
    // A state inside the yield surface keeps its b to the bit.
    if (any(flows)) r.state.b = select(flows, strain.scaled_b(share), trial.b);
    return r;
  }
};

}  // namespace froth
