// SPDX-License-Identifier: Apache-2.0
#include <froth/io/placed_at.h>

#include <froth/base/error.h>

namespace froth {

PointCloud placed_at(PointCloud cloud, const std::string& attribute) {
  if (attribute == kWorldPositions) return cloud;
  const PointProperty* from[3];
  for (int d = 0; d < 3; ++d) {
    from[d] = cloud.find(attribute + "_" + std::to_string(d));
    if (from[d] == nullptr)
      throw InputError("the frame has no attribute \"" + attribute +
                       "\" of three components to take positions from; add it to output.attributes of the "
                       "scene and run it again");
  }
  for (PointProperty& property : cloud.properties)
    for (int d = 0; d < 3; ++d) {
      const std::string axis(1, "xyz"[d]);
      if (property.name == axis) property.values = from[d]->values;
      if (property.name == "v" + axis)
        property.values = NumberColumn(property.type(), std::vector<double>(cloud.count(), 0.0));
    }
  return cloud;
}

}  // namespace froth
