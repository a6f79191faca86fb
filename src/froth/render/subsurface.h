// SPDX-License-Identifier: Apache-2.0
// Light that enters a soft thing, wanders about in it and leaves elsewhere: a random walk between scatterings
// without a preferred direction.
#pragma once

#include <froth/render/samples.h>
#include <froth/render/scene_tracer.h>

namespace froth {

/// Share of light that one scattering leaves, so that a deep medium under diffuse light has this albedo: van
/// de Hulst's fit for isotropic scattering ([vandeHulst1980], as used by [Kulla2017]), solved for it.
Color single_scattering_albedo(const Color& albedo);

struct WalkEnd {
  Vec3<float> x{};
  Direction normal{}, facet{};  ///< outward
  Color share{};                ///< of the light that entered; zero where it was lost
};

/// From where a ray has met a soft thing from outside to where its light leaves. What ends inside of a
/// collider is lost: cream on a plate darkens towards the contact.
WalkEnd walk_through(const SceneTracer& scene, const SurfacePoint& entry, float time, PathSamples& samples);

}  // namespace froth
