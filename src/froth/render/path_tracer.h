// SPDX-License-Identifier: Apache-2.0
// Follows light backwards from the eye: at every surface a ray to the key light, and one on in a direction
// drawn from how the surface scatters; both count by multiple importance sampling [Veach1995]. Clear things
// are followed both ways where they are met first; shadows pass straight through them, and through films.
#pragma once

#include <froth/render/lights.h>
#include <froth/render/samples.h>
#include <froth/render/scene_tracer.h>

namespace froth {

/// What filters go by: the first surface that is not clear. Nothing: white, no normal, far away.
struct FirstSurface {
  Color albedo{1, 1, 1};
  Direction normal{};
  float distance = 0;  ///< [picture sizes]; 0: nothing
};

class PathTracer {
 public:
  /// Keeps references to both.
  PathTracer(const SceneTracer& scene, const Lights& lights, int max_bounces)
      : scene_(scene), lights_(lights), max_bounces_(max_bounces) {}

  /// Light that comes to the eye along one path.
  Color light(const PictureRay& ray, PathSamples& samples, FirstSurface& first) const;

 private:
  struct Path;

  Color follow(Path path, PathSamples& samples, FirstSurface* first) const;
  Color escaped(const Path& path) const;
  Color surface_light(Path& path, const SurfacePoint& point, PathSamples& samples) const;
  Color soft_light(Path& path, const SurfacePoint& point, PathSamples& samples) const;
  Color clear_light(Path& path, const SurfacePoint& point, PathSamples& samples) const;
  Color film_light(Path& path, const SurfacePoint& point, PathSamples& samples) const;
  Color exit_light(Path& path, const SurfacePoint& point, const Finish& finish, const Vec2<float>& to_key,
                   const Vec2<float>& on) const;
  Color key_light(const Path& path, const SurfacePoint& point, const Direction& direction) const;

  const SceneTracer& scene_;
  const Lights& lights_;
  int max_bounces_;
};

}  // namespace froth
