// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/chips.h>

#include <cmath>

#include <froth/geometry/neighbor_search.h>

namespace froth {

namespace {

constexpr double kChip = 3, kBody = 12;  ///< most volume of a chip, least of a body [spacings^3]
constexpr double kNear = 1.3;            ///< how far apart threads hold [spacings]
constexpr float kGone = 1;               ///< value where a chip was [voxels]

enum class Size : std::uint8_t { Chip, Some, Body };

/// Corners inside of the surface that are connected along edges of voxels have one number, from 0 on.
class Pieces {
 public:
  explicit Pieces(const Band& band) : band_(band), piece_(band.phi.size(), -1) {
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
  const std::vector<std::size_t>& corners() const { return corners_; }  ///< how many, by piece
  std::int32_t of(std::size_t corner) const { return piece_[corner]; }
  /// -1 where there is none.
  std::int32_t at(const Vec3<std::int32_t>& corner) const {
    const std::int32_t tile = band_.tiles.find(list_block(corner));
    if (tile < 0) return -1;
    return piece_[static_cast<std::size_t>(tile) * kTileCorners +
                  static_cast<std::size_t>(list_number(corner))];
  }

 private:
  bool is_new(std::size_t n) const { return band_.phi[n] < 0 && piece_[n] < 0; }

  template <class Visit>
  void visit_neighbours(std::size_t n, Visit&& visit) const {
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
        const std::int32_t other =
            band_.tiles.around(tile)[static_cast<std::size_t>(middle + side * sides[d])];
        if (other >= 0)
          visit(static_cast<std::size_t>(other) * kTileCorners +
                static_cast<std::size_t>(c - side * (kTile - 1) * steps[d]));
      }
  }

  const Band& band_;
  std::vector<std::int32_t> piece_;
  std::vector<std::size_t> corners_;
};

/// The largest piece that a corner of the voxel around a particle is in, or -1.
std::int32_t piece_around(const Pieces& pieces, const Vec3<double>& x) {
  Vec3<std::int32_t> low{};
  for (int d = 0; d < 3; ++d) low[d] = static_cast<std::int32_t>(std::floor(x[d]));
  std::int32_t largest = -1;
  for (int c = 0; c < 8; ++c) {
    const std::int32_t piece = pieces.at(low + Vec3<std::int32_t>{c >> 2, c >> 1 & 1, c & 1});
    if (piece < 0) continue;
    const auto corners = [&](std::int32_t n) { return pieces.corners()[static_cast<std::size_t>(n)]; };
    if (largest < 0 || corners(piece) > corners(largest)) largest = piece;
  }
  return largest;
}

std::vector<std::int32_t> pieces_of(const Pieces& pieces, const SkinPoints& points,
                                    const VoxelLattice& lattice) {
  std::vector<std::int32_t> piece(points.count(), -1);
  parallel_chunks(static_cast<Index>(piece.size()), 1024, [&](const Chunk& chunk) {
    for (auto p = static_cast<std::size_t>(chunk.begin); p < static_cast<std::size_t>(chunk.end); ++p)
      if (is_reachable(lattice.place(points.x[p]), 1))
        piece[p] = piece_around(pieces, lattice.place(points.x[p]));
  });
  return piece;
}

}  // namespace

void remove_chips(Band& band, const SkinPoints& points, const VoxelLattice& lattice) {
  const Pieces pieces(band);
  const double particle = std::pow(median_spacing(points) / lattice.voxel, 3);  // in voxels
  std::vector<Size> sizes;
  for (const std::size_t n : pieces.corners())
    sizes.push_back(double(n) <= kChip * particle ? Size::Chip
                                                  : (double(n) < kBody * particle ? Size::Some : Size::Body));
  const auto has = [&](Size size) { return std::find(sizes.begin(), sizes.end(), size) != sizes.end(); };
  if (!has(Size::Chip) || !has(Size::Body)) return;
  const std::vector<std::int32_t> piece = pieces_of(pieces, points, lattice);
  const auto is_in = [&](std::size_t p, Size size) {
    return piece[p] >= 0 && sizes[static_cast<std::size_t>(piece[p])] == size;
  };
  std::vector<Vec3<double>> places;
  for (const Vec3<float>& x : points.x) places.push_back(x.cast<double>());
  const NeighborSearch<3> search(places, kNear * median_spacing(points));
  const auto is_any_near = [&](std::size_t p, auto&& is_such) {
    bool is_found = false;
    search.visit_within(places[p], kNear * double(points.spacing[p]),
                        [&](std::uint32_t n, double) { is_found = is_found || is_such(n); });
    return is_found;
  };
  const auto is_in_body = [&](std::size_t p) { return is_in(p, Size::Body); };
  std::vector<char> is_gone(sizes.size());
  for (std::size_t p = 0; p < piece.size(); ++p)
    if (is_in(p, Size::Chip) &&
        is_any_near(p, [&](std::size_t n) { return is_in_body(n) || is_any_near(n, is_in_body); }))
      is_gone[static_cast<std::size_t>(piece[p])] = 1;
  for (std::size_t n = 0; n < band.phi.size(); ++n)
    if (pieces.of(n) >= 0 && is_gone[static_cast<std::size_t>(pieces.of(n))]) band.phi[n] = kGone;
}

}  // namespace froth
