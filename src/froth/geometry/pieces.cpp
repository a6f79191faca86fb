// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/pieces.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

#include <froth/base/error.h>
#include <froth/geometry/disjoint_sets.h>
#include <froth/geometry/neighbor_search.h>

namespace froth {

namespace {

/// Links every point with its neighbours of lower number. These are found side by side, for some points at a
/// time so that they need little memory, and linked one after the other.
void link(DisjointSets& sets, const std::vector<Vec3<double>>& points, double reach,
          const Vec3<double>& period) {
  constexpr Index chunk = 256, wave = 256 * chunk;
  const NeighborSearch<3> search(points, reach, period);
  const auto count = static_cast<Index>(points.size());
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> pairs(wave / chunk);
  for (Index begin = 0; begin < count; begin += wave) {
    parallel_chunks(std::min(wave, count - begin), chunk, [&](const Chunk& c) {
      auto& mine = pairs[static_cast<std::size_t>(c.number)];
      for (Index k = begin + c.begin; k < begin + c.end; ++k) {
        const auto point = static_cast<std::size_t>(k);
        search.visit_within(points[point], reach, [&](std::uint32_t other, double) {
          if (other < point) mine.push_back({point, other});
        });
      }
    });
    for (auto& mine : pairs) {
      for (const auto& [a, b] : mine) sets.merge(a, b);
      mine.clear();
    }
  }
}

}  // namespace

std::size_t Pieces::isolated() const {
  return static_cast<std::size_t>(std::count(sizes.begin(), sizes.end(), std::size_t(1)));
}

Pieces connected_pieces(const std::vector<Vec3<double>>& points, double reach, const Vec3<double>& period) {
  FROTH_CHECK(reach > 0, "points need a positive reach to be linked");
  DisjointSets sets(points.size());
  link(sets, points, reach, period);

  std::vector<std::size_t> size(points.size()), roots;
  for (std::size_t k = 0; k < points.size(); ++k) ++size[sets.root(k)];
  for (std::size_t k = 0; k < points.size(); ++k)
    if (size[k] > 0) roots.push_back(k);
  std::stable_sort(roots.begin(), roots.end(),
                   [&](std::size_t a, std::size_t b) { return size[a] > size[b]; });
  std::vector<std::size_t> number(points.size());
  Pieces pieces;
  for (const std::size_t root : roots) {
    number[root] = pieces.sizes.size();
    pieces.sizes.push_back(size[root]);
  }
  for (std::size_t k = 0; k < points.size(); ++k) pieces.of.push_back(number[sets.root(k)]);
  return pieces;
}

}  // namespace froth
