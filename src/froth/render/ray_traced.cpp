// SPDX-License-Identifier: Apache-2.0
#include <froth/render/ray_traced.h>

#include <algorithm>
#include <cmath>

#include <froth/base/parallel.h>
#include <froth/render/colormap.h>
#include <froth/render/film.h>
#include <froth/render/film_filter.h>
#include <froth/render/path_tracer.h>
#include <froth/render/scale_mark.h>

namespace froth {

namespace {

constexpr int kTile = 16;  // pixels a side: small enough to balance, large enough to stay in cache

// A pixel is done before it has all its samples where its standard error cannot be seen; a filter forgives
// more.
constexpr int kBlock = 16;  // samples between two looks at that
constexpr float kUnseen = 0.0025f, kUnseenFiltered = 0.004f;

/// Offset from the pixel's centre, in pixels: a tent of half-width 0.75, which keeps small spheres from
/// flickering.
float tent(float u) { return 0.75f * (u < 0.5f ? std::sqrt(2 * u) - 1 : 1 - std::sqrt(2 - 2 * u)); }

/// Sums over the samples of a pixel.
struct PixelSums {
  int count = 0;
  Color light{}, albedo{};
  Direction normal{};
  float distance = 0;
  float mean = 0, square = 0;              // of the luminance of the illumination, by Welford's method
  float shown_mean = 0, shown_square = 0;  // of the luminance on the screen

  void add(Color sample, const FirstSurface& first, float exposure) {
    if (!std::isfinite(sample[0] + sample[1] + sample[2])) sample = {};
    ++count;
    light += sample;
    albedo += first.albedo;
    normal += first.normal;
    distance += first.distance;
    spread(luminance(illumination(sample, first.albedo)), mean, square);
    spread(luminance(film_curve(exposure * sample)), shown_mean, shown_square);
  }
  bool is_done(float error) const {
    const float n = float(count);
    return shown_square <= error * error * n * (n - 1);
  }
  FilmPixel pixel() const {
    const float n = float(count);
    const float variance = count > 1 ? square / (n * (n - 1)) : mean * mean;
    return {light / n, {albedo / n, normal / n, distance / n}, variance};
  }

 private:
  void spread(float value, float& average, float& sum) const {
    const float change = value - average;
    average += change / float(count);
    sum += change * (value - average);
  }
};

class Painter {
 public:
  Painter(const FrameContent& content, const Camera& camera, const PictureOptions& options)
      : camera_(camera),
        options_(options),
        frame_(camera_frame(camera)),
        aspect_(double(options.width) / options.height),
        exposure_(exposure_factor(options.exposure)),
        scene_(content, camera.eye, 2 * frame_.half_height / options.height, options.shutter_time),
        lights_(options.light, frame_),
        tracer_(scene_, lights_, options.max_bounces),
        table_(options.samples) {}

  const SceneTracer& scene() const { return scene_; }

  FilmPixel pixel(int column, int row) const {
    const auto number = std::uint32_t(row) * std::uint32_t(options_.width) + std::uint32_t(column);
    PixelSums sums;
    for (int k = 0; k < options_.samples; ++k) {
      PathSamples samples(table_, number, k);
      const Vec2<float> place = samples.pair();
      FirstSurface first;
      const PictureRay ray = eye_ray(column, row, place, samples.pair()[0]);
      const Color light = tracer_.light(ray, samples, first);
      sums.add(light, first, exposure_);
      if ((k + 1) % kBlock == 0 && sums.is_done(options_.filter ? kUnseenFiltered : kUnseen)) break;
    }
    return sums.pixel();
  }

 private:
  PictureRay eye_ray(int column, int row, const Vec2<float>& u, float time) const {
    const Vec2<double> place{2 * (column + 0.5 + double(tent(u[0]))) / options_.width - 1,
                             1 - 2 * (row + 0.5 + double(tent(u[1]))) / options_.height};
    const Ray ray = camera_ray(camera_, frame_, aspect_, place);
    return {scene_.space().to_picture(ray.origin), ray.direction.cast<float>(), time};
  }

  Camera camera_;
  PictureOptions options_;
  CameraFrame frame_;
  double aspect_;
  float exposure_;
  SceneTracer scene_;
  Lights lights_;
  PathTracer tracer_;
  SampleTable table_;
};

Film expose(const Painter& painter, const PictureOptions& options) {
  Film film{options.width, options.height, {}};
  film.pixels.resize(std::size_t(options.width) * std::size_t(options.height));
  const Index columns = chunk_count(options.width, kTile), rows = chunk_count(options.height, kTile);
  parallel_tasks(columns * rows, [&](Index tile) {
    if (options.stop != nullptr && options.stop->load()) return;
    const int left = int(tile % columns) * kTile, top = int(tile / columns) * kTile;
    for (int row = top; row < std::min(top + kTile, options.height); ++row)
      for (int column = left; column < std::min(left + kTile, options.width); ++column)
        film.pixels[std::size_t(row) * std::size_t(options.width) + std::size_t(column)] =
            painter.pixel(column, row);
  });
  return film;
}

Image develop(const Film& film, const PictureOptions& options) {
  Image image = Image::blank(film.width, film.height);
  const std::vector<Color> smooth = options.filter ? filtered_light(film) : std::vector<Color>();
  const float exposure = exposure_factor(options.exposure);
  for (int row = 0; row < film.height; ++row)
    for (int column = 0; column < film.width; ++column) {
      const std::size_t k = std::size_t(row) * std::size_t(film.width) + std::size_t(column);
      image.set(column, row, film_curve(exposure * (options.filter ? smooth[k] : film.pixels[k].light)));
    }
  return image;
}

}  // namespace

Image render_3d(const FrameContent& content, const Camera& camera, const PictureOptions& options) {
  check_options(options);
  check_content(content);
  const Painter painter(content, camera, options);
  Image image = develop(expose(painter, options), options);
  if (painter.scene().has_floor()) draw_grid_key(image, painter.scene().line_spacing());
  return image;
}

}  // namespace froth
