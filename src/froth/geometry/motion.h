// SPDX-License-Identifier: Apache-2.0
// Rigid motion of a collider as a function of time alone: keyframes plus an oscillation plus a spin.
#pragma once

#include <string>
#include <vector>

#include <froth/base/mat.h>

namespace froth {

/// Where a rigid body is and how it moves at one instant: x_world = turn * (x_rest - pivot) + pivot + shift.
struct Pose {
  Mat3<double> turn = Mat3<double>::identity();
  Vec3<double> pivot{}, shift{};
  Vec3<double> linear{};   ///< velocity of the pivot [m/s]
  Vec3<double> angular{};  ///< angular velocity [rad/s]

  /// The point of the body at rest that is at `x` now.
  FROTH_HD Vec3<double> to_rest(const Vec3<double>& x) const {
    return transpose(turn) * (x - pivot - shift) + pivot;
  }
  FROTH_HD Vec3<double> to_world(const Vec3<double>& x) const { return turn * (x - pivot) + pivot + shift; }
  /// Velocity of the body's point that is at `x` now.
  FROTH_HD Vec3<double> velocity(const Vec3<double>& x) const {
    return linear + cross(angular, x - pivot - shift);
  }
};

enum class Interpolation { Linear, Smooth };

struct Keyframe {
  double time;         ///< [s]
  Vec3<double> shift;  ///< displacement from rest [m]
  double angle;        ///< turn about the motion's axis [rad]
};

/// All parts are optional and add up; the default stands still.
struct Motion {
  Vec3<double> pivot{};        ///< centre of turning, moves with the shift [m]
  Vec3<double> axis{0, 0, 1};  ///< unit axis of all turning
  std::vector<Keyframe> keyframes;
  Interpolation interpolation = Interpolation::Linear;  ///< Smooth: cubic ease in and out of every keyframe
  Vec3<double> amplitude{};  ///< oscillation: amplitude * sin(2 pi (frequency t + phase)) [m]
  double frequency = 0;      ///< [1/s]
  double phase = 0;          ///< in turns [-]
  double spin = 0;           ///< constant angular velocity about the axis [rad/s]
  double spin_start = 0;     ///< the spin begins here [s]
  double spin_end = 1e300;   ///< and stops here [s]

  /// Whether the pose is the identity at all times.
  bool is_still() const;
  /// Pose and velocity at time t [s]; the velocity is the exact derivative of the pose, towards later
  /// times where the pose has a kink. Before the first and after the last keyframe the pose is held.
  Pose at(double t) const;
};

/// Throws InputError where keyframe times do not increase, the axis is not a unit vector, a number is not
/// finite or the spin ends before it begins.
void check(const Motion& motion);

/// Rotation by `angle` [rad] about a unit axis.
Mat3<double> rotation(const Vec3<double>& axis, double angle);

}  // namespace froth
