// SPDX-License-Identifier: Apache-2.0
// Points as an OpenVDB point grid, in the words that Houdini uses: position P, velocity v, radius pscale.
#pragma once

#include <string>

#include <froth/io/point_cloud.h>

namespace froth {

struct VdbPoints {
  double voxel_size = 0;  ///< [m]; a few points per voxel keep the file small
  double time = 0;        ///< [s], metadata of the grid
  double radius = 0;      ///< of all points [m]; 0: each has its own, the property "radius"
};

/// One grid, "points". The radius is the attribute pscale where there is one. P keeps 2^-26 of a voxel, v and
/// all real numbers are floats, id is a 64-bit integer, other whole numbers have 32 bits. The bytes depend on
/// the points alone. Throws InputError that begins with `name` where a position is too far away for a grid,
/// or not a number.
std::string to_vdb_points(const PointCloud& cloud, const VdbPoints& how, const std::string& name);

}  // namespace froth
