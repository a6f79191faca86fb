// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/build.h>

#include <froth/scene/solver_methods.h>

namespace froth {

std::unique_ptr<Solver> build_solver(const Scene& scene) {
  return solver_method(scene.solver.method).build(scene);
}

}  // namespace froth
