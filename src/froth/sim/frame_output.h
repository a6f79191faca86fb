// SPDX-License-Identifier: Apache-2.0
// Particles of a frame as a point cloud, ordered by id, so that point k is the same particle in every frame
// unless some are removed.
#pragma once

#include <string>
#include <vector>

#include <froth/io/point_cloud.h>
#include <froth/sim/simulation.h>

namespace froth {

/// Position, velocity, id, body, radius and the scene's chosen attributes; masses where a body is resampled,
/// which makes them differ. Components of an attribute are numbered from 0. Where points are joined, edges
/// and faces; which frame it is, and where the colliders are.
PointCloud frame_cloud(const Simulation& simulation);

/// The part of it that bodies say, reals as `real`.
PointCloud bodies_cloud(const std::vector<BodyView>& bodies, NumberType real,
                        const std::vector<std::string>& attributes);

/// Names that attribute_values() takes for a body.
std::vector<std::string> attribute_names(const BodyView& body);

/// An attribute of one body, ordered by id, components side by side; throws InputError where it has none
/// such.
std::vector<double> attribute_values(const BodyView& body, const std::string& name);

/// Throws InputError where the scene asks for an attribute that none of its bodies has.
void check_attributes(const Simulation& simulation);

}  // namespace froth
