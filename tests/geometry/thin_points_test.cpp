// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/geometry/thin_points.h>

#include "support/embedded.h"

using namespace froth;
using namespace froth::test;

// Oracle: brute force over all pairs. Points that stay are apart by the smaller of their two distances at
// least, none that went is further than its distance from all that stay, and another seed gives another set.
TEST_CASE("points are thinned to a distance that varies") {
  const std::vector<Vec3<double>> points = lattice_points({12, 8, 8}, 1);
  const auto distance = [](const Vec3<double>& x) { return x[0] < 6 ? 0.85 : 1.9; };
  const std::vector<std::uint32_t> kept = thin_points(points, 1, distance, 1);
  std::vector<bool> stays(points.size(), false);
  for (const std::uint32_t k : kept) stays[k] = true;
  std::size_t fine = 0;
  for (std::size_t a = 0; a < points.size(); ++a) {
    double nearest = 1e9;
    for (std::size_t b = 0; b < points.size(); ++b) {
      if (a == b || !stays[b]) continue;
      const double d = norm(points[a] - points[b]);
      nearest = std::min(nearest, d);
      if (stays[a]) CHECK(d >= std::min(distance(points[a]), distance(points[b])));
    }
    if (!stays[a]) CHECK(nearest < distance(points[a]));
    fine += stays[a] && points[a][0] < 6 ? 1 : 0;
  }
  CHECK(fine > 330);  // of 384: some lose to coarse ones across the border
  CHECK(kept.size() - fine < 384 / 4);
  CHECK(thin_points(points, 1, distance, 2) != kept);
}
