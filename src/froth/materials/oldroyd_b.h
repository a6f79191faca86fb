// SPDX-License-Identifier: Apache-2.0
// Viscoelastic fluids, foams and sponges: neo-Hookean elasticity whose strain b_OB relaxes to the identity
// within the time T, and a Newtonian viscosity beside it.
// Source: [Ram2015], Eqs. (5), (8), (9), (11), (13), (14), there T is called Wi:
//   upper convected derivative of b_OB = (I - b_OB) / T,   b = (J^2 / det b_OB)^(1/d) b_OB,
//   W = mu/2 (tr b - d) - mu ln J + lambda/2 (J - 1)^2,
//   tau = mu (b - I) + lambda J (J - 1) I + 2 eta J sym grad v.
// The factor before b_OB keeps the volume in plastic flow; without it (plain Oldroyd-B) b = b_OB.
// Differs from it:
//  - Eq. (14) is linear in the displacement gradient A of a step and in dt/T. Here the strain relaxes
//  exactly,
//    then moves with the material,
//      b~ = I + (b_n - I) exp(-dt/T),   b_n+1 = (I + A) b~ (I + A)^T,
//    so that it stays positive definite, does not see rotations and may have dt > T. The factor before b_OB
//    is then constant in A. Eq. (14) as printed is `is_linear`.
//  - Powers are of the scene's dimension d, 2 in the plane, where b_zz stays 1.
//  - The potential of viscosity is dt times that of Eq. (11), which gives forces that are larger by 1/dt than
//    those of a Newtonian fluid. eta is the dynamic viscosity, twice the factor in section 3. Its rate of
//    strain is that of the nodes' velocity: none where they move as a rigid body does.
//  - F_n is not stored: with P = dW/dA only J_n is needed.
//  - Beyond what is feasible, det(I + A) <= 0 or with Eq. (14) a strain that is not positive definite, J is
//    |J| and the root in b has the sign of det b_OB. No sound step goes there: see feasibility().
//  - Without volume preservation the energy has ln det(b_OB)/2 in place of ln J, which gives the same stress
//    and is not negative once b_OB has relaxed.
#pragma once

#include <limits>
#include <string_view>

#include <froth/materials/elastic_trial.h>

namespace froth {

class Schema;
class Values;

template <int Dim, class Real>
struct OldroydB {
  static constexpr std::string_view name = "oldroyd_b";
  /// The strain relaxes inside of the potential of an implicit step.
  static constexpr bool relaxes_in_step = true;
  /// b_OB - I, not b_OB: in single precision a slow relaxation would be lost beside the identity.
  struct State {
    Sym3<Real> strain;
    Real log_J;
  };
  static constexpr AttributeInfo attributes[] = {{"elastic_strain", 6, "-"}, kVolumeAttribute};
  static Schema schema();
  static OldroydB from(const Values& values);

  Real mu, lambda;       ///< Lame's parameters [Pa]
  Real eta;              ///< dynamic viscosity [Pa s]
  Real relaxation_time;  ///< T [s]
  bool keeps_volume;     ///< in plastic flow, Eq. (5)
  bool is_linear;        ///< follows Eq. (14) as printed

  /// The same law over another number type: wider, or more precise.
  template <class Other>
  FROTH_INLINE OldroydB<Dim, Other> as() const {
    return {Other(mu), Other(lambda), Other(eta), Other(relaxation_time), keeps_volume, is_linear};
  }

  FROTH_INLINE static constexpr State rest() { return {Sym3<Real>{}, Real(0)}; }

  /// After the displacement gradient A, before anything relaxes.
  FROTH_INLINE State trial(const State& s, const Mat3<Real>& A) const { return moved(s, s.strain, A); }
  FROTH_INLINE State deform(const State& s, const Mat3<Real>& A, Real dt) const {
    return moved(s, relaxed(s, dt), A);
  }

  FROTH_INLINE Sym3<Real> kirchhoff(const State& s, const Mat3<Real>& grad_v) const {
    const Real growth = expm1(s.log_J);
    return elastic_stress(s.strain, growth, excess_scale(s.strain, s.log_J)) +
           sym(grad_v) * (Real(2) * eta * (Real(1) + growth));
  }
  /// Energy per rest volume [Pa].
  FROTH_INLINE Real energy(const State& s) const {
    return elastic_energy(s, excess_scale(s.strain, s.log_J), half_log_det(s.strain));
  }
  /// Speed of the fastest pressure wave in the deformed body [m/s]: along n the modulus is
  /// mu (1 + n.b.n) + lambda J^2.
  FROTH_INLINE Real wave_speed(const State& s, Real density) const {
    const Real J = Real(1) + expm1(s.log_J), scale = Real(1) + excess_scale(s.strain, s.log_J);
    const Real along = scale * (Real(1) + largest_strain(s.strain));
    const Real stiffness = mu * (Real(1) + along) + lambda * J * J;  // negative only beyond the cone
    return sqrt(select(stiffness > Real(0), stiffness, Real(0)) / density);
  }
  /// For the bound of explicit steps [Pa s]: what pressure waves feel, twice that of shear.
  FROTH_INLINE Real viscosity() const { return Real(2) * eta; }
  FROTH_INLINE Real volume_ratio(const State& s) const { return exp(s.log_J); }
  FROTH_INLINE Real separation_ratio(const State&) const {
    return Real(std::numeric_limits<Number<Real>>::max());
  }

