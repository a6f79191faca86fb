// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include <froth/render/grain_shape.h>

namespace froth {

// Oracle: the ranges that the header states, over many ids, and the ball where there is no angularity.
TEST_CASE("grains differ within bounds, and balls are balls") {
  float least = 2, most = 0, far = 0;
  Vec3<double> mean{};
  constexpr unsigned count = 20000;
  for (unsigned grain = 0; grain < count; ++grain) {
    CHECK(grain_size(0, grain) == 1);
    CHECK(grain_shift(0, grain) == Vec3<float>{});
    least = std::min(least, grain_size(1, grain)), most = std::max(most, grain_size(1, grain));
    const Vec3<float> shift = grain_shift(1, grain);
    far = std::max(far, norm(shift));
    mean += shift.cast<double>() / double(count);
  }
  CHECK((least >= 0.65f && least < 0.66f));
  CHECK((most <= 1.25f && most > 1.24f));
  CHECK((far <= 0.35f && far > 0.34f));
  // Components have a standard deviation of 0.35 / 3: 1e-3 over so many, of which five are allowed.
  for (int d = 0; d < 3; ++d) CHECK(std::abs(mean[d]) < 5e-3);
}

// Oracle: counting. All normals of a grain with plain faces are one of a few, of unit length, within a right
// angle of the ball's for nearly all; another grain has others; half as angular lies between.
TEST_CASE("an angular grain has a few faces of its own") {
  std::set<std::array<float, 3>> faces, others;
  int bent_back = 0, count = 0;
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < 60; ++j, ++count) {
      const float z = 2 * (float(i) + 0.5f) / 60 - 1, r = std::sqrt(1 - z * z),
                  turn = 2 * kPi * float(j) / 60;
      const Direction n{r * std::cos(turn), r * std::sin(turn), z};
      CHECK(norm(grain_normal(n, 0, 7) - n) < 1e-6f);
      const Direction face = grain_normal(n, 1, 7), half = grain_normal(n, 0.5f, 7),
                      other = grain_normal(n, 1, 8);
      CHECK(std::abs(norm(half) - 1) < 1e-5f);
      CHECK(dot(half, n) >= dot(face, n) - 1e-5f);
      bent_back += dot(face, n) < 0;
      faces.insert({face[0], face[1], face[2]});
      others.insert({other[0], other[1], other[2]});
    }
  CHECK((faces.size() >= 5 && faces.size() <= 14));
  CHECK(bent_back < count / 50);
  for (const auto& face : others) CHECK(!faces.contains(face));
}

}  // namespace froth
