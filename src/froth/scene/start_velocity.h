// SPDX-License-Identifier: Apache-2.0
// The velocities that the particles of a body start with.
#pragma once

#include <span>
#include <vector>

#include <froth/scene/scene.h>

namespace froth {

/// Velocity and its gradient, from which a particle starts.
struct Start {
  Vec3<double> v{};
  Mat3<double> gradient{};
};

/// One for each point. Throws InputError where an expression of the scene fails.
std::vector<Start> starts_of(const Scene& scene, const BodySpec& body, std::span<const Vec3<double>> points);

}  // namespace froth
