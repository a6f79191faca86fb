// SPDX-License-Identifier: Apache-2.0
// Points in shapes: volumes, order, tiling, and independence of threads.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include <froth/base/error.h>
#include <froth/base/morton.h>
#include <froth/base/parallel.h>
#include <froth/base/random.h>
#include <froth/geometry/sampling.h>

using namespace froth;

namespace {

using Point = Vec3<double>;
using Points = std::vector<Point>;
constexpr double kPi = std::numbers::pi;

LatticeSampling in_space(double spacing, double jitter) { return {spacing, jitter, 42, 3, 3}; }
LatticeSampling in_plane(double spacing, double jitter) { return {spacing, jitter, 42, 3, 2}; }

template <int Dim>
Vec<Dim, std::int32_t> cell_of(const Point& x, double spacing) {
  Vec<Dim, std::int32_t> k{};
  for (int d = 0; d < Dim; ++d) k[d] = static_cast<std::int32_t>(std::floor(x[d] / spacing));
  return k;
}

template <int Dim>
bool is_in_morton_order(const Points& points, double spacing) {
  for (std::size_t i = 1; i < points.size(); ++i)
    if (morton(cell_of<Dim>(points[i - 1], spacing)) >= morton(cell_of<Dim>(points[i], spacing)))
      return false;
  return true;
}

Shape odd_shape() {
  const Shape block = Shape::unite({Shape::box({-0.51, -0.3, -0.2}, {0.4, 0.33, 0.27}),
                                    Shape::capsule({-0.2, 0, 0}, {0.5, 0.5, 0.1}, 0.2)});
  return Shape::subtract(block, {Shape::sphere({0.1, 0.1, 0.1}, 0.2)});
}

}  // namespace

// Oracle: closed-form volumes. Each point stands for spacing^3; the error is that of the surface cells, with
// N cells across it is about sqrt(surface cells) / volume cells ~ 0.1 percent here, so that 1 percent leaves
// wide room.
TEST_CASE("points carry the volume of the shape") {
  const double spacing = 0.02, cell = std::pow(spacing, 3);
  const auto volume = [&](const Shape& shape, double jitter) {
    return cell * double(sample_lattice(shape, in_space(spacing, jitter)).size());
  };
  for (const double jitter : {0.0, 0.5, 1.0}) {
    CHECK(volume(Shape::sphere({0.013, -0.2, 0.4}, 0.5), jitter) ==
          doctest::Approx(4 * kPi / 3 * 0.125).epsilon(0.01));
    CHECK(volume(Shape::cylinder({0.1, -0.4, 0}, {0.3, 0.5, 0.2}, 0.4), jitter) ==
          doctest::Approx(kPi * 0.16 * std::sqrt(0.04 + 0.81 + 0.04)).epsilon(0.01));
    CHECK(volume(Shape::capsule({0, 0, 0}, {0.3, 0.4, 0}, 0.3), jitter) ==
          doctest::Approx(kPi * 0.09 * 0.5 + 4 * kPi / 3 * 0.027).epsilon(0.01));
  }
  const Points disc = sample_lattice(Shape::sphere({0.1, 0.2, 0}, 0.5), in_plane(0.01, 1.0));
  CHECK(1e-4 * double(disc.size()) == doctest::Approx(kPi / 4).epsilon(0.01));
}

// Oracle: a scan of the whole lattice, cell by cell without pruning, sorted by Morton code.
TEST_CASE("pruning loses and adds no point") {
  const Shape shape = odd_shape();
  const double spacing = 0.03, jitter = 0.8;
  std::vector<std::pair<std::uint64_t, Point>> expected;
  Vec3<std::int32_t> k{};
  for (k[0] = -40; k[0] < 40; ++k[0])
    for (k[1] = -40; k[1] < 40; ++k[1])
      for (k[2] = -40; k[2] < 40; ++k[2]) {
        const std::uint64_t code = morton(k);
        const Vec<4, double> u = uniform4({42, Purpose::Jitter}, code, 3, 0);
        Point x{};
        for (int d = 0; d < 3; ++d) x[d] = (k[d] + 0.5 + jitter * (u[d] - 0.5)) * spacing;
        if (shape.signed_distance(x) < 0) expected.push_back({code, x});
      }
  std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const Points found = sample_lattice(shape, in_space(spacing, jitter));
  REQUIRE(found.size() == expected.size());
  // The same formula, in the same order of operations: the same bits.
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == expected[i].second);
}

// Oracle: an aligned box of n x m x l cells holds exactly the n m l cell centres.
TEST_CASE("an aligned box without jitter is an exact lattice") {
  const double spacing = 0.1;
  const Points points = sample_lattice(Shape::box({-0.5, 0.2, 0}, {0.7, 0.9, 0.3}), in_space(spacing, 0));
  CHECK(points.size() == 12 * 7 * 3);
  for (const Point& x : points)
    for (int d = 0; d < 3; ++d) {
      const double k = x[d] / spacing - 0.5;
      CHECK(std::abs(k - std::round(k)) < 1e-13);
    }
  const Shape slab = Shape::box({0, 0, -kUnbounded}, {1, 0.5, kUnbounded});
  const Points sheet = sample_lattice(slab, in_plane(spacing, 0));
  CHECK(sheet.size() == 50);
  for (const Point& x : sheet) CHECK(x[2] == 0);
}

