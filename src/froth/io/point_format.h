// SPDX-License-Identifier: Apache-2.0
// The formats in which frames of particles are written for other programs, beside the PLY that every run has.
#pragma once

#include <string>
#include <vector>

namespace froth {

struct PointFormat {
  std::string name;    ///< in scenes, on the command line, and as the ending of its files
  std::string folder;  ///< of its files
};

const std::vector<PointFormat>& point_formats();
std::vector<std::string> point_format_names();
/// Null where there is no such format.
const PointFormat* find_point_format(const std::string& name);

}  // namespace froth
