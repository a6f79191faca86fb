// SPDX-License-Identifier: Apache-2.0
// What vertices of elements keep of the deformation of the grid: J by its divergence ([Fei2021], Eq. 6), and
// the stress by which sheets and strands press and rub ([Jiang2017], by lagrangian/manifold_contact.h).
// Nothing holds manifolds together, so that J returns to 1 where they part.
#include <algorithm>
#include <cmath>

#include <froth/mpm/stages.h>
#include <froth/mpm/state_planes.h>
#include <froth/mpm/vertex_contact.h>

namespace froth {

namespace {

constexpr Index kVertexChunk = 4096;
constexpr int kEntry[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};

template <class View>
Mat3<double> stress_of(const View& p, Index s) {
  Mat3<double> tau{};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) tau(r, c) = double(p.tau[kEntry[r][c]][s]);
  return tau;
}

template <int Dim, class Real>
Mat3<double> gradient_of(const ParticleView<Dim, Real>& p, Index s) {
  Mat3<double> L{};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) L(r, c) = double(p.grad_v[r * Dim + c][s]);
  return L;
}

}  // namespace

/// What is compared with J^c is J before it returns.
template <int Dim, class Real>
void update_vertices(MpmBody<Dim, Real>& body, double dt) {
  const ElementBody<Dim>& mesh = *body.elements;
  const ManifoldElements<Dim>* manifold = manifold_of(mesh);
  const ParticleView<Dim, Real> p = view_of<Dim, Real>(body.particles);
  Real* log_J = body.particles.template plane<Real>("log_J");
  double* log_across = manifold != nullptr ? body.particles.template plane<double>(kLogAcross.name) : nullptr;
  const Real critical = Real(body.separation_ratio > 0 ? body.separation_ratio : 1.0);
  parallel_chunks(static_cast<Index>(mesh.count()), kVertexChunk, [&](const Chunk& c) {
    for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k) {
      const Index s = mesh.slot[k];
      const Mat3<double> L = gradient_of(p, s);
      double trial = double(log_J[s]) + dt * trace(L);
      Mat3<double> tau{};
      if (manifold != nullptr) {
        const AcrossManifold across = manifold->across(k);
        if (manifold->separates_across()) trial = log_across[s] + dt * across.divergence(L);
        tau = contact_stress(manifold->contact(), across, L, dt, log_across[s], stress_of(p, s));
      }
      for (int r = 0; r < 3; ++r)
        for (int q = r; q < 3; ++q) p.tau[kEntry[r][q]][s] = Real(tau(r, q));
      log_J[s] = Real(std::min(trial, 0.0));
      if (p.volume_ratio_to_separation != nullptr)
        p.volume_ratio_to_separation[s] = Real(std::exp(trial)) / critical;
    }
  });
}

template <int Dim, class Real>
double contact_energy_of(const MpmBody<Dim, Real>& body) {
  if (body.elements == nullptr) return 0;
  const ManifoldElements<Dim>* manifold = manifold_of(*body.elements);
  if (manifold == nullptr) return 0;
  const ParticleView<Dim, const Real> p = view_of<Dim, Real>(body.particles);
  const double* log_across = body.particles.template plane<double>(kLogAcross.name);
  double sum = 0;
  for (Index s = 0; s < body.particles.count(); ++s)
    sum += double(p.V0[s]) * contact_energy(manifold->contact(), log_across[s]);
  return sum;
}

#define FROTH_INSTANCE(Dim, Real)                             \
  template void update_vertices(MpmBody<Dim, Real>&, double); \
  template double contact_energy_of(const MpmBody<Dim, Real>&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
