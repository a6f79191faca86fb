// SPDX-License-Identifier: Apache-2.0
#include <froth/io/point_cloud.h>

namespace froth {

std::span<const std::uint32_t> CloudFaces::corners_of(std::size_t face) const {
  const std::size_t begin = face == 0 ? 0 : end[face - 1];
  return std::span(corner).subspan(begin, end[face] - begin);
}

void CloudFaces::add(std::span<const std::uint32_t> corners, std::int32_t of_body, std::int32_t of_cell) {
  corner.insert(corner.end(), corners.begin(), corners.end());
  end.push_back(static_cast<std::uint32_t>(corner.size()));
  body.push_back(of_body);
  cell.push_back(of_cell);
}

const PointProperty* PointCloud::find(std::string_view name) const {
  for (const PointProperty& p : properties)
    if (p.name == name) return &p;
  return nullptr;
}

PointVector find_vector(const PointCloud& cloud, const std::string& prefix) {
  return {{cloud.find(prefix + "x"), cloud.find(prefix + "y"), cloud.find(prefix + "z")}};
}

Pose pose_in(const PointCloud& frame, std::size_t collider) {
  return collider < frame.colliders.size() ? frame.colliders[collider].pose : Pose{};
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
