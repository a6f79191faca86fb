// SPDX-License-Identifier: Apache-2.0
// Sums and minima over the points that reach a tile, in order of their numbers. Lengths are in voxels.
#pragma once

#include <froth/surface/point_tiles.h>

namespace froth {

/// Points, the lattice, and who reaches which tile.
struct TiledPoints {
  const SkinPoints& points;
  VoxelLattice lattice;
  PointTiles lists;

  TiledPoints(const SkinPoints& p, const VoxelLattice& l, double reach)
      : points(p), lattice(l), lists(find_point_tiles(p, l, spacings_of(p, l, reach))) {}
  TiledPoints(const SkinPoints& p, const VoxelLattice& l, const std::vector<float>& reaches)
      : points(p), lattice(l), lists(find_point_tiles(p, l, reaches)) {}
  const Tiles& tiles() const { return lists.tiles; }
  /// Calls visit(number, point) for those that reach a tile.
  template <class Visit>
  void visit(std::size_t tile, Visit&& visit) const {
    for (const std::uint32_t p : lists.of(tile)) visit(p, tile_point(points, lattice, p, tiles().at()[tile]));
  }
};

/// Half the width of the kernel of the fill, a quadratic B-spline, in spacings.
inline constexpr double kFillReach = 1.5;

/// Share of space that points take on the corners of all tiles, each point a cube spread by a tensor product
/// of quadratic B-splines of its own width: 1 inside, 1/2 on a flat face, whatever the lattice. Points count
/// as often as `weights` says; once each where it is empty.
std::vector<float> gather_fill(const TiledPoints& points, const std::vector<float>& weights = {});

/// Distance to a flat face in spacings, negative inside, by what the fill lacks to 1/2 there.
float distance_of_lack(float lack);

/// Calls touch(corner number, squared distances) per row of eight corners that are no further than `reach`
/// from a point along each axis.
template <class Touch>
inline void visit_rows(const TilePoint& p, float reach, Touch&& touch) {
  int low[2], high[2];
  for (int d = 0; d < 2; ++d) {
    low[d] = std::max(0, static_cast<int>(std::ceil(p.x[d] - reach)));
    high[d] = std::min(kTile - 1, static_cast<int>(std::floor(p.x[d] + reach)));
  }
  float last[kTile], square[kTile];
  for (int k = 0; k < kTile; ++k) last[k] = (float(k) - p.x[2]) * (float(k) - p.x[2]);
  for (int i = low[0]; i <= high[0]; ++i)
    for (int j = low[1]; j <= high[1]; ++j) {
      const float a = float(i) - p.x[0], b = float(j) - p.x[1], sum = a * a + b * b;
      for (int k = 0; k < kTile; ++k) square[k] = sum + last[k];
      touch((i * kTile + j) * kTile, square);
    }
}

}  // namespace froth
