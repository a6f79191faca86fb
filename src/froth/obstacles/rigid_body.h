// SPDX-License-Identifier: Apache-2.0
// One rigid body: where it is, its momenta, and how they carry it through a step.
// Source: the equations of Newton and Euler. The turn over a step is by the angular velocity in its middle,
// found implicitly, with the angular momentum as it is: that is kept to rounding, and energy does not drift.
#pragma once

#include <froth/geometry/motion.h>
#include <froth/geometry/quaternion.h>
#include <froth/obstacles/rigid_mass.h>
#include <froth/obstacles/twist.h>

namespace froth {

/// What material and other bodies gave a body in a step: momentum, and its moment about the origin.
struct RigidImpulse {
  Vec3<double> momentum{}, moment{};  ///< [kg m/s], [kg m^2/s]

  void add(const Vec3<double>& x, const Vec3<double>& p) { momentum += p, moment += cross(x, p); }
  RigidImpulse& operator+=(const RigidImpulse& other) {
    momentum += other.momentum, moment += other.moment;
    return *this;
  }
};

struct RigidBody {
  std::size_t collider = 0;  ///< number of its collider
  int dimension = 3;
  RigidMass mass;
  double friction = 0, restitution = 0;  ///< [-]
  double reach = 0;                      ///< of its bounds from the centre [m]

  Vec3<double> center{};  ///< of mass [m]
  Quaternion turn{};
  Vec3<double> momentum{}, spin{};  ///< [kg m/s]; about the centre [kg m^2/s]
  Twist push{};                     ///< takes it out of others in this step, without momentum

  Mat3<double> inertia() const;
  Twist velocity() const;
  /// Of the motion of now, linear and angular.
  double kinetic_energy() const;
  /// Mass and inertia as one matrix; of what a planar body cannot do, ones on the diagonal.
  TwistMatrix mass_matrix() const;
  /// The inverse of a matrix like that, without what a planar body cannot do.
  TwistMatrix freed_inverse(const TwistMatrix& a) const;
  /// At the current place, with the velocity of now.
  Pose pose() const;
  void receive(const RigidImpulse& impulse);
  /// Moves it for a time, by its momenta and `push`.
  void move(double dt);
};

}  // namespace froth
