// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/thin_points.h>

#include <algorithm>
#include <numeric>

#include <froth/base/random.h>
#include <froth/geometry/neighbor_search.h>

namespace froth {

std::vector<std::uint32_t> thin_points(std::span<const Vec3<double>> points, double spacing,
                                       const std::function<double(const Vec3<double>&)>& distance,
                                       std::uint64_t seed) {
  std::vector<double> turn(points.size());
  for (std::size_t k = 0; k < points.size(); ++k)
    turn[k] = uniform4({seed, Purpose::PoissonDisc}, k, 0, 0)[0];
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return turn[a] != turn[b] ? turn[a] < turn[b] : a < b;
  });
  const NeighborSearch<3> search(points, spacing);
  std::vector<bool> stays(points.size(), false);
  for (const std::uint32_t k : order) {
    const double reach = distance(points[k]);
    bool is_free = true;
    search.visit_within(points[k], reach, [&](std::uint32_t other, double square) {
      if (stays[other] && square < reach * reach) is_free = false;
    });
    stays[k] = is_free;
  }
  std::vector<std::uint32_t> kept;
  for (std::uint32_t k = 0; k < points.size(); ++k)
    if (stays[k]) kept.push_back(k);
  return kept;
}

}  // namespace froth
