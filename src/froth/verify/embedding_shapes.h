// SPDX-License-Identifier: Apache-2.0
// Shapes apart from where they are, for cases of the group `embedding`.
#pragma once

#include <vector>

#include <froth/base/mat.h>

namespace froth::verify {

/// Turns and shifts points onto others, by least squares.
std::vector<Vec3<double>> laid_on(const std::vector<Vec3<double>>& points,
                                  const std::vector<Vec3<double>>& others);

}  // namespace froth::verify
