// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/verify/folds.h>

using namespace froth;
using namespace froth::verify;

namespace {
constexpr double kPi = 3.14159265358979323846;
}

// Oracle: cos(2 pi x / 0.1) has its maxima at whole tenths; a ripple of less than the prominence adds none.
TEST_CASE("maxima of a wavy layer") {
  std::vector<Vec3<double>> x;
  for (int k = 0; k < 4000; ++k) {
    const double at = 1e-4 * (k + 0.5);
    x.push_back({at, 0.05 + 0.01 * std::cos(2 * kPi * at / 0.1) + 0.001 * std::cos(2 * kPi * at / 0.012), 0});
    x.push_back({at, 0.02, 0});   // below the top
    x.push_back({at, 0.2, 0.5});  // too far to the side
  }
  const Profile profile = top_profile(x, {0.02, 0.38, 0.002, 0.1, 1});
  CHECK(profile.height.size() == 180);
  const std::vector<double> places = maxima(profile, 0.004);
  REQUIRE(places.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) CHECK(places[k] == doctest::Approx(0.1 * double(k + 1)).epsilon(0.06));
  CHECK(maxima(profile, 0.0008).size() > 3);  // ripples near crests and troughs, where the wave is flat
  CHECK(maxima(profile, 0.03).empty());
}

// Oracle: strips of tops 1, 2 and 4 have the mean 7/3.
TEST_CASE("a top is the mean over strips") {
  const std::vector<Vec3<double>> x = {{0.5, 1, -0.2}, {0.5, 0.5, -0.25}, {0.4, 2, 0}, {0.6, 4, 0.2}};
  const Profile profile = top_profile(x, {0, 1, 1, 0.3, 3});
  REQUIRE(profile.height.size() == 1);
  CHECK(profile.height[0] == doctest::Approx(7.0 / 3));
}

// Oracle: distances 1, 2, 1, 2 have the mean 3/2 and the deviation 1/2.
TEST_CASE("unevenness of places") {
  CHECK(unevenness({0, 1, 2, 3}) == doctest::Approx(0));
  CHECK(unevenness({0, 1, 3, 4, 6}) == doctest::Approx(1.0 / 3));
  CHECK(std::isnan(unevenness({0, 1})));
}

// Oracle: a sine of four periods about 3 is beyond half its amplitude on the other side eight times, first at
// an angle of pi/6; noise of less than that about its mean never is.
TEST_CASE("swings of a signal") {
  Curve sine{"", {}, {}}, noise{"", {}, {}};
  for (int k = 0; k < 8000; ++k) {
    const double angle = 8 * kPi * k / 8000;
    sine.add(angle, 3 + std::sin(angle)), noise.add(angle, 0.4 * std::sin(40 * angle));
  }
  const std::vector<double> times = swings(sine, 0.5);
  REQUIRE(times.size() == 8);
  CHECK(times[0] == doctest::Approx(kPi / 6).epsilon(0.01));
  CHECK(times[1] - times[0] == doctest::Approx(kPi).epsilon(0.01));
  CHECK(swings(noise, 0.5).empty());
}

// Oracle: the stream itself. It falls at 1 m/s from 1 m, and what was poured before the last 0.6 s lies at
// rest at x = 0.3.
TEST_CASE("where a stream lands") {
  Points points;
  for (int k = 0; k < 2000; ++k) {
    const double age = 2 - 1e-3 * (k + 0.5);
    const bool falls = age < 0.6;
    points.x.push_back(falls ? Vec3<double>{0, 1 - age, 0} : Vec3<double>{0.3, 0.4, 0.1});
    points.v.push_back(falls ? Vec3<double>{0, -1, 0} : Vec3<double>{});
  }
  const auto at = landing(points, {.width = 0.04, .speed = 1}, 2);
  REQUIRE(at.has_value());
  CHECK((*at)[0] == doctest::Approx(0.3));
  CHECK((*at)[2] == doctest::Approx(0.1));
  for (Vec3<double>& v : points.v) v = {0, -1, 0};
  CHECK_FALSE(landing(points, {.width = 0.04, .speed = 1}, 2).has_value());
}

// Oracle: with v = (rate y, 0, 0) for one short step from rest, the elastic stress is mu rate dt and the
// viscous one eta rate, for shares of eta / (eta + mu dt).
TEST_CASE("viscous share in a block that begins to shear") {
  constexpr const char* text = R"toml(
[scene]
gravity = [0, 0, 0]
end_time = 0.001
frame_rate = 1000
precision = "double"
[solver]
cell_size = 0.1
dt = 0.001
[materials.paste]
model = "oldroyd_b"
density = 1000
shear_modulus = 100
lame_lambda = 1000
viscosity = 0.3
relaxation_time = 1e6
[[bodies]]
material = "paste"
shape = { box = { min = [0, 0, 0], max = [0.4, 0.4, 0.4] } }
velocity = { affine = { center = [0.2, 0.2, 0.2], gradient = [[0, 1, 0], [0, 0, 0], [0, 0, 0]] } }
)toml";
  Simulation block = start("shear", text);
  run_to_end(block, {});
  CHECK(viscous_share(block, 100) == doctest::Approx(0.3 / (0.3 + 0.1)).epsilon(0.002));
}
