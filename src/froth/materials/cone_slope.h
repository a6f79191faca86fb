// SPDX-License-Identifier: Apache-2.0
// The slope of a Drucker-Prager cone |dev tau| <= 3 alpha p from the friction angle of the grains, shared by
// the laws that have such a cone. Source: [Klar2016] for the first; limit analysis of a slope for the second.
#pragma once

#include <cmath>

namespace froth {

/// Slope alpha of the cone for a friction angle [rad].
struct ConeSlope {
  /// Meets Mohr-Coulomb in triaxial compression: [Klar2016].
  static double klar(double friction_angle) {
    const double s = std::sin(friction_angle);
    return std::sqrt(2.0 / 3.0) * 2 * s / (3 - s);
  }
  /// Meets Mohr-Coulomb in plane strain without dilation: a slope slides at exactly the friction angle.
  static double plane_strain(double friction_angle) { return std::sqrt(2.0) * std::tan(friction_angle) / 3; }
};

}  // namespace froth
