// SPDX-License-Identifier: Apache-2.0
// Whether a list of corners is a simple polygon of the plane.
#pragma once

#include <vector>

#include <froth/base/vec.h>

namespace froth {

/// Throws InputError where there are fewer than three corners or more than kMostCorners, where corners
/// coincide or lie on one line, and where edges cross or touch.
void check_polygon(const std::vector<Vec2<double>>& corners);
inline constexpr int kMostCorners = 4096;

}  // namespace froth
