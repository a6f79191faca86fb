// SPDX-License-Identifier: Apache-2.0
// Foams, creams, pastes and oobleck: neo-Hookean elasticity, von Mises yield, Herschel-Bulkley flow, and
// tearing.
// Source: [Yue2015], sections 5 and 7, Algorithms 1, 7, 8, 11, 13, 14:
//   tau = kappa/2 (J^2 - 1) I + mu dev b,   |dev tau| relaxes to sqrt(2/3) sigma_Y at the rate of
//   materials/herschel_bulkley_flow.h; a particle whose plastic strain |dev C^p| exceeds sigma_T is weak.
// Differs from it: F is kept without its volume. Volume of weak particles is clamped so that it is
// continuous: J <= max(J_n, min(J_n J_f, 1)). Below the threshold recovery is applied now and then, exactly,
// because the sum of its steps does not depend on their number.
#pragma once

#include <limits>
#include <string_view>

#include <froth/linalg/polar.h>
#include <froth/materials/herschel_bulkley_flow.h>
#include <froth/materials/neo_hookean.h>
#include <froth/materials/respond.h>
#include <froth/materials/tearing.h>

namespace froth {

class Schema;
class Values;

template <class Real>
struct HerschelBulkley {
  static constexpr std::string_view name = "herschel_bulkley";
  struct State {
    SplitStrain<Real> strain;
    Mat3<Real> F;      ///< total deformation gradient without its volume: det F = 1
    Real is_weak;      ///< 1 where it is torn
    Real unrecovered;  ///< time since connections last recovered [s]
  };
  using Response = LawResponse<State, Real>;
  static constexpr AttributeInfo attributes[] = {
      kShapeAttribute,
      kVolumeAttribute,
      {"F", 9, "-", Behaviour::Intensive, AfterAveraging::UnitDeterminant},
      kTornAttribute,
      {"unrecovered", 1, "s"}};
  static Schema schema();
  static HerschelBulkley from(const Values& values);
  static bool may_tear(const Values& values);

  Real mu, kappa;      ///< shear and bulk modulus [Pa]
  Real yield_stress;   ///< in uniaxial tension, sigma_Y [Pa]
  Real eta;            ///< consistency [Pa s^h]; of Bargteil's rule 1 over its rate [s]
  Real h;              ///< flow index [-]
  Real tear_yield;     ///< sigma_T [-]
  Real recovery_time;  ///< eta_p [s]; 0: torn material stays torn
  bool tears;          ///< plastic strain is followed at all
  bool limits_force;   ///< weak particles do not pull
  bool limits_strain;  ///< weak particles gather no strain
  bool as_bargteil;    ///< flows by the rule of [Bargteil2007], for comparison

  /// The same law over another number type: wider, or more precise.
  template <class Other>
  FROTH_INLINE HerschelBulkley<Other> as() const {
    return {Other(mu),    Other(kappa),      Other(yield_stress),  Other(eta),
            Other(h),     Other(tear_yield), Other(recovery_time), tears,
            limits_force, limits_strain,     as_bargteil};
  }
  FROTH_INLINE HerschelBulkley without_tearing() const {
    HerschelBulkley whole = *this;
    whole.tears = false;
    return whole;
  }
  /// What it is below its yield stress, and whole.
  FROTH_INLINE NeoHookean<Real> elastic() const { return {mu, kappa}; }

  FROTH_INLINE static constexpr State rest() {
    return {SplitStrain<Real>::rest(), Mat3<Real>::identity(), Real(0), Real(0)};
  }

  /// After the displacement gradient A, before it flows and whatever tearing makes of it.
  FROTH_INLINE State trial(const State& s, const Mat3<Real>& A) const {
    const SplitStrain<Real> strain = stretched(s.strain, A);
    return {strain, deformed(s, A, strain), s.is_weak, s.unrecovered};
  }
  FROTH_INLINE Response respond(const State& s, const Mat3<Real>& A, const Mat3<Real>& grad_v,
                                Real dt) const {
    const State next = deform(s, A, dt);
    return {next, kirchhoff(next, grad_v)};
  }
  /// Elastic prediction, flow, and what tearing makes of both.
  FROTH_INLINE State deform(const State& s, const Mat3<Real>& proposed, Real dt) const {
    const Mat3<Real> A = tears && limits_strain ? limited(s, proposed) : proposed;
    const SplitStrain<Real> trial = stretched(s.strain, A);
    State next{flowed(trial, dt), s.F, s.is_weak, s.unrecovered};
    if (!tears) return next;
    next.F = deformed(s, A, trial);
    next.unrecovered += dt;
    Real plastic = plastic_strain(next);
    if (const auto is_due = recovery_is_due(next, plastic); any(is_due)) {
      recover(next, is_due);
      plastic = plastic_strain(next);
    }
    next.is_weak = select(plastic > tear_yield, Real(1), Real(0));
    return next;
  }
  /// Flow without deformation: relaxes a stress above yield for a time dt.
  FROTH_INLINE SplitStrain<Real> flowed(const SplitStrain<Real>& trial, Real dt) const {
    const Real third(Number<Real>(1) / 3);
    const Sym3<Real> d = dev(trial.b);
    const Real s_pre = mu * norm(d), mean = trace(trial.b) * third;
    const HerschelBulkleyFlow<Real> flow{Real(std::sqrt(Number<Real>(2) / 3)) * yield_stress, eta, h};
    const auto flows = flow.yield < s_pre;
    if (!any(flows)) return trial;
    const Real s =
        as_bargteil ? flow.returned_as_bargteil(s_pre, mu * mean, dt) : flow.returned(s_pre, mu * mean, dt);
    // Eq. (18): the shear shrinks, the mean stays. The determinant, at least 1 by now, goes back to 1.
    const Sym3<Real> b = (d * (s / s_pre)).plus_diagonal(mean);
    return {select(flows, b * exp(-third * log(determinant(b))), trial.b), trial.log_J};
  }

