// SPDX-License-Identifier: Apache-2.0
// The font is drawn on a grid of tenths of a capital's height. A glyph is its advance and a path of points,
// two letters each: x as a digit, y as a letter from a (-3) over d (the base line) and n (10) to p (12).
// A space lifts the pen; a point alone is a dot.
#include <froth/render/text.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace froth {

namespace {

constexpr Vec3<float> kInk{0.06f, 0.065f, 0.075f};
constexpr char kFirst = ' ', kLast = '~';

struct Glyph {
  int advance;
  const char* path;
};

// clang-format off
constexpr std::array<Glyph, kLast - kFirst + 1> kFont = {{
    {4, ""},                                              // space
    {4, "1n1g 1d"},                                       // !
    {6, "1n1k 4n4k"},                                     // "
    {9, "2d3n 4d5n 0h7h 1k8k"},                           // #
    {8, "6l5m1m0l0j1i5i6h6f5e1e0f 3o3c"},                 // $
    {10, "0d8n 1n2n3m3k2j1j0k0m1n 6h7h8g8e7d6d5e5g6h"},   // %
    {9, "7d1k1m2n3n4m4k0g0e1d4d7h"},                      // &
    {4, "1n1k"},                                          // '
    {5, "3o1m0j0g1d3b"},                                  // (
    {5, "0o2m3j3g2d0b"},                                  // )
    {7, "3n3h 0l6j 6l0j"},                                // *
    {8, "3k3e 0h6h"},                                     // +
    {4, "1e1d0b"},                                        // ,
    {7, "0h5h"},                                          // -
    {4, "1d"},                                            // .
    {7, "0b5o"},                                          // /
    {9, "2d4d6f6l4n2n0l0f2d"},                            // 0
    {7, "1l3n3d"},                                        // 1
    {9, "0l1m2n4n6m6k0d6d"},                              // 2
    {9, "0m1n4n6m6j4i2i 4i6h6e4d1d0e"},                   // 3
    {9, "5d5n0g6g"},                                      // 4
    {9, "6n1n0i2j4j6h6f4d1d0e"},                          // 5
    {9, "5n3n1l0i0f2d4d6f6h4j2j0h"},                      // 6
    {9, "0n6n2d"},                                        // 7
    {9, "2i0k0m2n4n6m6k4i2i0g0e2d4d6e6g4i"},              // 8
    {9, "1d3d5f6i6l4n2n0l0j2h4h6j"},                      // 9
    {4, "1i 1d"},                                         // :
    {4, "1i 1e1d0b"},                                     // ;
    {8, "6l0h6d"},                                        // <
    {8, "0j6j 0f6f"},                                     // =
    {8, "0l6h0d"},                                        // >
    {8, "0l1n4n5m5k3i3g 3d"},                             // ?
    {10, "6g6j4k3k2i2h3g5g6h8g8l6n3n0k0g2d5d7e"},         // @
    {9, "0d3n4n7d 1g6g"},                                 // A
    {9, "0d0n4n6m6j4i0i 4i6h6e4d0d"},                     // B
    {9, "6l4n2n0l0f2d4d6f"},                              // C
    {9, "0d0n4n6l6f4d0d"},                                // D
    {8, "6d0d0n6n 0i5i"},                                 // E
    {8, "0d0n6n 0i5i"},                                   // F
    {9, "6l4n2n0l0f2d4d6f6h4h"},                          // G
    {9, "0d0n 6d6n 0i6i"},                                // H
    {4, "1d1n"},                                          // I
    {8, "5n5f3d2d0f"},                                    // J
    {9, "0d0n 6n0h 2j6d"},                                // K
    {8, "0n0d5d"},                                        // L
    {10, "0d0n4g8n8d"},                                   // M
    {9, "0d0n6d6n"},                                      // N
    {10, "3d4d7g7k4n3n0k0g3d"},                           // O
    {9, "0d0n4n6m6j4h0h"},                                // P
    {10, "3d4d7g7k4n3n0k0g3d 4g7c"},                      // Q
    {9, "0d0n4n6m6j4i0i 3i6d"},                           // R
    {9, "6l5n1n0m0k1i5i6g6e5d1d0f"},                      // S
    {8, "0n6n 3n3d"},                                     // T
    {9, "0n0f2d4d6f6n"},                                  // U
    {9, "0n3d4d7n"},                                      // V
    {10, "0n2d4k6d8n"},                                   // W
    {9, "0d6n 0n6d"},                                     // X
    {8, "0n3i6n 3i3d"},                                   // Y
    {9, "0n6n0d6d"},                                      // Z
    {5, "3o0o0b3b"},                                      // [
    {7, "0o5b"},                                          // backslash
    {5, "0o3o3b0b"},                                      // ]
    {8, "0k3n6k"},                                        // ^
    {8, "0b6b"},                                          // _
    {4, "0n2l"},                                          // `
    {8, "0i1j4j5i5d 5h1h0g0e1d4d5e"},                     // a
    {8, "0n0d 0h1j4j5h5f4d1d0f"},                         // b
    {7, "5i4j1j0h0f1d4d5e"},                              // c
    {8, "5n5d 5h4j1j0h0f1d4d5f"},                         // d
    {8, "0g5g5i4j1j0i0e1d4d5e"},                          // e
    {6, "4n3n2m2d 0j4j"},                                 // f
    {8, "5j5b4a1a0b 5h4j1j0h0f1d4d5f"},                   // g
    {8, "0n0d 0h1j4j5i5d"},                               // h
    {4, "1j1d 1m"},                                       // i
    {5, "2j2b1a0a 2m"},                                   // j
    {7, "0n0d 4j0f 1g5d"},                                // k
    {4, "1n1e2d"},                                        // l
    {11, "0j0d 0i1j3j4i4d 4i5j7j8i8d"},                   // m
    {8, "0j0d 0h1j4j5i5d"},                               // n
    {8, "1d4d5f5h4j1j0h0f1d"},                            // o
    {8, "0j0a 0h1j4j5h5f4d1d0f"},                         // p
    {8, "5j5a 5h4j1j0h0f1d4d5f"},                         // q
    {6, "0j0d 0h1j3j4i"},                                 // r
    {7, "5i4j1j0i0h1g4g5f5e4d1d0e"},                      // s
    {6, "2m2e3d4d 0j4j"},                                 // t
    {8, "0j0e1d4d5f 5j5d"},                               // u
    {8, "0j3d6j"},                                        // v
    {10, "0j2d4i6d8j"},                                   // w
    {7, "0j5d 0d5j"},                                     // x
    {8, "0j3d 6j3d2b0a"},                                 // y
    {7, "0j5j0d5d"},                                      // z
    {6, "4o3o2n2j0i2h2c3b4b"},                            // {
    {4, "1o1b"},                                          // |
    {6, "0o1o2n2j4i2h2c1b0b"},                            // }
    {9, "0h1i2i5g6g7h"},                                  // ~
}};
// clang-format on

bool has_glyph(char letter) { return letter >= kFirst && letter <= kLast; }
const Glyph& glyph_of(char letter) {
  return kFont[static_cast<std::size_t>((has_glyph(letter) ? letter : '?') - kFirst)];
}

double distance_to_segment(const Vec2<double>& x, const Vec2<double>& a, const Vec2<double>& b) {
  const Vec2<double> along = b - a;
  const double length2 = dot(along, along);
  const double t = length2 > 0 ? std::clamp(dot(x - a, along) / length2, 0.0, 1.0) : 0.0;
  return norm(x - a - t * along);
}

}  // namespace

