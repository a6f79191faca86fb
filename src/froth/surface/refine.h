// SPDX-License-Identifier: Apache-2.0
// Fields are made on voxels that suit the particles, and interpolated where finer ones are asked for.
#pragma once

#include <froth/surface/skin.h>

namespace froth {

/// The field on voxels that are so many times smaller, by quadratic B-splines: smooth, and no pieces or holes
/// appear between corners. Throws InputError where it would not
/// fit into memory.
VoxelField refined(const VoxelField& field, double times);

}  // namespace froth
