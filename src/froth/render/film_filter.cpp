// SPDX-License-Identifier: Apache-2.0
#include <froth/render/film_filter.h>

#include <limits>

#include <froth/base/math.h>
#include <froth/base/parallel.h>
#include <froth/render/colormap.h>

namespace froth {

namespace {

constexpr int kPasses = 4;                                       // the last reaches 2^kPasses pixels
constexpr float kKernel[3] = {6.0f / 16, 4.0f / 16, 1.0f / 16};  // of a B-spline, from its middle
constexpr float kLightWidth = 4;                                 // in standard deviations of a pixel
constexpr float kNormalWidth = 0.15f, kAlbedoWidth = 0.08f;
constexpr float kDepthWidth = 1.5f;     // in what the surface's slope explains
constexpr float kLeastAlbedo = 0.02f;   // below, colours cannot be divided out
constexpr float kSameDistance = 2e-3f;  // over the distance: always one surface
constexpr float kMostUnlike = 12;       // beyond, a neighbour does not count at all

Color multiplied(const Color& illumination, const Color& albedo) {
  Color light{};
  for (int c = 0; c < 3; ++c) light[c] = illumination[c] * std::max(kLeastAlbedo, albedo[c]);
  return light;
}

/// Numbers of all pixels, in rows from the top.
using Plane = std::vector<float>;
using Wide = Pack<float>;

/// Sums over the neighbours of the pixels of one row.
struct RowSums {
  Plane light[3], weights, variance;

  explicit RowSums(std::size_t width) : weights(width), variance(width) {
    for (Plane& plane : light) plane.resize(width);
  }
};

/// Numbers are kept in planes, and rows are taken neighbour by neighbour, several columns at a time.
class Filter {
 public:
  explicit Filter(const Film& film) : film_(film) {
    for (Plane* plane : {&light_[0], &light_[1], &light_[2], &normal_[0], &normal_[1], &normal_[2],
                         &albedo_[0], &albedo_[1], &albedo_[2], &distance_, &variance_, &luminance_, &slope_})
      plane->resize(film.pixels.size());
    for (std::size_t k = 0; k < film.pixels.size(); ++k) {
      const FilmPixel& pixel = film.pixels[k];
      const Color light = illumination(pixel.light, pixel.first.albedo);
      for (std::size_t c = 0; c < 3; ++c) {
        light_[c][k] = light[int(c)];
        normal_[c][k] = pixel.first.normal[int(c)];
        albedo_[c][k] = pixel.first.albedo[int(c)];
      }
      distance_[k] = pixel.first.distance;
      variance_[k] = pixel.variance;
    }
    next_variance_ = variance_;
    for (std::size_t c = 0; c < 3; ++c) next_light_[c] = light_[c];
    parallel_tasks(film.height, [&](Index row) {
      for (int column = 0; column < film.width; ++column)
        slope_[number(column, int(row))] = slope(column, int(row));
    });
  }

  void pass(int step) {
    for (std::size_t k = 0; k < luminance_.size(); ++k)
      luminance_[k] = luminance({light_[0][k], light_[1][k], light_[2][k]});
    parallel_tasks(film_.height, [&](Index row) { smooth(int(row), step); });
    for (std::size_t c = 0; c < 3; ++c) light_[c].swap(next_light_[c]);
    variance_.swap(next_variance_);
  }

  std::vector<Color> result() const {
    std::vector<Color> light(film_.pixels.size());
    for (std::size_t k = 0; k < light.size(); ++k)
      light[k] = multiplied({light_[0][k], light_[1][k], light_[2][k]}, film_.pixels[k].first.albedo);
    return light;
  }

 private:
  std::size_t number(int column, int row) const {
    return std::size_t(row) * std::size_t(film_.width) + std::size_t(column);
  }

  /// Change of distance from pixel to pixel: the smaller one of both sides, which an edge does not spoil.
  float slope(int column, int row) const {
    const float z = film_.at(column, row).first.distance;
    const auto change = [&](int dx, int dy) {
      float least = std::numeric_limits<float>::infinity();
      for (const int side : {-1, 1}) {
        const int c = column + side * dx, r = row + side * dy;
        if (c < 0 || r < 0 || c >= film_.width || r >= film_.height) continue;
        least = std::min(least, std::abs(film_.at(c, r).first.distance - z));
      }
      return std::isfinite(least) ? least : 0;
    };
    return std::max(change(1, 0), change(0, 1));
  }

