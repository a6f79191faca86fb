// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/base/parallel.h>
#include <froth/render/film.h>
#include <froth/render/film_filter.h>
#include <froth/render/samples.h>
#include <froth/render/sky.h>

using namespace froth;

namespace {

constexpr int kSize = 48;

/// The same surface everywhere, lit by one, with noise of the given standard deviation.
Film flat_film(float noise) {
  Film film{kSize, kSize, {}};
  for (std::uint32_t k = 0; k < kSize * kSize; ++k) {
    const float u = unit_number(mixed_bits(k)) - 0.5f;  // variance 1/12
    FilmPixel pixel;
    pixel.first = {{0.6f, 0.5f, 0.4f}, {0, 1, 0}, 3};
    pixel.light = (1 + noise * std::sqrt(12.0f) * u) * pixel.first.albedo;
    pixel.variance = noise * noise;
    film.pixels.push_back(pixel);
  }
  return film;
}

}  // namespace

// Oracle: a constant is a fixed point of any mean, to the rounding of 25 terms in each of four passes.
TEST_CASE("the filter keeps a constant picture") {
  const Film film = flat_film(0);
  for (const Color& light : filtered_light(film))
    for (int c = 0; c < 3; ++c) CHECK(light[c] == doctest::Approx(film.pixels[0].light[c]).epsilon(1e-5));
}

// Oracle: the mean of independent noise: four passes average over hundreds of pixels, so that at most a fifth
// of the noise may stay, and the mean does not move by more than that over the root of the number of pixels.
TEST_CASE("the filter takes noise out of a flat wall") {
  const Film film = flat_film(0.1f);
  double mean = 0, square = 0;
  for (const FilmPixel& pixel : film.pixels) mean -= (double(pixel.light[0]) / 0.6 - 1) / (kSize * kSize);
  for (const Color& light : filtered_light(film)) {
    const double x = double(light[0]) / 0.6 - 1;
    mean += x / (kSize * kSize), square += x * x / (kSize * kSize);
  }
  CHECK(std::abs(mean) < 0.005);
  CHECK(std::sqrt(square) < 0.02);
}

// Oracle: edges of each guide alone: an albedo, a normal, a distance, and light whose difference is far above
// its noise. Both sides keep their light to a per cent, next to the edge too.
TEST_CASE("the filter keeps edges") {
  for (int guide = 0; guide < 4; ++guide) {
    CAPTURE(guide);
    Film film = flat_film(guide == 3 ? 0.002f : 0.05f);
    for (int k = 0; k < kSize * kSize; ++k) {
      if (k % kSize < kSize / 2) continue;
      FilmPixel& pixel = film.pixels[std::size_t(k)];
      if (guide == 0) pixel.first.albedo = {0.1f, 0.1f, 0.9f};
      if (guide == 1) pixel.first.normal = {1, 0, 0};
      if (guide == 2) pixel.first.distance = 5;
      pixel.light = 0.5f * pixel.first.albedo;
    }
    const std::vector<Color> light = filtered_light(film);
    for (int row = 0; row < kSize; ++row) {
      const std::size_t right = std::size_t(row * kSize + kSize / 2);
      CHECK(double(light[right][2] / film.pixels[right].first.albedo[2]) ==
            doctest::Approx(0.5).epsilon(0.02));
    }
  }
}

// Oracle: what a curve of film must be: black stays black, more light is never darker, nothing passes white.
TEST_CASE("the film's curve rises from black to white") {
  CHECK(film_curve({0, -1, std::nanf("")}) == Vec3<float>{0, 0, 0});
  float before = 0;
  for (float x = 0.001f; x < 50; x *= 1.05f) {
    const float y = film_curve({x, x, x})[1];
    CHECK((y >= before && y <= 1));
    before = y;
  }
  CHECK(film_curve({0.3f, 0.3f, 0.3f})[0] == doctest::Approx(0.3f));  // midtones as they are
  CHECK(exposure_factor(2) == 4);
}

// Oracle: what the sky was scaled to, by another quadrature (uniform over the hemisphere); and what everybody
// sees: blue above, paler at the horizon, brighter about the sun.
TEST_CASE("the sky is as bright as said, and blue") {
  const Direction sun = unit_vector({0.5f, 0.7f, 0.2f});
  const Sky sky(sun);
  double irradiance = 0;
  const int count = 200;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      const float y = (float(i) + 0.5f) / count, r = std::sqrt(1 - y * y),
                  turn = 2 * kPi * (float(j) + 0.5f) / count;
      const Color c = sky.radiance({r * std::cos(turn), y, r * std::sin(turn)});
      irradiance += double(y * (0.2126f * c[0] + 0.7152f * c[1] + 0.0722f * c[2])) * 2 / (count * count);
    }
  CHECK(irradiance == doctest::Approx(double(Sky::kSkyIrradiance)).epsilon(0.03));
  const Color zenith = sky.radiance({0, 1, 0}), horizon = sky.radiance(unit_vector({-1, 0.02f, 0.4f}));
  CHECK(zenith[2] > 1.5f * zenith[0]);
  CHECK(horizon[2] / horizon[0] < zenith[2] / zenith[0]);
  CHECK(sky.radiance(sun)[1] > 2 * sky.radiance({-sun[0], sun[1], -sun[2]})[1]);
}
