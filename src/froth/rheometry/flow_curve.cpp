// SPDX-License-Identifier: Apache-2.0
#include <froth/rheometry/flow_curve.h>

#include <algorithm>
#include <cmath>

#include <froth/materials/tearing.h>

namespace froth {

namespace {

/// Stress of simple shear at which the law begins to flow, whatever its pressure.
template <class L>
std::optional<double> shear_yield(const L& law) {
  if constexpr (requires { law.yield_stress; })
    return law.yield_stress / std::sqrt(3.0);
  else
    return std::nullopt;
}

double magnitude(const Sym3<double>& tau) {
  const double mean = trace(tau) / 3;
  Sym3<double> dev = tau;
  dev.xx -= mean, dev.yy -= mean, dev.zz -= mean;
  return std::sqrt(dot(dev, dev) / 2);
}

FlowPoint flow_point(const Law<3, double>& law, const RheometerMotion& motion) {
  const RheometerSample end = measure(law, motion).back();
  FlowPoint point{motion.rate, end.stress, end.closed_form, magnitude(end.tau), end.stress / motion.rate, {}};
  if (const auto yield = std::visit([](const auto& l) { return shear_yield(l); }, law))
    point.above_yield = std::max(point.magnitude - *yield, 0.0) / motion.rate;
  return point;
}

}  // namespace

RheometerMotion flow_curve_motion() {
  RheometerMotion motion = customary_motion("shear");
  motion.strain = 10, motion.steps = 10000;
  return motion;
}

std::vector<FlowPoint> flow_curve(Law<3, double> law, RheometerMotion motion,
                                  const std::vector<double>& rates) {
  law = std::visit([](const auto& l) -> Law<3, double> { return without_tearing(l); }, law);
  std::vector<FlowPoint> curve;
  for (const double rate : rates) {
    motion.rate = rate;
    curve.push_back(flow_point(law, motion));
  }
  return curve;
}

}  // namespace froth
