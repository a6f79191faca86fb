// SPDX-License-Identifier: Apache-2.0
// Places of all particles in one three-dimensional space that fit the rest vectors best.
// Source: [Jones2014], Eqs. (9) to (12), corrected (links.h): the normal equations of
//   sum over i, j of w_ij^2 |u_ij - (e_j - e_i)|^2.
// Differs from it: no particle is pinned. Constants on each connected piece are a null space, whatever the
// lists; the right side is free of them, and conjugate gradients from the last places keep each piece's
// centre (weighted by the diagonal). That is the pinned solution but for a translation of each piece, on
// which nothing depends, and it takes far fewer iterations.
#pragma once

#include <froth/embedding/body.h>
#include <froth/embedding/conjugate_gradients.h>

namespace froth {

/// y = C^T C e, the matrix of Eq. (12) as derived.
void apply_links(const Links& links, std::span<const Vec3<double>> e, std::span<Vec3<double>> y);

/// C^T u: minus the own rest vectors, plus those of the entries that name a particle, times w^2.
void rest_right_side(const EmbeddedBody& body, std::span<Vec3<double>> right);

/// Vectors of a solve.
struct EmbeddingSpace {
  CgSpace cg;
  std::vector<Vec3<double>> right;
};

/// Moves the embedded positions to the best fit, within `tolerance` [m].
CgReport solve_embedding(EmbeddedBody& body, double tolerance, int most, EmbeddingSpace& space);

}  // namespace froth
