// SPDX-License-Identifier: Apache-2.0
#include <froth/obstacles/rigid_body.h>

namespace froth {

namespace {

Vec3<double> angular_velocity(const RigidBody& body, const Quaternion& turn) {
  const Mat3<double>& I = body.mass.inertia;
  if (body.dimension == 2) return {0, 0, body.spin[2] / I(2, 2)};
  const Mat3<double> R = matrix_of(turn);
  const Mat3<double> inverse = transpose(cofactor(I)) * (1 / determinant(I));
  return R * (inverse * (transpose(R) * body.spin));
}

/// Iterations for the angular velocity of the middle; each gains a factor of the angle turned in half a step.
constexpr int kMiddleIterations = 8;

}  // namespace

Mat3<double> RigidBody::inertia() const {
  const Mat3<double> R = matrix_of(turn);
  return R * mass.inertia * transpose(R);
}

Twist RigidBody::velocity() const { return twist(momentum / mass.mass, angular_velocity(*this, turn)); }

double RigidBody::kinetic_energy() const {
  return 0.5 * (dot(momentum, momentum) / mass.mass + dot(spin, angular(velocity())));
}

TwistMatrix RigidBody::mass_matrix() const {
  TwistMatrix m = TwistMatrix::identity();
  const Mat3<double> I = inertia();
  for (int d = 0; d < dimension; ++d) m(d, d) = mass.mass;
  if (dimension == 2) {
    m(5, 5) = mass.inertia(2, 2);
    return m;
  }
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) m(3 + r, 3 + c) = I(r, c);
  return m;
}

TwistMatrix RigidBody::freed_inverse(const TwistMatrix& a) const {
  if (dimension == 3) return inverse_of(a);
  TwistMatrix rest = a;
  for (const int locked : {2, 3, 4}) {
    for (int k = 0; k < 6; ++k) rest(locked, k) = rest(k, locked) = 0;
    rest(locked, locked) = 1;
  }
  TwistMatrix inverse = inverse_of(rest);
  for (const int locked : {2, 3, 4}) inverse(locked, locked) = 0;
  return inverse;
}

Pose RigidBody::pose() const {
  const Twist v = velocity();
  return {matrix_of(turn), mass.center, center - mass.center, linear(v), angular(v)};
}

void RigidBody::receive(const RigidImpulse& impulse) {
  Vec3<double> p = impulse.momentum, l = impulse.moment - cross(center, impulse.momentum);
  if (dimension == 2) p[2] = l[0] = l[1] = 0;
  momentum += p;
  spin += l;
}

void RigidBody::move(double dt) {
  center += dt * (momentum / mass.mass + linear(push));
  Vec3<double> w = angular_velocity(*this, turn);
  if (dimension == 3)
    for (int k = 0; k < kMiddleIterations; ++k) w = angular_velocity(*this, turn_by(0.5 * dt * w) * turn);
  turn = normalized(turn_by(dt * (w + angular(push))) * turn);
  push = {};
}

}  // namespace froth
