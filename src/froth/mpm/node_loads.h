// SPDX-License-Identifier: Apache-2.0
// Gravity over time, and what else acts on the nodes of a block between the transfers: forces by place and
// time, and the damping of a scene that settles, in proportion to mass. Source: [Sulsky1994], forces on
// nodes; the rest is ours.
#pragma once

#include <array>
#include <vector>

#include <froth/base/lanes.h>
#include <froth/mpm/state.h>

namespace froth {

/// Gravity at `time` [m/s^2]: all of it, or the share that a ramp or settling has reached.
template <int Dim>
Vec<Dim, double> gravity_at(const MpmSettings<Dim>& settings, double time);

/// One per thread and step: it holds the expressions that it evaluates, and what they gave.
template <int Dim, class Real>
class NodeLoads {
 public:
  using Node = Lanes<Real, 4>;

  NodeLoads(const MpmSettings<Dim>& settings, double time, double dt);

  /// Whether gravity is all there is.
  bool is_gravity_alone() const { return forces_.empty() && kept_ == 1; }

  /// Changes the velocities of a block's nodes by everything but gravity. Returns the first node where a
  /// force is not a number, or -1.
  int push(const BlockCoord<Dim>& block, Node* nodes);

  /// Work of gravity and forces on the block that was pushed last [J]. The velocity after contact carries the
  /// material, so that gravity's part is minus the change of gravitational energy.
  double work(const Node* nodes) const;

 private:
  Vec3<double> acceleration(const Vec3<double>& x);

  const Lattice<Dim>& lattice_;
  Vec<Dim, double> gravity_;  ///< times dt [m/s]
  double time_, dt_;
  double kept_ = 1;  ///< share of velocity that damping leaves in a step
  std::vector<std::array<Field::Evaluator, 3>> forces_;
  std::array<Vec3<double>, kBlockCells<Dim>> gains_{};  ///< of velocity by forces [m/s]
};

}  // namespace froth
