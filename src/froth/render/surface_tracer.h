// SPDX-License-Identifier: Apache-2.0
// Rays against skins and against particles drawn as spheres, through Embree. All is in picture space: content
// moved to the origin and scaled to unit size, because Embree works in float.
#pragma once

#include <memory>

#include <froth/geometry/shape.h>
#include <froth/render/frame_content.h>

namespace froth {

/// World to picture space: x / size after the centre went to the origin.
struct PictureSpace {
  Vec3<double> center{};
  double size = 1;  ///< [m]

  Vec3<float> to_picture(const Vec3<double>& x) const { return ((x - center) / size).cast<float>(); }
  Vec3<double> to_world(const Vec3<float>& x) const { return size * x.cast<double>() + center; }
};

/// Around the middle of a box, half its diagonal long.
PictureSpace picture_space(const Bounds& bounds);

/// In picture space; the direction has unit length, time runs from 0 to 1 while the shutter is open.
struct PictureRay {
  Vec3<float> origin, direction;
  float time = 0;

  Vec3<float> at(float t) const { return origin + t * direction; }
};

struct TracedHit {
  float distance = 0;    ///< along the ray
  Vec3<float> facet{};   ///< outward normal of the triangle or sphere
  float u = 0, v = 0;    ///< place in a triangle: weights of its second and third corner
  unsigned body = 0;     ///< number among clouds, then skins
  unsigned element = 0;  ///< particle or triangle
};

/// What is there.
struct TracedSurface {
  Vec3<float> normal{};  ///< outward, interpolated between vertices
  Vec3<float> color{};   ///< linear
};

class SurfaceTracer {
 public:
  /// Clouds and those skins that `takes` says. `shutter_time` [s] spreads moving things over a ray's time; 0:
  /// all stands still. Keeps a reference to the content.
  SurfaceTracer(const FrameContent& content, const PictureSpace& space, double shutter_time,
                bool (*takes)(const SkinnedBody&));
  ~SurfaceTracer();

  /// Nearest surface between the distances `from` and `to`.
  bool nearest(const PictureRay& ray, float from, float to, TracedHit& hit) const;
  bool is_blocked(const PictureRay& ray, float from, float to) const;
  TracedSurface surface_at(const TracedHit& hit) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace froth
