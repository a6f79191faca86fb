// SPDX-License-Identifier: Apache-2.0
// What a frame says of itself, as comment lines of its PLY file. docs/export.md describes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <froth/io/point_cloud.h>

namespace froth {

/// Frame and time, dimension, bodies, units of properties, poses of colliders: a line each, none longer than
/// the 4 kB that common readers take. Numbers have as many digits as it takes to read them back unchanged.
std::vector<std::string> frame_comments(const PointCloud& cloud);

/// Takes in the lines of a file that has been read as far as its properties. Lines of other programs, and
/// lines that are not well formed, are passed over.
void read_frame_comments(const std::vector<std::string>& lines, PointCloud& cloud);

}  // namespace froth
