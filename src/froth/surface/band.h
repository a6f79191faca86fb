// SPDX-License-Identifier: Apache-2.0
// A field near its zero level: tiles that it goes through and those around them. Lengths are in voxels.
#pragma once

#include <froth/surface/point_tiles.h>

namespace froth {

/// Width of the band on either side of the surface [voxels]; values do not go further. A tile is wider, so
/// that tiles around those of the surface hold it.
inline constexpr float kBand = 6;

struct Band {
  Tiles tiles;
  std::vector<float> phi;  ///< negative inside
};

/// A plane among voxels.
struct VoxelPlane {
  Vec3<double> normal;  ///< of unit length
  double offset;        ///< normal . x on the plane

  double distance(const Vec3<double>& x) const { return dot(x, normal) - offset; }
};

/// The band of a field on other tiles, beyond which it is `outside`, and tiles along a plane where there is
/// one.
Band band_of(const Tiles& tiles, const std::vector<float>& phi, float outside,
             const std::optional<VoxelPlane>& plane);

/// Another field of such tiles, on those of the band.
std::vector<float> values_on(const Band& band, const Tiles& tiles, const std::vector<float>& field,
                             float outside);

/// Makes it a distance: corners next to the surface keep their values, over the slope
/// there, all others get their
/// distance to it from their neighbours, by Godunov's upwind differences [Zhao2005], in
/// Jacobi sweeps.
void redistance(Band& band);

/// Cuts off what is on the side of the plane's normal.
void cut(Band& band, const VoxelPlane& plane);

/// As others see it, less tiles in which it is far from zero.
VoxelField voxel_field(const Band& band, const VoxelLattice& lattice);

}  // namespace froth
