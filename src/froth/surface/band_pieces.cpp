// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/band_pieces.h>

#include <cmath>

namespace froth {

BandPieces::BandPieces(const Band& band) : band_(band), piece_(band.phi.size(), -1) {
  std::vector<std::size_t> rest;
  for (std::size_t n = 0; n < piece_.size(); ++n) {
    if (!is_new(n)) continue;
    const auto number = static_cast<std::int32_t>(corners_.size());
    corners_.push_back(0);
    piece_[n] = number;
    for (rest.push_back(n); !rest.empty();) {
      const std::size_t at = rest.back();
      rest.pop_back();
      ++corners_.back();
      visit_neighbours(at, [&](std::size_t next) {
        if (!is_new(next)) return;
        piece_[next] = number;
        rest.push_back(next);
      });
    }
  }
}

template <class Visit>
void BandPieces::visit_neighbours(std::size_t n, Visit&& visit) const {
  constexpr int steps[3] = {kTile * kTile, kTile, 1}, sides[3] = {9, 3, 1}, middle = 13;
  const std::size_t tile = n / kTileCorners;
  const int c = static_cast<int>(n % kTileCorners);
  for (int d = 0; d < 3; ++d)
    for (const int side : {-1, 1}) {
      const int at = c / steps[d] % kTile + side;
      if (at >= 0 && at < kTile) {
        visit(n + static_cast<std::size_t>(side * steps[d]));
        continue;
      }
      const std::int32_t other = band_.tiles.around(tile)[static_cast<std::size_t>(middle + side * sides[d])];
      if (other >= 0)
        visit(static_cast<std::size_t>(other) * kTileCorners +
              static_cast<std::size_t>(c - side * (kTile - 1) * steps[d]));
    }
}

std::int32_t BandPieces::at(const Vec3<std::int32_t>& corner) const {
  const std::int32_t tile = band_.tiles.find(list_block(corner));
  if (tile < 0) return -1;
  return piece_[static_cast<std::size_t>(tile) * kTileCorners +
                static_cast<std::size_t>(list_number(corner))];
}

std::int32_t BandPieces::around(const Vec3<double>& x) const {
  Vec3<std::int32_t> low{};
  for (int d = 0; d < 3; ++d) low[d] = static_cast<std::int32_t>(std::floor(x[d]));
  std::int32_t largest = -1;
  for (int c = 0; c < 8; ++c) {
    const std::int32_t piece = at(low + Vec3<std::int32_t>{c >> 2, c >> 1 & 1, c & 1});
    if (piece < 0) continue;
    const auto size = [&](std::int32_t n) { return corners_[static_cast<std::size_t>(n)]; };
    if (largest < 0 || size(piece) > size(largest)) largest = piece;
  }
  return largest;
}

std::vector<std::int32_t> BandPieces::of_points(const SkinPoints& points, const VoxelLattice& lattice) const {
  std::vector<std::int32_t> piece(points.count(), -1);
  parallel_chunks(static_cast<Index>(piece.size()), 1024, [&](const Chunk& chunk) {
    for (auto p = static_cast<std::size_t>(chunk.begin); p < static_cast<std::size_t>(chunk.end); ++p)
      if (const Vec3<double> x = lattice.place(points.x[p]); is_reachable(x, 1)) piece[p] = around(x);
  });
  return piece;
}

}  // namespace froth
