// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/mesh_response.h>

#include <cmath>

namespace froth {

template <int Dim, class Real>
MeshResponse<Dim, Real>::MeshResponse(const TransferJob<Dim, Real>& job, MpmBodies<Dim, Real>& bodies,
                                      const std::vector<TileBox<Dim>>& touched)
    : bodies_(bodies), own_(job, bodies), touched_(touched), dt_(job.settings.dt) {
  for (std::size_t n = 0; n < own_.bodies.size(); ++n) {
    const ElementBody<Dim>& mesh = *bodies[own_.bodies[n]].elements;
    x_.push_back(mesh.x);
    u_.emplace_back(mesh.count());
    g_.emplace_back(mesh.count());
    ParticleView<Dim, Real>& view = own_.job.bodies[n];
    for (int k = 0; k < Dim * Dim; ++k) {
      const bool is_apart = view.grad_v[k] != view.C[k];
      scratch_.emplace_back(mesh.count());
      view.C[k] = view.grad_v[k] = scratch_.back().data();
      if (!is_apart) continue;
      scratch_.emplace_back(mesh.count());
      view.grad_v[k] = scratch_.back().data();
    }
  }
}

template <int Dim, class Real>
void MeshResponse<Dim, Real>::gather(const Field& v, std::vector<Vectors>& to) {
  gather_vectors<Dim, Real>(own_.job, v, touched_, own_.impulses);
  for (std::size_t n = 0; n < to.size(); ++n) {
    const ElementBody<Dim>& mesh = *bodies_[own_.bodies[n]].elements;
    for (std::size_t k = 0; k < mesh.count(); ++k)
      for (int d = 0; d < Dim; ++d) to[n][k][d] = double(own_.impulses[n].plane[d][mesh.slot[k]]);
  }
}

template <int Dim, class Real>
StoredEnergy MeshResponse<Dim, Real>::evaluate(const Field& v) {
  StoredEnergy sum;
  if (is_empty()) return sum;
  gather(v, u_);
  for (std::size_t n = 0; n < x_.size(); ++n) {
    const ElementBody<Dim>& mesh = *bodies_[own_.bodies[n]].elements;
    for (std::size_t k = 0; k < mesh.count(); ++k)
      x_[n][k] = mesh.x[k] + dt_ * (mesh.is_held[k] != 0 ? mesh.v[k] : u_[n][k]);
    const double energy = mesh.elements->energies(x_[n]).sum();
    sum.is_feasible &= std::isfinite(energy) && mesh.elements->fault(x_[n]).empty();
    sum.energy += energy;
    sum.magnitude += std::abs(energy);
  }
  return sum;
}

template <int Dim, class Real>
void MeshResponse<Dim, Real>::add(const std::vector<Vectors>& of_vertices, double factor,
                                  const std::vector<std::uint8_t>& is_open, Field& to) {
  for (std::size_t n = 0; n < of_vertices.size(); ++n) {
    const ElementBody<Dim>& mesh = *bodies_[own_.bodies[n]].elements;
    for (std::size_t k = 0; k < mesh.count(); ++k)
      for (int d = 0; d < Dim; ++d)
        own_.impulses[n].plane[d][mesh.slot[k]] =
            mesh.is_held[k] != 0 ? Real(0) : Real(factor * of_vertices[n][k][d]);
  }
  NodeSums<Dim, Real> sums;
  scatter_impulses<Dim, Real>(own_.job, own_.impulses, sums);
  for (std::size_t b = 0; b < is_open.size(); ++b) {
    if (is_open[b] == 0 || sums.is_open[b] == 0) continue;
    const auto block = static_cast<Index>(b);
    for (int n = 0; n < kBlockCells<Dim>; ++n) to.block(block)[n] += sums.field.block(block)[n];
  }
}

template <int Dim, class Real>
void MeshResponse<Dim, Real>::add_gradient(const std::vector<std::uint8_t>& is_open, Field& g) {
  if (is_empty()) return;
  for (std::size_t n = 0; n < x_.size(); ++n)
    bodies_[own_.bodies[n]].elements->elements->gradient(x_[n], g_[n]);
  add(g_, dt_, is_open, g);
}

template <int Dim, class Real>
void MeshResponse<Dim, Real>::add_product(const Field& p, const std::vector<std::uint8_t>& is_open,
                                          Field& product) {
  if (is_empty()) return;
  gather(p, u_);
  for (std::size_t n = 0; n < x_.size(); ++n) {
    const ElementBody<Dim>& mesh = *bodies_[own_.bodies[n]].elements;
    for (std::size_t k = 0; k < mesh.count(); ++k)
      if (mesh.is_held[k] != 0) u_[n][k] = {};
    mesh.elements->product(x_[n], u_[n], g_[n]);
  }
  add(g_, dt_ * dt_, is_open, product);
}

/// A vertex of mass m in elements whose explicit limit is t swings at most at 1/t.
template <int Dim, class Real>
typename MeshResponse<Dim, Real>::Field MeshResponse<Dim, Real>::stiffness(
    const std::vector<std::uint8_t>& is_open) {
  Field field;
  field.resize(static_cast<Index>(is_open.size()));
  for (std::size_t b = 0; b < is_open.size(); ++b) field.clear(static_cast<Index>(b));
  for (std::size_t n = 0; n < x_.size(); ++n) {
    const ElementBody<Dim>& mesh = *bodies_[own_.bodies[n]].elements;
    const double ratio = 1 / mesh.elements->explicit_limit();
    for (std::size_t k = 0; k < mesh.count(); ++k) {
      g_[n][k] = {};
      g_[n][k][0] = mesh.mass[k] * ratio * ratio;
    }
  }
  if (!is_empty()) add(g_, dt_ * dt_, is_open, field);
  return field;
}

#define FROTH_INSTANCE(Dim, Real) template class MeshResponse<Dim, Real>;
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
