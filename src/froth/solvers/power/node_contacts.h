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

  /// Lets all contacts act on the velocities. Returns the work of obstacles that move [J]; what nodes give
  /// rigid bodies is added to `impulses`, by body.
  double apply(std::span<const double> node_mass, std::span<Vec<Dim, double>> node_v,
               std::span<RigidImpulse> impulses) const;

  /// The nodes that touch rigid bodies, before contact acts.
  std::vector<TouchingMass> touching(std::span<const double> node_mass,
                                     std::span<const Vec<Dim, double>> node_v) const;
  /// Contacts with rigid bodies get the velocities that these are expected to have.
  void follow(const RigidBodies& rigid);

 private:
  struct Contact {
    std::uint32_t node;
    ContactRule rule;
    Vec3<double> velocity, normal;
    Vec3<double> x = {};
    int rigid = -1;  ///< number of the rigid body that it is with
  };
  std::vector<Contact> contacts_;      ///< node by node
  std::vector<std::size_t> first_of_;  ///< first contact of every node that has one, and their number
};

}  // namespace froth
