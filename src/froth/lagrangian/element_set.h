// SPDX-License-Identifier: Apache-2.0
// Elements between vertices, as a time step sees them: solids, sheets and strands alike. Vertices are
// numbered by their element mesh, not by the slots of particles, and all numbers are double: edges are short
// differences of places, and strands are stiff.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <froth/base/binary.h>
#include <froth/base/parallel.h>
#include <froth/base/vec.h>
#include <froth/lagrangian/vertex_matrix.h>

namespace froth {

/// Energies of elements [J]; of solids all of it is `volumetric`.
struct ElementEnergies {
  double volumetric = 0, stretching = 0, bending = 0, twisting = 0;

  double sum() const { return volumetric + stretching + bending + twisting; }
};

/// Vertices at the start of a step. Those that are held have the velocity that is prescribed.
template <int Dim>
struct VertexMotion {
  std::span<const Vec<Dim, double>> x, v;  ///< [m], [m/s]
  std::span<const double> mass;            ///< [kg]
  std::span<const std::uint8_t> is_held;
};

/// Second derivatives as they are, or without what bends the energy down.
enum class Curvature : unsigned char { Exact, Positive };

template <int Dim>
class ElementSet {
 public:
  using Vectors = std::span<Vec<Dim, double>>;
  using ConstVectors = std::span<const Vec<Dim, double>>;

  virtual ~ElementSet() = default;
  virtual ElementEnergies energies(ConstVectors x) const = 0;
  /// dE/dx of every vertex [N].
  virtual void gradient(ConstVectors x, Vectors g) const = 0;
  /// Change of the gradient with the places [N/m]; valid until the next call. State that is no place, such as
  /// angles of edges, is held.
  virtual const VertexMatrix<Dim>& hessian(ConstVectors x, Curvature curvature) const = 0;
  /// Velocity change of explicit forces over `dt`, zero where held.
  virtual void explicit_step(const VertexMotion<Dim>& at, double dt, Vectors dv);
  /// Velocity change of one linearly implicit step, (M + dt^2 K) dv = -dt (g + dt K v), zero where held.
  /// `grip`, where it is asked for, gets dt (g + dt K (v + dv)) of held vertices: the impulse that holds them
  /// against the step's own forces [N s]. Returns iterations of an inner solver.
  virtual int newton_step(const VertexMotion<Dim>& at, double dt, Vectors dv, Vectors grip = {}) = 0;
  /// One implicit step of dt of state that is no place, where the vertices are at its end.
  virtual void step_state(ConstVectors /*x*/, std::span<const std::uint8_t> /*is_held*/, double /*dt*/) {}
  /// Lets state of elements follow the vertices to their new places after a step of `dt`.
  virtual void follow(ConstVectors /*x*/, double /*dt*/) {}
  /// Number of an element that has turned inside out, with its kind; empty where there is none.
  virtual std::string fault(ConstVectors /*x*/) const { return {}; }
  /// The longest step that explicit forces allow [s].
  virtual double explicit_limit() const = 0;
  /// What does not follow from places.
  virtual void save(BinaryWriter&) const {}
  virtual void load(BinaryReader&) {}
};

template <int Dim>
void ElementSet<Dim>::explicit_step(const VertexMotion<Dim>& at, double dt, Vectors dv) {
  gradient(at.x, dv);
  for (std::size_t k = 0; k < dv.size(); ++k)
    dv[k] = at.is_held[k] != 0 ? Vec<Dim, double>{} : dv[k] * (-dt / at.mass[k]);
}

}  // namespace froth
