// SPDX-License-Identifier: Apache-2.0
// A scene to the explicit material point method.
#include <froth/solvers/explicit_mpm/explicit_mpm.h>

#include <froth/scene/grid_keys.h>
#include <froth/scene/make_mpm_state.h>
#include <froth/scene/solver_methods.h>

namespace froth {

namespace {

template <int Dim, class Real>
std::unique_ptr<Solver> build(const Scene& scene) {
  auto solver = std::make_unique<ExplicitMpm<Dim, Real>>(mpm_settings<Dim>(scene));
  fill_mpm_state(scene, solver->state());
  return solver;
}

}  // namespace

SolverMethod explicit_mpm_method() {
  return {.name = "explicit_mpm",
          .schema = with_grid_keys(Schema("explicit_mpm",
                                          "Material points that exchange momentum through a grid, with "
                                          "explicit steps.")),
          .can = SolverCapabilities::everything(),
          .read = &read_grid_keys,
          .build = [](const Scene& scene) {
            const bool is_float = scene.precision == Precision::Float;
            if (scene.dimension == 2) return is_float ? build<2, float>(scene) : build<2, double>(scene);
            return is_float ? build<3, float>(scene) : build<3, double>(scene);
          }};
}

}  // namespace froth
