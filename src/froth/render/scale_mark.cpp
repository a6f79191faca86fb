// SPDX-License-Identifier: Apache-2.0
#include <froth/render/scale_mark.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace froth {

namespace {

// A picture lower than this has no room for letters that can be read.
constexpr int kLeastHeight = 200;

constexpr Vec3<float> kInk{0.06f, 0.065f, 0.075f};

/// One character: lines through points, with a negative x as "lift the pen". Capitals are 1 high.
struct Glyph {
  char name;
  double advance;
  std::vector<Vec2<double>> path;
};

constexpr Vec2<double> kLift{-1, 0};  // the pen goes up

// clang-format off
const std::vector<Glyph>& font() {
  static const std::vector<Glyph> glyphs = {
      {'0', 0.86, {{.16, 0}, {.44, 0}, {.57, .13}, {.6, .3}, {.6, .7}, {.57, .87}, {.44, 1}, {.16, 1},
                   {.03, .87}, {0, .7}, {0, .3}, {.03, .13}, {.16, 0}}},
      {'1', 0.66, {{.08, .76}, {.34, 1}, {.34, 0}}},
      {'2', 0.86, {{.02, .78}, {.12, .94}, {.3, 1}, {.5, .93}, {.58, .76}, {.5, .54}, {0, 0}, {.6, 0}}},
      {'5', 0.86, {{.54, 1}, {.1, 1}, {.05, .55}, {.28, .63}, {.49, .55}, {.59, .33}, {.5, .09}, {.28, 0},
                   {.02, .1}}},
      {'c', 0.74, {{.5, .53}, {.38, .62}, {.16, .62}, {.03, .5}, {0, .31}, {.03, .12}, {.16, 0}, {.38, 0},
                   {.5, .09}}},
      {'k', 0.7, {{0, 0}, {0, 1}, kLift, {.44, .62}, {0, .24}, kLift, {.15, .37}, {.48, 0}}},
      {'m', 1.08, {{0, 0}, {0, .62}, kLift, {0, .46}, {.13, .62}, {.28, .62}, {.39, .5}, {.39, 0}, kLift,
                   {.39, .46}, {.52, .62}, {.67, .62}, {.78, .5}, {.78, 0}}},
      {'u', 0.74, {{0, -.25}, {0, .62}, kLift, {0, .14}, {.13, 0}, {.3, 0}, {.48, .16}, kLift, {.48, .62},
                   {.48, 0}}},
      {' ', 0.4, {}}};
  return glyphs;
}
// clang-format on

double distance_to_segment(const Vec2<double>& x, const Vec2<double>& a, const Vec2<double>& b) {
  const Vec2<double> along = b - a;
  const double length2 = dot(along, along);
  const double t = length2 > 0 ? std::clamp(dot(x - a, along) / length2, 0.0, 1.0) : 0.0;
  return norm(x - a - t * along);
}

/// A set of lines of one width, in pixels from the upper left corner, that is inked once where lines overlap.
class Strokes {
 public:
  explicit Strokes(double width) : half_width_(width / 2) {}

  void add(const Vec2<double>& a, const Vec2<double>& b) { lines_.push_back({a, b}); }

  /// Writes `text` with its lower left corner at `corner`.
  void write(const std::string& text, Vec2<double> corner, double height) {
    for (const char letter : text)
      for (const Glyph& glyph : font()) {
        if (glyph.name != letter) continue;
        const auto place = [&](const Vec2<double>& p) {
          return Vec2<double>{corner[0] + height * p[0], corner[1] - height * p[1]};
        };
        for (std::size_t k = 1; k < glyph.path.size(); ++k)
          if (glyph.path[k - 1][0] >= 0 && glyph.path[k][0] >= 0)
            add(place(glyph.path[k - 1]), place(glyph.path[k]));
        corner[0] += height * glyph.advance;
      }
  }

  void draw(Image& image) const {
    Vec2<double> min{1e9, 1e9}, max{-1e9, -1e9};
    for (const Line& line : lines_)
      for (int d = 0; d < 2; ++d) {
        min[d] = std::min({min[d], line.a[d], line.b[d]});
        max[d] = std::max({max[d], line.a[d], line.b[d]});
      }
    const double reach = half_width_ + 1;
    const int left = std::max(0, int(min[0] - reach)), right = std::min(image.width - 1, int(max[0] + reach));
    const int top = std::max(0, int(min[1] - reach)),
              bottom = std::min(image.height - 1, int(max[1] + reach));
    for (int row = top; row <= bottom; ++row)
      for (int column = left; column <= right; ++column) {
        const float ink = coverage({column + 0.5, row + 0.5});
        image.set(column, row, (1 - ink) * image.at(column, row) + ink * kInk);
      }
  }

