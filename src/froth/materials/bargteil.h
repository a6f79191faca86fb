// SPDX-License-Identifier: Apache-2.0
// Dough, clay, chewing gum: corotated linear elasticity whose shape creeps towards rest above a yield stress.
// Source: [Jones2014], Eqs. (4), (6) and (7), after [Bargteil2007]; in principal stretches s, rates per step:
//   W = mu sum (s_i - 1)^2 + lambda/2 (sum (s_i - 1))^2,   P_i = lambda sum (s_k - 1) + 2 mu (s_i - 1),
//   gamma = nu (|P| - max(P_Y + K alpha, 0)) / |P| in [0, 1],   F_p = (F / det F^(1/3))^gamma.
// Differs from it: gamma is a share per step, so that flow would hang on dt; here it is the share of one
// reference step of 1 ms, and a step of dt keeps (1 - gamma)^(dt / 1 ms) of the deviatoric logarithmic
// strain. How alpha grows is not printed: here by |ln F_p|, which makes K a stress. Where a stretch is
// negative nothing flows.
#pragma once

#include <limits>
#include <string_view>

#include <froth/materials/hencky.h>
#include <froth/materials/kelvin_voigt.h>
#include <froth/materials/respond.h>

namespace froth {

class Schema;
class Values;

template <class Real>
struct Bargteil {
  static constexpr std::string_view name = "bargteil";
  struct State {
    SplitStrain<Real> strain;
    Real flowed;  ///< alpha: length of all plastic logarithmic strain so far [-]
  };
  using Response = LawResponse<State, Real>;
  static constexpr AttributeInfo attributes[] = {kShapeAttribute, kVolumeAttribute, {"flowed", 1, "-"}};
  static constexpr bool yields_by_pressure = true;  ///< |P| has a pressure in it
  static constexpr double kReferenceStep = 1e-3;    ///< of flow_rate [s]
  static Schema schema();
  static Bargteil from(const Values& values);

  Real mu, lambda;              ///< Lame parameters [Pa]
  Real yield_stress;            ///< P_Y [Pa]
  Real flow_rate;               ///< nu, per reference step [-]; 0: elastic
  Real hardening;               ///< K [Pa]; negative: softening
  Real damping_time = Real(0);  ///< of kelvin_voigt.h [s]

  /// The same law over another number type: wider, or more precise.
  template <class Other>
  FROTH_INLINE Bargteil<Other> as() const {
    return {Other(mu),        Other(lambda),    Other(yield_stress),
            Other(flow_rate), Other(hardening), Other(damping_time)};
  }
  /// The same without its dashpot, known to the compiler.
  FROTH_INLINE Bargteil undamped() const { return {mu, lambda, yield_stress, flow_rate, hardening, Real(0)}; }

  /// Principal first Piola stress of stretches, which may be negative [Pa]; Eq. (4).
  FROTH_INLINE Vec3<Real> principal_piola(const Vec3<Real>& s) const {
    const Real pressure = lambda * (sum(s) - Real(3));
    return {pressure + Real(2) * mu * (s[0] - Real(1)), pressure + Real(2) * mu * (s[1] - Real(1)),
            pressure + Real(2) * mu * (s[2] - Real(1))};
  }
  /// Energy per rest volume of stretches [Pa].
  FROTH_INLINE Real stretch_energy(const Vec3<Real>& s) const {
    const Vec3<Real> off = s - Vec3<Real>::constant(Real(1));
    const Real all = sum(off);
    return mu * dot(off, off) + Real(0.5) * lambda * all * all;
  }
  /// gamma of Eq. (7) under a stress of this norm [Pa], of one reference step.
  FROTH_INLINE Real flow_share(const Real& stress, const Real& flowed) const {
    const Real yield = max(yield_stress + hardening * flowed, Real(0));
    const Real share =
        flow_rate * (stress - yield) / max(stress, Real(std::numeric_limits<Number<Real>>::min()));
    return max(Real(0), select(share < Real(1), share, Real(1)));
  }
  /// Share of the deviatoric logarithmic strain that a step of `dt` leaves elastic.
  FROTH_INLINE static Real kept_share(const Real& gamma, const Real& dt) {
    const Real rest = max(Real(1) - gamma, Real(std::numeric_limits<Number<Real>>::min()));
    const Real steps = dt * Real(Number<Real>(1 / kReferenceStep));
    return exp(max(steps * log(rest), Real(-80)));  // less is nothing, and exp() takes no more
  }

