// SPDX-License-Identifier: Apache-2.0
// Where the particles of bodies start, how far apart they are and how much each stands for.
#pragma once

#include <functional>
#include <vector>

#include <froth/scene/scene.h>

namespace froth {

/// Mass of each particle of a body [kg, or kg/m in the plane]. A body of random points is sampled for it.
double particle_mass(const Scene& scene, std::size_t body);

struct SampledBody {
  std::vector<Vec3<double>> points;  ///< of the body itself, not of other layers of its shape
  double volume = 0;                 ///< that each point stands for [m^dim]
  double depth = 0;                  ///< of the deepest point of the shape below its surface [m]
  std::vector<double> volumes = {};  ///< the same of each of them, where they differ
};

/// The points of a body that no emitter makes. Throws InputError where there are none, or too many.
SampledBody sample_body(const Scene& scene, const BodySpec& body);

/// What `sample` makes; where it throws InputError, the message says for which body or emitter.
std::vector<Vec3<double>> points_of(const BodySpec& body,
                                    const std::function<std::vector<Vec3<double>>()>& sample);

/// Depth of the deepest point of an emitter's shape [m].
double depth_of_shape(const Scene& scene, const BodySpec& body);

}  // namespace froth
