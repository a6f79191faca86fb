// SPDX-License-Identifier: Apache-2.0
#include <froth/io/point_cloud.h>

namespace froth {

const PointProperty* PointCloud::find(std::string_view name) const {
  for (const PointProperty& p : properties)
    if (p.name == name) return &p;
  return nullptr;
}

PointVector find_vector(const PointCloud& cloud, const std::string& prefix) {
  return {{cloud.find(prefix + "x"), cloud.find(prefix + "y"), cloud.find(prefix + "z")}};
}

std::vector<const PointProperty*> scalars_of(const PointCloud& cloud) {
  const PointVector x = find_vector(cloud, ""), v = find_vector(cloud, "v");
  std::vector<const PointProperty*> scalars;
  for (const PointProperty& p : cloud.properties) {
    bool is_part = false;
    for (const PointVector& vector : {x, v})
      for (const PointProperty* part : vector.part) is_part = is_part || (vector && part == &p);
    if (!is_part) scalars.push_back(&p);
  }
  return scalars;
}

}  // namespace froth
