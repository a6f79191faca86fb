// SPDX-License-Identifier: Apache-2.0
// The planes between power cells.
#pragma once

#include <cmath>
#include <span>

#include <froth/power_cells/power_diagram.h>

namespace froth {

/// Outward normal, height over the cell's own site, and distance to the site beyond (0 at a side of the box).
template <int Dim>
struct SidePlane {
  Vec<Dim, double> normal{};
  double height = 0, distance = 0;
};

template <int Dim>
SidePlane<Dim> side_plane(const PowerSites<Dim>& sites, std::size_t bubble, std::span<const double> w,
                          PlaneTag tag) {
  SidePlane<Dim> plane;
  const auto& x = sites.x[bubble];
  if (tag < 0) {
    const int side = -1 - tag, axis = side / 2;
    plane.normal[axis] = side % 2 == 1 ? 1 : -1;
    plane.height = side % 2 == 1 ? sites.high[axis] - x[axis] : x[axis] - sites.low[axis];
    return plane;
  }
  const auto other = static_cast<std::size_t>(tag);
  const Vec<Dim, double> arm = sites.x[other] - x;
  plane.distance = norm(arm);
  plane.normal = arm / plane.distance;
  plane.height = (dot(arm, arm) + w[bubble] - w[sites.of[other]]) / (2 * plane.distance);
  return plane;
}

/// Axes of a plane across a normal, so that (a, b, normal) is right-handed [Duff2017].
struct PlaneAxes {
  Vec3<double> a, b;

  explicit PlaneAxes(const Vec3<double>& n) {
    const double sign = std::copysign(1.0, n[2]), s = -1 / (sign + n[2]), t = n[0] * n[1] * s;
    a = {1 + sign * n[0] * n[0] * s, sign * t, -sign * n[0]};
    b = {t, sign + n[1] * n[1] * s, -n[1]};
  }
  Vec2<double> flat(const Vec3<double>& x) const { return {dot(x, a), dot(x, b)}; }
};

}  // namespace froth
