// SPDX-License-Identifier: Apache-2.0
// Stress of an elastic predictor and its derivative, in the principal frame of the trial strain, made
// positive semidefinite there. With f = I + A, P = tau f^-T and L = dA f^-1 (materials/elastic_trial.h), dP
// f^T = M(L) with
//   M_ii = sum_j K_ij L_jj - tau_i L_ii,   M_ij = s_ij (L_ij beta_j + L_ji beta_i) - tau_i L_ji,
// K_ij the change of tau_i by the logarithmic stretch j, beta the eigenvalues of b, s_ij = (tau_i - tau_j) /
// (beta_i - beta_j). M is symmetric: one block for the three stretches and one of two by two for each pair.
// Where the material flows inside the step, tau is that after the return mapping of Hencky strains, and K
// loses the stiffness that the flow takes: all along the flow, the share of the rest that the return leaves
// across it. Source: [Qu2023], Eq. (23), whose Newton step this serves; clamping as in [Stomakhin2012], block
// by block; [Simo1988] for tangents of returns. That of a cone is not symmetric: pressure pushes the shear
// stress. Without this part a Newton step along the flow, which nothing but inertia resists, would go astray.
#pragma once

#include <cmath>

#include <froth/linalg/eigen_sym_early.h>
#include <froth/materials/drucker_prager.h>
#include <froth/materials/herschel_bulkley.h>
#include <froth/materials/herschel_bulkley_flow.h>
#include <froth/materials/liquid.h>
#include <froth/materials/neo_hookean.h>
#include <froth/materials/von_mises.h>

