// SPDX-License-Identifier: Apache-2.0
// Points among voxels: how many voxels each is wide, and which tiles it reaches into.
#pragma once

#include <cmath>
#include <cstdint>

#include <froth/surface/skin.h>
#include <froth/surface/tiles.h>

namespace froth {

/// The lattice of corners: corner (0, 0, 0) is half a voxel off the origin of space, so that faces of bodies
/// that were sampled there do not lie on corners.
struct VoxelLattice {
  double voxel = 1;  ///< edge [m]

  Vec3<double> origin() const { return Vec3<double>::constant(voxel / 2); }
  /// In voxels, from corner (0, 0, 0).
  Vec3<double> place(const Vec3<float>& x) const { return (x.cast<double>() - origin()) / voxel; }
};

/// Whether numbers of the tiles that a place [voxels] reaches fit: not for places that are not finite, or
/// that have flown off.
inline bool is_reachable(const Vec3<double>& place, double reach) {
  constexpr double furthest = double(kTile) * (1 << 19);
  for (int d = 0; d < 3; ++d)
    if (!(std::abs(place[d]) + reach < furthest)) return false;
  return true;
}

/// Every tile, and the points that reach into it, in order of their numbers.
struct PointTiles {
  Tiles tiles;
  std::vector<std::size_t> begin;  ///< by tile, and the number of all
  std::vector<std::uint32_t> point;

  std::span<const std::uint32_t> of(std::size_t tile) const {
    return {point.data() + begin[tile], begin[tile + 1] - begin[tile]};
  }
};

/// `reaches` of points along each axis are in metres. Points that are not reachable are nowhere.
/// Throws InputError where the tiles would not fit into memory.
PointTiles find_point_tiles(const SkinPoints& points, const VoxelLattice& lattice,
                            const std::vector<float>& reaches);

/// A number of spacings of each point, or of voxels where those are wider [m].
std::vector<float> spacings_of(const SkinPoints& points, const VoxelLattice& lattice, double times);

/// [m].
double median_spacing(const SkinPoints& points);

/// A point as a tile sees it.
struct TilePoint {
  Vec3<float> x;  ///< from the tile's first corner [voxels]
  float spacing;  ///< [voxels]
  bool is_home;   ///< whether the point is in the tile, not only its reach
};
inline TilePoint tile_point(const SkinPoints& points, const VoxelLattice& lattice, std::uint32_t p,
                            const BlockCoord<3>& tile) {
  const Vec3<double> x = lattice.place(points.x[p]) - double(kTile) * tile.cast<double>();
  bool is_home = true;
  for (int d = 0; d < 3; ++d) is_home = is_home && x[d] >= 0 && x[d] < kTile;
  return {x.cast<float>(), static_cast<float>(points.spacing[p] / lattice.voxel), is_home};
}

}  // namespace froth
