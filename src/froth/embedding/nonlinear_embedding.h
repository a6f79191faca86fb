// SPDX-License-Identifier: Apache-2.0
// The embedding that has the least elastic energy: for comparison with the linear one, which does not see
// rotations. Source: [Wicke2010], the material space, for particles as [Jones2014], Fig. 2, has it. Each
// iteration of Newton's method holds the rotations of the neighbourhoods (stiffness.h) and solves by the same
// conjugate gradients; springs against the residual of fits keep the energy from being blind.
#pragma once

#include <froth/embedding/conjugate_gradients.h>
#include <froth/embedding/stiffness.h>

namespace froth {

struct NonlinearSpace {
  CgSpace cg;
  StiffnessSpace stiffness;
  std::vector<Mat3<double>> F, stress, rotation;
  std::vector<Vec3<double>> force, change;
  std::vector<double> diagonal;
};

/// Moves the embedded positions towards the least energy until an iteration changes them by less than
/// `tolerance` [m], root mean square, or `most` iterations of conjugate gradients have been made.
CgReport solve_nonlinear_embedding(EmbeddedBody& body, double tolerance, int most, NonlinearSpace& space);

/// Rotations from embedded space to each particle's rest space: this embedding turns neighbourhoods as a
/// whole, and a rest vector that kept the turn would pull against those that came before it.
std::vector<Mat3<double>> turns_to_rest(const EmbeddedBody& body);

}  // namespace froth
