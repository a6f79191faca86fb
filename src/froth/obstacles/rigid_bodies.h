// SPDX-License-Identifier: Apache-2.0
// All colliders that move by themselves, as a solver's state has them. A step goes:
//   accelerate      gravity and other loads
//   collide         with each other, with other colliders, and with the material that touches them
//   receive         what the material really gave where nodes or particles met them
//   move            to the end of the step
// Between any two of these pose_obstacles() sees them where the step will take them, as far as is known.
// Source: rigid_body.h, couple_rigid.h and rigid_contacts.h.
#pragma once

#include <functional>
#include <span>

#include <froth/base/binary.h>
#include <froth/obstacles/couple_rigid.h>
#include <froth/obstacles/obstacles.h>

namespace froth {

/// Which of a body's contacts it is: the other collider, whose ball touches, and which.
struct ContactKey {
  int body = 0, other = 0, is_own = 0, ball = 0;
  bool operator==(const ContactKey&) const = default;
};

/// What it gave in the step before, on the body [kg m/s].
struct LastImpulse {
  ContactKey key;
  Vec3<double> impulse;
};

class RigidBodies {
 public:
  RigidBodies() = default;
  /// Throws InputError where a body has no mass.
  RigidBodies(const std::vector<Collider>& colliders, int dimension);

  bool is_empty() const { return bodies_.empty(); }
  std::size_t count() const { return bodies_.size(); }
  std::span<const RigidBody> bodies() const { return bodies_; }
  /// Number of the body that a collider is, -1 where it is none.
  int body_of(std::size_t collider) const { return is_empty() ? -1 : body_of_[collider]; }

  /// Where body `b` is, and where it is expected to be after `dt`, with the velocity of the step.
  Pose begin(int b) const { return bodies_[static_cast<std::size_t>(b)].pose(); }
  Pose end(int b, double dt) const;

  using Acceleration = std::function<Vec3<double>(const Vec3<double>& x)>;
  /// `kept` is the share of velocity that damping leaves.
  void accelerate(const Acceleration& load, double dt, double kept);
  /// Returns the work that moving colliders did on bodies [J]. `strength` is that of gravity [m/s^2].
  double collide(const std::vector<Collider>& colliders, std::span<const TouchingMass> touching, double time,
                 double dt, double strength);
  /// The same with velocities and inverse mass matrices that a solver has found for them.
  double collide(const std::vector<Collider>& colliders, std::vector<CoupledBody> coupled, double time,
                 double dt, double strength);
  /// What the step expects of a body.
  const Twist& expected(std::size_t b) const { return expected_[b]; }
  /// By body.
  void receive(std::span<const RigidImpulse> impulses);
  /// Returns the work of the loads [J].
  double move(double dt);

  struct Sums {
    double mass = 0, kinetic = 0, gravitational = 0, absolute_momentum = 0;
    Vec3<double> momentum{}, angular{};
  };
  Sums sums(const Vec3<double>& gravity) const;

  void save(BinaryWriter& out) const;
  void load(BinaryReader& in);

 private:
  std::vector<RigidBody> bodies_;
  std::vector<int> body_of_;         ///< by collider
  std::vector<SurfaceBalls> balls_;  ///< by collider; none of unbounded ones
  std::vector<Twist> expected_;      ///< velocity of the step, as far as is known
  std::vector<Vec3<double>> load_;   ///< of the step [m/s^2]
  std::vector<LastImpulse> last_;    ///< of contacts with other colliders
};

}  // namespace froth
