// SPDX-License-Identifier: Apache-2.0
#include "solvers/spring_points/method.h"

#include <cmath>

#include <froth/scene/check_start.h>
#include <froth/scene/sample_bodies.h>
#include <froth/scene/start_velocity.h>

#include "solvers/spring_points/spring_points.h"

namespace froth::test {

namespace {

std::unique_ptr<Solver> build(const Scene& scene) {
  auto solver = std::make_unique<SpringPoints>(SpringSettings{.dim = scene.dimension,
                                                              .gravity = scene.gravity,
                                                              .cfl = scene.solver.values.real("period_share"),
                                                              .obstacles = scene.obstacles});
  for (const BodySpec& body : scene.bodies) {
    const MaterialSpec& material = scene.materials[static_cast<std::size_t>(body.material)];
    const SampledBody sampled = sample_body(scene, body);
    check_start(scene, body, sampled.points);
    std::vector<Vec3<double>> velocities;
    for (const Start& start : starts_of(scene, body, sampled.points)) velocities.push_back(start.v);
    // A lattice of springs k a^(2 - d) has about Young's modulus E = k a^(2 - d).
    const double stiffness =
        material.law.real("youngs_modulus") * std::pow(body.spacing, scene.dimension - 2);
    solver->add_body(body.name, material.density * sampled.volume, stiffness, body.spacing, sampled.points,
                     velocities);
  }
  return solver;
}

}  // namespace

SolverMethod spring_points_method() {
  SolverCapabilities can;
  can.planar = can.colliders = true;
  can.takes_law = [](std::string_view law) { return law == "neo_hookean"; };
  Schema schema("spring_points", "Points joined by springs, without a grid.");
  schema.real("period_share", unit::one, "Share of the shortest period of a spring in a step", 0.05,
              positive);
  return {.name = "spring_points", .schema = schema, .can = can, .read = nullptr, .build = &build};
}

}  // namespace froth::test
