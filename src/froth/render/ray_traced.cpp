// SPDX-License-Identifier: Apache-2.0
// One light path per sample: eye to surface, one shadow ray to the key light, one ray to the dome.
#include <froth/render/ray_traced.h>

#include <algorithm>
#include <cmath>

#include <froth/base/parallel.h>
#include <froth/base/random.h>
#include <froth/render/collider_tracer.h>
#include <froth/render/particle_tracer.h>
#include <froth/render/scale_mark.h>
#include <froth/render/studio.h>

namespace froth {

namespace {

constexpr int kTile = 16;       // pixels a side: small enough to balance, large enough to stay in cache
constexpr double kLift = 5e-5;  // of the scene's size: rays leave a surface from just above it
constexpr double kNeighborhood = 1.0;  // of the scene's size: how far a surface looks for what hides the dome
constexpr float kParticleGloss = 0.8f, kColliderGloss = 0.5f;
constexpr double kLevel = 0.999;    // lines are drawn on level parts of a floor with hills or holes
constexpr double kLineShare = 0.3;  // distance of lines, at most, over the scene's size
constexpr float kWallFade = 0.55f;  // a wall is there, but light and airy: it must not weigh on the scene
constexpr float kLineDarkness = 0.32f;
constexpr std::uint64_t kSeed = 0;  // pictures of one frame are the same picture

/// Well-spread numbers of one pixel: a stratified place in the pixel, and additive sequences for the lights,
/// each shifted at random from pixel to pixel so that what error remains looks like fine grain.
class PixelSamples {
 public:
  PixelSamples(std::uint64_t pixel, int count)
      : pixel_(pixel),
        columns_(std::max(1, int(std::sqrt(double(count))))),
        rows_(std::max(1, count / columns_)) {
    shift_ = uniform4(kKey, pixel, 1, 0);
  }
  /// Offset from the pixel's centre, in pixels: a tent of half-width 0.75, which keeps small spheres from
  /// flickering.
  Vec2<double> offset(int sample) const {
    const Vec<4, double> u = uniform4(kKey, pixel_, 0, std::uint32_t(sample));
    if (sample >= columns_ * rows_) return {tent(u[0]), tent(u[1])};
    const int column = sample % columns_, row = sample / columns_;
    return {tent((column + u[0]) / columns_), tent((row + u[1]) / rows_)};
  }
  Vec2<double> toward_key(int sample) const { return shifted(sample, shift_[0], shift_[1]); }
  Vec2<double> toward_dome(int sample) const { return shifted(sample, shift_[2], shift_[3]); }

 private:
  static constexpr RandomKey kKey{kSeed, Purpose::Picture};
  static double tent(double u) { return 0.75 * (u < 0.5 ? std::sqrt(2 * u) - 1 : 1 - std::sqrt(2 - 2 * u)); }
  /// Multiples of 1/g and 1/g^2, with g^3 = g + 1, fill the square evenly at every count.
  static Vec2<double> shifted(int sample, double a, double b) {
    const double x = a + sample * 0.75487766624669276, y = b + sample * 0.56984029099805327;
    return {x - std::floor(x), y - std::floor(y)};
  }
  std::uint64_t pixel_;
  int columns_, rows_;
  Vec<4, double> shift_;
};

class Painter {
 public:
  Painter(const FrameContent& content, const Camera& camera, const PictureOptions& options)
      : camera_(camera),
        options_(options),
        frame_(camera_frame(camera)),
        bounds_(content.film_bounds ? *content.film_bounds : content_bounds(content)),
        center_((bounds_.min + bounds_.max) / 2.0),
        size_(norm(bounds_.max - bounds_.min) / 2),
        aspect_(double(options.width) / options.height),
        pixel_angle_(2 * frame_.half_height / options.height),
        line_spacing_(round_length(kLineShare * size_)),
        particles_(content.clouds, bounds_),
        colliders_(content, camera.eye, size_),
        studio_(frame_, colliders_.has_floor()) {}

  bool has_floor() const { return colliders_.has_floor(); }
  double line_spacing() const { return line_spacing_; }

  Vec3<float> pixel(int column, int row) const {
    const PixelSamples samples(std::uint64_t(row) * std::uint64_t(options_.width) + std::uint64_t(column),
                               options_.samples);
    Vec3<float> total{};
    for (int k = 0; k < options_.samples; ++k) {
      const Vec2<double> d = samples.offset(k);
      const Vec2<double> place{2 * (column + 0.5 + d[0]) / options_.width - 1,
                               1 - 2 * (row + 0.5 + d[1]) / options_.height};
      const Ray ray = camera_ray(camera_, frame_, aspect_, place);
      Surface s;
      total += find_surface(ray, s) ? shade(ray, s, samples, k) : studio_.backdrop(ray.direction);
    }
    return tone_curve(total / float(options_.samples));
  }

