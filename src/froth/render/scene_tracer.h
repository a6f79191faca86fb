// SPDX-License-Identifier: Apache-2.0
// All geometry of a picture behind one interface: skins, particles, colliders and floors, in picture space,
// with the finish of each surface.
#pragma once

#include <vector>

#include <froth/render/bsdf.h>
#include <froth/render/collider_tracer.h>
#include <froth/render/surface_tracer.h>

namespace froth {

/// What a ray has met.
struct SurfacePoint {
  float distance = 0;
  Vec3<float> x{};
  Direction normal{}, facet{};  ///< for light, and of the true surface; both face the ray's origin
  Color albedo{};
  const Finish* finish = nullptr;
  float lift = 0;          ///< rays leave from so far above the surface
  float fade = 0;          ///< share of the backdrop that shows through [-]
  bool is_inside = false;  ///< met from within
};

class SceneTracer {
 public:
  /// `pixel_angle` is that between neighbouring rays from the eye [rad]. Keeps a reference to the content.
  SceneTracer(const FrameContent& content, const Vec3<double>& eye, double pixel_angle, double shutter_time);

  const PictureSpace& space() const { return space_; }
  bool has_floor() const { return colliders_.has_floor(); }
  double line_spacing() const { return line_spacing_; }

  /// Nearest surface. Rays from the eye see finer, and see walls.
  bool nearest(const PictureRay& ray, bool is_from_eye, SurfacePoint& point) const;
  /// Share of light that comes along the ray from far away: none through solids, and straight through clear
  /// things, less what they reflect and absorb. `medium` is the clear thing that the ray starts in, or null.
  Color transmitted(const PictureRay& ray, const Finish* medium) const;

  /// Of a film of bubbles, at a place in picture space [nm].
  float thickness_at(const Vec3<float>& x) const;

  /// Nearest skin or particle within `reach`, for walks of light inside of soft things.
  bool nearest_inside(const PictureRay& ray, float reach, SurfacePoint& point) const;
  /// Whether a place is inside of a collider or below a floor.
  bool is_buried(const Vec3<float>& x) const { return colliders_.contains(space_.to_world(x)); }

 private:
  const SurfaceTracer& solid() const { return solid_ ? *solid_ : all_; }
  void set_finishes(const FrameContent& content);
  void set_ground_finish(const FrameContent& content);
  void take_traced(const PictureRay& ray, const TracedHit& hit, SurfacePoint& point) const;
  Dimple shape_of(const TracedHit& hit, const Direction& normal, const Vec3<double>& x) const;
  void take_collider(const PictureRay& ray, const ColliderHit& hit, double footprint,
                     SurfacePoint& point) const;
  Color patterned(const Finish& finish, const Color& color, const Vec3<double>& x, double size,
                  unsigned element) const;
  float line_at(const ColliderHit& hit, const Direction& direction, double footprint) const;

  const FrameContent* content_;
  Bounds bounds_;
  PictureSpace space_;
  Vec3<double> eye_;
  double pixel_angle_, line_spacing_;
  float far_;
  SurfaceTracer all_;
  std::unique_ptr<const SurfaceTracer> solid_;  ///< without clear things, where there are any
  ColliderTracer colliders_;
  std::vector<Finish> finishes_;           ///< of clouds, then skins
  std::vector<PoreField> pores_;           ///< of skins
  std::vector<Finish> collider_finishes_;  ///< by collider; the last is the picture's ground
};

}  // namespace froth
