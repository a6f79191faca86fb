// SPDX-License-Identifier: Apache-2.0
#include <froth/render/film_filter.h>

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

Color multiplied(const Color& illumination, const Color& albedo) {
  Color light{};
  for (int c = 0; c < 3; ++c) light[c] = illumination[c] * std::max(kLeastAlbedo, albedo[c]);
  return light;
}

class Filter {
 public:
  explicit Filter(const Film& film) : film_(film), light_(film.pixels.size()), variance_(light_.size()) {
    for (std::size_t k = 0; k < light_.size(); ++k) {
      light_[k] = illumination(film.pixels[k].light, film.pixels[k].first.albedo);
      variance_[k] = film.pixels[k].variance;
    }
    next_light_ = light_, next_variance_ = variance_;
    slope_.resize(light_.size());
    parallel_tasks(film.height, [&](Index row) {
      for (int column = 0; column < film.width; ++column)
        slope_[number(column, int(row))] = slope(column, int(row));
    });
  }

  void pass(int step) {
    parallel_tasks(film_.height, [&](Index row) {
      for (int column = 0; column < film_.width; ++column) smooth(column, int(row), step);
    });
    light_.swap(next_light_);
    variance_.swap(next_variance_);
  }

  std::vector<Color> result() const {
    std::vector<Color> light(light_.size());
    for (std::size_t k = 0; k < light.size(); ++k)
      light[k] = multiplied(light_[k], film_.pixels[k].first.albedo);
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

  /// The exponent of how little a neighbour has to do with a pixel.
  float unlikeness(std::size_t p, std::size_t q, float pixels, float light_scale) const {
    const FirstSurface &a = film_.pixels[p].first, &b = film_.pixels[q].first;
    const Direction dn = a.normal - b.normal;
    const Color da = a.albedo - b.albedo;
    const float same = kSameDistance * a.distance + kDepthWidth * slope_[p] * pixels;
    const float dz = std::abs(a.distance - b.distance) / (same + 1e-6f);
    const float dl = std::abs(luminance(light_[p]) - luminance(light_[q])) * light_scale;
    return dot(dn, dn) / (kNormalWidth * kNormalWidth) + dot(da, da) / (kAlbedoWidth * kAlbedoWidth) + dz +
           dl;
  }

  void smooth(int column, int row, int step) {
    const std::size_t p = number(column, row);
    const float light_scale =
        1 / (kLightWidth * std::sqrt(std::max(0.0f, local_variance(column, row))) + 1e-4f);
    Color total{};
    float weights = 0, variance = 0;
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx) {
        const int c = column + dx * step, r = row + dy * step;
        if (c < 0 || r < 0 || c >= film_.width || r >= film_.height) continue;
        const std::size_t q = number(c, r);
        const float pixels = float(step * std::max(std::abs(dx), std::abs(dy)));
        const float unlike = p == q ? 0 : unlikeness(p, q, pixels, light_scale);
        if (!(unlike <= 12)) continue;  // nor what is no number
        const float w = kKernel[std::abs(dx)] * kKernel[std::abs(dy)] * std::exp(-unlike);
        total += w * light_[q];
        variance += w * w * variance_[q];
        weights += w;
      }
    next_light_[p] = total / weights;
    next_variance_[p] = variance / (weights * weights);
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
  std::vector<Color> light_, next_light_;
  std::vector<float> variance_, next_variance_, slope_;
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
