// SPDX-License-Identifier: Apache-2.0
// Uneven sampling: of points that are evenly close, those that are far enough from one another, by a distance
// that varies with place. Source: [Ebeida2012] for maximal Poisson-disc sets; here darts are the given
// points, in a random order that depends on the seed alone.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <froth/base/vec.h>

namespace froth {

/// Numbers, ascending, of the points that stay: no two closer than `distance(x)` [m] of the one that was
/// drawn later, and no point left out that is further than that from all that stay.
std::vector<std::uint32_t> thin_points(std::span<const Vec3<double>> points, double spacing,
                                       const std::function<double(const Vec3<double>&)>& distance,
                                       std::uint64_t seed);

}  // namespace froth
