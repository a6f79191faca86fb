// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/verify/cream.h>

using namespace froth;
using namespace froth::verify;

namespace {
/// Particles half a cell of 2 mm apart, all of the same mass, where a shape says so.
template <class IsInside>
Cloud lattice(IsInside is_inside) {
  Cloud cloud{{}, {}, {}, 0.002, 80};
  for (int i = -40; i < 40; ++i)
    for (int j = -40; j < 40; ++j)
      for (int k = -40; k < 40; ++k) {
        const Vec3<double> x{0.001 * (i + 0.5), 0.001 * (j + 0.5), 0.001 * (k + 0.5)};
        if (is_inside(x)) cloud.x.push_back(x), cloud.mass.push_back(80e-9), cloud.is_torn.push_back(false);
      }
  return cloud;
}
bool is_in_dumbbell(const Vec3<double>& x) {
  const double r = std::hypot(x[0], x[2]);
  return std::abs(x[1]) < 0.03 && r < (std::abs(x[1]) < 0.01 ? 0.006 : 0.014);
}
}  // namespace

// Oracle: the dumb-bell's own widths, 12 mm in the middle and 28 mm at its ends. A lattice fills a disc of 6
// spacings to 2 %.
TEST_CASE("the neck of a dumb-bell") {
  const Cloud cloud = lattice(is_in_dumbbell);
  CHECK(neck_width(cloud, 0.02) == doctest::Approx(0.012).epsilon(0.02).scale(0));
  CHECK(slice_diameters(cloud, 0.014, 0.022)[2] == doctest::Approx(0.028).epsilon(0.02).scale(0));
  CHECK(is_joined(cloud, -0.02, 0.02));
  Cloud torn = cloud;
  for (std::size_t k = 0; k < torn.x.size(); ++k) torn.is_torn[k] = std::abs(torn.x[k][1]) < 0.0021;
  CHECK_FALSE(is_joined(torn, -0.02, 0.02));
  const Cloud parted =
      lattice([](const Vec3<double>& x) { return is_in_dumbbell(x) && std::abs(x[1]) > 0.0021; });
  CHECK_FALSE(is_joined(parted, -0.02, 0.02));
  CHECK(neck_width(parted, 0.02) < 0.009);
}

// Oracle: volume and density of a ball. The skin is of the level that fits a box; a ball of 15 spacings is
// then off by a hundredth, because smoothing pulls curved skins inwards.
TEST_CASE("skin and density of a ball") {
  const Cloud box = lattice([](const Vec3<double>& x) {
    return std::abs(x[0]) < 0.02 && std::abs(x[1]) < 0.01 && std::abs(x[2]) < 0.02;
  });
  const double level = Skin(box).level_of_volume(box.total_mass() / 80);
  CHECK(level == doctest::Approx(0.5).epsilon(0.2));
  const Cloud ball = lattice([](const Vec3<double>& x) { return norm(x) < 0.015; });
  Skin skin(ball);
  CHECK(skin.volume(level) == doctest::Approx(ball.total_mass() / 80).epsilon(0.03).scale(0));
  skin.measure_depths(level);
  CHECK(skin.depth_at({0, 0, 0}) == doctest::Approx(0.015).epsilon(0.04).scale(0));
  CHECK(skin.depth_at({0.02, 0, 0}) == 0);

  const std::vector<double> densities = skin.densities_below(0.0042);
  CHECK(densities.size() > 300);
  for (const double density : densities) CHECK(density == doctest::Approx(1).epsilon(1e-3));
}