  /// The potential of a step. The linear form has none, infinity, where b_n+1 is not positive definite.
  FROTH_INLINE Real energy(const State& s, const Mat3<Real>& A, Real dt) const {
    const Sym3<Real> before = relaxed(s, dt), rate = sym(A);
    const State next = moved(s, before, A);
    const Real half_det = half_log_det(before) + log_volume(A);
    const Real excess = is_linear ? excess_scale(next.strain, next.log_J) : excess_scale(before, s.log_J);
    return elastic_energy(next, excess, half_det) + eta * exp(s.log_J) / dt * dot(rate, rate);
  }
  /// Positive where a step is feasible: it turns nothing inside out, and leaves b_OB positive definite.
  FROTH_INLINE Real feasibility(const State& s, const Mat3<Real>& A, Real dt) const {
    const Real volume = Real(1) + volume_change(A);
    return is_linear ? lesser(volume, least_pivot(moved(s, relaxed(s, dt), A).strain)) : volume;
  }
  FROTH_INLINE Mat3<Real> piola(const State& s, const Mat3<Real>& A, Real dt) const {
    const Mat3<Real> viscous = sym(A).full() * (Real(2) * eta * exp(s.log_J) / dt);
    if (is_linear) return linear_piola(s, A, dt) + viscous;
    const Sym3<Real> before = relaxed(s, dt);
    const State next = moved(s, before, A);
    const Sym3<Real> tau = elastic_stress(next.strain, expm1(next.log_J), excess_scale(before, s.log_J));
    return tau.full() * TrialFrame<Real>(A).inverse_transposed + viscous;
  }
  FROTH_INLINE Mat3<Real> piola_differential(const State& s, const Mat3<Real>& A, const Mat3<Real>& dA,
                                             Real dt) const {
    if (!is_linear) return differential(tangent(s, A, dt), dA);
    Tangent rest = tangent(s, A, dt);
    rest.b = Sym3<Real>{};
    return linear_shape_differential(s, A, dA, dt) + differential(rest, dA);
  }

  /// What differentials at A are made of, with Y = (I + A)^-T and M = Y^T dA:
  ///   dP = dA b + of_trace tr(M) Y + of_turn Y M^T + viscous sym(dA), the moduli inside of each factor.
  struct Tangent {
    Mat3<Real> Y;
    Sym3<Real> b;
    Real of_trace, of_turn, viscous;
  };
  FROTH_INLINE bool has_tangent() const { return !is_linear; }
  FROTH_INLINE Tangent tangent(const State& s, const Mat3<Real>& A, Real dt) const {
    const Sym3<Real> before = relaxed(s, dt);
    const Real scale = Real(1) + excess_scale(before, s.log_J), J_n = exp(s.log_J);
    const Real J = J_n * abs(Real(1) + volume_change(A));
    return {TrialFrame<Real>(A).inverse_transposed, before.plus_diagonal(Real(1)) * (mu * scale),
            lambda * (Real(2) * J - Real(1)) * J, mu - lambda * (J - Real(1)) * J, Real(2) * eta * J_n / dt};
  }
  FROTH_INLINE static Mat3<Real> differential(const Tangent& at, const Mat3<Real>& dA) {
    const Mat3<Real> M = transpose(at.Y) * dA;
    const Mat3<Real> of_volume =
        transpose(M) * at.of_turn + Mat3<Real>::identity() * (at.of_trace * trace(M));
    return dA * at.b.full() + at.Y * of_volume + sym(dA).full() * at.viscous;
  }

 private:
  /// b~ - I: what is left of the strain after a step in which nothing moves.
  FROTH_INLINE Sym3<Real> relaxed(const State& s, Real dt) const {
    constexpr int all = 60;  // times; what is left is less than any rounding
    const Real times = dt / relaxation_time;
    const Real lost = is_linear ? times : -expm1(-select(times < Real(all), times, Real(all)));
    return s.strain - s.strain * lost;
  }
  FROTH_INLINE State moved(const State& s, const Sym3<Real>& before, const Mat3<Real>& A) const {
    const Real log_J = s.log_J + log_volume(A);
    if (is_linear) return {before + sym(A * s.strain.plus_diagonal(Real(1)).full()) * Real(2), log_J};
    return {before + congruence_change(A, before.plus_diagonal(Real(1))), log_J};
  }

