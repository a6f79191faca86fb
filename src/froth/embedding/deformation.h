// SPDX-License-Identifier: Apache-2.0
// How a neighbourhood is deformed, how much of that flows, and the forces that follow.
// Source: [Jones2014], Eqs. (2), (4) to (7). Weights are w in Eqs. (1) to (5) alike: Eq. (1) as printed has
// their squares, and Eq. (2) is not its minimum.
#pragma once

#include <memory>

#include <froth/embedding/body.h>

namespace froth {

/// Sum of (q_j - q_i) gradient_ij^T over the neighbours of `i`: the deformation gradient where q is world
/// space, its rate where q is the velocity.
Mat3<double> fit_gradient(const Neighborhoods& n, const Vec3<double>* q, Index i);

/// What a deformation gradient becomes in a step: F = elastic * plastic, and the stress of what is elastic.
struct FlowStep {
  Mat3<double> elastic, plastic, piola;  ///< piola [Pa]
  Mat3<double> rotation;                 ///< of the elastic part
  double flowed = 0;                     ///< length of the plastic logarithmic strain [-]; 0: nothing flowed
};
FlowStep flow_step(const EmbeddedLaw& law, const Mat3<double>& F, double flowed, double dt);

/// Stress that resists the rate of deformation, for a law with a damping time: the rate of the elastic stress
/// with its rotation held, times that time [Pa].
Mat3<double> damping_stress(const EmbeddedLaw& law, const Mat3<double>& rotation, const Mat3<double>& F_rate);

/// Fits all deformation gradients, lets them flow into rest space, and leaves the stresses of the end.
/// Laws with a damping time see the velocities v. Returns the number of particles that flowed.
Index deform_body(EmbeddedBody& body, double dt);

/// Stiffness of the residual of the fit, by particle [N/m per weight]: `share` of the modulus of pressure
/// waves.
double residual_stiffness(const EmbeddedBody& body, Index i, double share);

/// Room for the pull along every entry of every list [N]. Kept from step to step: fresh memory of this size
/// costs more than the forces.
class PullSpace {
 public:
  /// At least `count` numbers, of any value.
  double* room_for(std::size_t count) {
    if (count > size_) pulls_ = std::make_unique_for_overwrite<double[]>(count), size_ = count;
    return pulls_.get();
  }
  std::size_t bytes() const { return size_ * sizeof(double); }

 private:
  std::unique_ptr<double[]> pulls_;
  std::size_t size_ = 0;
};

/// Forces of stresses (volume times Piola) on all particles, written over `force`; exactly minus the gradient
/// of the sum of V psi(F) where F is elastic. Each is a sum over the particle's own neighbours and over the
/// entries that name it, in their order. `residual_share` > 0 adds springs against what an affine map does
/// not explain, x_ij - F u_ij, to which F is blind.
void gather_forces(const EmbeddedBody& body, std::span<const Vec3<double>> x, std::span<const Mat3<double>> F,
                   std::span<const Mat3<double>> stress, double residual_share, std::span<Vec3<double>> force,
                   PullSpace& space);

/// Energy of deformation [J]: elastic, and of the springs against the residual of the fit.
struct DeformationEnergy {
  double elastic = 0, residual = 0;

  DeformationEnergy& operator+=(const DeformationEnergy& other) {
    elastic += other.elastic, residual += other.residual;
    return *this;
  }
};
DeformationEnergy deformation_energy(const EmbeddedBody& body, double residual_share);

}  // namespace froth
