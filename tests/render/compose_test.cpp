// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/render/compose.h>

namespace froth {

namespace {
Image plain(int width, int height, float shade) {
  Image image = Image::blank(width, height);
  for (float& value : image.rgb) value = shade;
  return image;
}
}  // namespace

// Oracle: places counted by hand: two of 40 by 20 with the least gap of 2 pixels are 82 by 20.
TEST_CASE("pictures side by side keep their pixels") {
  const Image two = side_by_side({plain(40, 20, 0.1f), plain(40, 20, 0.6f)});
  CHECK(two.width == 82);
  CHECK(two.height == 20);
  CHECK(two.at(39, 10)[0] == 0.1f);
  CHECK(two.at(42, 10)[0] == 0.6f);
  CHECK(two.at(40, 10)[0] > 0.9f);  // the gap is light
  const Image uneven = side_by_side({plain(40, 20, 0.1f), plain(20, 10, 0.6f)});
  CHECK(uneven.width == 82);
  CHECK(uneven.at(52, 5)[0] == 0.6f);  // centred in its cell
  CHECK(uneven.at(52, 4)[0] > 0.9f);
  const Image four = side_by_side(std::vector<Image>(4, plain(40, 20, 0.1f)));
  CHECK(four.width == 82);
  CHECK(four.height == 42);
}

// Oracle: times by hand. At 10 and 20 frames a second, frame k of the first is frame 2k of the second; a run
// that has ended keeps its last frame.
TEST_CASE("frames of several runs are chosen by time") {
  using Frames = std::vector<std::vector<int>>;
  CHECK(frames_in_step({{0, 1, 2}, {0, 1, 2, 3, 4}}, {10, 20}) == Frames{{0, 1, 2}, {0, 2, 4}});
  CHECK(frames_in_step({{0, 1}, {0, 1, 2, 3}}, {10, 10}) == Frames{{0, 1, 1, 1}, {0, 1, 2, 3}});
  CHECK(frames_in_step({{0, 1, 2}, {0}}, {24, 24}) == Frames{{0, 1, 2}, {0, 0, 0}});
  CHECK(frames_in_step({{0, 1, 2, 3}, {0, 1}}, {3, 1}) == Frames{{0, 1, 2, 3}, {0, 0, 0, 1}});
}

// Oracle: numbers by hand; neighbouring frames never show the same time.
TEST_CASE("times have enough digits to tell frames apart") {
  CHECK(time_text(0.25, 24) == "t = 0.25 s");
  CHECK(time_text(0, 1) == "t = 0.00 s");
  CHECK(time_text(0.0125, 1000) == "t = 0.013 s");
  for (const double rate : {24.0, 60.0, 100.0, 480.0, 5000.0})
    for (int k = 0; k < 50; ++k) CHECK(time_text(k / rate, rate) != time_text((k + 1) / rate, rate));
}

}  // namespace froth
