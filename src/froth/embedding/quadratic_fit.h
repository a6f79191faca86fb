// SPDX-License-Identifier: Apache-2.0
// Gradients of a fit that is exact for quadratic maps, where the affine one is not: at a surface neighbours
// are on one side, an affine fit gives the deformation of their middle, some way inside, and a body that is
// few particles thick bends too easily. Source: [Mueller2004] for moving least squares; [Jones2014], Eq. (2),
// is its affine case. Inside a lattice the two are the same: odd moments vanish there.
#pragma once

#include <froth/embedding/neighborhoods.h>

namespace froth {

/// Gradients [1/m] of the linear part of the weighted least-squares fit of x_ij ~ F u + H(u, u) to `count`
/// rest vectors of support `h` [m], over those of the affine fit. The second-order terms have a small weight
/// of their own, so that a neighbourhood that says nothing about them has the affine fit.
void fit_quadratic(const NeighborVectors& rest, const NeighborWeights& weight, int count, double h,
                   NeighborVectors& gradient);

}  // namespace froth
