// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/render/thin_film.h>

namespace froth {

// Oracle: a film far thinner than a wave is black; one of a quarter wave reflects ((n^2 - 1) / (n^2 + 1))^2
// at normal incidence, 7.7 % for water, of its own wavelength, and all reflect everything at grazing
// incidence.
TEST_CASE("films reflect by their thickness") {
  const float n = 1.33f, most = std::pow((n * n - 1) / (n * n + 1), 2.0f);
  CHECK(largest(film_reflectance(1, 1, n)) < 1e-3f);
  const Color green = film_reflectance(1, 545 / (4 * n), n);  // 545 nm is the middle of green
  // The other wavelengths of green are 25 nm off: their sines are at least cos(pi/2 * 25/520) = 0.997 of one.
  CHECK(green[1] <= most);
  CHECK(green[1] >= 0.99f * most);
  CHECK(film_reflectance(1, 545 / (2 * n), n)[1] < 0.05f * most);  // half a wave: none, but for those 25 nm
  for (int c = 0; c < 3; ++c) CHECK(film_reflectance(1e-4f, 300, n)[c] > 0.98f);
}

// Oracle: over many thicknesses interference averages out, to the sum of reflections between two faces
// without phases, 2R / (1 + R) of one polarisation; both are alike at normal incidence.
TEST_CASE("thick films reflect like two faces") {
  const float n = 1.33f, once = std::pow((n - 1) / (n + 1), 2.0f);
  double sum = 0;
  constexpr int kCount = 20000;
  for (int k = 0; k < kCount; ++k) sum += double(film_reflectance(1, 3000 + 0.5f * float(k), n)[1]) / kCount;
  CHECK(std::abs(sum / double(2 * once / (1 + once)) - 1) <
        0.01);  // of ten thousand nanometres, whole periods but one
}

}  // namespace froth
