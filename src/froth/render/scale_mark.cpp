// SPDX-License-Identifier: Apache-2.0
#include <froth/render/scale_mark.h>

#include <algorithm>
#include <cmath>

#include <froth/render/text.h>

namespace froth {

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
  if (image.height < kLeastLetteredHeight || label.empty()) return;
  const double letter = letter_height(image), margin = 1.6 * letter, bar = length / pixel;
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
  if (image.height < kLeastLetteredHeight || label.empty()) return;
  const double letter = letter_height(image), margin = 1.6 * letter;
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
