// SPDX-License-Identifier: Apache-2.0
// Snow: elastic until a stretch passes its limit, then it packs or breaks. Packed snow is stiffer.
// Source: [Stomakhin2013]: fixed-corotated elasticity; the singular values of F_E stay within
//   [1 - critical_compression, 1 + critical_stretch], and what is cut off goes to F_P;
//   mu and lambda are multiplied by exp(hardening (1 - J_P)), J_P = det F_P.
// Differs from it: only b and the two volumes are kept, since the law is isotropic; the exponent is bounded,
// so that packed snow cannot stop the simulation and dispersed snow does not underflow.
#pragma once

#include <string_view>

#include <froth/linalg/eigen_sym.h>
#include <froth/materials/fixed_corotated.h>
#include <froth/materials/respond.h>

namespace froth {

class Schema;
class Values;

template <class Real>
struct Snow {
  static constexpr std::string_view name = "snow";
  struct State {
    SplitStrain<Real> strain;
    Real log_Jp;  ///< logarithm of the plastic volume ratio, negative where packed [-]
  };
  using Response = LawResponse<State, Real>;
  static constexpr AttributeInfo attributes[] = {kShapeAttribute, kVolumeAttribute, {"log_Jp", 1, "-"}};
  static constexpr bool yields_by_pressure = true;  ///< see solvers/implicit_mpm/laws.h
  static Schema schema();
  static Snow from(const Values& values);

  Real mu, lambda;            ///< shear modulus and Lame's first parameter at the start [Pa]
  Real critical_compression;  ///< theta_c [-]
  Real critical_stretch;      ///< theta_s [-]
  Real hardening;             ///< xi [-]

  /// The same law over another number type: wider, or more precise.
  template <class Other>
  FROTH_INLINE Snow<Other> as() const {
    return {Other(mu), Other(lambda), Other(critical_compression), Other(critical_stretch), Other(hardening)};
  }
  /// What it is within the limits of stretch, with the moduli of its packing.
  FROTH_INLINE FixedCorotated<Real> elastic(const State& s) const {
    const Real factor = exp(bounded(-hardening * expm1(bounded(s.log_Jp))));
    return {mu * factor, lambda * factor};
  }

  FROTH_INLINE static constexpr State rest() { return {SplitStrain<Real>::rest(), Real(0)}; }

  /// After the displacement gradient A, before it packs or breaks.
  FROTH_INLINE State trial(const State& s, const Mat3<Real>& A) const {
    return {stretched(s.strain, A), s.log_Jp};
  }
  /// Elastic trial, the cut, and the stress there, from one decomposition.
  FROTH_INLINE Response respond(const State& s, const Mat3<Real>& A, const Mat3<Real>& /*grad_v*/,
                                Real) const {
    return project_with_stress(trial(s, A));
  }
  FROTH_INLINE State deform(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return project(trial(s, A));
  }
  /// Cuts stretches off at their limits; the identity for a state within them.
  FROTH_INLINE State project(const State& trial) const { return project_with_stress(trial).state; }

  FROTH_INLINE Sym3<Real> kirchhoff(const State& s, const Mat3<Real>& grad_v) const {
    return elastic(s).kirchhoff(s.strain, grad_v);
  }
  /// Energy per rest volume [Pa].
  FROTH_INLINE Real energy(const State& s) const { return elastic(s).energy(s.strain); }
  /// Speed of the fastest pressure wave before it yields [m/s].
  FROTH_INLINE Real wave_speed(const State& s, Real density) const {
    return elastic(s).wave_speed(s.strain, density);
  }
  FROTH_INLINE Real viscosity() const { return Real(0); }
  FROTH_INLINE Real volume_ratio(const State& s) const { return exp(s.strain.log_J); }
  /// J^c of [Fei2021], Eq. (5), for which [Stomakhin2013] has no value: the volume with one axis at its limit
  /// of stretch. A crack opens along one axis; the tip of the yield surface, where all three are at their
  /// limits, is never reached in plane strain.
  FROTH_INLINE Real separation_ratio(const State&) const { return Real(1) + critical_stretch; }

  /// Of the elastic trial, see elastic_trial.h, with the moduli of the packing at the start of the step.
  FROTH_INLINE Real energy(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return elastic(s).energy(stretched(s.strain, A));
  }
  FROTH_INLINE Mat3<Real> piola(const State& s, const Mat3<Real>& A, Real /*dt*/) const {
    return elastic_piola(elastic(s), s.strain, A);
  }
  FROTH_INLINE Mat3<Real> piola_differential(const State& s, const Mat3<Real>& A, const Mat3<Real>& dA,
                                             Real /*dt*/) const {
    return elastic_piola_differential(elastic(s), s.strain, A, dA);
  }

 private:
  /// Within 12: moduli from a hundred-thousandth to a hundred thousand times those of the start.
  FROTH_INLINE static Real bounded(Real exponent) {
    const Real most(12);
    return max(select(exponent < most, exponent, most), -most);
  }
  FROTH_INLINE Response project_with_stress(const State& trial) const {
    const Real least = Real(1) - critical_compression, most = Real(1) + critical_stretch;
    const Real scale = exp(trial.strain.log_J * Real(Number<Real>(1) / 3));
    const EigenSym<Real> eigen = eigen_sym(trial.strain.b);
    Vec3<Real> kept{};
    Real cut(0);
    for (int k = 0; k < 3; ++k) {
      const Real stretch = scale * sqrt(eigen.values[k]);
      kept[k] = select(stretch < least, least, select(most < stretch, most, stretch));
      cut += abs(kept[k] - stretch);
    }
    const auto flows = Real(0) < cut;
    Response r{trial, {}};
    if (any(flows)) r.state = select_state(flows, cut_state(trial, eigen.vectors, kept), trial);
    const FixedCorotated<Real> law = elastic(r.state);
    const Real dilation = expm1(r.state.strain.log_J), up = law.lambda * (dilation + Real(1)) * dilation;
    Vec3<Real> principal{};
    for (int k = 0; k < 3; ++k) principal[k] = Real(2) * law.mu * kept[k] * (kept[k] - Real(1)) + up;
    r.tau = compose(eigen.vectors, principal);
    return r;
  }
  /// The state with these stretches; what is missing of the volume is plastic. b has determinant one whatever
  /// rounding did to the stretches, since log J comes from the same three.
  FROTH_INLINE static State cut_state(const State& trial, const Mat3<Real>& axes, const Vec3<Real>& kept) {
    const Real log_J = log(kept[0] * kept[1] * kept[2]);
    const Real shrink = exp(Real(Number<Real>(-2) / 3) * log_J);
    const Vec3<Real> squares{shrink * kept[0] * kept[0], shrink * kept[1] * kept[1],
                             shrink * kept[2] * kept[2]};
    return {{compose(axes, squares), log_J}, trial.log_Jp + (trial.strain.log_J - log_J)};
  }
  template <class Condition>
  FROTH_INLINE static State select_state(const Condition& c, const State& a, const State& b) {
    return {{select(c, a.strain.b, b.strain.b), select(c, a.strain.log_J, b.strain.log_J)},
            select(c, a.log_Jp, b.log_Jp)};
  }
};

}  // namespace froth
