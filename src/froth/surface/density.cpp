// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/gather.h>
#include <froth/surface/methods.h>

namespace froth {

VoxelField density_of(const SkinPoints& points, const VoxelLattice& lattice) {
  const TiledPoints tiled(points, lattice, kFillReach);
  VoxelField field{lattice.voxel, lattice.origin(), tiled.tiles().at(), gather_fill(tiled), 0};
  for_tiles(field.tiles.size(), [&](std::size_t t) {
    for (float& v : tile_values(field.values, t)) v = std::min(v, 1.0f);
  });
  return field;
}

}  // namespace froth
