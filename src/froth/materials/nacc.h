// SPDX-License-Identifier: Apache-2.0
// Clay, wet sand, bread and other matter that coheres, compacts and breaks: non-associative Cam-clay with
// neo-Hookean elasticity.
// Source: [Wolper2019] (yield surface, hardening), in the form and with the letters of [Fei2021], section 4,
// item (3); elasticity of [Simo1988]:
//   (1 + 2 chi) q^2 + M^2 (p + chi p0) (p - p0) <= 0,   p0 = kappa sinh(xi max(-alpha, 0)),
// an ellipse in pressure p and shear stress q = sqrt(3/2) |dev sigma| between the tips p0 and -chi p0.
// M is the slope q/p of the critical state. alpha is the logarithm of the plastic volume ratio: compaction
// strengthens. Differs from [Wolper2019]: p and q are true (Cauchy) stresses, p = -dW/dJ = -kappa sinh(log
// J), as in [Fei2021], so that the tensile tip is J^c; the Kirchhoff pressure of this energy never exceeds
// kappa/2, and a body with p0 above it would have no compressive tip. Flow off the tips keeps the volume
// exactly (isochoric.h). Laws are three-dimensional, so that M and q do not depend on the scene's dimension.
#pragma once

#include <cmath>
#include <string_view>

#include <froth/materials/isochoric.h>
#include <froth/materials/neo_hookean.h>

namespace froth {

class Schema;
class Values;

template <class Real>
struct Nacc {
  static constexpr std::string_view name = "nacc";
  struct State {
    SplitStrain<Real> strain;
    Real log_Jp;  ///< plastic change of logarithmic volume since the start; alpha is that plus alpha0 [-]
  };
  static constexpr AttributeInfo attributes[] = {kShapeAttribute, kVolumeAttribute, {"log_Jp", 1, "-"}};
  static constexpr bool yields_by_pressure = true;  ///< see solvers/implicit_mpm/laws.h
  static Schema schema();
  static Nacc from(const Values& values);

  Real mu, kappa;       ///< shear and bulk modulus [Pa]
  Real critical_slope;  ///< M, see critical_slope_of() [-]
  Real cohesion;        ///< chi, tensile over compressive strength [-]
  Real hardening;       ///< xi, how much strength compaction gives [-]
  Real alpha0;          ///< alpha at the start, the logarithm of a volume ratio below one [-]
  bool hardens;         ///< alpha follows the flow

  /// The same law over another number type: wider, or more precise.
  template <class Other>
  FROTH_INLINE Nacc<Other> as() const {
    return {Other(mu),     Other(kappa), Other(critical_slope), Other(cohesion), Other(hardening),
            Other(alpha0), hardens};
  }
  /// The slope q/p for a friction angle [rad]: Mohr-Coulomb in triaxial compression.
  static double critical_slope_of(double friction_angle) {
    const double s = std::sin(friction_angle);
    return 6 * s / (3 - s);
  }
  /// What it is inside the yield surface.
  FROTH_INLINE NeoHookean<Real> elastic() const { return {mu, kappa}; }

  FROTH_INLINE static constexpr State rest() { return {SplitStrain<Real>::rest(), Real(0)}; }

  /// p0 / kappa. A body without strength keeps a hundred-thousandth of its bulk modulus, so that the ellipse
  /// never shrinks to a point; more than sinh(10) is rigid and would overflow.
  FROTH_INLINE Real strength(const State& s) const {
    const Real x = max(hardening * -(alpha0 + s.log_Jp), Real(0)), most(10);
    const Real u = expm1(select(x < most, x, most));
    return max(Real(0.5) * (u + u / (u + Real(1))), Real(1e-5));
  }

  /// After the displacement gradient A, before it flows.
  FROTH_INLINE State trial(const State& s, const Mat3<Real>& A) const {
    return {stretched(s.strain, A), s.log_Jp};
  }
  FROTH_INLINE State deform(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return project(trial(s, A));
  }
  /// Moves a trial state onto the ellipse as it was before the step; the identity for a state that is inside.
  FROTH_INLINE State project(const State& trial) const {
    const Real zero(0), p0 = strength(trial), log_J = trial.strain.log_J;
    // Beyond the tips the shape goes back to rest and the volume to that of the tip.
    const Real least = -asinh(p0), most = asinh(cohesion * p0);
    const Real kept = select(log_J < least, least, select(most < log_J, most, log_J));
    const auto beyond_tip = zero < abs(log_J - kept);

    // Between them the shape goes straight down to the ellipse, at constant volume. Stresses are in units of
    // kappa.
    const Sym3<Real> shear = dev(trial.strain.b);
    const Real up = expm1(log_J), p = Real(-0.5) * (up + up / (up + Real(1)));
    const Real to_q = Real(std::sqrt(Number<Real>(1.5))) * mu / (kappa * (up + Real(1)));
    const Real q = to_q * norm(shear), room = max((p + cohesion * p0) * (p0 - p), zero);
    const Real most_q = select(beyond_tip, Real(-1), critical_slope * sqrt(room / flatness()));
    const auto flows = most_q < q;
    State s{{trial.strain.b, kept}, trial.log_Jp};
    if (any(flows)) {
      const Real share = select(flows, select(beyond_tip, zero, most_q / q), zero);
      s.strain.b = select(flows, isochoric(shear * share), trial.strain.b);
      const Real step = select(beyond_tip, log_J - kept, hardening_step(p, q, p0, log_J));
      if (hardens) s.log_Jp += select(flows, step, zero);
    }
    return s;
  }

  FROTH_INLINE Sym3<Real> kirchhoff(const State& s, const Mat3<Real>& grad_v) const {
    return elastic().kirchhoff(s.strain, grad_v);
  }
  /// Energy per rest volume [Pa].
  FROTH_INLINE Real energy(const State& s) const { return elastic().energy(s.strain); }
  /// Speed of the fastest pressure wave before it yields [m/s]. Compaction moves the yield surface, not the
  /// moduli.
  FROTH_INLINE Real wave_speed(const State& s, Real density) const {
    return elastic().wave_speed(s.strain, density);
  }
  FROTH_INLINE Real viscosity() const { return Real(0); }
  FROTH_INLINE Real volume_ratio(const State& s) const { return exp(s.strain.log_J); }
  /// J^c of [Fei2021], section 4, item (3): the volume ratio at the tensile tip.
  FROTH_INLINE Real separation_ratio(const State& s) const { return exp(asinh(cohesion * strength(s))); }

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
  FROTH_INLINE Real flatness() const { return Real(1) + Real(2) * cohesion; }
  /// ln(x + sqrt(x^2 + 1)) for x >= 0.
  FROTH_INLINE static Real asinh(Real x) {
    const Real square = x * x;
    return log1p(x + square / (Real(1) + sqrt(square + Real(1))));
  }
  /// The change of alpha as if the state had gone back towards the centre of the ellipse, through p_x on it:
  /// the rule of [Wolper2019]. Denser than critical loosens, looser than critical compacts.
  FROTH_INLINE Real hardening_step(Real p, Real q, Real p0, Real log_J) const {
    const Real half(0.5), centre = half * (Real(1) - cohesion) * p0, off = p - centre;
    const Real axis = half * (Real(1) + cohesion) * p0, slope = critical_slope;
    const Real p_x = centre + off * (slope * axis / sqrt(slope * slope * off * off + flatness() * q * q));
    const Real size = asinh(abs(p_x));
    return log_J + select(p_x < Real(0), -size, size);
  }
};

}  // namespace froth
