// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include <froth/geometry/pieces.h>

#include "support/random_values.h"

namespace froth {

namespace {

using Points = std::vector<Vec3<double>>;

/// Components by flooding over all pairs, numbered as the header promises.
Pieces brute_force(const Points& points, double reach, const Vec3<double>& period) {
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  const auto is_near = [&](std::size_t a, std::size_t b) {
    double sum = 0;
    for (int d = 0; d < 3; ++d) {
      double least = std::abs(points[a][d] - points[b][d]);
      for (const double shift : {-1.0, 1.0})  // the nearest image, tried out
        if (period[d] > 0) least = std::min(least, std::abs(points[a][d] - points[b][d] + shift * period[d]));
      sum += least * least;
    }
    return sum <= reach * reach;
  };
  std::vector<std::size_t> label(points.size(), none), size;
  for (std::size_t start = 0; start < points.size(); ++start) {
    if (label[start] != none) continue;
    std::vector<std::size_t> open = {start};
    label[start] = size.size();
    size.push_back(0);
    while (!open.empty()) {
      const std::size_t a = open.back();
      open.pop_back();
      ++size[label[a]];
      for (std::size_t b = 0; b < points.size(); ++b)
        if (label[b] == none && is_near(a, b)) label[b] = label[a], open.push_back(b);
    }
  }
  Pieces pieces;
  std::vector<std::size_t> order(size.size()), number(size.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return size[a] > size[b]; });
  for (std::size_t k = 0; k < order.size(); ++k) number[order[k]] = k, pieces.sizes.push_back(size[order[k]]);
  for (const std::size_t old : label) pieces.of.push_back(number[old]);
  return pieces;
}

}  // namespace

// Oracle: flooding over all pairs of points. Densities run from all apart to all in one, in space, in the
// plane, on a line, with and without periods, of which some are shorter than twice the reach.
TEST_CASE("pieces are those of brute force") {
  test::Rng random(7);
  int with_several = 0;
  for (int trial = 0; trial < 120; ++trial) {
    const int dim = trial % 3 + 1, count = 1 + trial;
    Points points(static_cast<std::size_t>(count));
    for (Vec3<double>& x : points)
      for (int d = 0; d < dim; ++d) x[d] = random.uniform(-1, 1);
    Vec3<double> period{};
    for (int d = 0; d < dim; ++d)
      if (random.uniform() < 0.4) period[d] = 2;
    const double reach = trial % 10 == 9 ? 1.3 : random.uniform(0.01, 0.5);
    const Pieces found = connected_pieces(points, reach, period), truth = brute_force(points, reach, period);
    CAPTURE(trial);
    CHECK(found.of == truth.of);
    CHECK(found.sizes == truth.sizes);
    if (truth.count() > 1 && truth.sizes[0] > 1) ++with_several;
  }
  CHECK(with_several > 40);  // the cases are not all trivial
}

// Oracle: points on a line at whole numbers, counted by hand; the reach itself is near enough.
TEST_CASE("chains hold where each step is within reach") {
  const Points line = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {4, 0, 0}, {5, 0, 0}, {9, 0, 0}};
  const Pieces pieces = connected_pieces(line, 1);
  CHECK(pieces.sizes == std::vector<std::size_t>{3, 2, 1});
  CHECK(pieces.of == std::vector<std::size_t>{0, 0, 0, 1, 1, 2});
  CHECK(pieces.isolated() == 1);
  CHECK(connected_pieces(line, 0.99).count() == 6);
  CHECK(connected_pieces(line, 4).count() == 1);
  CHECK(connected_pieces(line, 1, {10, 0, 0}).sizes == std::vector<std::size_t>{4, 2});  // 9 meets 0
  CHECK(connected_pieces({}, 1).count() == 0);
}

// Oracle: what cannot be near anything is alone; far coordinates must not overflow.
TEST_CASE("points that are not finite, or very far, are pieces of their own") {
  constexpr double inf = std::numeric_limits<double>::infinity(),
                   nan = std::numeric_limits<double>::quiet_NaN();
  const Pieces pieces =
      connected_pieces({{0, 0, 0}, {nan, 0, 0}, {inf, 0, 0}, {1e300, 0, 0}, {0.5, 0, 0}}, 1);
  CHECK(pieces.sizes == std::vector<std::size_t>{2, 1, 1, 1});
  CHECK(pieces.of[0] == pieces.of[4]);
}

}  // namespace froth
