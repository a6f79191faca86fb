// SPDX-License-Identifier: Apache-2.0
#include <froth/io/point_format.h>

namespace froth {

const std::vector<PointFormat>& point_formats() {
  static const std::vector<PointFormat> formats = {{"vdb", "vdb"}, {"vtp", "vtk"}, {"csv", "csv"}};
  return formats;
}

std::vector<std::string> point_format_names() {
  std::vector<std::string> names;
  for (const PointFormat& format : point_formats()) names.push_back(format.name);
  return names;
}

const PointFormat* find_point_format(const std::string& name) {
  for (const PointFormat& format : point_formats())
    if (format.name == name) return &format;
  return nullptr;
}

}  // namespace froth