  FROTH_INLINE static Real log_volume(const Mat3<Real>& A) { return log_size(volume_change(A)); }
  FROTH_INLINE static Real half_log_det(const Sym3<Real>& strain) {
    return Real(0.5) * log_volume(strain.full());
  }
  /// ln |1 + x|.
  FROTH_INLINE static Real log_size(Real x) { return log1p(select(x < Real(-1), Real(-2) - x, x)); }
  /// (J^2 / det b_OB)^(1/d) - 1, the root with the sign of what it is taken of.
  FROTH_INLINE Real excess_scale(const Sym3<Real>& strain, Real log_J) const {
    if (!keeps_volume) return Real(0);
    const Real growth = volume_change(strain.full());
    const Real excess = expm1((log_J - Real(0.5) * log_size(growth)) * Real(Number<Real>(2) / Dim));
    return is_linear ? select(growth < Real(-1), Real(-2) - excess, excess) : excess;
  }
  /// `growth` is J - 1.
  FROTH_INLINE Sym3<Real> elastic_stress(const Sym3<Real>& strain, Real growth, Real excess) const {
    const Real pressure = lambda * (Real(1) + growth) * growth;
    return (strain * (mu * (Real(1) + excess))).plus_diagonal(mu * excess + pressure);
  }
  /// `half_det` is ln det(b_OB) / 2.
  FROTH_INLINE Real elastic_energy(const State& s, Real excess, Real half_det) const {
    const Real stretch = Real(0.5) * ((Real(1) + excess) * trace(s.strain) + Real(Dim) * excess);
    const Real growth = expm1(s.log_J);
    return mu * (stretch - (keeps_volume ? s.log_J : half_det)) + lambda / 2 * growth * growth;
  }
  /// Not less than the largest eigenvalue of b_OB - I.
  FROTH_INLINE static Real largest_strain(const Sym3<Real>& e) {
    if constexpr (Dim == 3) return largest_eigenvalue_bound(e);
    const Real skew = e.xx - e.yy;
    return Real(0.5) * (e.xx + e.yy + sqrt(skew * skew + Real(4) * e.xy * e.xy));
  }
  FROTH_INLINE static Real lesser(Real x, Real y) { return select(x < y, x, y); }
  /// Positive where I + e is positive definite: the least of the pivots of Cholesky's decomposition, up to
  /// positive factors.
  FROTH_INLINE static Real least_pivot(const Sym3<Real>& e) {
    const Sym3<Real> b = e.plus_diagonal(Real(1));
    return lesser(b.xx, lesser(b.xx * b.yy - b.xy * b.xy, determinant(b)));
  }

  /// What Eq. (14) makes of the elastic part, with S = b_n+1, K = S^-1, g = tr S, Y = (I + A)^-T and
  /// Z = Y - K b_n: P = mu m (b_n + g/d Z) + (lambda J (J - 1) - mu) Y, m = (J^2 / det S)^(1/d).
  struct LinearStep {
    Mat3<Real> b, Y, K, Z;
    Real scale, trace;
  };
  FROTH_INLINE LinearStep linear_step(const State& s, const Mat3<Real>& A, Real dt) const {
    const State next = moved(s, relaxed(s, dt), A);
    const Sym3<Real> S = next.strain.plus_diagonal(Real(1));
    const Mat3<Real> b = s.strain.plus_diagonal(Real(1)).full(), Y = TrialFrame<Real>(A).inverse_transposed;
    const Mat3<Real> K = (adjugate(S) * (Real(1) / determinant(S))).full();
    return {
        b, Y, K, Y - K * b, Real(1) + excess_scale(next.strain, next.log_J), Real(Dim) + trace(next.strain)};
  }
  FROTH_INLINE Mat3<Real> linear_piola(const State& s, const Mat3<Real>& A, Real dt) const {
    const LinearStep step = linear_step(s, A, dt);
    const Real log_J = s.log_J + log_volume(A);
    const Mat3<Real> volume = step.Y * (lambda * exp(log_J) * expm1(log_J) - mu);
    if (!keeps_volume) return step.b * mu + volume;
    return (step.b + step.Z * (step.trace / Real(Dim))) * (mu * step.scale) + volume;
  }
  /// dP without what Y and J alone change.
  FROTH_INLINE Mat3<Real> linear_shape_differential(const State& s, const Mat3<Real>& A, const Mat3<Real>& dA,
                                                    Real dt) const {
    if (!keeps_volume) return Mat3<Real>{};
    const LinearStep step = linear_step(s, A, dt);
    const auto inner = [](const Mat3<Real>& x, const Mat3<Real>& y) {
      return froth::trace(transpose(x) * y);
    };
    const Real share = step.trace / Real(Dim), dshare = inner(step.b, dA) * Real(Number<Real>(2) / Dim);
    const Real dscale = step.scale * inner(step.Z, dA) * Real(Number<Real>(2) / Dim);
    const Mat3<Real> dS = sym(dA * step.b).full() * Real(2);
    const Mat3<Real> dZ = step.K * dS * step.K * step.b - step.Y * transpose(dA) * step.Y;
    return ((step.b + step.Z * share) * dscale + (step.Z * dshare + dZ * share) * step.scale) * mu;
  }
};

}  // namespace froth