  void smooth(int row, int step) {
    const auto width = std::size_t(film_.width);
    RowSums sums(width);
    Plane scale(width);  // of differences of light, by how well each pixel is known
    for (int column = 0; column < film_.width; ++column)
      scale[std::size_t(column)] =
          1 / (kLightWidth * std::sqrt(std::max(0.0f, local_variance(column, row))) + 1e-4f);
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx)
        if (const int r = row + dy * step; r >= 0 && r < film_.height) add(sums, scale, row, step, dx, dy);
    for (std::size_t k = 0, p = number(0, row); k < width; ++k, ++p) {
      for (std::size_t c = 0; c < 3; ++c) next_light_[c][p] = sums.light[c][k] / sums.weights[k];
      next_variance_[p] = sums.variance[k] / (sums.weights[k] * sums.weights[k]);
    }
  }

  /// Adds one neighbour of every pixel of a row, weighted by how little it is unlike the pixel.
  void add(RowSums& sums, const Plane& scale, int row, int step, int dx, int dy) const {
    const int shift = dx * step, first = std::max(0, -shift);
    const int last = std::min(film_.width, film_.width - shift);
    const Wide kernel = kKernel[std::abs(dx)] * kKernel[std::abs(dy)];
    const float pixels = float(step * std::max(std::abs(dx), std::abs(dy)));
    for (int k = first; k < last; k += Wide::kSize) {
      const int count = std::min(Wide::kSize, last - k);
      const auto here = [&](const Plane& plane) { return Wide::load(&plane[number(k, row)], count); };
      const auto there = [&](const Plane& plane) {
        return Wide::load(&plane[number(k + shift, row + dy * step)], count);
      };
      const auto difference = [&](const Plane& plane) { return here(plane) - there(plane); };
      Wide unlike = 0;
      for (const Plane& plane : normal_) unlike += square(difference(plane)) / Wide(square(kNormalWidth));
      for (const Plane& plane : albedo_) unlike += square(difference(plane)) / Wide(square(kAlbedoWidth));
      const Wide same = Wide(kSameDistance) * here(distance_) + Wide(kDepthWidth * pixels) * here(slope_);
      unlike += abs(difference(distance_)) / (same + Wide(1e-6f));
      unlike += abs(difference(luminance_)) * Wide::load(&scale[std::size_t(k)], count);
      if (dx == 0 && dy == 0) unlike = 0;
      const auto counts = unlike <= Wide(kMostUnlike);  // what is no number does not
      const Wide w = kernel * exp(-select(counts, unlike, Wide(kMostUnlike)));
      const auto add_to = [&](Plane& sum, const Wide& more) {
        float* to = &sum[std::size_t(k)];
        (Wide::load(to, count) + select(counts, more, Wide(0))).store(to, count);
      };
      for (std::size_t c = 0; c < 3; ++c) add_to(sums.light[c], w * there(light_[c]));
      add_to(sums.variance, w * w * there(variance_));
      add_to(sums.weights, w);
    }
  }

  template <class Real>
  static Real square(Real x) {
    return x * x;
  }

  /// A pixel's own variance is itself known badly; its neighbours' help.
  float local_variance(int column, int row) const {
    float total = 0, weights = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const int c = column + dx, r = row + dy;
        if (c < 0 || r < 0 || c >= film_.width || r >= film_.height) continue;
        const float w = (dx == 0 ? 2.0f : 1.0f) * (dy == 0 ? 2.0f : 1.0f);
        total += w * variance_[number(c, r)];
        weights += w;
      }
    return total / weights;
  }

  const Film& film_;
  Plane light_[3], next_light_[3], normal_[3], albedo_[3];
  Plane distance_, slope_, luminance_, variance_, next_variance_;
};

}  // namespace

Color illumination(const Color& light, const Color& albedo) {
  Color out{};
  for (int c = 0; c < 3; ++c) out[c] = light[c] / std::max(kLeastAlbedo, albedo[c]);
  return out;
}

std::vector<Color> filtered_light(const Film& film) {
  Filter filter(film);
  for (int pass = 0; pass < kPasses; ++pass) filter.pass(1 << pass);
  return filter.result();
}

}  // namespace froth
