// SPDX-License-Identifier: Apache-2.0
#include <froth/render/path_tracer.h>

#include <froth/render/subsurface.h>
#include <froth/render/thin_film.h>

namespace froth {

namespace {

constexpr int kMostInterfaces =
    16;                          // of clear things; then the rest of a path counts as if it went straight on
constexpr int kMostFilms = 400;  // of bubbles that a path crosses
constexpr int kSplitFilms = 6;   // films from the eye on that are followed both ways
constexpr int kSureBounces = 2;  // before chance may end a path
constexpr float kBrightest = 8;  // of light from around a corner: single paths that find the lamp by luck
constexpr float kWetGap = 0.008f;  // clear things that end so close above a collider touch it [picture sizes]
constexpr float kFlattest = 1e-3f;  // least cosine between a surface and the view

/// Weight of the first of two ways to draw one direction, by the squares of their densities.
float weight_of(float density, float other) {
  return density * density / (density * density + other * other);
}

Color limited(const Color& light, bool is_direct) {
  const float most = largest(light);
  return is_direct || most <= kBrightest ? light : (kBrightest / most) * light;
}

/// Directions drawn around a bent normal that point into the true surface are mirrored out of it.
Direction outward(const Direction& direction, const Direction& facet) {
  const float height = dot(direction, facet);
  return height > 0 ? direction : direction - (2 * height) * facet;
}

}  // namespace

struct PathTracer::Path {
  PictureRay ray;
  Color share{1, 1, 1};
  const Finish* medium = nullptr;  // the clear thing that the ray is in
  bool sees_backdrop = true;       // went straight on or was refracted, so far
  bool is_sharp = true;            // was not scattered, so far
  bool may_split = true;           // at the first clear surface
  bool counts_key = true;          // where it escapes into the key light
  float density = 0;               // with which its direction was drawn; 0: it had no choice
  int bounces = 0, interfaces = 0, films = 0;

