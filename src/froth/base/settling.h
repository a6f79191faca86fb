// SPDX-License-Identifier: Apache-2.0
// Gravity that rises with time, and the damping of a scene that settles: functions of time alone, the same
// for every solver, so that restarts need nothing.
#pragma once

#include <algorithm>
#include <cmath>

namespace froth {

struct Settling {
  double gravity_ramp = 0;  ///< time over which gravity rises from zero [s]
  double settle = 0;        ///< it rises in the first half of this, and motion is damped [s]

  /// Share of gravity at `time`: smoothstep up to the end of the ramp.
  double gravity_share(double time) const {
    const double ramp = std::max(gravity_ramp, kRampShare * settle);
    if (!(time < ramp)) return 1;
    const double s = std::max(time, 0.0) / ramp;
    return s * s * (3 - 2 * s);
  }
  /// Share of velocity that damping leaves in a step from `time` on.
  double kept_velocity(double time, double dt) const {
    return time < settle ? std::exp(-kSettlingRate / settle * dt) : 1.0;
  }

  /// Rate of damping times the time of settling [-]. A vibration of three periods in that time is damped
  /// about critically; what is faster is hardly excited by the ramp, which takes the first half, and keeps
  /// exp(-5) of its amplitude in the second.
  static constexpr double kSettlingRate = 20;
  static constexpr double kRampShare = 0.5;
};

}  // namespace froth