  FROTH_INLINE static constexpr State rest() { return {SplitStrain<Real>::rest(), Real(0)}; }

  /// After the displacement gradient A, before it flows.
  FROTH_INLINE State trial(const State& s, const Mat3<Real>& A) const {
    return {stretched(s.strain, A), s.flowed};
  }
  /// Elastic trial, creep, and the stress there, from one decomposition.
  FROTH_INLINE Response respond(const State& s, const Mat3<Real>& A, const Mat3<Real>& grad_v,
                                Real dt) const {
    Response r = flow_with_stress(trial(s, A), dt);
    r.tau = dashpot().added_to(r.tau, grad_v);
    return r;
  }
  FROTH_INLINE State deform(const State& s, const Mat3<Real>& A, Real dt) const {
    return flow_with_stress(trial(s, A), dt).state;
  }

  FROTH_INLINE Sym3<Real> kirchhoff(const State& s, const Mat3<Real>& grad_v) const {
    const EigenSym<Real> eigen = eigen_sym(s.strain.b);
    const Vec3<Real> stretch = stretches(s.strain, eigen.values), P = principal_piola(stretch);
    const Sym3<Real> tau = compose(eigen.vectors, {P[0] * stretch[0], P[1] * stretch[1], P[2] * stretch[2]});
    return dashpot().added_to(tau, grad_v);
  }
  /// Energy per rest volume [Pa].
  FROTH_INLINE Real energy(const State& s) const {
    return stretch_energy(stretches(s.strain, eigen_sym(s.strain.b).values));
  }
  /// Speed of the fastest pressure wave before it flows [m/s]: along a principal axis the modulus d tau/d eps
  /// - tau is (lambda + 2 mu) s^2.
  FROTH_INLINE Real wave_speed(const State& s, Real density) const {
    const Real J23 = exp(Real(Number<Real>(2) / 3) * s.strain.log_J);
    return sqrt((lambda + Real(2) * mu) * J23 * largest_eigenvalue_bound(s.strain.b) / density);
  }
  FROTH_INLINE Real viscosity() const { return dashpot().viscosity(); }
  FROTH_INLINE Real volume_ratio(const State& s) const { return exp(s.strain.log_J); }
  /// J^c of [Fei2021], Eq. (5): creep does not part the material.
  FROTH_INLINE Real separation_ratio(const State&) const {
    return Real(std::numeric_limits<Number<Real>>::max());
  }

 private:
  FROTH_INLINE KelvinVoigt<Real> dashpot() const {
    return {mu, lambda + Real(Number<Real>(2) / 3) * mu, damping_time};
  }
  FROTH_INLINE static Vec3<Real> stretches(const SplitStrain<Real>& s, const Vec3<Real>& b_values) {
    const Real scale = exp(s.log_J * Real(Number<Real>(1) / 3));
    return {scale * sqrt(b_values[0]), scale * sqrt(b_values[1]), scale * sqrt(b_values[2])};
  }
  FROTH_INLINE Response flow_with_stress(const State& trial, Real dt) const {
    const HenckyStrain<Real> strain(trial.strain.b);
    const Real third = trial.strain.log_J * Real(Number<Real>(1) / 3);
    const auto stretch_of = [&](const Real& share) {
      return Vec3<Real>{exp(third + share * strain.shear[0]), exp(third + share * strain.shear[1]),
                        exp(third + share * strain.shear[2])};
    };
    const Vec3<Real> P = principal_piola(stretch_of(Real(1)));
    const Real gamma = flow_share(sqrt(dot(P, P)), trial.flowed);
    const auto flows = Real(0) < gamma;
    const Real kept = select(flows, kept_share(gamma, dt), Real(1));
    const Vec3<Real> s = stretch_of(kept), Q = principal_piola(s);
    Response r{trial, compose(strain.axes, {Q[0] * s[0], Q[1] * s[1], Q[2] * s[2]})};
    // A state that does not flow keeps its b to the bit.
    if (any(flows)) {
      r.state.strain.b = select(flows, strain.scaled_b(kept), trial.strain.b);
      r.state.flowed = trial.flowed + (Real(1) - kept) * norm(strain.shear);
    }
    return r;
  }
};

}  // namespace froth