double text_width(const std::string& text, double height) {
  double width = 0;
  for (const char letter : text) width += 0.1 * glyph_of(letter).advance * height;
  return width;
}

std::string drawable_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
    if (!continues) out += has_glyph(c) ? c : '?';
  }
  return out;
}

std::string fitted(const std::string& text, double height, double width) {
  if (text_width(text, height) <= width) return text;
  for (std::size_t length = text.size(); length > 0; --length) {
    std::string cut = text.substr(0, length) + "...";
    if (text_width(cut, height) <= width) return cut;
  }
  return {};
}

void Strokes::write(const std::string& text, Vec2<double> corner, double height) {
  const double tenth = 0.1 * height;
  for (const char letter : text) {
    const Glyph& glyph = glyph_of(letter);
    const auto point = [&](const char* at) {
      return Vec2<double>{corner[0] + tenth * (at[0] - '0'), corner[1] - tenth * (at[1] - 'd')};
    };
    const char* last = nullptr;
    for (const char* at = glyph.path; *at != '\0';) {
      if (*at == ' ') {
        last = nullptr, ++at;
        continue;
      }
      const bool is_dot = last == nullptr && (at[2] == '\0' || at[2] == ' ');
      if (last != nullptr || is_dot) add(point(is_dot ? at : last), point(at));
      last = at, at += 2;
    }
    corner[0] += tenth * glyph.advance;
  }
}

void Strokes::draw(Image& image) const {
  const double reach = half_width_ + 1;
  double low = 1e9, high = -1e9;
  for (const Line& line : lines_)
    low = std::min({low, line.a[1], line.b[1]}), high = std::max({high, line.a[1], line.b[1]});
  const int top = std::max(0, int(low - reach)), bottom = std::min(image.height - 1, int(high + reach));
  std::vector<Line> near;
  for (int row = top; row <= bottom; ++row) {
    // Only lines that come near this row can ink it.
    near.clear();
    double left = 1e9, right = -1e9;
    for (const Line& line : lines_) {
      if (std::min(line.a[1], line.b[1]) - reach > row + 1 || std::max(line.a[1], line.b[1]) + reach < row)
        continue;
      near.push_back(line);
      left = std::min({left, line.a[0], line.b[0]}), right = std::max({right, line.a[0], line.b[0]});
    }
    const int begin = std::max(0, int(left - reach)), end = std::min(image.width - 1, int(right + reach));
    for (int column = begin; column <= end && !near.empty(); ++column) {
      const float ink = coverage({column + 0.5, row + 0.5}, near);
      if (ink > 0) image.set(column, row, (1 - ink) * image.at(column, row) + ink * kInk);
    }
  }
}

float Strokes::coverage(const Vec2<double>& x, const std::vector<Line>& near) const {
  double nearest = 1e9;
  for (const Line& line : near) nearest = std::min(nearest, distance_to_segment(x, line.a, line.b));
  return float(std::clamp(0.5 + half_width_ - nearest, 0.0, 1.0));
}

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

double letter_height(const Image& image) { return 0.024 * image.height; }

void draw_caption(Image& image, const std::string& text, Caption place) {
  if (image.height < kLeastLetteredHeight) return;
  const double letter = 1.25 * letter_height(image), margin = 1.6 * letter;
  const std::string shown = fitted(drawable_text(text), letter, image.width - 2 * margin);
  if (shown.empty()) return;
  const double base = place == Caption::UpperLeft ? margin + letter : image.height - margin;
  const double right = margin + text_width(shown, letter);
  draw_panel(image, {margin - 0.8 * letter, base - 1.7 * letter},
             {right + 0.5 * letter, base + 0.8 * letter});
  Strokes strokes(std::max(1.2, letter / 8));
  strokes.write(shown, {margin, base}, letter);
  strokes.draw(image);
}

}  // namespace froth
