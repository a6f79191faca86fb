// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <set>

#include <froth/render/scale_mark.h>
#include <froth/render/text.h>

namespace froth {

namespace {

Image white(int width, int height) {
  Image image = Image::blank(width, height);
  for (float& value : image.rgb) value = 1;
  return image;
}

/// One letter with capitals of 40 pixels, its left end at (20, 60) of a picture of 100 by 100.
Image drawn(char letter) {
  Image image = white(100, 100);
  Strokes strokes(3);
  strokes.write(std::string(1, letter), {20, 60}, 40);
  strokes.draw(image);
  return image;
}

struct Box {
  int left = 1000, right = -1, top = 1000, bottom = -1;
  double ink = 0;
};

Box ink_of(const Image& image) {
  Box box;
  for (int row = 0; row < image.height; ++row)
    for (int column = 0; column < image.width; ++column) {
      const double ink = 1 - double(image.at(column, row)[0]);
      if (ink <= 0) continue;
      box = {std::min(box.left, column), std::max(box.right, column), std::min(box.top, row),
             std::max(box.bottom, row), box.ink + ink};
    }
  return box;
}

std::string printable() {
  std::string all;
  for (char c = ' '; c <= '~'; ++c) all += c;
  return all;
}

}  // namespace

// Oracle: the definition of a font: 95 printable characters of ASCII, no two alike, and only the blank empty.
TEST_CASE("every printable character has ink of its own") {
  std::set<std::vector<float>> pictures;
  for (const char letter : printable()) {
    CAPTURE(letter);
    const Image image = drawn(letter);
    CHECK((ink_of(image).ink > 0) == (letter != ' '));
    CHECK(pictures.insert(image.rgb).second);
  }
  CHECK(pictures.size() == 95);
}

// Oracle: the box promised to a line of text: from its left end to its advance, from the descenders' depth of
// 3/10 to brackets of 11/10 of a capital; lines are 3 pixels wide and smoothed over one more.
TEST_CASE("ink stays inside the letter's box") {
  constexpr double margin = 3.0 / 2 + 1;
  for (const char letter : printable()) {
    if (letter == ' ') continue;
    CAPTURE(letter);
    const Box box = ink_of(drawn(letter));
    CHECK(box.left >= 20 - margin);
    CHECK(box.right <= 20 + text_width(std::string(1, letter), 40) + margin);
    CHECK(box.top >= 60 - 1.1 * 40 - margin);
    CHECK(box.bottom <= 60 + 0.3 * 40 + margin);
  }
}

// Oracle: capitals and digits stand on the base line and are as high as asked; smoothing costs a pixel.
TEST_CASE("capitals and digits have the height that was asked for") {
  for (const char letter : std::string("ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789")) {
    CAPTURE(letter);
    const Box box = ink_of(drawn(letter));
    CHECK(std::abs(box.bottom - (60 + 1.5)) <= 1.5);
    CHECK(std::abs(box.top - (60 - 40 - 1.5)) <= 1.5);
  }
}

// Oracle: sums and proportions; the width of a text is that of its parts and grows with its height.
TEST_CASE("widths add up") {
  CHECK(text_width("", 10) == 0);
  for (const std::string text : {"froth", "t = 0.25 s", "~{|}~"}) {
    double sum = 0;
    for (const char letter : text) sum += text_width(std::string(1, letter), 10);
    CHECK(text_width(text, 10) == doctest::Approx(sum));
    CHECK(text_width(text, 20) == doctest::Approx(2 * sum));
  }
}

// Oracle: UTF-8 by hand: one question mark for each character that ASCII does not have.
TEST_CASE("characters that the font lacks become question marks") {
  CHECK(drawable_text("plain ~ text") == "plain ~ text");
  CHECK(drawable_text("caf\xC3\xA9") == "caf?");
  CHECK(drawable_text("\xF0\x9F\xAB\xA7!") == "?!");
  CHECK(drawable_text("tab\there") == "tab?here");
}

// Oracle: corners by hand, and the picture's edge: a caption darkens its own corner and nothing else.
TEST_CASE("captions stay in their corner and in the picture") {
  for (const Caption place : {Caption::UpperLeft, Caption::LowerLeft}) {
    Image image = white(400, 300);
    draw_caption(image, "a ball", place);
    const Box box = ink_of(image);
    CHECK(box.ink > 0);
    CHECK(box.right < 200);
    CHECK((box.bottom < 75) == (place == Caption::UpperLeft));
    CHECK((box.top > 225) == (place == Caption::LowerLeft));
  }
  Image narrow = white(300, 200);
  draw_caption(narrow, std::string(200, 'W'), Caption::UpperLeft);
  CHECK(ink_of(narrow).right < 300 - 5);  // cut, and a margin left
  Image low = white(300, 100), same = low;
  draw_caption(low, "too small to read", Caption::UpperLeft);
  CHECK(low.rgb == same.rgb);
  Image empty = white(300, 300);
  draw_caption(empty, "", Caption::UpperLeft);
  CHECK(ink_of(empty).ink == 0);
}

}  // namespace froth
