// SPDX-License-Identifier: Apache-2.0
#include <froth/render/scene_tracer.h>

#include <algorithm>

#include <froth/render/colormap.h>
#include <froth/render/grain_shape.h>
#include <froth/render/ground_lines.h>
#include <froth/render/patterns.h>
#include <froth/render/scale_mark.h>
#include <froth/render/thin_film.h>

namespace froth {

namespace {

constexpr float kLift = 5e-5f;         // rays leave a surface from just above it
constexpr float kFar = 1e3f;           // of the eye's distance; beyond, everything has faded
constexpr float kShadowReach = 20;     // of the picture's size
constexpr double kCoarseAngle = 2e-3;  // of rays that are not from the eye [rad]
constexpr double kLevel = 0.999;       // lines are drawn on level parts of a floor with hills or holes
constexpr double kLineShare = 0.3;     // distance of lines, at most, over the scene's size
constexpr float kWallFade = 0.55f;     // a wall is there, but light and airy: it must not weigh on the scene
constexpr float kLineDarkness = 0.32f;
constexpr int kMostInterfaces = 8;  // of clear things on the way to the light
constexpr int kMostFilms = 200;     // of bubbles on the way to the light
// Where a look gives no depth: over the body's size.
constexpr double kSoftShare = 0.006, kClearShare = 0.7;

bool is_clear(const SkinnedBody& skin) { return skin.look.kind == LookKind::Clear; }
bool lets_light_through(const SkinnedBody& skin) {
  return is_clear(skin) || skin.look.kind == LookKind::Film;
}
bool is_solid(const SkinnedBody& skin) { return !lets_light_through(skin); }
bool is_any(const SkinnedBody&) { return true; }

/// Half the diagonal of the box around a skin [m].
double size_of(const SurfaceMesh& mesh) {
  if (mesh.x.empty()) return 1;
  Vec3<float> lo = mesh.x[0], hi = mesh.x[0];
  for (const Vec3<float>& x : mesh.x)
    for (int d = 0; d < 3; ++d) lo[d] = std::min(lo[d], x[d]), hi[d] = std::max(hi[d], x[d]);
  return double(norm(hi - lo)) / 2;
}

/// Single particles have no inside to see: what is soft is matte, what is clear shines.
Look look_of_cloud(Look look) {
  if (look.kind == LookKind::Soft) look.kind = LookKind::Matte;
  if (look.kind == LookKind::Clear) look.kind = LookKind::Glossy, look.roughness = 0.3;
  return look;
}

Color exponential(const Color& absorption, float distance) {
  return {std::exp(-absorption[0] * distance), std::exp(-absorption[1] * distance),
          std::exp(-absorption[2] * distance)};
}

}  // namespace

SceneTracer::SceneTracer(const FrameContent& content, const Vec3<double>& eye, double pixel_angle,
                         double shutter_time)
    : content_(&content),
      bounds_(content.film_bounds ? *content.film_bounds : content_bounds(content)),
      space_(picture_space(bounds_)),
      eye_(eye),
      pixel_angle_(pixel_angle),
      line_spacing_(round_length(kLineShare * space_.size)),
      far_(kFar * float(1 + norm(eye - space_.center) / space_.size)),
      all_(content, space_, shutter_time, is_any),
      solid_(std::ranges::any_of(content.skins, lets_light_through)
                 ? std::make_unique<SurfaceTracer>(content, space_, shutter_time, is_solid)
                 : nullptr),
      colliders_(content, eye, space_.size) {
  set_finishes(content);
}

void SceneTracer::set_finishes(const FrameContent& content) {
  for (const ParticleCloud& cloud : content.clouds)
    finishes_.push_back(Finish::of(look_of_cloud(cloud.look), {}, 1));
  for (const SkinnedBody& skin : content.skins) {
    const double share = is_clear(skin) ? kClearShare : kSoftShare;
    const double depth = skin.look.depth > 0 ? skin.look.depth : share * size_of(skin.mesh);
    finishes_.push_back(Finish::of(skin.look, skin.color, float(depth / space_.size)));
    pores_.emplace_back(skin.pores);
  }
  for (const PosedShape& collider : content.colliders) {
    Look look = collider.look;
    if (look.kind == LookKind::Soft || look.kind == LookKind::Clear) look.kind = LookKind::Glossy;
    collider_finishes_.push_back(Finish::of(look, {}, 1));
  }
  collider_finishes_.push_back({});
}

bool SceneTracer::nearest(const PictureRay& ray, bool is_from_eye, SurfacePoint& point) const {
  TracedHit traced;
  float reach = far_;
  const bool is_traced = all_.nearest(ray, 0, reach, traced);
  if (is_traced) reach = traced.distance;
  const double angle = is_from_eye ? pixel_angle_ : kCoarseAngle;
  ColliderHit solid;
  solid.distance = double(reach) * space_.size;
  const Ray world{space_.to_world(ray.origin), ray.direction.cast<double>()};
  if (colliders_.nearest(world, angle, is_from_eye, solid)) {
    take_collider(ray, solid, pixel_angle_ * solid.distance, point);
    return true;
  }
  if (is_traced) take_traced(ray, traced, point);
  return is_traced;
}

bool SceneTracer::nearest_inside(const PictureRay& ray, float reach, SurfacePoint& point) const {
  TracedHit traced;
  if (!solid().nearest(ray, 0, reach, traced)) return false;
  take_traced(ray, traced, point);
  return true;
}

Color SceneTracer::transmitted(const PictureRay& ray, const Finish* medium) const {
  if (solid().is_blocked(ray, 0, kShadowReach)) return {};
  if (colliders_.has_solids()) {
    const Ray world{space_.to_world(ray.origin), ray.direction.cast<double>()};
    if (colliders_.is_blocked(world, kCoarseAngle, double(kShadowReach) * space_.size)) return {};
  }
  Color share{1, 1, 1};
  if (!solid_) return share;
  // No solid is in the way, so that all it meets is clear.
  PictureRay rest = ray;
  for (int k = 0, films = 0; k < kMostInterfaces && films < kMostFilms;) {
    TracedHit hit;
    if (!all_.nearest(rest, 0, kShadowReach, hit)) break;
    const Finish& finish = finishes_[hit.body];
    const float cosine = dot(ray.direction, hit.facet);
    rest.origin = rest.at(hit.distance + kLift);
    if (finish.kind == LookKind::Film) {
      const Color mirror = film_reflectance(std::abs(cosine), thickness_at(rest.origin), finish.index);
      share = filtered(filtered(share, Color{1, 1, 1} - mirror), finish.dye);
      ++films;
      continue;
    }
    ++k;
    if (medium != nullptr) share = filtered(share, exponential(medium->absorption, hit.distance));
    // The angle outside of it decides either way, because the ray goes on as if it were not bent.
    share *= 1 - fresnel(std::abs(cosine), finish.index);
    medium = cosine < 0 ? &finish : nullptr;
  }
  return share;
}

float SceneTracer::thickness_at(const Vec3<float>& x) const { return film_thickness(x.cast<double>()); }

/// The outward normal for light, with the faces of grains and the pores of foam.
Dimple SceneTracer::shape_of(const TracedHit& hit, const Direction& normal, const Vec3<double>& x) const {
  if (hit.body < content_->clouds.size()) {
    const ParticleCloud& cloud = content_->clouds[hit.body];
    const float angularity = cloud.angularity();
    return {angularity > 0 ? grain_normal(normal, angularity, cloud.id_of(hit.element)) : normal};
  }
  const PoreField& pores = pores_[hit.body - content_->clouds.size()];
  if (pores.is_empty()) return {normal};
  return pores.at(x.cast<float>(), normal, float(pixel_angle_ * norm(x - eye_)));
}

void SceneTracer::take_traced(const PictureRay& ray, const TracedHit& hit, SurfacePoint& point) const {
  point.distance = hit.distance;
  point.x = ray.at(hit.distance);
  point.is_inside = dot(ray.direction, hit.facet) > 0;
  const float side = point.is_inside ? -1.0f : 1.0f;
  point.facet = side * hit.facet;
  const Vec3<double> x = space_.to_world(point.x);
  const TracedSurface surface = all_.surface_at(hit);
  const Dimple shape = shape_of(hit, surface.normal, x);
  point.normal = side * shape.normal;
  if (dot(point.normal, ray.direction) >= 0) point.normal = point.facet;  // seen from behind, at its rim
  point.finish = &finishes_[hit.body];
  point.lift = kLift;
  point.fade = 0;
  const bool is_patterned = point.finish->variation > 0 || point.finish->kind == LookKind::Wood;
  point.albedo = !is_patterned ? surface.color
                 : hit.body < content_->clouds.size()
                     ? varied_shade(surface.color, point.finish->variation,
                                    content_->clouds[hit.body].id_of(hit.element))
                     : patterned(*point.finish, surface.color, x, space_.size, 0);
  point.albedo *= shape.shade;
}

void SceneTracer::take_collider(const PictureRay& ray, const ColliderHit& hit, double footprint,
                                SurfacePoint& point) const {
  point.distance = float(hit.distance / space_.size);
  point.x = ray.at(point.distance);
  point.normal = point.facet = hit.normal.cast<float>();
  point.is_inside = false;
  point.finish = hit.number < 0 ? &collider_finishes_.back() : &collider_finishes_[std::size_t(hit.number)];
  point.lift = kLift + float(0.3 * footprint / space_.size);
  point.albedo = hit.color;
  point.fade = 0;
  const double reach = double(norm(point.x));
  if (hit.is_plane || hit.is_ground_like) point.fade = float(smooth_step(2.5, 9.0, reach));
  if (hit.is_plane && !hit.is_ground_like) point.fade = std::max(point.fade, kWallFade);
  if (hit.is_ground_like && (hit.is_plane || hit.normal[1] > kLevel)) {
    const float visible = float(1 - smooth_step(1.5, 5.0, reach));
    if (visible > 0) point.albedo *= 1 - kLineDarkness * visible * line_at(hit, ray.direction, footprint);
  } else if (hit.number >= 0) {
    const Bounds rest = content_->colliders[std::size_t(hit.number)].shape->bounds();
    const double size = rest.is_finite(3) ? norm(rest.max - rest.min) / 2 : space_.size;
    point.albedo = patterned(*point.finish, hit.color, hit.rest, size, 0);
  }
}

Color SceneTracer::patterned(const Finish& finish, const Color& color, const Vec3<double>& x, double size,
                             unsigned element) const {
  if (finish.kind == LookKind::Wood) return wood_color(color, x / size);
  if (finish.variation > 0) return speckled(color, finish.variation, x / space_.size, element);
  return color;
}

float SceneTracer::line_at(const ColliderHit& hit, const Direction& direction, double footprint) const {
  const Vec3<double>& n = hit.normal;
  const Vec3<double> across = std::abs(n[2]) < 0.9 ? Vec3<double>{0, 0, 1} : Vec3<double>{0, 1, 0};
  const Vec3<double> a = normalized(cross(n, across)), b = cross(a, n);
  const double slant = std::max(0.05, -dot(direction.cast<double>(), n));  // a pixel is long on a flat floor
  const Vec3<double> x =
      hit.is_plane ? hit.rest : content_->colliders[std::size_t(hit.number)].pose.to_world(hit.rest);
  return grid_line(dot(x, a), dot(x, b), line_spacing_, footprint / std::sqrt(slant));
}

}  // namespace froth
