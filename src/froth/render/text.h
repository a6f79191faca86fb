// SPDX-License-Identifier: Apache-2.0
// Letters in pictures: a stroke font of our own for printable ASCII, lines of any width, and captions.
#pragma once

#include <string>
#include <vector>

#include <froth/render/picture.h>

namespace froth {

/// How far `text` reaches to the right when its capitals are `height` pixels high.
double text_width(const std::string& text, double height);

/// `text` with everything that the font does not have replaced by "?", one for each character of UTF-8.
std::string drawable_text(const std::string& text);

/// `text`, or as much of it as fits into `width` with "..." behind it; `height` is that of capitals.
std::string fitted(const std::string& text, double height, double width);

/// Lines of one width, in pixels from the upper left corner of a picture, inked once where they overlap.
class Strokes {
 public:
  explicit Strokes(double width) : half_width_(width / 2) {}

  void add(const Vec2<double>& a, const Vec2<double>& b) { lines_.push_back({a, b}); }
  /// Writes `text` with the left end of its base line at `corner`; capitals are `height` pixels high.
  void write(const std::string& text, Vec2<double> corner, double height);
  void draw(Image& image) const;

 private:
  struct Line {
    Vec2<double> a, b;
  };
  float coverage(const Vec2<double>& x, const std::vector<Line>& near) const;

  double half_width_;
  std::vector<Line> lines_;
};

/// Lightens an area for a mark to stand on; corners in pixels.
void draw_panel(Image& image, const Vec2<double>& min, const Vec2<double>& max);

/// Height of capitals in a picture of that height, in pixels.
double letter_height(const Image& image);

/// A picture lower than this has no room for letters that can be read.
inline constexpr int kLeastLetteredHeight = 200;

enum class Caption { UpperLeft, LowerLeft };

/// Writes `text` on a light panel in a corner. Text that is too wide is cut and ends in "..."; pictures that
/// are too low for letters are left as they are.
void draw_caption(Image& image, const std::string& text, Caption place);

}  // namespace froth
