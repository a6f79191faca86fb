// SPDX-License-Identifier: Apache-2.0
// Rays against particles drawn as spheres, through Embree. Embree works in float, so the content is moved to
// the origin and scaled to unit size for it; everything outside this file is in world units.
#pragma once

#include <memory>

#include <froth/render/camera.h>
#include <froth/render/frame_content.h>

namespace froth {

struct ParticleHit {
  double distance = 0;  ///< along the ray [m]
  Vec3<double> normal{};
  Vec3<float> color{};
};

class ParticleTracer {
 public:
  /// `bounds` encloses the particles. Keeps a reference to the clouds for their colours.
  ParticleTracer(const std::vector<ParticleCloud>& clouds, const Bounds& bounds);
  ~ParticleTracer();

  /// Nearest particle between the distances `from` and `to` [m].
  bool nearest(const Ray& ray, double from, double to, ParticleHit& hit) const;
  bool is_blocked(const Ray& ray, double from, double to) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace froth
