// SPDX-License-Identifier: Apache-2.0
// How scenes name the solver of springs: its keys, what it can do, how it is built. A program registers it; a
// solver that ships with froth has the same in scene/solvers/ and a line in the list of
// scene/solver_methods.h.
#pragma once

#include <froth/scene/solver_methods.h>

namespace froth::test {

/// method = "spring_points".
SolverMethod spring_points_method();

/// Known to scenes while it lives.
struct WithSpringPoints {
  WithSpringPoints() { register_solver_method(spring_points_method()); }
  ~WithSpringPoints() { unregister_solver_method("spring_points"); }
};

}  // namespace froth::test
