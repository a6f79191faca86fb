// SPDX-License-Identifier: Apache-2.0
// A frame as another of its attributes places it: embedded space, for one.
#pragma once

#include <froth/io/point_cloud.h>

namespace froth {

/// The name of the positions themselves.
inline constexpr const char* kWorldPositions = "world";

/// The cloud with an attribute of three components in place of the positions, and nothing moving. Throws
/// InputError where there is no such attribute.
PointCloud placed_at(PointCloud cloud, const std::string& attribute);

}  // namespace froth