 private:
  bool find_surface(const Ray& ray, Surface& s) const {
    ColliderHit solid;
    solid.distance = kFar * (size_ + norm(camera_.eye - center_));
    ParticleHit particle;
    if (particles_.nearest(ray, 0, solid.distance, particle)) {
      solid.distance = particle.distance;
      s = {ray.at(particle.distance), particle.normal, particle.color, kParticleGloss, 0};
      s.x += (kLift * size_) * s.normal;
      if (!colliders_.nearest(ray, pixel_angle_, solid)) return true;
    } else if (!colliders_.nearest(ray, pixel_angle_, solid)) {
      return false;
    }
    s = solid_surface(ray, solid);
    return true;
  }

  Surface solid_surface(const Ray& ray, const ColliderHit& hit) const {
    const double footprint = pixel_angle_ * hit.distance;
    const float gloss = hit.is_plane || hit.is_ground_like ? 0.0f : kColliderGloss;
    Surface s{ray.at(hit.distance), hit.normal, hit.color, gloss, 0};
    const double reach = norm(s.x - center_) / size_;
    if (hit.is_plane || hit.is_ground_like) s.fade = float(smooth_step(2.5, 9.0, reach));
    if (hit.is_plane && !hit.is_ground_like) s.fade = std::max(s.fade, kWallFade);
    const bool has_lines = hit.is_ground_like && (hit.is_plane || hit.normal[1] > kLevel);
    if (has_lines) {
      const float visible = float(1 - smooth_step(1.5, 5.0, reach));
      s.albedo *= 1 - kLineDarkness * visible * line_at(s, ray, footprint);
    }
    s.x += (kLift * size_ + 0.3 * footprint) * s.normal;
    return s;
  }

  float line_at(const Surface& s, const Ray& ray, double footprint) const {
    const Vec3<double> across = std::abs(s.normal[2]) < 0.9 ? Vec3<double>{0, 0, 1} : Vec3<double>{0, 1, 0};
    const Vec3<double> a = normalized(cross(s.normal, across)), b = cross(a, s.normal);
    const double slant =
        std::max(0.05, -dot(ray.direction, s.normal));  // a pixel is long where the floor is flat
    return grid_line(dot(s.x, a), dot(s.x, b), line_spacing_, footprint / std::sqrt(slant));
  }

  Vec3<float> shade(const Ray& ray, const Surface& s, const PixelSamples& samples, int k) const {
    if (s.fade >= 1) return studio_.backdrop(ray.direction);
    Vec3<float> light = studio_.fill_light(s);
    const Vec3<double> to_key = studio_.key_direction(samples.toward_key(k));
    if (dot(s.normal, to_key) > 0 && !is_blocked({s.x, to_key}, kShadowReach * size_))
      light += studio_.key_light(s, to_key, -ray.direction);
    const Vec3<double> to_dome = cosine_direction(s.normal, samples.toward_dome(k));
    const bool is_hidden = is_blocked({s.x, to_dome}, kNeighborhood * size_);
    light += is_hidden ? studio_.neighbor_light(s) : studio_.dome_light(s, to_dome);
    return (1 - s.fade) * light + s.fade * studio_.backdrop(ray.direction);
  }

  bool is_blocked(const Ray& ray, double to) const {
    return particles_.is_blocked(ray, 0, to) || colliders_.is_blocked(ray, to);
  }

  static constexpr double kFar = 1e3;         // of the eye's distance; beyond, everything has faded
  static constexpr double kShadowReach = 20;  // of the scene's size

  Camera camera_;
  PictureOptions options_;
  CameraFrame frame_;
  Bounds bounds_;
  Vec3<double> center_;
  double size_, aspect_, pixel_angle_, line_spacing_;
  ParticleTracer particles_;
  ColliderTracer colliders_;
  Studio studio_;
};

}  // namespace

Image render_3d(const FrameContent& content, const Camera& camera, const PictureOptions& options) {
  check_options(options);
  check_content(content);
  const Painter painter(content, camera, options);
  Image image = Image::blank(options.width, options.height);
  const Index columns = chunk_count(options.width, kTile), rows = chunk_count(options.height, kTile);
  parallel_tasks(columns * rows, [&](Index tile) {
    const int left = int(tile % columns) * kTile, top = int(tile / columns) * kTile;
    for (int row = top; row < std::min(top + kTile, options.height); ++row)
      for (int column = left; column < std::min(left + kTile, options.width); ++column)
        image.set(column, row, painter.pixel(column, row));
  });
  if (painter.has_floor()) draw_grid_key(image, painter.line_spacing());
  return image;
}

}  // namespace froth
