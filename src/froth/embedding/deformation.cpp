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

/// Numbers of one neighbourhood, four neighbours at a time.
constexpr int kGroups = kMostNeighbors / Wide::kSize;
struct WideVectors {
  Wide a[3][kGroups];
};

/// What an affine map leaves unexplained of the places of the neighbours of `i`.
WideVectors residuals(const EmbeddedBody& body, std::span<const Vec3<double>> x, const Mat3<double>& F,
                      std::size_t i, int groups) {
  const std::uint32_t* list = body.near.neighbor.data() + i * kMostNeighbors;
  const NeighborVectors& rest = body.near.rest[i];
  WideVectors r;
  for (int g = 0; g < groups; ++g) {
    const std::uint32_t* four = list + g * Wide::kSize;
    for (int d = 0; d < 3; ++d) {
      Wide arm;
      arm.v = typename Wide::Vector{x[four[0]][d], x[four[1]][d], x[four[2]][d], x[four[3]][d]};
      Wide sum = arm - Wide(x[i][d]);
      for (int c = 0; c < 3; ++c) sum = sum - Wide(F(d, c)) * Wide::load(rest.a[c] + g * Wide::kSize);
      r.a[d][g] = sum;
    }
  }
  return r;
}

/// Stress by which springs act through the fitted gradient, volume times stress [J]. An affine fit leaves the
/// least residual, and then there is none.
Mat3<double> stress_of_springs(const EmbeddedBody& body, const WideVectors& r, double stiffness,
                               std::size_t i, int groups) {
  Mat3<double> stress{};
  for (int d = 0; d < 3; ++d)
    for (int c = 0; c < 3; ++c) {
      Wide sum(0.0);
      for (int g = 0; g < groups; ++g)
        sum += Wide::load(body.near.weight[i].a + g * Wide::kSize) * r.a[d][g] *
               Wide::load(body.near.rest[i].a[c] + g * Wide::kSize);
      stress(d, c) = -stiffness * total(sum);
    }
  return stress;
}

/// Forces with which particle `i` draws on its neighbours, three numbers for each of its entries. Returns
/// what they draw on it.
Vec3<double> draw_on_neighbors(const EmbeddedBody& body, std::span<const Vec3<double>> x,
                               const Mat3<double>& F, Mat3<double> stress, double residual_share,
                               std::size_t i, double* pull) {
  const int groups = (body.near.count[i] + Wide::kSize - 1) / Wide::kSize;
  const double stiffness =
      residual_share > 0 ? residual_stiffness(body, static_cast<Index>(i), residual_share) : 0;
  WideVectors r{};
  if (stiffness > 0) {
    r = residuals(body, x, F, i, groups);
    if (body.near.fit == FitKind::Quadratic) stress += stress_of_springs(body, r, stiffness, i, groups);
  }
  const NeighborVectors& gradient = body.near.gradient[i];
  for (int g = 0; g < groups; ++g) {
    const Wide spring = Wide(stiffness) * Wide::load(body.near.weight[i].a + g * Wide::kSize);
    for (int d = 0; d < 3; ++d) {
      Wide sum = spring * r.a[d][g];
      for (int c = 0; c < 3; ++c) sum += Wide(stress(d, c)) * Wide::load(gradient.a[c] + g * Wide::kSize);
      for (int lane = 0; lane < Wide::kSize; ++lane) pull[3 * (g * Wide::kSize + lane) + d] = sum[lane];
    }
  }
  Vec3<double> own{};
  for (int k = 0; k < body.near.count[i]; ++k) own += {pull[3 * k], pull[3 * k + 1], pull[3 * k + 2]};
  return own;
}

}  // namespace

void gather_forces(const EmbeddedBody& body, std::span<const Vec3<double>> x, std::span<const Mat3<double>> F,
                   std::span<const Mat3<double>> stress, double residual_share, std::span<Vec3<double>> force,
                   PullSpace& space) {
  constexpr std::size_t stride = 3 * kMostNeighbors;
  double* pulls = space.room_for(x.size() * stride);
  for_each_particle(body.count(), [&](Index i) {
    const auto s = static_cast<std::size_t>(i);
    force[s] = draw_on_neighbors(body, x, F[s], stress[s], residual_share, s, pulls + s * stride);
  });
  // Each particle is drawn by its own neighbours, and draws back on those that name it.
  for_each_particle(body.count(), [&](Index i) {
    Vec3<double> f = force[static_cast<std::size_t>(i)];
    for (const std::uint32_t entry : body.near.entries_to(i)) {
      const double* pull = pulls + 3 * std::size_t{entry};
      f -= {pull[0], pull[1], pull[2]};
    }
    force[static_cast<std::size_t>(i)] = f;
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
