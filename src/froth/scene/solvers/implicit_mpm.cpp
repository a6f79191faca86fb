// SPDX-License-Identifier: Apache-2.0
// A scene to the implicit material point method.
#include <froth/solvers/implicit_mpm/implicit_mpm.h>

#include <froth/scene/grid_keys.h>
#include <froth/scene/make_mpm_state.h>
#include <froth/scene/solver_methods.h>
#include <froth/solvers/implicit_mpm/laws.h>

namespace froth {

namespace {

Schema implicit_keys() {
  return Schema("implicit_mpm",
                "Material points whose forces are solved for at the end of each step (backward Euler): steps "
                "as long as motion allows, whatever the stiffness (docs/implicit.md).")
      .real("tolerance", unit::m_s,
            "velocity that a solve may leave wrong, root mean square over nodes by mass; without it what "
            "weight_share allows",
            optional, positive)
      .real(
          "weight_share", unit::one,
          "force that a solve may leave unbalanced, as a share of weight; without gravity, as a share of the "
          "forces that a step starts with",
          1e-3, Range{0, 1, true})
      .integer("newton_iterations", "iterations of Newton's method in a step, at most", 40, range(1, 1000))
      .integer("cg_iterations", "iterations of conjugate gradients in one of Newton's, at most", 400,
               range(1, 100000))
      .choice(
          "preconditioner", {"patches", "blocks", "none"},
          "of conjugate gradients: the diagonal blocks of the Hessian and, once 30 iterations have not been "
          "enough, rigid motions of patches of four cells where material is stiff; the blocks alone; or "
          "nothing, for comparison",
          "patches")
      .real(
          "most_cells", unit::one,
          "cells that material may move in a step, at most; nodes meet colliders where they are at the start "
          "of a step, so that more than a few is for scenes in which nothing is met on the way",
          3, Range{0, 1000, true})
      .boolean(
          "keep_feasible",
          "turn back from a step that would turn a particle inside out; false for comparison only, and of "
          "use with oldroyd_b alone: material pops (docs/implicit.md)",
          true);
}

ImplicitSettings implicit_settings(const Values& solver) {
  ImplicitSettings settings;
  if (solver.has("tolerance")) settings.tolerance = solver.real("tolerance");
  settings.weight_share = solver.real("weight_share");
  settings.newton_iterations = static_cast<int>(solver.integer("newton_iterations"));
  settings.cg_iterations = static_cast<int>(solver.integer("cg_iterations"));
  const std::string preconditioner = solver.text("preconditioner");
  settings.preconditioner = preconditioner == "blocks"    ? Preconditioner::Blocks
                            : preconditioner == "patches" ? Preconditioner::Patches
                                                          : Preconditioner::None;
  settings.most_cells = solver.real("most_cells");
  settings.keeps_feasible = solver.boolean("keep_feasible");
  return settings;
}

template <int Dim, class Real>
std::unique_ptr<Solver> build(const Scene& scene) {
  auto solver = std::make_unique<ImplicitMpm<Dim, Real>>(mpm_settings<Dim>(scene),
                                                         implicit_settings(scene.solver.values));
  fill_mpm_state(scene, solver->state());
  for (auto& body : solver->state().bodies)
    if (body.elements) body.elements->forces = ElementForces::Solved;
  return solver;
}

}  // namespace

SolverMethod implicit_mpm_method() {
  SolverCapabilities can = SolverCapabilities::everything();
  can.takes_law = &steps_implicitly;
  return {.name = "implicit_mpm",
          .schema = with_grid_keys(implicit_keys()),
          .can = can,
          .read = &read_grid_keys,
          .build = [](const Scene& scene) {
            const bool is_float = scene.precision == Precision::Float;
            if (scene.dimension == 2) return is_float ? build<2, float>(scene) : build<2, double>(scene);
            return is_float ? build<3, float>(scene) : build<3, double>(scene);
          }};
}

}  // namespace froth
