// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <froth/render/color_scale.h>
#include <froth/render/colormap.h>

namespace froth {

namespace {

std::vector<double> ramp(int count) {
  std::vector<double> values;
  for (int k = 0; k < count; ++k) values.push_back(k / (count - 1.0));
  return values;
}

}  // namespace

// Oracle: quantiles of the numbers 0 to 1 in even steps, written down.
TEST_CASE("wild values do not take the colours of the others") {
  std::vector<double> values = ramp(1001);
  CHECK(robust_range(values).lo == 0);
  CHECK(robust_range(values).hi == 1);
  CHECK_FALSE(robust_range(values).is_cut_above());
  values.push_back(1e6);
  values.push_back(std::numeric_limits<double>::quiet_NaN());
  const ScalarRange range = robust_range(values);
  CHECK(range.hi == doctest::Approx(0.99).epsilon(0.01));
  CHECK(range.is_cut_above());
  CHECK(range.is_cut_below());
  CHECK(range.most == 1e6);
  CHECK(robust_range({}).is_empty());
  const ScalarRange constant = robust_range({2, 2, 2});
  CHECK((constant.lo == 2 && constant.hi == 2 && !constant.is_cut_above()));
}

// Oracle: the colour map itself at both ends and in the middle.
TEST_CASE("colours span the range and stay at its ends beyond it") {
  const ScalarRange range{2, 4, 0, 9};
  CHECK(norm(color_in(range, 2) - scalar_color(0)) == 0);
  CHECK(norm(color_in(range, 3) - scalar_color(0.5f)) == 0);
  CHECK(norm(color_in(range, 4) - scalar_color(1)) == 0);
  CHECK(norm(color_in(range, -7) - scalar_color(0)) == 0);
  CHECK(norm(color_in(range, 70) - scalar_color(1)) == 0);
  CHECK(norm(color_in(range, std::nan("")) - ground_color()) == 0);
}

// Oracle: numbers as they are printed, by hand.
TEST_CASE("numbers of a legend have three digits") {
  CHECK(number_label(0.25) == "0.25");
  CHECK(number_label(1234567) == "1.23e+06");
  CHECK(number_label(-0.0) == "0");
}

// Oracle: it returns; no number between these has a tick of its own.
TEST_CASE("a legend of numbers that hardly differ ends") {
  Image image = Image::blank(480, 270);
  draw_legend(image, "speed", "m/s", {1e16, 1.0000000000000002e16});
  CHECK(std::ranges::any_of(image.rgb, [](float c) { return c > 0; }));
}

// Oracle: the blank picture. A legend changes the upper right quarter alone; its bar begins and ends with the
// first and the last colour; clipped ends and another unit are other pictures.
TEST_CASE("a legend has a bar of all colours in the upper right corner") {
  const auto drawn = [](const ScalarRange& range, const char* unit) {
    Image image = Image::blank(640, 360);
    draw_legend(image, "speed", unit, range);
    return image;
  };
  const ScalarRange whole{0, 2, 0, 2}, cut{0, 2, 0, 5};
  const Image image = drawn(whole, "m/s");
  int first = 0, last = 0, elsewhere = 0;
  for (int row = 0; row < 360; ++row)
    for (int column = 0; column < 640; ++column) {
      const Vec3<float> color = image.at(column, row);
      first += norm(color - scalar_color(0)) < 0.01f;
      last += norm(color - scalar_color(1)) < 0.05f;  // half a pixel of about 160 is 1/40 of a stop
      elsewhere += norm(color) > 0 && (row > 180 || column < 320);
    }
  CHECK(first > 0);
  CHECK(last > 0);
  CHECK(elsewhere == 0);
  CHECK(drawn(cut, "m/s").rgb != image.rgb);
  CHECK(drawn(whole, "Pa").rgb != image.rgb);
  CHECK(drawn(ScalarRange{}, "m/s").rgb == Image::blank(640, 360).rgb);
}

}  // namespace froth
