// SPDX-License-Identifier: Apache-2.0
// A step of backward Euler as a minimisation over the velocities of nodes:
//   E(v) = sum_i m_i |v_i - v*_i|^2 / 2 + sum_p V0_p W_p(A_p),   A_p = dt sum_i v_i (grad w_ip)^T,
// and the energy of elements where their vertices then are (element_response.h),
// with v* the velocity after gravity and other loads. Where E is least, m (v - v*) = -dt sum V0 P grad w:
// momentum changes by the forces at the end of the step. Contacts restrict v, and the gradient where they do
// is the impulse that they give; friction (node_contacts.h) is added by whoever minimises. Source:
// [Gast2015], sections 4 and 5.
#pragma once

#include <memory>

#include <froth/solvers/implicit_mpm/node_contacts.h>
#include <froth/solvers/implicit_mpm/node_vectors.h>
#include <froth/solvers/implicit_mpm/particle_response.h>
#include <froth/solvers/implicit_mpm/patch_space.h>
#include <froth/solvers/implicit_mpm/projected_hessian.h>

namespace froth {

/// The objective at a velocity.
struct StepEnergy {
  double energy = 0;     ///< [J]
  double magnitude = 0;  ///< sum of the absolute values of its terms [J]
  bool is_feasible = true;
};

template <int Dim, class Real>
class StepProblem {
 public:
  using Field = NodeField<Dim, Real>;
  using Responses = std::vector<std::unique_ptr<BodyResponse<Dim, Real>>>;

  /// `free` is v*, with the mass in the last lane; `elements` may be null.
  StepProblem(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid, const Field& free,
              Responses& responses, NodeContacts<Dim, Real>& contacts,
              ElementResponse<Dim, Real>* elements = nullptr);

  /// The objective at v.
  StepEnergy evaluate(const Field& v);
  /// Its gradient [kg m/s] at v, where it was evaluated last, before the contacts' projection. Whatever hangs
  /// on the Hessian refers to where the gradient was taken last.
  void gradient(const Field& v, Field& g);
  /// Its Hessian there times p [kg m/s], p and the product within what contacts allow.
  void multiply(const Field& p, Field& product);

  /// Blocks of the Hessian's diagonal there, made positive, for `precondition`.
  void build_preconditioner();
  /// z = the inverse blocks times r, within what contacts allow.
  void precondition(const Field& r, Field& z) const;
  /// Beside the blocks, rigid motions of patches there; they count from now on in add_patch_motion().
  void build_patches();
  bool has_patches() const { return patches_ != nullptr; }
  void forget_patches() { patches_.reset(); }
  void add_patch_motion(const Field& r, Field& z) const;
  /// From now on products use Hessians of particles whose negative eigenvalues are cut off.
  void project_hessians();
  void forget_projected() {
    projected_.reset();
    if (elements_ != nullptr) elements_->project(false);
  }

  /// The velocity that a rest of the gradient leaves wrong, root mean square by mass [m/s]; `rz` is its
  /// product with what precondition() makes of it. A force on all of a patch of nodes, a block of the grid,
  /// moves its mass; what pushes its nodes against each other only bends the patch, and there stiffness
  /// counts as well.
  double speed_of_rest(const Field& rest, double rz) const;
  /// Root mean square, by mass, of a velocity [m/s].
  double speed_of_velocity(const Field& v) const;
  /// v -= the velocity of all material that a gradient amounts to: no force inside of it changes that.
  void take_mean(const Field& g, Field& v) const;
  double mass() const { return total_mass_; }  ///< [kg]
  /// What rounding of stresses alone leaves of speed_of_rest [m/s]; known once there are blocks.
  double rounding_speed() const { return rounding_speed_; }
  /// In the last lane: impulse on a node that leaves its velocity wrong by 1 m/s, as speed_of_rest has it
  /// [kg].
  const Field& impulse_scale() const { return blocks_.second; }

  const OpenBlocks& open() const { return open_; }
  const Field& free() const { return free_; }
  NodeContacts<Dim, Real>& contacts() { return contacts_; }
  /// A field of zeros over the same blocks.
  Field make_field() const;

 private:
  /// Calls f with what makes dP of dA: the exact Hessians of particles, or those without negative
  /// eigenvalues.
  template <class F>
  void with_differential(F f);

  const TransferJob<Dim, Real>& job_;
  const std::vector<TileBox<Dim>>& touched_;
  const Field& free_;
  Responses& responses_;
  ElementResponse<Dim, Real>* elements_;  ///< null where there are none
  NodeContacts<Dim, Real>& contacts_;
  OpenBlocks open_;
  double total_mass_;
  NodeSums<Dim, Real> sums_;
  NodeBlocks<Dim, Real> blocks_;  ///< of the Hessian, then their inverses
  std::unique_ptr<ProjectedHessian<Dim, Real>> projected_;
  std::unique_ptr<PatchSpace<Dim, Real>> patches_;
  double rounding_speed_ = 0;
  double speed_ = 0;  ///< where the gradient was taken last, in problems with elements [m/s]
};

}  // namespace froth