  FROTH_INLINE Sym3<Real> kirchhoff(const State& s, const Mat3<Real>& grad_v) const {
    const Sym3<Real> tau = elastic().kirchhoff(s.strain, grad_v);
    const auto is_weak = s.is_weak > Real(0.5);
    if (!tears || !limits_force || !any(is_weak)) return tau;
    const EigenSym<Real> e = eigen_sym(tau);
    const auto pressing = [](Real x) { return select(x < Real(0), x, Real(0)); };
    return select(is_weak,
                  compose(e.vectors, {pressing(e.values[0]), pressing(e.values[1]), pressing(e.values[2])}),
                  tau);
  }
  /// |dev C^p|, [Yue2015], section 7.1, with C^p = F^T b^-1 F.
  FROTH_INLINE Real plastic_strain(const State& s) const { return norm(dev(plastic_metric(s))); }
  FROTH_INLINE static Sym3<Real> plastic_metric(const State& s) {
    return congruence(transpose(s.F), adjugate(s.strain.b));  // det b = 1
  }

  /// Energy per rest volume [Pa].
  FROTH_INLINE Real energy(const State& s) const { return elastic().energy(s.strain); }
  /// Speed of the fastest pressure wave before it yields [m/s].
  FROTH_INLINE Real wave_speed(const State& s, Real density) const {
    return elastic().wave_speed(s.strain, density);
  }
  /// Flow is integrated implicitly: it does not limit the step.
  FROTH_INLINE Real viscosity() const { return Real(0); }
  FROTH_INLINE Real volume_ratio(const State& s) const { return exp(s.strain.log_J); }
  /// J^c of [Fei2021], Eq. (5): what is torn parts as soon as it opens, the rest does not.
  FROTH_INLINE Real separation_ratio(const State& s) const {
    return select(s.is_weak > Real(0.5), Real(1), Real(std::numeric_limits<Number<Real>>::max()));
  }

  /// Of the elastic trial, see elastic_trial.h, as if whole: what torn material does not pull has no
  /// potential.
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
  /// F of the step, without the volume that takes the strain from s to `trial`.
  FROTH_INLINE static Mat3<Real> deformed(const State& s, const Mat3<Real>& A,
                                          const SplitStrain<Real>& trial) {
    const Real growth = trial.log_J - s.strain.log_J;
    return (s.F + A * s.F) * exp(Real(Number<Real>(-1) / 3) * growth);
  }

  /// [Yue2015], section 7.2 and Algorithm 11: weak particles neither shear further nor expand beyond rest.
  FROTH_INLINE Mat3<Real> limited(const State& s, const Mat3<Real>& A) const {
    const auto is_weak = s.is_weak > Real(0.5);
    if (!any(is_weak)) return A;
    const Real third(Number<Real>(1) / 3);
    const Real growth = log1p(volume_change(A));
    const SplitStrain<Real> trial = stretched(s.strain, A);
    const auto largest = [](const Sym3<Real>& b) {
      const Vec3<Real> e = eigen_sym(b).values;
      return max(e[0], max(e[1], e[2]));
    };
    const auto shears = largest(s.strain.b) < largest(trial.b);
    const Mat3<Real> f = Mat3<Real>::identity() + A;
    const Mat3<Real> turn = rotation_of(f) * exp(third * growth);
    Mat3<Real> corrected = select(shears, turn, f);
    // J_{n+1} = max(J_n, min(J_n J_f, 1)) where J grows.
    const Real J = s.strain.log_J;
    const Real most = max(J, select(J + growth < Real(0), J + growth, Real(0)));
    const Real kept = select(growth > Real(0), most - J, growth);
    corrected = corrected * exp(third * (kept - growth));
    return select(is_weak, corrected - Mat3<Real>::identity(), A);
  }

  /// At once where it decides whether a particle is torn, elsewhere when enough time has gathered to matter.
  FROTH_INLINE auto recovery_is_due(const State& s, Real plastic) const {
    const Real never(std::numeric_limits<Number<Real>>::max());
    const Real gathered = select(plastic > tear_yield, never, Real(kRecoveries) * s.unrecovered);
    return gathered > select(recovery_time > Real(0), recovery_time, never);
  }
  /// [Yue2015], section 7.3, Algorithm 14: C^p returns to the identity, S <- S^exp(-t/eta_p).
  template <class Condition>
  FROTH_INLINE void recover(State& s, const Condition& is_due) const {
    const EigenSym<Real> e = eigen_sym(plastic_metric(s));
    // (e^(-t/eta_p) - 1) / 2 as a power of S.
    const Real times = max(-s.unrecovered / max(recovery_time, Real(1e-30)), Real(-40));  // e^-40 is nothing
    const Real power = Real(0.5) * expm1(times);
    const auto relaxed = [&](Real x) { return exp(power * log(max(x, Real(1e-12)))); };
    const Mat3<Real> F =
        s.F * compose(e.vectors, {relaxed(e.values[0]), relaxed(e.values[1]), relaxed(e.values[2])}).full();
    s.F = select(is_due, F, s.F);
    s.unrecovered = select(is_due, Real(0), s.unrecovered);
  }
  static constexpr int kRecoveries = 64;  ///< per eta_p
};

}  // namespace froth
