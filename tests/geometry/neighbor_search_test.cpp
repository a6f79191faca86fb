// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <froth/geometry/neighbor_search.h>

#include "support/random_values.h"

namespace froth {

namespace {

template <int Dim>
using Points = std::vector<Vec<Dim, double>>;

template <int Dim>
Points<Dim> random_points(std::size_t count, double size, std::uint64_t seed) {
  test::Rng rng(seed);
  Points<Dim> points(count);
  for (auto& x : points)
    for (int d = 0; d < Dim; ++d) x[d] = rng.uniform(-size, size);
  return points;
}

/// A plain loop over all points, nearest first, of equals the first.
template <int Dim>
std::vector<Neighbor> all_by_distance(const Points<Dim>& points, const Vec<Dim, double>& x,
                                      const Vec<Dim, double>& period) {
  std::vector<Neighbor> all;
  for (std::size_t k = 0; k < points.size(); ++k) {
    Vec<Dim, double> arm = points[k] - x;
    for (int d = 0; d < Dim; ++d)
      if (period[d] > 0) arm[d] -= period[d] * std::round(arm[d] / period[d]);
    if (std::isfinite(dot(arm, arm))) all.push_back({static_cast<std::uint32_t>(k), dot(arm, arm)});
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool same(std::span<const Neighbor> a, std::span<const Neighbor> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Neighbor& p, const Neighbor& q) {
    return p.point == q.point && p.square == q.square;
  });
}

/// Numbers of the points within a box, by the search and by a plain loop.
template <int Dim>
std::vector<std::uint32_t> box_of(const NeighborSearch<Dim>& search, const Vec<Dim, double>& x,
                                  double reach) {
  std::vector<std::uint32_t> found;
  search.visit_near(x, reach, [&](std::uint32_t point, const Vec<Dim, double>& arm) {
    bool is_inside = true;
    for (int d = 0; d < Dim; ++d) is_inside = is_inside && std::abs(arm[d]) <= reach;
    if (is_inside) found.push_back(point);
  });
  std::sort(found.begin(), found.end());
  return found;
}
template <int Dim>
std::vector<std::uint32_t> box_by_loop(const Points<Dim>& points, const Vec<Dim, double>& x, double reach,
                                       const Vec<Dim, double>& period) {
  std::vector<std::uint32_t> found;
  for (std::size_t k = 0; k < points.size(); ++k) {
    bool is_inside = true;
    for (int d = 0; d < Dim; ++d) {
      double arm = points[k][d] - x[d];
      if (period[d] > 0) arm -= period[d] * std::round(arm / period[d]);
      is_inside = is_inside && std::abs(arm) <= reach;
    }
    if (is_inside) found.push_back(static_cast<std::uint32_t>(k));
  }
  return found;
}

/// The searches against the loop, around every point and around some other places.
template <int Dim>
int differences(const Points<Dim>& points, double width, double radius, std::size_t k,
                const Vec<Dim, double>& period) {
  const NeighborSearch<Dim> search(points, width, period);
  Points<Dim> places = points;
  for (const auto& x : random_points<Dim>(20, 3, 77)) places.push_back(x);
  int wrong = 0;
  std::vector<Neighbor> found;
  for (const auto& x : places) {
    std::vector<Neighbor> expected = all_by_distance(points, x, period);
    search.nearest(x, k, found);
    wrong += !same(found, std::span(expected).first(std::min(k, expected.size())));
    std::erase_if(expected, [&](const Neighbor& n) { return !(n.square <= radius * radius); });
    search.within(x, radius, found);
    wrong += !same(found, expected);
    wrong += box_of(search, x, radius) != box_by_loop(points, x, radius, period);
  }
  return wrong;
}

}  // namespace

// Oracle: a plain loop over all points. Radii from a tenth of a cell to many, periods from half a cell to
// many cells, and places outside of the period and of the points.
TEST_CASE_TEMPLATE("neighbours are those of brute force", D, std::integral_constant<int, 2>,
                   std::integral_constant<int, 3>) {
  constexpr int Dim = D::value;
  test::Rng rng(3);
  for (int trial = 0; trial < 40; ++trial) {
    const auto count = static_cast<std::size_t>(rng.uniform(1, 300));
    const Points<Dim> points = random_points<Dim>(count, 2, static_cast<std::uint64_t>(trial));
    const double width = 4 / rng.uniform(0.5, 40), radius = width * rng.uniform(0.1, 5);
    Vec<Dim, double> period{};
    for (int d = 0; d < Dim; ++d)
      if (rng.uniform(0, 1) < 0.5) period[d] = rng.uniform(0.5 * width, 5);
    CAPTURE(trial);
    CHECK(differences<Dim>(points, width, radius, static_cast<std::size_t>(rng.uniform(0, 30)), period) == 0);
  }
}

// Oracle: brute force, on a lattice, where distances tie and points lie on the borders of cells: the order of
// equals is by number, and a point at just the radius counts.
TEST_CASE_TEMPLATE("ties and points on borders of cells", D, std::integral_constant<int, 2>,
                   std::integral_constant<int, 3>) {
  constexpr int Dim = D::value;
  Points<Dim> points;
  const int edge = 7;
  for (int n = 0; n < (Dim == 3 ? edge * edge * edge : edge * edge); ++n) {
    Vec<Dim, double> x{};
    for (int d = 0, rest = n; d < Dim; ++d, rest /= edge) x[d] = 0.1 * (rest % edge - 3);
    points.push_back(x);
  }
  for (const double width : {0.1, 0.05, 0.2, 0.3})
    for (const double radius : {0.1, 0.2, 0.1 * std::sqrt(2.0)}) {
      CHECK(differences<Dim>(points, width, radius, 7, {}) == 0);
      CHECK(differences<Dim>(points, width, radius, 7, Vec<Dim, double>::constant(0.7)) == 0);
    }
  const NeighborSearch<Dim> search(points, 0.1);
  std::vector<Neighbor> found;
  search.nearest(points[0], 1 + Dim, found);  // the corner itself, then one step along each axis
  std::uint32_t step = 1;
  for (std::size_t d = 1; d <= Dim; ++d, step *= edge) CHECK(found[d].point == step);
}

// Oracle: what the interface says of the edges of its domain.
TEST_CASE("no points, the same point many times, more neighbours than points, points that are not finite") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  std::vector<Neighbor> found(3);
  const NeighborSearch<3> nobody(std::span<const Vec3<double>>{}, 1.0);
  nobody.within({0, 0, 0}, 5, found);
  CHECK(found.empty());
  nobody.nearest({0, 0, 0}, 5, found);
  CHECK(found.empty());
  CHECK(nobody.all_nearest(3).all.empty());

