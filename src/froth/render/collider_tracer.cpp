// SPDX-License-Identifier: Apache-2.0
#include <froth/render/collider_tracer.h>

#include <algorithm>
#include <cmath>

#include <froth/render/colormap.h>

namespace froth {

namespace {

constexpr double kResolution = 1e-5;  // of the scene's size: far below a pixel, far above rounding
constexpr double kPixelShare = 0.1;   // how close to a surface a ray must come, in pixels
constexpr int kMostSteps = 256;  // a ray that skims a surface may need many; then it has all but touched it
constexpr double kLidSlope = -0.5;  // a half-space whose normal is within 60 degrees of down is a lid

Ray to_rest(const Pose& pose, const Ray& ray) {
  return {pose.to_rest(ray.origin), transpose(pose.turn) * ray.direction};
}

/// Cuts [near, far] to the part of the ray inside the box; false where none is left.
bool clip(const Bounds& box, const Ray& ray, double& near, double& far) {
  for (int d = 0; d < 3; ++d) {
    const double o = ray.origin[d], v = ray.direction[d];
    if (v == 0) {
      if (o < box.min[d] || o > box.max[d]) return false;
      continue;
    }
    const double t0 = (box.min[d] - o) / v, t1 = (box.max[d] - o) / v;
    near = std::max(near, std::min(t0, t1));
    far = std::min(far, std::max(t0, t1));
  }
  return near <= far;
}

Bounds widened(Bounds b, double by) {
  b.min = b.min - Vec3<double>::constant(by);
  b.max = b.max + Vec3<double>::constant(by);
  return b;
}

}  // namespace

ColliderTracer::ColliderTracer(const FrameContent& content, const Vec3<double>& eye, double scene_size)
    : resolution_(kResolution * scene_size) {
  for (std::size_t k = 0; k < content.colliders.size(); ++k) {
    const PosedShape& posed = content.colliders[k];
    const std::optional<Plane> plane = world_plane(posed);
    if (!plane) {
      solids_.push_back({&posed, widened(posed.shape->bounds(), 10 * resolution_), int(k)});
      has_floor_ = has_floor_ || posed.is_ground_like;
      continue;
    }
    add_plane({*plane, posed.color, posed.is_ground_like || is_floor(posed), int(k)}, eye);
  }
  if (content.ground) add_plane({{{0, content.ground_height, 0}, {0, 1, 0}}, ground_color(), true, -1}, eye);
}

void ColliderTracer::add_plane(const Side& side, const Vec3<double>& eye) {
  const auto& [point, normal] = side.plane;
  const bool hides_the_scene = dot(eye - point, normal) <= 0 || normal[1] < kLidSlope;
  if (hides_the_scene) return;
  sides_.push_back(side);
  has_floor_ = has_floor_ || side.is_ground_like;
}

double ColliderTracer::walk(const Solid& solid, const Ray& ray, double to, double pixel_angle) const {
  const Ray rest = to_rest(solid.posed->pose, ray);
  double t = 0, far = to;
  if (!clip(solid.rest_bounds, rest, t, far)) return -1;
  const ShapeView view = solid.posed->shape->view();
  double distance = signed_distance(view, rest.at(t));
  if (distance <= 0) return -1;  // the ray starts inside: an eye in a wall sees through it
  double reached = 0;
  for (int step = 0; step < kMostSteps && t <= far; ++step) {
    reached = std::max(resolution_, kPixelShare * pixel_angle * t);
    if (distance < reached) return t;
    t += distance;
    distance = signed_distance(view, rest.at(t));
  }
  return t <= far && distance < 10 * reached ? t : -1;
}

bool ColliderTracer::nearest(const Ray& ray, double pixel_angle, bool sees_walls, ColliderHit& hit) const {
  bool is_found = false;
  for (const Side& side : sides_) {
    if (!sees_walls && !side.is_ground_like) continue;
    const auto& [point, normal] = side.plane;
    const double approach = dot(ray.direction, normal);
    if (approach >= 0) continue;
    const double t = dot(point - ray.origin, normal) / approach;
    if (t <= 0 || t >= hit.distance) continue;
    hit = {t, normal, side.color, side.is_ground_like, true, side.number, ray.at(t)};
    is_found = true;
  }
  for (const Solid& solid : solids_) {
    const double t = walk(solid, ray, hit.distance, pixel_angle);
    if (t < 0 || t >= hit.distance) continue;
    const PosedShape& posed = *solid.posed;
    const double h = std::max(resolution_, 0.5 * pixel_angle * t);
    const Vec3<double> rest = posed.pose.to_rest(ray.at(t));
    const Vec3<double> normal = outward_normal(posed.shape->view(), rest, h);
    hit = {t, posed.pose.turn * normal, posed.color, posed.is_ground_like, false, solid.number, rest};
    is_found = true;
  }
  return is_found;
}

bool ColliderTracer::is_blocked(const Ray& ray, double pixel_angle, double to) const {
  for (const Solid& solid : solids_)
    if (walk(solid, ray, to, pixel_angle) >= 0) return true;
  return false;
}

bool ColliderTracer::contains(const Vec3<double>& x) const {
  for (const Side& side : sides_)
    if (side.is_ground_like && dot(x - side.plane.point, side.plane.normal) < 0) return true;
  for (const Solid& solid : solids_)
    if (signed_distance(solid.posed->shape->view(), solid.posed->pose.to_rest(x)) < 0) return true;
  return false;
}

}  // namespace froth
