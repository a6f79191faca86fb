// SPDX-License-Identifier: Apache-2.0
// Poisson discs: distance kept, density, gaps filled, order, and independence of threads.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <froth/base/error.h>
#include <froth/base/morton.h>
#include <froth/base/parallel.h>
#include <froth/geometry/poisson_sampling.h>
#include <support/random_values.h>

using namespace froth;

namespace {

using Points = std::vector<Vec3<double>>;

Shape odd_shape() {
  const Shape block = Shape::unite({Shape::box({-0.51, -0.3, -0.2}, {0.4, 0.33, 0.27}),
                                    Shape::capsule({-0.2, 0, 0}, {0.5, 0.5, 0.1}, 0.2)});
  return Shape::subtract(block, {Shape::sphere({0.1, 0.1, 0.1}, 0.2)});
}

double least_distance(const Points& points) {
  double least = 1e300;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3<double> arm = points[i] - points[j];
      least = std::min(least, dot(arm, arm));
    }
  return std::sqrt(least);
}

}  // namespace

// Oracle: every pair of points. Points keep the radius, which is smaller than the spacing but not by much.
TEST_CASE("no two Poisson points are closer than the radius") {
  const Points space = sample_poisson(odd_shape(), {0.05, 7, 0, 3}),
               plane = sample_poisson(odd_shape(), {0.01, 7, 0, 2});
  REQUIRE(space.size() > 1000);
  REQUIRE(plane.size() > 1000);
  CHECK(least_distance(space) >= poisson_radius(0.05, 3) * (1 - 1e-12));
  CHECK(least_distance(plane) >= poisson_radius(0.01, 2) * (1 - 1e-12));
  CHECK(poisson_radius(1, 3) > 0.85);
  CHECK(poisson_radius(1, 2) > 0.8);
}

// Oracle: the density asked for times the volume. Packed discs vary far less than independent points, whose
// count of 8000 and 10000 would vary by 1 percent; the packing stops about 1 percent short of the last point
// that fits.
TEST_CASE("the density of Poisson points is right, up to the surface") {
  CHECK(double(sample_poisson(Shape::box({0, 0, 0}, {1, 1, 1}), {0.05, 1, 0, 3}).size()) ==
        doctest::Approx(8000).epsilon(0.03));
  CHECK(double(sample_poisson(Shape::box({0, 0, -kUnbounded}, {1, 1, kUnbounded}), {0.01, 1, 0, 2}).size()) ==
        doctest::Approx(10000).epsilon(0.03));
  // The outermost tenth of a cube has the share of its volume: 1 - 0.8^3 of 8000, within 3 percent.
  int outer = 0;
  for (const Vec3<double>& x : sample_poisson(Shape::box({0, 0, 0}, {1, 1, 1}), {0.05, 2, 0, 3}))
    outer += std::max({std::abs(x[0] - 0.5), std::abs(x[1] - 0.5), std::abs(x[2] - 0.5)}) > 0.4;
  CHECK(double(outer) == doctest::Approx(8000 * (1 - 0.512)).epsilon(0.03));
}

// Oracle: a packing is full where every place is within a radius of a point. A few gaps stay, each smaller
// than a cell cut in half kRounds times.
TEST_CASE("hardly any gap is left") {
  const Points points = sample_poisson(Shape::box({0, 0, 0}, {1, 1, 1}), {0.1, 5, 0, 3});
  test::Rng rng(3);
  int open = 0;
  for (int n = 0; n < 2000; ++n) {
    const Vec3<double> x{rng.uniform(0.15, 0.85), rng.uniform(0.15, 0.85), rng.uniform(0.15, 0.85)};
    bool is_covered = false;
    for (const Vec3<double>& p : points) is_covered = is_covered || norm(p - x) < poisson_radius(0.1, 3);
    open += !is_covered;
  }
  CHECK(open <= 10);
}

// Oracle: definitions of inside and of the order; the same bits for any number of threads; seeds and bodies
// differ.
TEST_CASE("Poisson points are inside, in Morton order, and do not depend on threads") {
  const Shape shape = odd_shape();
  const Points points = sample_poisson(shape, {0.04, 1, 0, 3});
  std::uint64_t before = 0;
  for (const Vec3<double>& x : points) {
    CHECK(shape.signed_distance(x) < 0);
    Vec3<std::int32_t> cell{};
    for (int d = 0; d < 3; ++d) cell[d] = static_cast<std::int32_t>(std::floor(x[d] / 0.04));
    CHECK(morton(cell) >= before);
    before = morton(cell);
  }
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    CHECK(sample_poisson(shape, {0.04, 1, 0, 3}) == points);
  }
  CHECK(sample_poisson(shape, {0.04, 2, 0, 3}) != points);
  CHECK(sample_poisson(shape, {0.04, 1, 1, 3}) != points);
}

// Oracle: the contract.
TEST_CASE("impossible Poisson fillings are refused") {
  const Shape ball = Shape::sphere({0, 0, 0}, 1);
  CHECK_THROWS_AS(sample_poisson(Shape::half_space({0, 0, 0}, {0, 1, 0}), {0.1, 1, 0, 3}), InputError);
  CHECK_THROWS_AS(sample_poisson(ball, {1e-4, 1, 0, 3}), InputError);
  CHECK_THROWS_AS(sample_poisson(ball, {1e-9, 1, 0, 2}), InputError);
  CHECK_THROWS_AS(sample_poisson(ball, {0, 1, 0, 3}), InputError);
  CHECK(sample_poisson(Shape(), {0.1, 1, 0, 3}).empty());
}