  void leave(const SurfacePoint& point, const Direction& direction) {
    const float side = dot(direction, point.facet) > 0 ? 1.0f : -1.0f;
    ray.origin = point.x + (side * point.lift) * point.facet;
    ray.direction = direction;
  }
};

Color PathTracer::light(const PictureRay& ray, PathSamples& samples, FirstSurface& first) const {
  Path path;
  path.ray = ray;
  return follow(path, samples, &first);
}

Color PathTracer::follow(Path path, PathSamples& samples, FirstSurface* first) const {
  Color total{};
  for (;;) {
    SurfacePoint point;
    if (!scene_.nearest(path.ray, path.sees_backdrop, point))
      return total + limited(escaped(path), path.bounces == 0);
    if (path.medium != nullptr)
      for (int c = 0; c < 3; ++c) path.share[c] *= std::exp(-path.medium->absorption[c] * point.distance);
    if (point.fade > 0) {
      const Color behind =
          path.sees_backdrop ? lights_.backdrop(path.ray.direction) : lights_.dome(path.ray.direction);
      total += point.fade * filtered(path.share, behind);
      path.share *= 1 - point.fade;
      if (point.fade >= 1) return total;
    }
    samples.start_bounce(path.bounces + path.interfaces + path.films);
    const bool is_clear = point.finish->kind == LookKind::Clear;
    if (first != nullptr && (!is_clear || path.interfaces >= 2)) {
      *first = {mixed(point.albedo, {1, 1, 1}, point.fade), point.normal, point.distance};
      first = nullptr;
    }
    const bool was_direct = path.bounces == 0;
    if (is_clear)
      total += clear_light(path, point, samples);
    else if (point.finish->kind == LookKind::Film)
      total += film_light(path, point, samples);
    else if (point.finish->kind == LookKind::Soft && path.is_sharp && !point.is_inside)
      total += limited(soft_light(path, point, samples), was_direct);
    else
      total += limited(surface_light(path, point, samples), was_direct);
    if (largest(path.share) <= 0) return total;
    if (path.bounces > max_bounces_) return total;
    if (path.interfaces > kMostInterfaces || path.films > kMostFilms)
      return total + limited(escaped(path), false);
    if (path.bounces <= kSureBounces) continue;
    const float going = std::min(0.95f, largest(path.share));
    if (samples.random() >= going) return total;
    path.share = path.share / going;
  }
}

Color PathTracer::escaped(const Path& path) const {
  const Direction& d = path.ray.direction;
  if (path.sees_backdrop) return filtered(path.share, lights_.backdrop(d));
  Color arriving = path.is_sharp && path.bounces > 0 ? lights_.mirrored(d) : lights_.dome(d);
  if (path.counts_key && lights_.is_in_key(d))
    arriving +=
        (path.density > 0 ? weight_of(path.density, lights_.key_density()) : 1.0f) * lights_.key_radiance();
  return filtered(path.share, arriving);
}

/// What is left of the key's light on its way to a point, over the density of the direction.
Color PathTracer::key_light(const Path& path, const SurfacePoint& point, const Direction& direction) const {
  const PictureRay ray{point.x + point.lift * point.facet, direction, path.ray.time};
  return filtered(scene_.transmitted(ray, path.medium), lights_.key_radiance() / lights_.key_density());
}

Color PathTracer::surface_light(Path& path, const SurfacePoint& point, PathSamples& samples) const {
  const Basis frame(point.normal);
  Direction view = frame.to_local(-path.ray.direction);
  view[2] = std::max(kFlattest, view[2]);
  const Vec2<float> to_key = samples.pair(), on = samples.pair();
  const float choice = samples.pair()[0];
  Color total{};
  if (lights_.has_key()) {
    const Direction key = lights_.key_direction(to_key), local = frame.to_local(key);
    if (local[2] > 0 && dot(key, point.facet) > 0) {
      const float own = lights_.key_density(),
                  other = scattered_density(*point.finish, point.albedo, view, local);
      const Color sent = weight_of(own, other) * scattered(*point.finish, point.albedo, view, local);
      total = filtered(filtered(path.share, sent), key_light(path, point, key));
    }
  }
  const ScatterSample next = sample_scattered(*point.finish, point.albedo, view, on, choice);
  path.share = filtered(path.share, next.weight);
  path.density = next.density;
  path.counts_key = true;
  path.sees_backdrop = path.may_split = false;
  path.is_sharp = path.is_sharp && point.finish->kind == LookKind::Metal;
  ++path.bounces;
  path.leave(point, outward(frame.to_world(next.light), point.facet));
  return total;
}

/// A soft thing that is seen sharply: the coat mirrors, or light wanders through what is under it.
Color PathTracer::soft_light(Path& path, const SurfacePoint& point, PathSamples& samples) const {
  const Finish& finish = *point.finish;
  const Color none{};
  const Basis frame(point.normal);
  Direction view = frame.to_local(-path.ray.direction);
  view[2] = std::max(kFlattest, view[2]);
  const Vec2<float> to_key = samples.pair(), on = samples.pair(), choice = samples.pair();
  const float mirror = coat_share(finish, point.albedo, view);
  Color total{};
  if (lights_.has_key()) {
    const Direction key = lights_.key_direction(to_key), local = frame.to_local(key);
    if (local[2] > 0 && dot(key, point.facet) > 0) {
      const float weight =
          weight_of(lights_.key_density(), mirror * scattered_density(finish, none, view, local));
      const Color sent = weight * scattered(finish, none, view, local);
      total = filtered(filtered(path.share, sent), key_light(path, point, key));
    }
  }
  path.counts_key = true;
  path.sees_backdrop = path.is_sharp = path.may_split = false;
  ++path.bounces;
  if (choice[0] < mirror) {
    const ScatterSample next = sample_scattered(finish, none, view, on, 0);
    path.share = filtered(path.share, next.weight) / mirror;
    path.density = mirror * next.density;
    path.leave(point, outward(frame.to_world(next.light), point.facet));
    return total;
  }
  const WalkEnd end = walk_through(scene_, point, path.ray.time, samples);
  path.share *= (1 - finish.coat.at(view[2])) / (1 - mirror);
  path.share = filtered(path.share, end.share);
  if (largest(path.share) <= 0) return total;
  SurfacePoint out = point;
  out.x = end.x, out.normal = end.normal, out.facet = end.facet;
  return total + exit_light(path, out, finish, {to_key[1], to_key[0]}, on);
}

/// Light that leaves a soft thing does so in all directions, as far as the coat lets it.
Color PathTracer::exit_light(Path& path, const SurfacePoint& point, const Finish& finish,
                             const Vec2<float>& to_key, const Vec2<float>& on) const {
  const Basis frame(point.normal);
  const auto passed = [&](float cosine) {
    return (1 - finish.coat.at(cosine)) / (1 - finish.coat.average());
  };
  Color total{};
  if (lights_.has_key()) {
    const Direction key = lights_.key_direction(to_key);
    const float cosine = dot(key, point.normal);
    if (cosine > 0 && dot(key, point.facet) > 0) {
      const float sent = passed(cosine) * cosine / kPi * weight_of(lights_.key_density(), cosine / kPi);
      total = sent * filtered(path.share, key_light(path, point, key));
    }
  }
  const Direction next = cosine_direction(on);
  path.share *= passed(next[2]);
  path.density = next[2] / kPi;
  path.leave(point, outward(frame.to_world(next), point.facet));
  return total;
}

/// Reflects and refracts; returns the light of the branch that is not followed on.
Color PathTracer::clear_light(Path& path, const SurfacePoint& point, PathSamples& samples) const {
  const Finish& finish = *point.finish;
  ++path.interfaces;
  // Wet contact: there is no air between the thing and a floor that it all but touches.
  const bool is_wet =
      point.is_inside ? scene_.is_buried(point.x - kWetGap * point.facet) : path.medium != nullptr;
  if (is_wet) {
    path.medium = path.medium != nullptr ? path.medium : &finish;
    path.leave(point, path.ray.direction);
    return {};
  }
  const Vec2<float> facet = samples.pair(), choice = samples.pair();
  Direction normal = point.normal;
  const bool is_rough = finish.alpha > 0.03f;
  if (is_rough) {
    const Basis frame(point.normal);
    Direction view = frame.to_local(-path.ray.direction);
    view[2] = std::max(kFlattest, view[2]);
    normal = frame.to_world(visible_normal(view, finish.alpha, facet));
  }
  const float index = point.is_inside ? 1 / finish.index : finish.index;
  const Direction view = -path.ray.direction;
  const float mirror = fresnel(std::max(0.0f, dot(view, normal)), index);
  if (!path.is_sharp) path.counts_key = false;  // shadows through clear things have counted it
  Path other = path;
  const bool splits = path.may_split && mirror < 1;
  path.may_split = other.may_split = path.interfaces < 2 && path.may_split && point.is_inside;
  const auto reflect = [&](Path& p) {
    p.sees_backdrop = p.sees_backdrop && point.is_inside;
    p.leave(point, outward(reflected(view, normal), point.facet));
  };
  const auto refract = [&](Path& p) {
    p.medium = point.is_inside ? nullptr : &finish;
    p.leave(point, unit_vector(refracted(view, normal, index)));
  };
  if (!splits) {
    choice[0] < mirror ? reflect(path) : refract(path);
    return {};
  }
  reflect(other);
  other.share *= mirror;
  refract(path);
  path.share *= 1 - mirror;
  PathSamples branch = samples;
  return follow(other, branch, nullptr);
}

/// Straight on, less what interferes into the mirror; both ways for the first few films that the eye sees.
Color PathTracer::film_light(Path& path, const SurfacePoint& point, PathSamples& samples) const {
  const Finish& finish = *point.finish;
  const Direction view = -path.ray.direction;
  const float cosine = std::clamp(dot(view, point.normal), 1e-3f, 1.0f);
  const Color mirror = film_reflectance(cosine, scene_.thickness_at(point.x), finish.index),
              passed = filtered(Color{1, 1, 1} - mirror, finish.dye);
  const bool splits = path.bounces == 0 && path.films < kSplitFilms;
  const float choice = samples.pair()[0];
  ++path.films;
  const auto reflect = [&](Path& p) {
    p.sees_backdrop = p.may_split = false;
    if (!p.is_sharp) p.counts_key = false;  // shadows through films have counted it
    p.density = 0;
    ++p.bounces;
    p.leave(point, outward(reflected(view, point.normal), point.facet));
  };
  if (!splits) {
    const float chance = std::clamp(largest(mirror), 0.02f, 0.98f);
    if (choice < chance) {
      path.share = filtered(path.share, mirror) / chance;
      reflect(path);
      return {};
    }
    path.share = filtered(path.share, passed) / (1 - chance);
    path.leave(point, path.ray.direction);
    return {};
  }
  Path other = path;
  other.share = filtered(path.share, mirror);
  reflect(other);
  path.share = filtered(path.share, passed);
  path.leave(point, path.ray.direction);
  PathSamples branch = samples;
  return follow(other, branch, nullptr);
}

}  // namespace froth
