// SPDX-License-Identifier: Apache-2.0
// The thin-plate flow, d phi / dt = - lap lap phi, within limits: it takes out what is shorter than a few
// spacings and leaves the rest, where phi_t = lap phi would shrink everything.
#pragma once

#include <froth/surface/band.h>

namespace froth {

/// outer <= phi <= inner.
struct Limits {
  std::vector<float> inner, outer;  ///< on the tiles of the band
};

/// How long the flow lasts by default, in spacings^4.
inline constexpr double kSmoothingTime = 0.2;

/// Over a time in voxels^4, at `speeds` of 0 to 1 on the corners of the band, or 1 where there are none.
/// Super steps by Legendre polynomials [Meyer2014] (RKL1); limits hold after each.
void smooth(Band& band, const Limits& limits, const std::vector<float>& speeds, double time);

}  // namespace froth
