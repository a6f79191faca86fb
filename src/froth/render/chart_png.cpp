// SPDX-License-Identifier: Apache-2.0
// Charts as pictures: every mark covers pixels by its distance to their middles, once where it overlaps
// itself.
#include <algorithm>
#include <cmath>

#include <froth/render/chart_marks.h>
#include <froth/render/colormap.h>
#include <froth/render/text.h>

namespace froth {

namespace {

Vec3<float> linear_color(std::uint32_t color) {
  const auto part = [&](int shift) { return ((color >> shift) & 0xFFu) / 255.0; };
  return srgb_to_linear(Vec3<double>{part(16), part(8), part(0)});
}

struct Segment {
  Vec2<double> a, b;
};

double distance_to(const Segment& s, const Vec2<double>& x) {
  const Vec2<double> along = s.b - s.a, from = x - s.a;
  const double length2 = dot(along, along);
  const double t = length2 > 0 ? std::clamp(dot(from, along) / length2, 0.0, 1.0) : 0.0;
  const Vec2<double> off = from - t * along;
  return std::sqrt(dot(off, off));
}

/// How much of each pixel one mark covers, in the part of a picture that it can reach.
class Coverage {
 public:
  Coverage(const Image& image, const std::vector<Segment>& segments, double width) : half_width_(width / 2) {
    Vec2<double> low{1e9, 1e9}, high{-1e9, -1e9};
    for (const Segment& s : segments)
      for (int k = 0; k < 2; ++k)
        low[k] = std::min({low[k], s.a[k], s.b[k]}), high[k] = std::max({high[k], s.a[k], s.b[k]});
    window_ = window_of({low, high}, {0, 0, image.width - 1, image.height - 1});
    if (window_.right < window_.left || window_.bottom < window_.top) return;
    ink_.resize(std::size_t(window_.columns()) * std::size_t(window_.bottom - window_.top + 1), 0.0f);
    for (const Segment& s : segments) add(s);
  }

  void draw(Image& image, const Vec3<float>& color) const {
    for (int row = window_.top; row <= window_.bottom; ++row)
      for (int c = window_.left; c <= window_.right; ++c) {
        const float ink = ink_[at(c, row)];
        if (ink > 0) image.set(c, row, (1 - ink) * image.at(c, row) + ink * color);
      }
  }

 private:
  struct Window {
    int left = 0, top = 0, right = -1, bottom = -1;
    int columns() const { return right - left + 1; }
  };

  /// Pixels around a segment, or around the diagonal of many, within others.
  Window window_of(const Segment& s, const Window& within) const {
    const double reach = half_width_ + 1;
    const auto [left, right] = std::minmax({s.a[0], s.b[0]});
    const auto [top, bottom] = std::minmax({s.a[1], s.b[1]});
    return {std::max(within.left, int(left - reach)), std::max(within.top, int(top - reach)),
            std::min(within.right, int(right + reach)), std::min(within.bottom, int(bottom + reach))};
  }

  void add(const Segment& s) {
    const Window window = window_of(s, window_);
    for (int row = window.top; row <= window.bottom; ++row)
      for (int c = window.left; c <= window.right; ++c) {
        const double ink = std::clamp(0.5 + half_width_ - distance_to(s, {c + 0.5, row + 0.5}), 0.0, 1.0);
        ink_[at(c, row)] = std::max(ink_[at(c, row)], float(ink));
      }
  }

  std::size_t at(int column, int row) const {
    return std::size_t(row - window_.top) * std::size_t(window_.columns()) +
           std::size_t(column - window_.left);
  }

  double half_width_;
  Window window_;
  std::vector<float> ink_;
};

/// Cuts a path into dashes; the pattern goes on around corners.
std::vector<Segment> dashes(const std::vector<Vec2<double>>& points, double dash, double gap) {
  std::vector<Segment> out;
  double walked = 0;
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    const Vec2<double> along = points[k + 1] - points[k];
    const double length = std::sqrt(dot(along, along));
    if (!(length > 0)) continue;
    const double period = dash + gap;
    for (double start = std::floor(walked / period) * period; start < walked + length; start += period) {
      const double from = std::max(start, walked), to = std::min(start + dash, walked + length);
      if (from < to)
        out.push_back(
            {points[k] + ((from - walked) / length) * along, points[k] + ((to - walked) / length) * along});
    }
    walked += length;
  }
  return out;
}

void draw_text(Image& image, const Mark& mark, double scale) {
  const double height = scale * mark.size, width = text_width(mark.text, height);
  Vec2<double> corner = scale * mark.points[0];
  corner[0] -= mark.align == Mark::Align::Left ? 0 : mark.align == Mark::Align::Middle ? width / 2 : width;
  Strokes strokes(std::max(1.1, height / 8));
  strokes.write(mark.text, corner, height);
  strokes.draw(image);
}

void draw_mark(Image& image, const Mark& mark, double scale) {
  std::vector<Vec2<double>> points;
  for (const Vec2<double>& point : mark.points) points.push_back(scale * point);
  if (mark.kind == Mark::Kind::Text) return draw_text(image, mark, scale);
  std::vector<Segment> segments;
  if (mark.kind == Mark::Kind::Dots)
    for (const Vec2<double>& point : points) segments.push_back({point, point});
  else if (mark.is_dashed)
    segments = dashes(points, scale * kDashLength, scale * kDashGap);
  else
    for (std::size_t k = 0; k + 1 < points.size(); ++k) segments.push_back({points[k], points[k + 1]});
  Coverage(image, segments, scale * mark.size).draw(image, linear_color(mark.color));
}

}  // namespace

Image chart_picture(const std::vector<Chart>& charts, int columns, double scale) {
  const MarkedPage page = lay_out(charts, columns);
  PictureOptions size;
  size.width = static_cast<int>(std::lround(scale * page.width));
  size.height = static_cast<int>(std::lround(scale * page.height));
  check_options(size);
  Image image = Image::blank(size.width, size.height);
  std::fill(image.rgb.begin(), image.rgb.end(), 1.0f);
  for (const Mark& mark : page.marks) draw_mark(image, mark, scale);
  return image;
}

}  // namespace froth
