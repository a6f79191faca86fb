// SPDX-License-Identifier: Apache-2.0
// Light at a liquid film between gas and gas: what both of its faces reflect interferes, and the rest goes
// straight on. Source: the Airy sum of all reflections within the film [Born1999], section 7.6.1, for both
// polarisations.
#pragma once

#include <froth/render/bsdf.h>

namespace froth {

/// Share of light that a film reflects, by colour: mean over the wavelengths that each stands for.
/// `thickness` in nanometres.
Color film_reflectance(float cosine, float thickness, float index);

/// Thickness of films [nm] at a place, in sizes of the foam: liquid drains, so that films are thin above and
/// thick below, and differs from place to place.
float film_thickness(const Vec3<double>& x);

}  // namespace froth