namespace froth {

struct PrincipalTangent {
  Mat3<double> axes;       ///< principal directions, in columns
  Vec3<double> tau;        ///< principal Kirchhoff stresses [Pa]
  Sym3<double> stretches;  ///< K - diag(tau)
  Vec3<double> own,
      other;  ///< of the pairs 01, 02, 12: M_ij = own_ij L_ij + mixed L_ji, M_ji = mixed L_ij + other L_ji
  Vec3<double> mixed;
  Vec3<double>
      push{};  ///< change of tau_i by log J beside that of `stretches`, where strength follows pressure
  bool is_symmetric = true;  ///< there is no push
};

namespace detail {

/// Numbers of the axes of a pair.
inline constexpr int kPairs[3][2] = {{0, 1}, {0, 2}, {1, 2}};

inline Sym3<double> clamped(const Sym3<double>& block) {
  // Sylvester: all leading minors of a definite block are positive.
  if (block.xx > 0 && block.xx * block.yy > block.xy * block.xy && determinant(block) > 0) return block;
  const EigenSym<double> e = eigen_sym_early(block);
  return compose(e.vectors,
                 {std::max(e.values[0], 0.0), std::max(e.values[1], 0.0), std::max(e.values[2], 0.0)});
}

/// Takes the negative eigenvalue out of ((a, m), (m, b)).
inline void clamp_pair(double& a, double& m, double& b) {
  if (a >= 0 && b >= 0 && a * b >= m * m) return;
  const double mean = (a + b) / 2, half = (a - b) / 2, radius = std::sqrt(half * half + m * m);
  const double top = std::max(mean + radius, 0.0);
  if (!(radius > 0) || top == 0) {
    a = b = top, m = 0;
    return;
  }
  // top times the projector on the eigenvector of the larger eigenvalue, where the smaller one is negative.
  const double share = half / radius, across = m / radius;
  a = top * (1 + share) / 2, b = top * (1 - share) / 2, m = top * across / 2;
}

/// From K, tau, beta and slopes.
template <class Slope>
PrincipalTangent assembled(const Mat3<double>& axes, const Vec3<double>& tau, const Vec3<double>& beta,
                           const Sym3<double>& K, const Slope& slope) {
  PrincipalTangent t{
      .axes = axes, .tau = tau, .stretches = K, .own = {}, .other = {}, .mixed = {}, .push = {}};
  t.stretches.xx -= tau[0], t.stretches.yy -= tau[1], t.stretches.zz -= tau[2];
  t.stretches = clamped(t.stretches);
  for (int k = 0; k < 3; ++k) {
    const int i = kPairs[k][0], j = kPairs[k][1];
    const double s = slope(i, j);
    t.own[k] = s * beta[j], t.other[k] = s * beta[i];
    t.mixed[k] = (s * beta[i] - tau[i] + s * beta[j] - tau[j]) / 2;  // equal but for rounding
    clamp_pair(t.own[k], t.mixed[k], t.other[k]);
  }
  return t;
}

template <class State>
const auto& strain_in(const State& s) {
  if constexpr (requires { s.strain; })
    return s.strain;
  else
    return s;
}

}  // namespace detail

/// Of Hencky's elasticity.
inline PrincipalTangent principal_tangent(const Hencky<double>& law, const SplitStrain<double>& trial) {
  const EigenSym<double> e = eigen_sym_early(trial.b);
  Vec3<double> log_b{std::log(e.values[0]), std::log(e.values[1]), std::log(e.values[2])};
  const double mean = sum(log_b) / 3;
  const Vec3<double> tau =
      law.mu * (log_b - Vec3<double>::constant(mean)) + Vec3<double>::constant(law.kappa * trial.log_J);
  const double off = law.kappa - law.mu * 2 / 3, on = off + 2 * law.mu;
  return detail::assembled(e.vectors, tau, e.values, Sym3<double>{on, on, on, off, off, off},
                           [&](int i, int j) { return law.mu * log_quotient(e.values[i], e.values[j]); });
}

/// Of the neo-Hookean one.
inline PrincipalTangent principal_tangent(const NeoHookean<double>& law, const SplitStrain<double>& trial) {
  const EigenSym<double> e = eigen_sym_early(trial.b);
  const Vec3<double>& b = e.values;
  const double mean = sum(b) / 3, J2 = std::exp(2 * trial.log_J), mu = law.mu;
  const Vec3<double> tau =
      mu * (b - Vec3<double>::constant(mean)) + Vec3<double>::constant(law.kappa / 2 * (J2 - 1));
  const auto K = [&](int i, int j) {
    return mu * ((i == j ? 2 * b[i] : 0.0) - (b[i] + b[j]) * 2 / 3 + mean * 2 / 3) + law.kappa * J2;
  };
  return detail::assembled(e.vectors, tau, b,
                           Sym3<double>{K(0, 0), K(1, 1), K(2, 2), K(0, 1), K(0, 2), K(1, 2)},
                           [&](int, int) { return mu; });
}

/// Of a liquid without viscosity; without tension it has none beyond rest.
inline PrincipalTangent principal_tangent(const Liquid<double>& law, const Liquid<double>::State& trial) {
  const bool is_free = !law.resists_tension && trial.log_J > 0;
  const double t = is_free ? 0 : -std::exp(trial.log_J) * law.pressure(trial);
  const double K = is_free ? 0 : t + law.kappa * std::exp((1 - law.gamma) * trial.log_J);
  return detail::assembled(Mat3<double>::identity(), Vec3<double>::constant(t), Vec3<double>::constant(1),
                           Sym3<double>{K, K, K, K, K, K}, [](int, int) { return 0.0; });
}

/// A law whose predictor has such a tangent.
template <class L>
concept HasPrincipalTangent = requires(const L law, const typename L::State s, const Mat3<double> A) {
  law.trial(s, A);
  principal_tangent(law, law.trial(s, A));
}
|| requires(const L law, const typename L::State s) {
  principal_tangent(law.elastic(), detail::strain_in(s));
}
|| requires(const L law, const typename L::State s) { principal_tangent(law, detail::strain_in(s)); };

/// Of the predictor after the displacement gradient A.
template <HasPrincipalTangent L>
PrincipalTangent tangent_after(const L& law, const typename L::State& s, const Mat3<double>& A) {
  if constexpr (requires { law.elastic(); })
    return principal_tangent(law.elastic(), stretched(detail::strain_in(s), A));
  else if constexpr (requires { principal_tangent(law, law.trial(s, A)); })
    return principal_tangent(law, law.trial(s, A));
  else
    return principal_tangent(law, stretched(s, A));
}

/// A law that flows by a return in Hencky strains, whose stress after the flow a solve can use.
template <class L>
concept FlowsInHenckyStrains =
    std::is_same_v<L, DruckerPrager<double>> || std::is_same_v<L, VonMises<double>>;

/// What the return of a step leaves of a trial strain: its share of the shear, and log J. The law's own
/// return
/// (`respond`) says the same, but from a decomposition of its own, which is most of its cost.
struct ReturnedStrain {
  double share, log_J;
};

/// `length`: of the trial shear.
inline ReturnedStrain returned_strain(const VonMises<double>& law, const VonMises<double>::State& trial,
                                      double length, double dt) {
  const double limit = std::sqrt(2.0 / 3) * law.yield_stress, twice_mu = 2 * law.mu;
  if (!(limit < twice_mu * length)) return {1, trial.log_J};
  const double left =
      law.eta > 0 ? HerschelBulkleyFlow<double>{limit, law.eta, law.h}.returned(twice_mu * length, law.mu, dt)
                  : limit;
  return {left / (twice_mu * length), trial.log_J};
}

inline ReturnedStrain returned_strain(const DruckerPrager<double>& law,
                                      const DruckerPrager<double>::State& trial, double length, double dt) {
  const double log_J = trial.strain.log_J + trial.volume_gain;
  if (!(log_J < 0)) return {0, 0};
  const double lag = law.delay > 0 ? law.delay / (law.delay + dt) : 0, slope = -1.5 * law.kappa / law.mu;
  const double most = std::min(std::max(law.alpha, 1 / std::sqrt(6.0)) * slope * log_J,
                               law.alpha * slope * (log_J + lag * (trial.felt_log_J - log_J)));
  return {most < length ? most / length : 1, log_J};
}

/// How much more shear stress is left for more shear in the trial state, where it flows [-].
template <class L>
double hardening_by_rate(const L& law, double before, double after) {
  if constexpr (std::is_same_v<L, VonMises<double>>) {
    // From before - after = 2 mu dt gamma(after), gamma a power 1/h of the excess over the yield stress.
    const double excess = after - std::sqrt(2.0 / 3) * law.yield_stress;
    if (law.eta > 0 && excess > 0) return 1 / (1 + (before - after) / (law.h * excess));
  }
  return 0;
}

/// After the displacement gradient A and the flow of the step.
template <FlowsInHenckyStrains L>
PrincipalTangent tangent_after_flow(const L& law, const typename L::State& s, const Mat3<double>& A,
                                    double dt) {
  const typename L::State after_A = law.trial(s, A);
  const SplitStrain<double>& trial = detail::strain_in(after_A);
  const EigenSym<double> e = eigen_sym_early(trial.b);
  const Vec3<double> log_b{std::log(e.values[0]), std::log(e.values[1]), std::log(e.values[2])};
  const Vec3<double> shear = 0.5 * (log_b - Vec3<double>::constant(sum(log_b) / 3));
  const double length = norm(shear), before = 2 * law.mu * length;
  const ReturnedStrain kept = returned_strain(law, after_A, length, dt);
  const double share = length > 0 ? kept.share : 1, pressure = law.kappa * kept.log_J, after = share * before;
  const bool flows = share < 1 - 1e-12;
  const bool is_free = pressure == 0 && after == 0 && (flows || trial.log_J != 0);
  const Vec3<double> n = before > 0 ? shear * (2 * law.mu / before) : Vec3<double>{};
  const double kappa = is_free ? 0 : law.kappa, across = is_free ? 0 : 2 * law.mu * share;
  const double along = !flows ? across : is_free ? 0 : 2 * law.mu * hardening_by_rate(law, before, after);
  const auto K = [&](int i, int j) {
    return kappa + across * ((i == j ? 1.0 : 0.0) - 1.0 / 3) + (along - across) * n[i] * n[j];
  };
  const Vec3<double> tau = (2 * law.mu * share) * shear + Vec3<double>::constant(pressure);
  PrincipalTangent t = detail::assembled(
      e.vectors, tau, e.values, Sym3<double>{K(0, 0), K(1, 1), K(2, 2), K(0, 1), K(0, 2), K(1, 2)},
      [&](int i, int j) { return across / 2 * log_quotient(e.values[i], e.values[j]); });
  if constexpr (std::is_same_v<L, DruckerPrager<double>>)
    if (flows && !is_free) t.push = n * (after * law.kappa / pressure), t.is_symmetric = false;
  return t;
}

}  // namespace froth
