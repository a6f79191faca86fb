// SPDX-License-Identifier: Apache-2.0
// Smoothing may cut the last particle off a sharp tip and leave it as a drop, though it belongs to the body.
#pragma once

#include <froth/surface/band.h>

namespace froth {

/// Removes pieces of the band of no more than three particles' volume that hold a particle which belongs to
/// a body: one of the particles within 1.3 spacings of it, or of those, is in a piece of many particles.
/// Drops of particles that are alone, and threads, stay.
void remove_chips(Band& band, const SkinPoints& points, const VoxelLattice& lattice);

}  // namespace froth
