// SPDX-License-Identifier: Apache-2.0
// Convex hull of points on or in a ball, by adding one point after the other. Places are rounded to whole
// numbers first, so that every decision is exact.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

/// Triangles of the hull, turned outward, as numbers of points. Places are relative to the ball's centre.
/// Empty where all points are in one plane.
std::vector<std::array<std::uint32_t, 3>> sphere_hull(std::span<const Vec3<double>> points, double radius);

}  // namespace froth
