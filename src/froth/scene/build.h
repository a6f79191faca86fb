// SPDX-License-Identifier: Apache-2.0
// Scene to solver: the one place where names become types.
#pragma once

#include <memory>

#include <froth/scene/scene.h>
#include <froth/solvers/solver.h>

namespace froth {

/// The solver of a scene in its initial state. Throws InputError where a body has no volume or starts inside
/// a collider.
std::unique_ptr<Solver> build_solver(const Scene& scene);

/// Distance between the particles of a body at rest [m].
double sampling_distance(const Scene& scene, const BodySpec& body);

/// Mass of each particle of a body [kg, or kg/m in the plane].
double particle_mass(const Scene& scene, std::size_t body);

/// Radius of a particle where it is drawn or exported [m]: without a choice of the scene, spheres that just
/// overlap at rest, so that a body looks like one.
double particle_radius(const Scene& scene, const BodySpec& body);

}  // namespace froth
