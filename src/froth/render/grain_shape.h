// SPDX-License-Identifier: Apache-2.0
// Grains that are no balls: what makes each of them a little different, by its id. The ball that is drawn for
// a particle has another size, stands a little beside it and has faces. Only pictures know of it.
#pragma once

#include <froth/render/bsdf.h>

namespace froth {

/// Radius of a grain over that of its particle, from 1 - 0.35 to 1 + 0.25 times `angularity`.
float grain_size(float angularity, unsigned grain);

/// How far a grain stands beside its particle, over the particle's radius: at most 0.35 times `angularity`.
Vec3<float> grain_shift(float angularity, unsigned grain);

/// The normal of the face that is nearest to the normal of the ball, as far as the grain is angular.
Direction grain_normal(const Direction& normal, float angularity, unsigned grain);

}  // namespace froth
