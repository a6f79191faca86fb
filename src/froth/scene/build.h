// SPDX-License-Identifier: Apache-2.0
// Scene to solver: the one place where names become types.
#pragma once

#include <memory>

#include <froth/scene/sample_bodies.h>
#include <froth/scene/scene.h>
#include <froth/interface/solver.h>

namespace froth {

/// The solver of a scene in its initial state. Throws InputError where a body has no volume or starts inside
/// a collider.
std::unique_ptr<Solver> build_solver(const Scene& scene);

}  // namespace froth
