// SPDX-License-Identifier: Apache-2.0
// The thin-plate flow: d phi / dt = - lap lap phi, within limits. Distances to planes, and in space to
// spheres and lines in steady state, do not change under it, so that nothing shrinks as it would under phi_t
// = lap phi.
#pragma once

#include <froth/surface/band.h>

namespace froth {

/// outer <= phi <= inner: what is in inner spheres stays inside, what is out of outer ones outside.
struct Limits {
  std::vector<float> inner, outer;  ///< on the tiles of the band
};

/// How long the flow lasts by default, in spacings^4.
inline constexpr double kSmoothingTime = 1.0 / 16;

/// Over a time in voxels^4. Super steps by Legendre polynomials [Meyer2014], Eq. (5) to (10); limits hold
/// after each.
void smooth(Band& band, const Limits& limits, double time);

}  // namespace froth
