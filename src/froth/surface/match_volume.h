// SPDX-License-Identifier: Apache-2.0
// Smoothing rounds edges off, and a fill that is smeared over a kernel has its half level a little inside of
// convex faces. Moved by a few hundredths of a spacing, the surface holds the volume of its particles again,
// on average over some ten spacings around every place, so that no bump of a single particle comes back.
#pragma once

#include <froth/surface/band.h>

namespace froth {

/// `lack` is 1/2 less the fill of space by the particles, on the tiles of the band; the band holds distances.
/// Only what is within `reach` [voxels] of the surface counts: deeper, particles may be denser or sparser
/// without any say in where the surface is. In four rounds it moves by `most` [voxels] at most, all in all.
/// Volumes inside are those of fields that are linear on tetrahedra, as a mesh has them.
void match_volume(Band& band, const std::vector<float>& lack, float reach, float most);

}  // namespace froth
