// SPDX-License-Identifier: Apache-2.0
#include <froth/render/flat.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/render/colormap.h>
#include <froth/render/scale_mark.h>
#include <froth/render/ground_lines.h>

namespace froth {

namespace {

constexpr int kTile = 32;  // pixels a side

constexpr Vec3<float> kPaper{0.930f, 0.925f, 0.910f};
constexpr Vec3<float> kLine{0.80f, 0.80f, 0.79f};
constexpr double kLinesPerHeight = 6;  // at least this many grid lines fit into the picture's height
constexpr double kRimPixels = 0.0045;  // width of a collider's rim over the picture's height

/// A particle in pixels from the upper left corner.
struct Disc {
  float x, y, radius;
  std::uint32_t cloud, particle;
};

Vec3<float> mix(const Vec3<float>& a, const Vec3<float>& b, double t) {
  return float(1 - t) * a + float(t) * b;
}

/// Share of a pixel that lies inside an edge `depth` pixels away.
double coverage(double depth) { return std::clamp(0.5 + depth, 0.0, 1.0); }

class Sheet {
 public:
  Sheet(const FrameContent& content, const ViewRect& view, const PictureOptions& options)
      : content_(content),
        view_(view),
        width_(options.width),
        height_(options.height),
        pixel_((view.max[1] - view.min[1]) / options.height),
        columns_(int(chunk_count(width_, kTile))),
        spacing_(round_length((view.max[1] - view.min[1]) / kLinesPerHeight)) {
    sort_into_tiles();
  }

  int tile_count() const { return columns_ * int(chunk_count(height_, kTile)); }
  double spacing() const { return spacing_; }
  double pixel() const { return pixel_; }

  void draw_tile(Image& image, int tile) const {
    const int left = tile % columns_ * kTile, top = tile / columns_ * kTile;
    const int right = std::min(left + kTile, width_), bottom = std::min(top + kTile, height_);
    for (int row = top; row < bottom; ++row)
      for (int column = left; column < right; ++column) image.set(column, row, backing(column, row));
    for (const Disc& disc : tiles_[std::size_t(tile)])
      for (int row = std::max(top, int(disc.y - disc.radius - 1)); row < bottom; ++row) {
        if (float(row) > disc.y + disc.radius + 1) break;
        draw_disc_row(image, disc, row, left, right);
      }
  }

 private:
  /// Each tile gets the discs that touch it, in the order of clouds and particles, which is the order of
  /// drawing.
  void sort_into_tiles() {
    tiles_.resize(std::size_t(tile_count()));
    for (std::size_t c = 0; c < content_.clouds.size(); ++c)
      for (std::size_t p = 0; p < content_.clouds[c].x.size(); ++p) add_disc(c, p);
  }

  void add_disc(std::size_t c, std::size_t p) {
    const Vec3<float>& x = content_.clouds[c].x[p];
    const double column = (double(x[0]) - view_.min[0]) / pixel_,
                 row = (view_.max[1] - double(x[1])) / pixel_;
    const double radius = double(content_.clouds[c].radius_of(p)) / pixel_, reach = radius + 1;
    const bool is_seen =
        column + reach > 0 && column - reach < width_ && row + reach > 0 && row - reach < height_;
    if (!is_seen) return;  // also where a position is not a number
    const auto tile_of = [](double at, int size) { return int(std::clamp(at, 0.0, size - 1.0)) / kTile; };
    const Disc disc{float(column), float(row), float(radius), std::uint32_t(c), std::uint32_t(p)};
    for (int j = tile_of(row - reach, height_); j <= tile_of(row + reach, height_); ++j)
      for (int i = tile_of(column - reach, width_); i <= tile_of(column + reach, width_); ++i)
        tiles_[std::size_t(j * columns_ + i)].push_back(disc);
  }

  void draw_disc_row(Image& image, const Disc& disc, int row, int left, int right) const {
    // An edge that falls off over one pixel adds pi / 12 to the area of a disc of radius 1/2 or more. So the
    // radius is taken a little smaller, and a disc that would fall below 1/2 keeps its area by getting
    // fainter.
    const double square = double(disc.radius) * double(disc.radius);
    const double radius = std::sqrt(std::max(0.25, square - 1.0 / 12)), strength = std::min(1.0, 3 * square);
    const Vec3<float>& color = content_.clouds[disc.cloud].color_of(disc.particle);
    const double rim = 0.30 * smooth_step(1.5, 4.0, radius);  // only large discs have room for a rim
    for (int column = std::max(left, int(disc.x - disc.radius - 1)); column < right; ++column) {
      if (float(column) > disc.x + disc.radius + 1) break;
      const double dx = column + 0.5 - double(disc.x), dy = row + 0.5 - double(disc.y),
                   d = std::hypot(dx, dy);
      const double share = strength * coverage(radius - d);
      if (share <= 0) continue;
      const Vec3<float> tint = float(1 - rim * smooth_step(0.55, 1.0, d / radius)) * color;
      image.set(column, row, mix(image.at(column, row), tint, share));
    }
  }

  /// Paper, lines, ground and colliders.
  Vec3<float> backing(int column, int row) const {
    const Vec3<double> x{view_.min[0] + (column + 0.5) * pixel_, view_.max[1] - (row + 0.5) * pixel_, 0};
    // Only the outline of all solids together gets a rim, so that a floor and a wall meet without a seam.
    double distance = content_.ground ? x[1] - content_.ground_height : kUnbounded;
    Vec3<float> fill = ground_color();
    for (const PosedShape& collider : content_.colliders) {
      const double d = collider.shape->signed_distance(collider.pose.to_rest(x));
      if (d < distance) distance = d, fill = collider.color;
    }
    return paint_area(mix(kPaper, kLine, line_share(x)), fill, distance);
  }

  double line_share(const Vec3<double>& x) const {
    double share = 0;
    for (int d = 0; d < 2; ++d) {
      const double off = std::abs(x[d] - spacing_ * std::round(x[d] / spacing_)) / pixel_;
      share = std::max(share, std::clamp(1 - off, 0.0, 1.0));
    }
    return share;
  }

  Vec3<float> paint_area(const Vec3<float>& under, const Vec3<float>& fill, double distance) const {
    const double depth = -distance / pixel_, rim = std::max(1.0, kRimPixels * height_);
    const Vec3<float> inside = mix(0.45f * fill, fill, coverage(depth - rim));
    return mix(under, inside, coverage(depth));
  }

  const FrameContent& content_;
  ViewRect view_;
  int width_, height_;
  double pixel_;
  int columns_;
  double spacing_;
  std::vector<std::vector<Disc>> tiles_;
};

}  // namespace

Image render_2d(const FrameContent& content, const ViewRect& view, const PictureOptions& options) {
  check_options(options);
  check_content(content);
  if (!(view.max[0] > view.min[0] && view.max[1] > view.min[1]))
    throw InputError("the view of a planar picture is empty; its maximum must be above its minimum");
  const Sheet sheet(content, view, options);
  Image image = Image::blank(options.width, options.height);
  parallel_tasks(sheet.tile_count(), [&](Index tile) { sheet.draw_tile(image, int(tile)); });
  draw_scale_bar(image, sheet.spacing(), sheet.pixel());
  return image;
}

}  // namespace froth
