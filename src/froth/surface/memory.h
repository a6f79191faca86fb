// SPDX-License-Identifier: Apache-2.0
// What the tiles of a skin will need, against what the machine has: known before it starts.
#pragma once

#include <cstddef>

#include <froth/surface/point_tiles.h>

namespace froth {

/// Memory that a process may still take [bytes], of the machine and of its control groups (containers); huge
/// where the system does not say.
double available_memory();

/// How many tiles there may be.
class TileBudget {
 public:
  TileBudget(const SkinPoints& points, const VoxelLattice& lattice);
  /// Throws InputError where so many tiles are too many.
  void check(double tiles) const {
    if (tiles > most_) refuse(tiles);
  }

 private:
  [[noreturn]] void refuse(double tiles) const;

  double voxel_, least_, most_;  ///< edge [m], tiles that the material alone fills, tiles that fit
};

/// Throws InputError where fields on so many tiles around the surface do not fit.
void check_band_memory(double tiles);

}  // namespace froth
