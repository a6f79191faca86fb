// SPDX-License-Identifier: Apache-2.0
// What the elements of bodies answer in a solve: energy, its gradient by node and products with its Hessian,
// where vertices move by dt times the velocity of the nodes. Held vertices are where they are held.
// Source: [Jiang2015], section 7: forces of a mesh are interpolated to the nodes, here at the end of the
// step.
#pragma once

#include <froth/mpm/vertex_job.h>
#include <froth/solvers/implicit_mpm/particle_response.h>

namespace froth {

template <int Dim, class Real>
class MeshResponse {
 public:
  using Field = NodeField<Dim, Real>;

  /// Bodies with elements have their vertices placed, and held.
  MeshResponse(const TransferJob<Dim, Real>& job, MpmBodies<Dim, Real>& bodies,
               const std::vector<TileBox<Dim>>& touched);

  bool is_empty() const { return own_.bodies.empty(); }
  /// At the velocity v of nodes.
  StoredEnergy evaluate(const Field& v);
  /// Adds dt sum w dE/dx, and dt^2 times the Hessian's product with p, in the open blocks.
  void add_gradient(const std::vector<std::uint8_t>& is_open, Field& g);
  void add_product(const Field& p, const std::vector<std::uint8_t>& is_open, Field& product);
  /// By node, in the first lane: about dt^2 times the largest stiffness of its vertices [kg].
  Field stiffness(const std::vector<std::uint8_t>& is_open);

 private:
  using Vectors = std::vector<Vec<Dim, double>>;
  void gather(const Field& v, std::vector<Vectors>& to);
  void add(const std::vector<Vectors>& of_vertices, double factor, const std::vector<std::uint8_t>& is_open,
           Field& to);

  MpmBodies<Dim, Real>& bodies_;
  VertexJob<Dim, Real> own_;
  const std::vector<TileBox<Dim>>& touched_;
  double dt_;
  std::vector<std::vector<Real>> scratch_;  ///< C and velocity gradient that gathers bring and nobody wants
  std::vector<Vectors> x_, u_, g_;          ///< places at the end of the step; by body, by vertex
};

}  // namespace froth
