// SPDX-License-Identifier: Apache-2.0
// The methods of skins, for skin_field. Each gives the field around its surface, and along a plane that cuts
// it.
#pragma once

#include <froth/surface/band.h>

namespace froth {

using MaybePlane = std::optional<VoxelPlane>;

Band level_set_band(const SkinPoints& points, const VoxelLattice& lattice, const SkinSettings& settings,
                    const MaybePlane& plane);
Band anisotropic_band(const SkinPoints& points, const VoxelLattice& lattice, const MaybePlane& plane);
Band sphere_band(const SkinPoints& points, const VoxelLattice& lattice, const MaybePlane& plane);

/// For density_field.
VoxelField density_of(const SkinPoints& points, const VoxelLattice& lattice);

}  // namespace froth
