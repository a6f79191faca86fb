// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/foam/dart_throwing.h>

#include "support/clouds.h"

using namespace froth;
using namespace froth::test;

namespace {

template <int Dim>
std::vector<HalfPlace<Dim>> darts_of(const Cloud<Dim, float>& cloud, std::uint32_t event = 0,
                                     const BlockCoord<Dim>& periodic = {}) {
  const PointCells<Dim> points = cloud.points(periodic);
  const SphereUnion<Dim> surface(points);
  return throw_darts(points, surface, {.coverage = kCoverage<Dim>, .seed = 7, .event = event, .cloud = 0});
}

/// A lattice stretched by `s` along the first axis, at constant volume, around 2 `half` wide along all.
template <int Dim>
std::vector<Vec<Dim, double>> stretched(double s, double half, double jitter) {
  Vec<Dim, double> spacing = Vec<Dim, double>::constant(std::pow(s, -1.0 / (Dim - 1)));
  spacing[0] = s;
  return stretched_lattice<Dim>(spacing, Vec<Dim, double>::constant(half), jitter);
}

/// Fills a stretched lattice and holds it to all that the darts promise.
template <int Dim>
void fill(double s, double half) {
  CAPTURE(s);
  auto places = stretched<Dim>(s, half, 0.05);
  const auto cloud = make_cloud<Dim, float>(places);
  const SphereUnion<Dim> surface(cloud.points());
  const auto found = places_of(darts_of(cloud));
  CHECK(found.size() > places.size() / 20);
  for (const auto& x : found) {
    CHECK(depth_at(surface, x) < -2.2 + 1e-4);  // of floats that count up to 4
    CHECK(nearest_distance(x, places) > kCoverage<Dim> - 1e-5);
    places.push_back(x);
  }
  // Random probes: none that is deep enough is left uncovered but for slivers that hold no middle of an
  // eighth of a half cell, and so are no further than half its diagonal from a covered place.
  Rng rng(11);
  double widest = 0;
  int deep = 0, uncovered = 0;
  for (int n = 0; n < 4000; ++n) {
    Vec<Dim, double> x{};
    for (int d = 0; d < Dim; ++d) x[d] = rng.uniform(-half, half);
    if (depth_at(surface, x) > -2.2) continue;
    const double nearest = nearest_distance(x, places);
    widest = std::max(widest, nearest);
    deep += 1, uncovered += nearest > kCoverage<Dim>;
  }
  CHECK(deep > 300);
  CHECK(uncovered < 0.02 * deep);
  CHECK(widest < kCoverage<Dim> + std::sqrt(double(Dim)) / 16);
  CHECK(widest < 1.2);  // r is half a cell: 0.6 cells
}

}  // namespace

// Oracle: geometry. The point furthest from a lattice of spacing r is half a diagonal away, which is covered.
TEST_CASE("a lattice at rest gets no new points") {
  CHECK(darts_of(make_cloud<2, float>(stretched<2>(1, 10, 0))).empty());
  CHECK(darts_of(make_cloud<3, float>(stretched<3>(1, 7, 0))).empty());
}

// Oracle: brute force. New points keep their distance from all others and from the surface, and random probes
// find no void that is deep enough and larger than the smallest pieces; stretched by 1.8 the voids have been
// 0.97 r wide and more.
TEST_CASE("voids of a stretched lattice are filled to the last") {
  fill<2>(1.5, 14);
  fill<3>(1.6, 8);
  fill<3>(1.8, 8);
}

// Oracle: the same numbers of one and of many threads; another event and another cloud have their own.
TEST_CASE("new points do not depend on threads but on the event") {
  const auto cloud = make_cloud<3, float>(stretched<3>(1.6, 8, 0.05));
  const auto many = places_of(darts_of(cloud)), other = places_of(darts_of(cloud, 1));
  const ThreadLimit limit(1);
  const auto one = places_of(darts_of(cloud));
  CHECK(one == many);
  CHECK(one != other);
}

// Oracle: brute force with images. On a periodic axis of an odd number of blocks, new points keep their
// distance from those on the other side.
TEST_CASE("new points keep their distance across a periodic axis") {
  std::vector<Vec<2, double>> places;
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 24; ++j) places.push_back({1.5 * i + 0.2, 0.67 * j + 0.1});
  const auto found = places_of(darts_of(make_cloud<2, float>(places), 0, {3, 0}));
  CHECK(found.size() > 50);
  int near_seam = 0;
  for (const auto& x : found) {
    near_seam += x[0] < 1 || x[0] > 23;
    for (const double shift : {-24.0, 0.0, 24.0})
      CHECK(nearest_distance(x + Vec<2, double>{shift, 0}, places) > kCoverage<2> - 1e-5);
    places.push_back(x);
  }
  CHECK(near_seam > 3);
}
