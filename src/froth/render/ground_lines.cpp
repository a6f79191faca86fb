// SPDX-License-Identifier: Apache-2.0
#include <froth/render/ground_lines.h>

#include <algorithm>
#include <cmath>

namespace froth {

float grid_line(double a, double b, double spacing, double footprint) {
  const auto share = [&](double step, double half_width, double strength) {
    const double shown = std::max(half_width, 0.6 * footprint);
    const auto distance = [&](double x) { return std::abs(x - step * std::round(x / step)); };
    return std::min(distance(a), distance(b)) < shown ? strength * half_width / shown : 0.0;
  };
  return float(std::max(share(spacing, 0.006 * spacing, 0.6), share(10 * spacing, 0.012 * spacing, 1.0)));
}

double smooth_step(double from, double to, double x) {
  const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

}  // namespace froth
