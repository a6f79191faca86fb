// SPDX-License-Identifier: Apache-2.0
// What colliders and held regions do to the nodes of one step. Found once; applied to the velocities as often
// as a solve asks for, since boundary conditions are enforced after each of its iterations.
// Source: [Qu2023], sections 5 and 6.1; the rules of contact of obstacles/.
#pragma once

#include <span>

#include <froth/obstacles/posed.h>
#include <froth/solvers/power/state.h>

namespace froth {

template <int Dim>
class NodeContacts {
 public:
  /// Of the nodes with mass, at the end of the step.
  NodeContacts(const PosedObstacles& obstacles, std::span<const Vec<Dim, double>> node,
               std::span<const double> node_mass, double cell_size);

  /// Lets all contacts act on the velocities. Returns the work of obstacles that move [J].
  double apply(std::span<const double> node_mass, std::span<Vec<Dim, double>> node_v) const;

 private:
  struct Contact {
    std::uint32_t node;
    ContactRule rule;
    Vec3<double> velocity, normal;
  };
  std::vector<Contact> contacts_;      ///< node by node
  std::vector<std::size_t> first_of_;  ///< first contact of every node that has one, and their number
};

}  // namespace froth
