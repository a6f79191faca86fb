// SPDX-License-Identifier: Apache-2.0
// The plain union of spheres, as a reference: what a skin looks like that smooths nothing.
#include <cmath>

#include <froth/surface/gather.h>
#include <froth/surface/methods.h>

namespace froth {

namespace {
constexpr float kRadius = 0.6f;  ///< of frames [spacings]
constexpr double kReach = 1.6;   ///< the sphere, and a voxel around it for gradients [spacings]
}  // namespace

Band sphere_band(const SkinPoints& points, const VoxelLattice& lattice, const MaybePlane& plane) {
  const TiledPoints tiled(points, lattice, kReach);
  std::vector<float> phi(tiled.tiles().count() * kTileCorners, kBand);
  for_tiles(tiled.tiles().count(), [&](std::size_t t) {
    float* values = tile_values(phi, t).data();
    tiled.visit(t, [&](std::uint32_t, const TilePoint& p) {
      const float reach = float(kReach) * std::max(p.spacing, 1.0f), radius = kRadius * p.spacing;
      visit_rows(p, reach, [&](int first, const float* square) {
        for (int k = 0; k < kTile; ++k)
          values[first + k] = std::min(values[first + k], std::sqrt(square[k]) - radius);
      });
    });
  });
  return band_of(tiled.tiles(), phi, kBand, plane);
}

}  // namespace froth