 private:
  struct Line {
    Vec2<double> a, b;
  };
  float coverage(const Vec2<double>& x) const {
    double nearest = 1e9;
    for (const Line& line : lines_) nearest = std::min(nearest, distance_to_segment(x, line.a, line.b));
    return float(std::clamp(0.5 + half_width_ - nearest, 0.0, 1.0));
  }
  double half_width_;
  std::vector<Line> lines_;
};

/// Lightens the area that a mark is to stand on.
void draw_panel(Image& image, const Vec2<double>& min, const Vec2<double>& max) {
  const auto share = [](double from, double to, int k) {
    return std::clamp(std::min(k + 1 - from, to - k), 0.0, 1.0);
  };
  for (int row = std::max(0, int(min[1])); row < std::min(double(image.height), max[1]); ++row)
    for (int column = std::max(0, int(min[0])); column < std::min(double(image.width), max[0]); ++column) {
      const float veil = 0.8f * float(share(min[0], max[0], column) * share(min[1], max[1], row));
      image.set(column, row, (1 - veil) * image.at(column, row) + veil * Vec3<float>{0.93f, 0.925f, 0.91f});
    }
}

double text_width(const std::string& text, double height) {
  double width = 0;
  for (const char letter : text)
    for (const Glyph& glyph : font())
      if (glyph.name == letter) width += glyph.advance * height;
  return width;
}

}  // namespace

double round_length(double length) {
  const double decade = std::pow(10.0, std::floor(std::log10(length)));
  for (const double step : {10.0, 5.0, 2.0})
    if (step * decade <= length * (1 + 1e-9)) return step * decade;
  return decade;
}

std::string length_label(double length) {
  struct Scale {
    double size;
    const char* name;
  };
  constexpr Scale scales[] = {{1e3, "km"}, {1, "m"}, {1e-2, "cm"}, {1e-3, "mm"}, {1e-6, "um"}};
  for (const Scale& scale : scales) {
    const double count = length / scale.size;
    if (count >= 1 - 1e-6) return std::to_string(std::lround(count)) + " " + scale.name;
  }
  return {};
}

void draw_scale_bar(Image& image, double length, double pixel) {
  const std::string label = length_label(length);
  if (image.height < kLeastHeight || label.empty()) return;
  const double letter = 0.024 * image.height, margin = 1.6 * letter, bar = length / pixel;
  const double right = image.width - margin, left = right - bar, base = image.height - margin,
               tick = 0.35 * letter;
  draw_panel(image, {left - 0.8 * letter, base - 2.3 * letter}, {right + 0.8 * letter, base + 0.9 * letter});
  Strokes strokes(std::max(1.2, letter / 8));
  strokes.add({left, base}, {right, base});
  strokes.add({left, base - tick}, {left, base + tick});
  strokes.add({right, base - tick}, {right, base + tick});
  strokes.write(label, {(left + right - text_width(label, letter)) / 2, base - 0.75 * letter}, letter);
  strokes.draw(image);
}

void draw_grid_key(Image& image, double length) {
  const std::string label = length_label(length);
  if (image.height < kLeastHeight || label.empty()) return;
  const double letter = 0.024 * image.height, margin = 1.6 * letter;
  const double text_left = image.width - margin - text_width(label, letter), base = image.height - margin;
  Strokes strokes(std::max(1.2, letter / 8));
  strokes.write(label, {text_left, base}, letter);
  // A floor tile seen at a slant, standing for one mesh of the grid.
  const double width = 1.7 * letter, lean = 0.55 * letter, left = text_left - 0.9 * letter - width - lean;
  const Vec2<double> a{left, base}, b{left + width, base}, c{left + width + lean, base - letter},
      d{left + lean, base - letter};
  strokes.add(a, b), strokes.add(b, c), strokes.add(c, d), strokes.add(d, a);
  strokes.draw(image);
}

}  // namespace froth
