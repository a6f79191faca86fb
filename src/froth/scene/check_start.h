// SPDX-License-Identifier: Apache-2.0
// What cannot be seen in the text of a scene, only once its particles are there. Unless said otherwise these
// throw InputError with the place of the body in the file.
#pragma once

#include <string>
#include <vector>

#include <froth/scene/scene.h>

namespace froth {

/// Every point can be counted in cells, of methods that have some.
void check_within_reach(const Scene& scene, const BodySpec& body, const std::vector<Vec3<double>>& points);

/// A body may touch a collider; one that starts a tenth or more inside is a mistake.
void check_start(const Scene& scene, const BodySpec& body, const std::vector<Vec3<double>>& points);

/// Material that two held regions claim at once, each with a motion of its own, would follow the later of
/// them alone.
void check_held(const Scene& scene, const BodySpec& body, const std::vector<Vec3<double>>& points);

/// An emitter from which nothing could ever come is a mistake, as a body without particles is. Returns the
/// first particles.
std::vector<Vec3<double>> check_emitter(const BodySpec& body);

/// A void is filled only well below the surface, and a thin body has no such place: `depth` is that of the
/// deepest point [m].
void check_thickness(const Scene& scene, const BodySpec& body, double depth);

/// Sentences on what resampling will do, or not do, that nobody may have meant; it throws nothing.
std::vector<std::string> resampling_warnings(const Scene& scene);

/// Colliders that the grid does not resolve: thinner than a cell somewhere.
std::vector<std::string> collider_warnings(const Scene& scene);

}  // namespace froth
