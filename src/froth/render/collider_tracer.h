// SPDX-License-Identifier: Apache-2.0
// Rays against colliders: planes in closed form, other shapes by walking along the ray in steps of their
// signed distance, inside the part of the ray that crosses their bounds.
#pragma once

#include <vector>

#include <froth/render/camera.h>
#include <froth/render/frame_content.h>

namespace froth {

struct ColliderHit {
  double distance = 0;  ///< along the ray [m]
  Vec3<double> normal{};
  Vec3<float> color{};
  bool is_ground_like = false;
  bool is_plane = false;
  int number = -1;      ///< among the colliders of the content; -1: the picture's own ground
  Vec3<double> rest{};  ///< place in the frame of the collider [m]
};

class ColliderTracer {
 public:
  /// `scene_size` [m] sets the length below which nothing is resolved. Half-spaces that the eye is inside of,
  /// and those that face down (lids), are left out: they would hide the scene.
  ColliderTracer(const FrameContent& content, const Vec3<double>& eye, double scene_size);

  /// Nearest surface closer than `hit.distance`, which the caller sets. `pixel_angle` is the angle between
  /// neighbouring rays [rad]: a surface is reached when the ray is within a fraction of a pixel of it. Planes
  /// that are no floors are met only where `sees_walls`.
  bool nearest(const Ray& ray, double pixel_angle, bool sees_walls, ColliderHit& hit) const;

  /// Whether a shape is in the way closer than `to` [m]. Planes never are: walls of a domain would shut out
  /// the light.
  bool is_blocked(const Ray& ray, double pixel_angle, double to) const;

  /// Whether a place is below a floor or inside a shape.
  bool contains(const Vec3<double>& x) const;
  /// Whether there are shapes other than planes, which are slow to trace.
  bool has_solids() const { return !solids_.empty(); }

  /// Whether something is drawn as a floor.
  bool has_floor() const { return has_floor_; }

 private:
  struct Side {
    Plane plane;
    Vec3<float> color;
    bool is_ground_like;
    int number;
  };
  struct Solid {
    const PosedShape* posed;
    Bounds rest_bounds;
    int number;
  };
  void add_plane(const Side& side, const Vec3<double>& eye);
  /// Distance along the ray to the solid, or a negative number.
  double walk(const Solid& solid, const Ray& ray, double to, double pixel_angle) const;

  std::vector<Side> sides_;
  std::vector<Solid> solids_;
  double resolution_;
  bool has_floor_ = false;
};

}  // namespace froth
