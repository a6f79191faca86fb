// SPDX-License-Identifier: Apache-2.0
// An implicit step as Gauss-Seidel iterations over particles: each in turn moves its own nodes towards the
// minimum of the energy of the step, its neighbours as they are. Boundary conditions come between iterations.
// Source: [Qu2023], section 5. Two forms: impulse matrices (solvers/power/impulse.h), whose limit is the
// minimum of Eq. (23); and constraints as printed, Eq. (25), with the gradient by displacements and the
// lumped mass, a liquid of linear pressure by C = J - 1, others by C = sqrt(psi) without a division by it.
// Differs from it: stresses of impulse matrices are those after the flow of the step unless asked otherwise.
// A predictor that is elastic all through a long step comes to rest within it, and then there is no momentum
// left to flow with.
#pragma once

#include <optional>

#include <froth/base/pack.h>
#include <froth/solvers/power/block_coloring.h>
#include <froth/solvers/power/state.h>

namespace froth {

enum class ImplicitForm : unsigned char {
  Impulses,         ///< with the flow of the material inside the solve
  ElasticImpulses,  ///< the solve sees an elastic predictor, and flow follows: stiff sand hardly falls then
  Xpbd              ///< as printed, with an elastic predictor
};

template <int Dim>
class ImplicitSweeps {
 public:
  /// What it is given must outlive it.
  ImplicitSweeps(const StencilRows<Dim, double>& rows, const std::vector<PowerBody<Dim>>& bodies,
                 std::span<const double> V0, std::span<const double> node_mass, double dt, ImplicitForm form);

  /// Starts from impulses -dt V0 stress instead of none, smoothed where material flows within the solve; they
  /// act on the velocities `v` of nodes at once. It changes the way to the minimum, not the minimum: an
  /// elastic body at rest is there before the first iteration. Impulses only.
  void start_from(std::span<const Mat<Dim, double>> stress, std::span<Vec<Dim, double>> v);
  /// The stresses that impulses stand for now [Pa].
  void read_stress(std::span<Mat<Dim, double>> stress) const;

  /// One iteration over all particles, in the order of colours or from their end.
  void sweep(const BlockColoring& groups, std::span<Vec<Dim, double>> v, bool is_backward = false);
  /// The first particle that a visit found inside out, if any did.
  std::optional<std::size_t> first_turned() const;
  /// The visit of one particle.
  void visit(const PowerBody<Dim>& body, std::size_t particle, std::span<Vec<Dim, double>> v);

 private:
  /// Velocity of a node in the first lanes and one over its mass in the last: a visit reads and writes nodes
  /// by whole packs.
  using Node = Pack<double>;
  static constexpr int kInverseMass = 3;

  void load(std::span<const Vec<Dim, double>> v);
  void store(std::span<Vec<Dim, double>> v) const;
  template <class L>
  void visit(const PowerBody<Dim>& body, const L& law, std::size_t p);
  void visit_group(std::span<const std::uint32_t> group, bool is_backward);

  const StencilRows<Dim, double>& rows_;
  const std::vector<PowerBody<Dim>>& bodies_;
  std::span<const double> V0_;
  double dt_;
  ImplicitForm form_;
  std::vector<Node> nodes_;
  std::vector<Mat<Dim, double>> response_;  ///< K of particles, or its inverse
  std::vector<Mat<Dim, double>> impulse_;   ///< Q of particles
  std::vector<double> multiplier_;          ///< of constraints
  std::vector<std::uint8_t> was_turned_;    ///< whether a visit found a particle inside out
};

}  // namespace froth
