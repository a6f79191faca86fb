// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/base/random.h>
#include <froth/render/colormap.h>
#include <froth/render/flat.h>
#include <froth/render/scale_mark.h>

using namespace froth;

namespace {

constexpr ViewRect kUnit{{0, 0}, {1, 1}};

/// Painted area [m^2]: black paint darkens the red channel in proportion to the covered share of a pixel.
double painted_area(const Image& with, const Image& without) {
  double area = 0;
  for (std::size_t k = 0; k < with.rgb.size(); k += 3)
    area += 1 - double(with.rgb[k]) / double(without.rgb[k]);
  return area / (with.width * with.height);
}

Image paint(std::vector<Vec3<float>> x, float radius, int pixels) {
  FrameContent content;
  content.dim = 2;
  content.clouds.push_back({std::move(x), {radius}, {{0, 0, 0}}});
  return render_2d(content, kUnit, {pixels, pixels, 1});
}

}  // namespace

// Oracle: area pi r^2. Sampling the one-pixel edge at pixel centres leaves an error that oscillates with the
// place and falls with the radius: below 0.1 square pixels (0.3 percent) at 3 pixels, and none for the mean
// over all places.
TEST_CASE("discs cover their area") {
  const int pixels = 100;
  const Image blank = paint({}, 0.3f, pixels);
  const auto excess = [&](const Vec3<float>& x, double r, double share) {
    const double expected = share * std::numbers::pi * r * r;
    return painted_area(paint({x}, float(r), pixels), blank) / expected - 1;
  };
  CHECK(std::abs(excess({0.5f, 0.5f, 0}, 0.3, 1)) < 0.001);
  CHECK(std::abs(excess({0.5037f, 0.4921f, 0}, 0.03, 1)) < 0.003);
  CHECK(std::abs(excess({1.0f, 0.5f, 0}, 0.3, 0.5)) < 0.005);  // half outside
  double small = 0;
  for (int k = 0; k < 64; ++k)  // all places inside a pixel
    small += excess({0.5f + float(k % 8) / 800, 0.5f + float(k / 8) / 800, 0}, 0.003, 1) / 64;
  CHECK(std::abs(small) < 0.01);
}

// Oracle: area of a turned square, and of the half plane below the ground. Rims are painted inside, so black
// stays black; the edge of length 4 a is smoothed evenly to both sides.
TEST_CASE("colliders and the ground cover their area") {
  FrameContent content;
  content.dim = 2;
  const Image blank = render_2d(content, kUnit, {100, 100, 1});
  const Shape square = Shape::box({0.3, 0.3, -1}, {0.7, 0.7, 1});
  Pose pose;
  pose.turn = rotation({0, 0, 1}, 0.4);
  pose.pivot = {0.5, 0.5, 0};
  content.colliders.push_back({&square, pose, {0, 0, 0}, false});
  CHECK(std::abs(painted_area(render_2d(content, kUnit, {100, 100, 1}), blank) / 0.16 - 1) < 0.002);

  content.colliders.clear();
  content.ground = true;
  content.ground_height = 0.303;
  const Image ground = render_2d(content, kUnit, {100, 100, 1});
  CHECK(ground.at(50, 60) == blank.at(50, 60));
  CHECK(luminance(ground.at(55, 75)) < luminance(blank.at(55, 75)));
}

// Oracle: symmetry: tiles are independent. Overlapping discs of two colours show the order of drawing.
TEST_CASE("planar pictures have the same bits for one and two threads") {
  FrameContent content;
  content.dim = 2;
  ParticleCloud cloud{{}, {0.04f}, {}};
  for (std::uint64_t k = 0; k < 500; ++k) {
    const auto u = uniform4({8, Purpose::Test}, k, 0, 0);
    cloud.x.push_back({float(u[0]), float(u[1]), 0});
    cloud.color.push_back(body_color(int(k)));
  }
  content.clouds.push_back(cloud);
  const auto draw = [&](int threads) {
    const ThreadLimit limit(threads);
    return render_2d(content, kUnit, {150, 150, 1}).rgb;
  };
  CHECK(draw(1) == draw(2));
}

// Oracle: up in the world is up in the picture.
TEST_CASE("the first row is the top of the view") {
  const Image image = paint({{0.25f, 0.75f, 0}}, 0.1f, 40);
  CHECK(luminance(image.at(10, 10)) < 0.1f);
  CHECK(luminance(image.at(30, 30)) > 0.5f);
  CHECK(luminance(image.at(10, 30)) > 0.5f);
}

// Oracle: a table of round lengths by hand.
TEST_CASE("lengths of scale bars are round and have names") {
  CHECK(round_length(0.99) == doctest::Approx(0.5));
  CHECK(round_length(1.0) == doctest::Approx(1.0));
  CHECK(round_length(0.0499) == doctest::Approx(0.02).scale(0));
  CHECK(round_length(730) == doctest::Approx(500));
  CHECK(length_label(0.2) == "20 cm");
  CHECK(length_label(5) == "5 m");
  CHECK(length_label(0.001) == "1 mm");
  CHECK(length_label(2000) == "2 km");
  CHECK(length_label(5e-5) == "50 um");
  CHECK(length_label(1e-9).empty());
}

// Oracle: the bar's length in pixels is its length over the size of a pixel; its row is the longest dark run.
TEST_CASE("the scale bar is as long as it says") {
  Image image = Image::blank(400, 300);
  for (float& value : image.rgb) value = 1;
  draw_scale_bar(image, 0.5, 0.005);
  int longest = 0;
  for (int row = 0; row < image.height; ++row)
    for (int column = 0, run = 0; column < image.width; ++column) {
      run = image.at(column, row)[0] < 0.6f ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  CHECK(std::abs(longest - 100) <= 3);  // round caps of a line a little over one pixel wide
}

// Oracle: an empty rectangle shows nothing.
TEST_CASE("an empty view is the user's mistake") {
  CHECK_THROWS_AS(render_2d({}, {{0, 0}, {0, 1}}, {10, 10, 1}), InputError);
}
