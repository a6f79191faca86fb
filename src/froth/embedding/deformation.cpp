// SPDX-License-Identifier: Apache-2.0
#include <froth/embedding/deformation.h>

#include <cmath>

#include <froth/base/pack.h>
#include <froth/embedding/loops.h>
#include <froth/linalg/svd.h>

namespace froth {

namespace {

using Wide = Pack<double>;

double total(const Wide& p) { return (p[0] + p[1]) + (p[2] + p[3]); }

Mat3<double> between(const Mat3<double>& U, const Vec3<double>& s, const Mat3<double>& V) {
  Mat3<double> m{};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      m(r, c) = U(r, 0) * s[0] * V(c, 0) + U(r, 1) * s[1] * V(c, 1) + U(r, 2) * s[2] * V(c, 2);
  return m;
}

/// What is left of the neighbour's place when an affine map has explained all it can.
Vec3<double> residual(const NeighborVectors& rest, int k, const Vec3<double>& arm, const Mat3<double>& F) {
  return arm - F * rest[k];
}

void flow_into_rest(EmbeddedBody& body, Index i, const FlowStep& step) {
  const auto s = static_cast<std::size_t>(i);
  NeighborVectors& rest = body.near.rest[s];
  for (int k = 0; k < body.near.count[s]; ++k) rest.set(k, step.plastic * rest[k]);
  body.flowed[s] += step.flowed;
  body.is_loose[s] = update_gradients(body.near, i, body.support[s]) ? 0 : 1;
}

}  // namespace

Mat3<double> fit_gradient(const Neighborhoods& n, const Vec3<double>* q, Index i) {
  const auto s = static_cast<std::size_t>(i);
  const std::uint32_t* list = n.neighbor.data() + s * kMostNeighbors;
  const NeighborVectors& g = n.gradient[s];
  const Vec3<double> own = q[i];
  Wide sum[3][3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  for (int k = 0; k < n.count[s]; k += Wide::kSize) {
    Wide arm[3];
    for (int r = 0; r < 3; ++r) {
      arm[r].v =
          typename Wide::Vector{q[list[k]][r], q[list[k + 1]][r], q[list[k + 2]][r], q[list[k + 3]][r]};
      arm[r] = arm[r] - Wide(own[r]);
    }
    for (int c = 0; c < 3; ++c) {
      const Wide gradient = Wide::load(g.a[c] + k);
      for (int r = 0; r < 3; ++r) sum[r][c] += arm[r] * gradient;
    }
  }
  Mat3<double> F{};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) F(r, c) = total(sum[r][c]);
  return F;
}

FlowStep flow_step(const EmbeddedLaw& law, const Mat3<double>& F, double flowed, double dt) {
  const SignedSvd<3, double> svd = signed_svd(F);
  const Vec3<double> P = law.principal_piola(svd.sigma);
  FlowStep step{F, Mat3<double>::identity(), between(svd.U, P, svd.V), svd.U * transpose(svd.V)};
  const double gamma = law.flow_rate > 0 ? law.flow_share(norm(P), flowed) : 0;
  if (!(gamma > 0) || !(svd.sigma[2] > 0) || !(dt > 0)) return step;  // inverted: nothing flows
  const double kept = EmbeddedLaw::kept_share(gamma, dt), off = 1 - kept;
  Vec3<double> shear{std::log(svd.sigma[0]), std::log(svd.sigma[1]), std::log(svd.sigma[2])};
  shear = shear - Vec3<double>::constant(sum(shear) / 3);
  Vec3<double> plastic{}, elastic{};
  for (int k = 0; k < 3; ++k) {
    plastic[k] = std::exp(off * shear[k]);
    elastic[k] = svd.sigma[k] / plastic[k];
  }
  step.elastic = between(svd.U, elastic, svd.V);
  step.plastic = between(svd.V, plastic, svd.V);
  step.piola = between(svd.U, law.principal_piola(elastic), svd.V);
  step.flowed = off * norm(shear);
  return step;
}

Mat3<double> damping_stress(const EmbeddedLaw& law, const Mat3<double>& rotation,
                            const Mat3<double>& F_rate) {
  const Sym3<double> rate = sym(transpose(rotation) * F_rate);
  const Sym3<double> stress = (rate * (2 * law.mu)).plus_diagonal(law.lambda * trace(rate));
  return rotation * (stress * law.damping_time).full();
}

Index deform_body(EmbeddedBody& body, double dt) {
  const Index flowed = sum_particles(body.count(), Index{0}, [&](Index& sum, Index i) {
    const auto s = static_cast<std::size_t>(i);
    if (body.is_loose[s] != 0) {
      body.F[s] = Mat3<double>::identity(), body.stress[s] = Mat3<double>{};
      return;
    }
    const EmbeddedLaw& law = body.law_of(i);
    const FlowStep step = flow_step(law, fit_gradient(body.near, body.x.data(), i), body.flowed[s], dt);
    if (step.flowed > 0) flow_into_rest(body, i, step), ++sum;
    Mat3<double> piola = step.piola;
    if (law.damping_time > 0)
      piola += damping_stress(law, step.rotation, fit_gradient(body.near, body.v.data(), i));
    body.F[s] = step.elastic;
    body.stress[s] = piola * (body.is_loose[s] != 0 ? 0 : body.volume(i));
  });
  body.has_flowed = body.has_flowed || flowed > 0;
  return flowed;
}

double residual_stiffness(const EmbeddedBody& body, Index i, double share) {
  const auto s = static_cast<std::size_t>(i);
  const NeighborVectors& u = body.near.rest[s];
  double spread = 0;  // trace of the basis matrix
  for (int k = 0; k < body.near.count[s]; ++k) spread += body.near.weight[s].a[k] * dot(u[k], u[k]);
  const EmbeddedLaw& law = body.law_of(i);
  return spread > 0 && body.is_loose[s] == 0 ? share * (law.lambda + 2 * law.mu) * body.volume(i) / spread
                                             : 0;
}

namespace {

/// Springs against the residual of fits: stiffness by particle, and the stress by which they act through the
/// fitted gradient. That is zero where an affine map was fitted: it leaves the least residual.
struct ResidualSprings {
  std::vector<double> stiffness;     ///< [N/m per weight]
  std::vector<Mat3<double>> stress;  ///< volume times stress [J]; empty: none
};
ResidualSprings residual_springs(const EmbeddedBody& body, std::span<const Vec3<double>> x,
                                 std::span<const Mat3<double>> F, std::span<const Mat3<double>> stress,
                                 double share) {
  ResidualSprings springs;
  if (!(share > 0)) return springs;
  const Neighborhoods& n = body.near;
  springs.stiffness.resize(x.size());
  if (n.fit == FitKind::Quadratic) springs.stress.assign(stress.begin(), stress.end());
  for_each_particle(body.count(), [&](Index i) {
    const auto s = static_cast<std::size_t>(i);
    springs.stiffness[s] = residual_stiffness(body, i, share);
    if (n.fit == FitKind::Linear) return;
    Mat3<double> sum{};
    for (int k = 0; k < n.count[s]; ++k) {
      const Vec3<double> arm = x[n.of(i)[static_cast<std::size_t>(k)]] - x[s];
      sum += outer(n.weight[s].a[k] * residual(n.rest[s], k, arm, F[s]), n.rest[s][k]);
    }
    springs.stress[s] += sum * -springs.stiffness[s];
  });
  return springs;
}

}  // namespace

void gather_forces(const EmbeddedBody& body, std::span<const Vec3<double>> x, std::span<const Mat3<double>> F,
                   std::span<const Mat3<double>> stress, double residual_share,
                   std::span<Vec3<double>> force) {
  const Neighborhoods& n = body.near;
  const auto residual_force = [&](std::size_t i, int k, double stiffness) {
    const Vec3<double> arm = x[n.neighbor[i * kMostNeighbors + static_cast<std::size_t>(k)]] - x[i];
    return (stiffness * n.weight[i].a[k]) * residual(n.rest[i], k, arm, F[i]);
  };
  const ResidualSprings springs = residual_springs(body, x, F, stress, residual_share);
  const std::vector<double>& stiffness = springs.stiffness;
  if (!springs.stress.empty()) stress = springs.stress;
  for_each_particle(body.count(), [&](Index i) {
    const auto s = static_cast<std::size_t>(i);
    Vec3<double> f = stress[s] * n.gradient_sum[s];
    for (const std::uint32_t entry : n.entries_to(i)) {
      const std::size_t k = entry / kMostNeighbors;
      f -= stress[k] * n.gradient[k][static_cast<int>(entry % kMostNeighbors)];
    }
    if (residual_share > 0) {
      for (int k = 0; k < n.count[s]; ++k) f += residual_force(s, k, stiffness[s]);
      for (const std::uint32_t entry : n.entries_to(i)) {
        const std::size_t k = entry / kMostNeighbors;
        f -= residual_force(k, static_cast<int>(entry % kMostNeighbors), stiffness[k]);
      }
    }
    force[s] = f;
  });
}

DeformationEnergy deformation_energy(const EmbeddedBody& body, double residual_share) {
  return sum_particles(body.count(), DeformationEnergy{}, [&](DeformationEnergy& energy, Index i) {
    const auto s = static_cast<std::size_t>(i);
    if (body.is_loose[s] != 0) return;
    const Mat3<double>& F = body.F[s];
    energy.elastic += body.volume(i) * body.law_of(i).stretch_energy(signed_svd(F).sigma);
    if (!(residual_share > 0)) return;
    const double stiffness = residual_stiffness(body, i, residual_share);
    for (int k = 0; k < body.near.count[s]; ++k) {
      const Vec3<double> arm = body.x[body.near.of(i)[static_cast<std::size_t>(k)]] - body.x[s];
      const Vec3<double> off = residual(body.near.rest[s], k, arm, F);
      energy.residual += stiffness / 2 * body.near.weight[s].a[k] * dot(off, off);
    }
  });
}

}  // namespace froth