  const Points<2> together(5, {0.25, 0.5});
  const NeighborSearch<2> search(together, 0.1);
  search.nearest({0.25, 0.5}, 3, found);
  REQUIRE(found.size() == 3);
  for (std::uint32_t k = 0; k < 3; ++k) CHECK(found[k].point == k);
  search.nearest({7, 7}, 100, found);
  CHECK(found.size() == 5);
  const NeighborTable table = search.all_nearest(3);
  CHECK(table.of(4)[0].point == 0);  // itself left out although four others are as near
  CHECK(table.of(4).size() == 3);
  CHECK(table.of(0)[0].point == 1);
  CHECK(search.all_within(0).of(2).size() == 4);

  const Points<2> broken = {{0, 0}, {nan, 0}, {0.5, 0}, {0, inf}};
  const NeighborSearch<2> of_broken(broken, 1.0);
  of_broken.nearest({0, 0}, 4, found);
  CHECK(found.size() == 2);
  of_broken.within({nan, 0}, 4, found);
  CHECK(found.empty());
  of_broken.nearest({0, inf}, 4, found);
  CHECK(found.empty());
  const NeighborTable of_all = of_broken.all_within(1);
  CHECK(of_all.of(0).size() == 1);
  CHECK(of_all.of(1).empty());
  CHECK(of_all.of(3).empty());
}

// Oracle: brute force. A cloud and a few points very far from it: more cells lie between than numbers have
// bits.
TEST_CASE("points that flew away") {
  Points<3> points = random_points<3>(60, 1, 5);
  for (const double far : {1e4, 1e9, 1e15, 1e150}) {
    points.push_back({far, 0.1, -far});
    CHECK(differences<3>(points, 0.2, 0.5, 9, {}) == 0);
    CHECK(differences<3>(points, 0.2, 2 * far, 70, {}) == 0);
  }
}

// Oracle: the searches one by one, and one thread. Tables of all points are the same for any number of
// threads.
TEST_CASE("tables of neighbours with one and with two threads") {
  const Points<3> points = random_points<3>(3000, 1, 6);
  const Vec3<double> period{0, 2, 0};
  NeighborTable near[2], nearest[2];
  for (int n = 0; n < 2; ++n) {
    const ThreadLimit limit(n + 1);
    const NeighborSearch<3> search(points, 0.15, period);
    near[n] = search.all_within(0.2);
    nearest[n] = search.all_nearest(12);
  }
  CHECK(near[0].begin == near[1].begin);
  CHECK(same(near[0].all, near[1].all));
  CHECK(nearest[0].begin == nearest[1].begin);
  CHECK(same(nearest[0].all, nearest[1].all));
  int wrong = 0;
  for (std::size_t k = 0; k < points.size(); k += 7) {
    std::vector<Neighbor> expected = all_by_distance(points, points[k], period);
    std::erase_if(expected, [&](const Neighbor& n) { return n.point == k; });
    wrong += !same(nearest[0].of(k), std::span(expected).first(12));
    std::erase_if(expected, [](const Neighbor& n) { return !(n.square <= 0.2 * 0.2); });
    wrong += !same(near[0].of(k), expected);
  }
  CHECK(wrong == 0);
}

}  // namespace froth
