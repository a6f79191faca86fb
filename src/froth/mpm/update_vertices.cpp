// SPDX-License-Identifier: Apache-2.0
// What vertices of elements keep of the deformation of the grid: J by its divergence ([Fei2021], Eq. 6), and
// the stress by which sheets and strands press and rub ([Jiang2017], by lagrangian/manifold_contact.h).
// Nothing holds manifolds together, so that J returns to 1 where they part.
#include <algorithm>
#include <cmath>

#include <froth/mpm/stages.h>
#include <froth/mpm/state_planes.h>

namespace froth {

namespace {

constexpr Index kVertexChunk = 4096;
constexpr int kEntry[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};

template <int Dim, class Real>
Mat3<double> stress_of(const ParticleView<Dim, Real>& p, Index s) {
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

/// Contact of one vertex; log J across the manifold is that of the column, or, where separation follows it,
/// the vertex's log J.
template <int Dim, class Real>
void update_contact(const ElementBody<Dim>& mesh, const ParticleView<Dim, Real>& p, std::size_t k, double dt,
                    double& log_across) {
  const Index s = mesh.slot[k];
  const Mat3<double> tau =
      contact_stress(mesh.contact, mesh.across(k), gradient_of(p, s), dt, log_across, stress_of(p, s));
  for (int r = 0; r < 3; ++r)
    for (int c = r; c < 3; ++c) p.tau[kEntry[r][c]][s] = Real(tau(r, c));
}

}  // namespace

/// The ratio that is compared with J^c is that after the return: what opens in one step and closes in the
/// next is compressed.
template <int Dim, class Real>
void update_vertices(MpmBody<Dim, Real>& body, double dt) {
  const ElementBody<Dim>& mesh = *body.elements;
  const ParticleView<Dim, Real> p = view_of<Dim, Real>(body.particles);
  Real* log_J = body.particles.template plane<Real>("log_J");
  const bool has_contact = mesh.contact.modulus > 0 && mesh.is_manifold();
  double* log_across =
      body.particles.has(kLogAcross.name) ? body.particles.template plane<double>(kLogAcross.name) : nullptr;
  const Real critical = Real(body.separation_ratio > 0 ? body.separation_ratio : 1.0);
  parallel_chunks(static_cast<Index>(mesh.count()), kVertexChunk, [&](const Chunk& c) {
    for (auto k = static_cast<std::size_t>(c.begin); k < static_cast<std::size_t>(c.end); ++k) {
      const Index s = mesh.slot[k];
      double volume = double(log_J[s]);
      if (mesh.separates_across && mesh.is_manifold()) {
        if (!has_contact) volume += dt * mesh.across(k).divergence(gradient_of(p, s));
      } else {
        volume += dt * trace(gradient_of(p, s));
      }
      if (has_contact) update_contact(mesh, p, k, dt, log_across != nullptr ? log_across[s] : volume);
      log_J[s] = Real(std::min(volume, 0.0));
      if (!has_contact)
        for (int n = 0; n < 6; ++n) p.tau[n][s] = 0;
      if (p.volume_ratio_to_separation != nullptr)
        p.volume_ratio_to_separation[s] = std::exp(log_J[s]) / critical;
    }
  });
}

template <int Dim, class Real>
double contact_energy_of(const MpmBody<Dim, Real>& body) {
  const ElementBody<Dim>& mesh = *body.elements;
  if (!(mesh.contact.modulus > 0) || !mesh.is_manifold()) return 0;
  const ParticleView<Dim, const Real> p = view_of<Dim, Real>(body.particles);
  const bool is_apart = body.particles.has(kLogAcross.name);
  double sum = 0;
  for (std::size_t k = 0; k < mesh.count(); ++k) {
    const Index s = mesh.slot[k];
    const double log_J = is_apart ? body.particles.template plane<double>(kLogAcross.name)[s]
                                  : double(body.particles.template plane<Real>("log_J")[s]);
    Mat3<double> tau{};
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) tau(r, c) = double(p.tau[kEntry[r][c]][s]);
    sum += double(p.V0[s]) * contact_energy(mesh.contact, log_J, mesh.across(k).shear_of(tau));
  }
  return sum;
}

#define FROTH_INSTANCE(Dim, Real)                               \
  template void update_vertices(MpmBody<Dim, Real>&, double);   \
  template double contact_energy_of(const MpmBody<Dim, Real>&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
