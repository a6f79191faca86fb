// SPDX-License-Identifier: Apache-2.0
// A thread that is drawn out falls into drops in the surface, because its particles are further apart than
// their radii reach, while they still belong to one piece: that of particles no further from each other than
// the linking length. Bridges join the surface again.
#pragma once

#include <froth/surface/band.h>

namespace froth {

/// Who may be bridged.
struct BridgeRule {
  double link = 0;                   ///< the linking length [m]
  const std::vector<float>& shares;  ///< filled share of the box around each point, see level_set.cpp
  float thin = 0;                    ///< points with less are in a thread or a drop, not on a face or an edge
};

/// Adds bridges to a band of distances, and says how many. A link joins two points that are no further apart
/// than the linking length, are in different pieces of the surface, and of which one is thin or in no body, a
/// piece of 12 particles or more: bodies that are merely near each other have none. The shortest links that
/// join all they can (the minimum spanning tree of the pieces) become bridges
///   - if they lie between two bodies;
///   - in a thread: eight particles or more that are in no body, in a line at least twelve times as long as
///     its radius;
///   - if they are no longer than 2.19 spacings and lie between any two pieces: crumbs hang together as
///     their particles do where the linking length is two spacings.
/// A bridge is a capsule of radius 0.44 spacings, or 0.87 voxels where that is more, which keeps it in one
/// piece; it adds no more than its volume, 1.2 particles at a linking length of two spacings. On voxels of
/// more than 0.8 spacings there are none. Chips of the surface without any particle are taken away.
std::size_t add_bridges(Band& band, const SkinPoints& points, const VoxelLattice& lattice,
                        const BridgeRule& rule);

}  // namespace froth
