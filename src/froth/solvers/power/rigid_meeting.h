// SPDX-License-Identifier: Apache-2.0
// What rigid bodies and nodes do to each other in the iterations of one step. Each time that contacts are to
// act, bodies start anew from the step's beginning with all that nodes have given them so far, take the
// velocity that they have together with the nodes that touch them now, and get what contact takes off these:
// one more block of the Gauss-Seidel iterations, and momentum is kept in each of them.
// Source: obstacles/rigid_bodies.h; [Qu2023], section 5, for boundary conditions after each iteration.
#pragma once

#include <froth/solvers/power/node_contacts.h>

namespace froth {

template <int Dim>
class RigidMeeting {
 public:
  /// `rigid` has been accelerated by the loads of the step; `strength` is that of gravity [m/s^2].
  RigidMeeting(RigidBodies& rigid, const std::vector<Collider>& colliders, double time, double dt,
               double strength)
      : rigid_(rigid),
        loaded_(rigid),
        colliders_(colliders),
        time_(time),
        dt_(dt),
        strength_(strength),
        given_(rigid.count()) {}

  /// Lets all contacts act on the velocities of nodes. Returns the work of obstacles that move [J].
  double act(NodeContacts<Dim>& contacts, std::span<const double> node_mass,
             std::span<Vec<Dim, double>> node_v) {
    std::vector<RigidImpulse> now(rigid_.count());
    if (!rigid_.is_empty()) {
      rigid_ = loaded_;
      rigid_.receive(given_);
      work_ = rigid_.collide(colliders_, contacts.touching(node_mass, node_v), time_, dt_, strength_);
      contacts.follow(rigid_);
    }
    const double work = contacts.apply(node_mass, node_v, now);
    for (std::size_t b = 0; b < now.size(); ++b) given_[b] += now[b];
    if (!rigid_.is_empty()) rigid_.receive(now);
    return work;
  }

  /// Work that moving colliders did on rigid bodies [J].
  double work_on_bodies() const { return work_; }

 private:
  RigidBodies& rigid_;
  const RigidBodies loaded_;
  const std::vector<Collider>& colliders_;
  double time_, dt_, strength_;
  std::vector<RigidImpulse> given_;  ///< by nodes, in this step
  double work_ = 0;
};

}  // namespace froth
