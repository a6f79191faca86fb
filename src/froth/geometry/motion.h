// SPDX-License-Identifier: Apache-2.0
// Rigid motion of a collider as a function of time alone: keyframes plus an oscillation plus a spin plus
// expressions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <froth/base/field.h>
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
  /// Velocity of the body's point that is at `x` now; Real may be a pack of points.
  template <class Real>
  FROTH_HD Vec3<Real> velocity(const Vec3<Real>& x) const {
    const Vec3<Real> arm = x - pivot.template cast<Real>() - shift.template cast<Real>();
    return linear.template cast<Real>() + cross(angular.template cast<Real>(), arm);
  }
};

/// From one keyframe to the next: at a constant rate; from rest to rest (cubic); from rest and to rest
/// (quadratic); or waiting, and then a jump.
enum class Interpolation { Linear, Smooth, EaseIn, EaseOut, Hold };
/// Their names in scenes, in this order.
const std::vector<std::string>& interpolation_names();
/// The one of a name that is in the list.
Interpolation find_interpolation(const std::string& name);

struct Keyframe {
  double time;                                         ///< [s]
  Vec3<double> shift;                                  ///< displacement from rest [m]
  double angle;                                        ///< turn about the motion's axis [rad]
  std::optional<Interpolation> easing = std::nullopt;  ///< towards the next one; without it the motion's
};

/// All parts are optional and add up; the default stands still.
struct Motion {
  Vec3<double> pivot{};        ///< centre of turning, moves with the shift [m]
  Vec3<double> axis{0, 0, 1};  ///< unit axis of all turning
  std::vector<Keyframe> keyframes;
  Interpolation interpolation = Interpolation::Linear;
  Vec3<double> amplitude{};  ///< oscillation: amplitude * sin(2 pi (frequency t + phase)) [m]
  double frequency = 0;      ///< [1/s]
  double phase = 0;          ///< in turns [-]
  double spin = 0;           ///< constant angular velocity about the axis [rad/s]
  double spin_start = 0;     ///< the spin begins here [s]
  double spin_end = 1e300;   ///< and stops here [s]
  VectorField shift{};       ///< displacement as a function of time [m]
  Field angle{};             ///< turn about the axis as a function of time [degrees]

  /// Whether the pose is the identity at all times.
  bool is_still() const;
  bool has_expressions() const;
  /// Whether keyframes that let it wait make it jump after `from` and not later than `to` [s].
  bool jumps(double from, double to) const;
  /// Pose and velocity at time t [s]; the velocity is the exact derivative of the pose, towards later
  /// times where the pose has a kink. Before the first and after the last keyframe the pose is held.
  /// Expressions f are differentiated by differences over h = 2^-13 s, whose error is h^4 f^(5) / 30 and
  /// rounding: for an oscillation of frequency F, (2 pi F h)^4 / 30 of its speed, 1e-6 at F = 100 Hz. A kink
  /// is rounded over 4 h; in the first 2 h the difference looks ahead, so that no time before 0 is asked for,
  /// and its error is six times as large.
  Pose at(double t) const;
};

/// Throws InputError where keyframe times do not increase, the axis is not a unit vector, a number is not
/// finite or the spin ends before it begins.
void check(const Motion& motion);

/// Rotation by `angle` [rad] about a unit axis.
Mat3<double> rotation(const Vec3<double>& axis, double angle);

}  // namespace froth
