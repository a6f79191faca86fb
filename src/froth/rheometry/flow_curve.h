// SPDX-License-Identifier: Apache-2.0
// Flow curves: stress and viscosity in steady simple shear, rate by rate.
// Source: [Macosko1994], chapter 2; the viscosity above yield is the effective viscosity of [Yue2015], Eq.
// (8) and Fig. 5, in a rheometer's terms.
#pragma once

#include <optional>
#include <vector>

#include <froth/rheometry/rheometer.h>

namespace froth {

struct FlowPoint {
  double rate, stress;  ///< [1/s]; tau_xy at the end of the shear [Pa]
  std::optional<double> closed_form;
  double magnitude;  ///< |dev tau| / sqrt 2 [Pa]: tau_xy, but for elastic strain that is not small
  double viscosity;  ///< stress / rate [Pa s]
  /// (magnitude - sigma_Y / sqrt 3) / rate [Pa s]; none where the law has no yield stress. With flow rate
  /// gamma = (s - s_y) / eta it is eta / 2.
  std::optional<double> above_yield;
};

/// Shear that forgets its start: a strain of 10 in steps of 0.001.
RheometerMotion flow_curve_motion();

/// A point per rate. A material that tears is measured as if it did not: what is torn has no flow curve.
std::vector<FlowPoint> flow_curve(Law<3, double> law, RheometerMotion motion,
                                  const std::vector<double>& rates);

}  // namespace froth
