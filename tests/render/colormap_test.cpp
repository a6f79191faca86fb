// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/render/colormap.h>

using namespace froth;

namespace {

/// CIE 1976 lightness of a linear colour, 0 to 100.
double lightness(const Vec3<float>& c) {
  const double y = 0.2126 * double(c[0]) + 0.7152 * double(c[1]) + 0.0722 * double(c[2]);
  return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

}  // namespace

// Oracle: IEC 61966-2-1, whose curve has 0.0031308 <-> 0.04045 as its joint, and the two functions invert
// each other.
TEST_CASE("the sRGB curve and its inverse agree") {
  CHECK(linear_to_srgb(0.0031308f) == doctest::Approx(0.04045).epsilon(1e-4).scale(0));
  CHECK(linear_to_srgb(1.0f) == doctest::Approx(1.0));
  for (int k = 0; k <= 255; ++k) {
    const float s = float(k) / 255;
    CHECK(linear_to_srgb(srgb_to_linear(s)) == doctest::Approx(double(s)).epsilon(1e-5));
  }
}

// Oracle: definition of a perceptual map: CIE lightness rises along it, here within a factor of two of
// evenly.
TEST_CASE("brightness rises steadily along the scalar map") {
  constexpr int count = 64;
  const double span = lightness(scalar_color(1)) - lightness(scalar_color(0));
  CHECK(span > 70);
  for (int k = 0; k < count; ++k) {
    const double rise =
        lightness(scalar_color(float(k + 1) / count)) - lightness(scalar_color(float(k) / count));
    CHECK(rise > 0.5 * span / count);
    CHECK(rise < 2.0 * span / count);
  }
  CHECK(scalar_color(-3) == scalar_color(0));
  CHECK(scalar_color(5) == scalar_color(1));
  CHECK(scalar_color(std::nanf("")) == scalar_color(0));
}

// Oracle: colours are told apart when they differ by more than a tenth in some sRGB channel; all lie in the
// gamut.
TEST_CASE("bodies have colours of their own") {
  for (int a = 0; a < kBodyColorCount; ++a) {
    for (int c = 0; c < 3; ++c) CHECK((body_color(a)[c] >= 0 && body_color(a)[c] <= 1));
    for (int b = 0; b < a; ++b) {
      float most = 0;
      for (int c = 0; c < 3; ++c)
        most = std::fmax(most, std::abs(linear_to_srgb(body_color(a)[c]) - linear_to_srgb(body_color(b)[c])));
      CHECK(most > 0.1f);
    }
  }
  CHECK(body_color(kBodyColorCount) == body_color(0));
  CHECK(body_color(-1) == body_color(kBodyColorCount - 1));
}
