// SPDX-License-Identifier: Apache-2.0
// The elastic stiffness of a body, matrix free, with the rotations of its particles held: what is left of the
// second derivative of the energy then is symmetric and never negative. For linearly implicit steps, the
// nonlinear embedding, and the fastest vibration, which bounds explicit steps.
// Source: [Jones2014], Eqs. (4) and (5); [Wicke2010] for the energy of an embedding.
#pragma once

#include <froth/embedding/deformation.h>

namespace froth {

/// Scratch of products: gradients and stresses by particle, pulls by entry.
struct StiffnessSpace {
  std::vector<Mat3<double>> gradient, stress;
  PullSpace pulls;
};

/// y = K d for displacements `d` [m]; forces [N]. `rotation` by particle; empty: the identity.
void apply_stiffness(const EmbeddedBody& body, std::span<const Mat3<double>> rotation, double residual_share,
                     std::span<const Vec3<double>> d, std::span<Vec3<double>> y, StiffnessSpace& space);

/// An upper estimate of the diagonal of K (the mean of each 3 x 3 block's) [N/m].
void stiffness_diagonal(const EmbeddedBody& body, double residual_share, std::span<double> diagonal);

/// Angular frequency of the fastest vibration [1/s], by power iteration: an estimate from below, a few parts
/// in a hundred off.
double largest_frequency(const EmbeddedBody& body, double residual_share, int iterations);

}  // namespace froth