// Oracle: definition of the order (codes strictly increase, hence one point per cell) and of inside.
TEST_CASE("points are inside, one per cell, in Morton order") {
  const Shape shape = odd_shape();
  const Points space = sample_lattice(shape, in_space(0.02, 0.9));
  const Points plane = sample_lattice(shape, in_plane(0.005, 0.9));
  CHECK(space.size() > 10000);
  CHECK(plane.size() > 10000);
  CHECK(is_in_morton_order<3>(space, 0.02));
  CHECK(is_in_morton_order<2>(plane, 0.005));
  const auto is_inside = [&](const Point& x) { return shape.signed_distance(x) < 0; };
  CHECK(std::all_of(space.begin(), space.end(), is_inside));
  CHECK(std::all_of(plane.begin(), plane.end(), is_inside));
}

// Oracle: the same bits for any number of threads.
TEST_CASE("threads do not change points") {
  Points alone, together;
  {
    const ThreadLimit limit(1);
    alone = sample_lattice(odd_shape(), in_space(0.02, 1.0));
  }
  {
    const ThreadLimit limit(2);
    together = sample_lattice(odd_shape(), in_space(0.02, 1.0));
  }
  REQUIRE(alone.size() > 10000);
  CHECK(alone == together);
}

// Oracle: the lattice is the world's, so that a box cut in two has the points of the whole box, and a cell
// keeps its jitter; another body or seed jitters otherwise.
TEST_CASE("bodies tile, seeds and bodies differ") {
  const auto sample = [](const Shape& shape, std::uint64_t seed, std::uint32_t body) {
    return sample_lattice(shape, {0.05, 0.7, seed, body, 3});
  };
  const Shape whole = Shape::box({0, 0, 0}, {1, 1, 1});
  const Shape left = Shape::box({0, 0, 0}, {0.5, 1, 1}), right = Shape::box({0.5, 0, 0}, {1, 1, 1});
  CHECK(sample(left, 1, 0).size() + sample(right, 1, 0).size() == sample(whole, 1, 0).size());
  REQUIRE(sample(whole, 1, 0).size() == 8000);
  CHECK(sample(whole, 1, 0) == sample(whole, 1, 0));
  CHECK(sample(whole, 1, 0)[0][0] != sample(whole, 2, 0)[0][0]);
  CHECK(sample(whole, 1, 0)[0][0] != sample(whole, 1, 1)[0][0]);
}

// Oracle: moments of the uniform law. Offsets from cell centres over n = 8000 cells have mean 0 within
// 4 / sqrt(12 n) = 0.013 spacings (four deviations), never leave the half cell, and reach near its border.
TEST_CASE("jitter is uniform within the cell") {
  const double spacing = 0.05;
  const Points points = sample_lattice(Shape::box({0, 0, 0}, {1, 1, 1}), in_space(spacing, 1.0));
  REQUIRE(points.size() == 8000);
  Point mean{}, most{};
  for (const Point& x : points)
    for (int d = 0; d < 3; ++d) {
      const double offset = x[d] / spacing - std::floor(x[d] / spacing) - 0.5;
      mean[d] += offset / 8000;
      most[d] = std::max(most[d], std::abs(offset));
    }
  for (int d = 0; d < 3; ++d) {
    CHECK(std::abs(mean[d]) < 0.013);
    CHECK(most[d] > 0.499);  // missing the outer 0.2 percent in all of 8000 draws has odds of 1e-7
  }
}

// Oracle: the contract. The refusals come at once: nothing is allocated for points that cannot be.
TEST_CASE("impossible fillings are refused") {
  const Shape ball = Shape::sphere({0, 0, 0}, 1);
  CHECK_THROWS_AS(sample_lattice(Shape::half_space({0, 0, 0}, {0, 1, 0}), in_space(0.1, 0)), InputError);
  CHECK_THROWS_AS(sample_lattice(Shape::box({0, 0, -kUnbounded}, {1, 1, kUnbounded}), in_space(0.1, 0)),
                  InputError);
  CHECK_THROWS_AS(sample_lattice(ball, in_space(1e-4, 0)), InputError);  // 4e12 points
  CHECK_THROWS_AS(sample_lattice(ball, in_plane(1e-6, 0)), InputError);  // 3e12 points
  CHECK_THROWS_AS(sample_lattice(ball, in_space(1e-7, 0)), InputError);  // 1e7 > 2^20 spacings
  CHECK_THROWS_AS(sample_lattice(ball, in_space(0, 0)), InputError);
  CHECK_THROWS_AS(sample_lattice(ball, in_space(0.1, 1.5)), InputError);
  CHECK(sample_lattice(Shape(), in_space(0.1, 0)).empty());
  // Far from the origin but within 2^20 spacings: fine.
  CHECK(sample_lattice(Shape::sphere({1e4, -1e4, 0}, 0.1), in_space(0.02, 0)).size() > 400);
}
