// SPDX-License-Identifier: Apache-2.0
// Newton's method for a step: direction by conjugate gradients, length by a search that keeps det(I + A) > 0
// for every particle, contacts by an active set. Source: [Gast2015], section 4; [Nocedal2006], chapter 7.
#pragma once

#include <string>

#include <froth/base/stage_clock.h>
#include <froth/solvers/implicit_mpm/conjugate_gradients.h>

namespace froth {

/// How conjugate gradients are helped: not at all, by the Hessian's diagonal blocks, or also by rigid motions
/// of patches (patch_space.h).
enum class Preconditioner : unsigned char { None, Blocks, Patches };

/// How well and how hard a step is solved.
struct ImplicitSettings {
  double tolerance = 0;        ///< left of the velocity of nodes, root mean square [m/s]; 0: by weight_share
  double weight_share = 1e-3;  ///< left of forces, as a share of weight [-]
  int newton_iterations = 40;  ///< at most
  int cg_iterations = 400;     ///< at most, for each of Newton's
  Preconditioner preconditioner = Preconditioner::Patches;
  double most_cells = 3;       ///< that material may move in a step
  bool keeps_feasible = true;  ///< turns back from steps that turn a particle inside out
};

/// Why a step was not taken.
enum class Rejection : unsigned char { None, Infeasible, Unsolved, TooFar };

struct NewtonReport {
  Rejection rejection = Rejection::None;
  int newton = 0, cg = 0;   ///< iterations
  int projections = 0;      ///< times that Hessians of particles had to be cut
  double residual = 0;      ///< that is left [m/s]
  bool is_feasible = true;  ///< what was found; never false where the settings keep to feasible steps
  std::string reason;       ///< of a rejection: the end of a sentence

  bool converged() const { return rejection == Rejection::None; }
};

/// Finds the v of least energy, from the better of two guesses: `before`, the velocity before forces, and v*.
/// Its stages on the clock are energy, gradient, blocks and cg.
template <int Dim, class Real>
NewtonReport minimise(StepProblem<Dim, Real>& problem, const ImplicitSettings& settings, double tolerance,
                      const NodeField<Dim, Real>& before, NodeField<Dim, Real>& v, StageClock& clock);

}  // namespace froth
