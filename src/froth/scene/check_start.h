// SPDX-License-Identifier: Apache-2.0
// What cannot be seen in the text of a scene, only once its particles are there. All of these throw
// InputError with the place of the body in the file.
#pragma once

#include <vector>

#include <froth/scene/scene.h>

namespace froth {

/// Every point can be counted in cells, and the body does not start inside a collider.
void check_start(const Scene& scene, const BodySpec& body, const std::vector<Vec3<double>>& points);

/// An emitter from which nothing could ever come is a mistake, as a body without particles is.
void check_emitter(const Scene& scene, const BodySpec& body);

/// A void is filled only well below the surface, and a thin body has no such place: `depth` is that of the
/// deepest point [m].
void check_thickness(const Scene& scene, const BodySpec& body, double depth);

}  // namespace froth
