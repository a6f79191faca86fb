// SPDX-License-Identifier: Apache-2.0
// The contacts of a grid's nodes as constraints, for a solve over the nodes' velocities. update_grid resolves
// the same contacts by changing velocities, one after the other.
// Source: the rules of contact of docs/architecture.md; obstacles/constraint.h.
#pragma once

#include <froth/mpm/state.h>
#include <froth/obstacles/constraint.h>

namespace froth {

/// The contacts of one node, in the order in which they act. A held region or a nozzle sticks.
struct ConstrainedNode {
  std::int32_t block = 0;  ///< of the topology
  int node = 0;            ///< in the block
  Vec3<double> x{};        ///< its place [m]
  std::vector<ContactConstraint<double>> contacts;
};

/// Every node with mass that touches an obstacle; by block, then node. With `tight_colliders` also the nodes
/// that hold both sides of a wall thinner than a cell.
template <int Dim, class Real>
std::vector<ConstrainedNode> constrain_nodes(const Lattice<Dim>& lattice, const PosedObstacles& obstacles,
                                             const MpmGrid<Dim, Real>& grid, bool tight_colliders);

}  // namespace froth
