// SPDX-License-Identifier: Apache-2.0
// Damping of velocity differences between neighbours, solved implicitly.
// Source: [Jones2014], Eq. (8), corrected (links.h); [Mueller2003]. It damps rotation too, as stated there.
#pragma once

#include <froth/embedding/body.h>
#include <froth/embedding/conjugate_gradients.h>

namespace froth {

/// Forces of viscosity `eta` [Pa s] on particles of velocities `v` [N]: antisymmetric pairs.
void viscous_forces(const Links& links, double eta, std::span<const Vec3<double>> v,
                    std::span<Vec3<double>> force);

struct ViscositySpace {
  CgSpace cg;
  std::vector<Vec3<double>> right;
  std::vector<double> diagonal;
};

/// The velocities with m v_new = m v + tau f(v_new), in place. A shift of all makes up for the momentum that
/// conjugate gradients leave over, so that it is kept to rounding whatever the `tolerance` [m/s].
CgReport damp_implicitly(EmbeddedBody& body, double eta, double tau, double tolerance, ViscositySpace& space);

}  // namespace froth
