// SPDX-License-Identifier: Apache-2.0
#include <froth/render/color_scale.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/render/colormap.h>
#include <froth/render/text.h>

namespace froth {

namespace {

constexpr double kTail = 0.01;    // share of the values beyond either end
constexpr double kNearby = 1.25;  // the whole range is shown where it is at most so many times the robust one
constexpr int kMostTicks = 5;

double quantile(std::vector<double>& values, double share) {
  const auto at = values.begin() + std::ptrdiff_t(std::lround(share * double(values.size() - 1)));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// Steps of 1, 2 or 5 times a power of ten, at most kMostTicks of them in the range.
double tick_step(const ScalarRange& range) {
  const double rough = (range.hi - range.lo) / kMostTicks,
               decade = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= rough) return factor * decade;
  return 10 * decade;
}

/// Sizes of a legend in pixels.
struct LegendLayout {
  double letter, left, right, top, bar_top, bar_bottom, base;

  explicit LegendLayout(const Image& image) : letter(letter_height(image)) {
    right = image.width - 2.4 * letter;
    left = right - std::min(18 * letter, 0.4 * image.width);
    top = 1.6 * letter;
    bar_top = top + 1.9 * letter, bar_bottom = bar_top + 0.9 * letter;
    base = bar_bottom + 1.8 * letter;
  }
};

void paint_bar(Image& image, const LegendLayout& l) {
  for (int row = int(l.bar_top); row < int(l.bar_bottom); ++row)
    for (int column = int(l.left); column < int(l.right); ++column)
      image.set(column, row, scalar_color(float((column + 0.5 - l.left) / (l.right - l.left))));
}

}  // namespace

ScalarRange robust_range(std::vector<double> values) {
  std::erase_if(values, [](double x) { return !std::isfinite(x); });
  ScalarRange range;
  if (values.empty()) return range;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  range.least = *least, range.most = *most;
  range.lo = quantile(values, kTail), range.hi = quantile(values, 1 - kTail);
  if (range.most - range.least <= kNearby * (range.hi - range.lo) || !(range.hi > range.lo))
    range.lo = range.least, range.hi = range.most;
  return range;
}

ScalarRange join(const ScalarRange& a, const ScalarRange& b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi), std::min(a.least, b.least), std::max(a.most, b.most)};
}

Vec3<float> color_in(const ScalarRange& range, double value) {
  if (!std::isfinite(value)) return ground_color();
  const double width = range.hi - range.lo;
  return scalar_color(width > 0 ? float((value - range.lo) / width) : 0.5f);
}

std::string number_label(double value) {
  const std::string text = fmt::format("{:.3g}", value);
  return text == "-0" ? "0" : text;
}

void draw_legend(Image& image, const std::string& name, const std::string& unit, const ScalarRange& range) {
  if (image.height < kLeastLetteredHeight || range.is_empty()) return;
  const LegendLayout l(image);
  draw_panel(image, {l.left - 1.6 * l.letter, l.top - 0.7 * l.letter},
             {l.right + 1.6 * l.letter, l.base + 0.7 * l.letter});
  paint_bar(image, l);
  Strokes strokes(std::max(1.2, l.letter / 8));
  const std::string title = name + (unit.empty() || unit == "-" ? "" : " [" + unit + "]");
  strokes.write(fitted(drawable_text(title), l.letter, l.right - l.left), {l.left, l.top + l.letter},
                l.letter);
  const auto tick = [&](double share, const std::string& label) {
    const double x = l.left + share * (l.right - l.left), size = 0.8 * l.letter;
    strokes.add({x, l.bar_bottom}, {x, l.bar_bottom + 0.35 * l.letter});
    const double wide = text_width(label, size), edge = 0.8 * l.letter;  // that of the panel is further out
    strokes.write(label, {std::clamp(x - wide / 2, l.left - edge, l.right + edge - wide), l.base}, size);
  };
  const double width = range.hi - range.lo;
  tick(0, (range.is_cut_below() ? "< " : "") + number_label(range.lo));
  if (width > 0) {
    tick(1, (range.is_cut_above() ? "> " : "") + number_label(range.hi));
    const double step = tick_step(range);
    const double first = std::ceil(range.lo / step);
    for (int k = 0; k <= int(width / step); ++k) {  // counted: far from zero, first + 1 may be first again
      const double at = (first + k) * step, share = (at - range.lo) / width;
      if (share > 0.22 && share < 0.78) tick(share, number_label(at));  // ends have labels of their own
    }
  }
  strokes.draw(image);
}

}  // namespace froth
