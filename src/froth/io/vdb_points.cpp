// SPDX-License-Identifier: Apache-2.0
#include <froth/io/vdb_points.h>

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <openvdb/openvdb.h>
#include <openvdb/points/PointConversion.h>
#include <openvdb/points/PointDataGrid.h>

#include <froth/base/error.h>
#include <froth/io/vdb_archive.h>

namespace froth {

namespace {

namespace vdb = openvdb;
using vdb::points::PointAttributeVector;

/// Property of a point that is its radius.
constexpr const char* kRadius = "radius";

/// Voxel numbers have 32 bits; this leaves room for the blocks around the outermost points.
constexpr double kFarthestVoxel = 1 << 30;

std::vector<vdb::Vec3d> positions_of(const PointCloud& cloud, double voxel_size, const std::string& name) {
  const PointVector x = find_vector(cloud, "");
  FROTH_CHECK(bool(x), "points need positions");
  std::vector<vdb::Vec3d> positions(cloud.count());
  for (std::size_t k = 0; k < positions.size(); ++k)
    for (int d = 0; d < 3; ++d) {
      positions[k][d] = x.part[d]->values[k];
      if (!(std::abs(positions[k][d]) < kFarthestVoxel * voxel_size))
        throw InputError(
            fmt::format("{}: point {} is too far away for a VDB grid; leave out the vdb format", name, k));
    }
  return positions;
}

/// A grid of points and the order that it has put them in.
struct PointGrid {
  vdb::tools::PointIndexGrid::Ptr order;
  vdb::points::PointDataGrid::Ptr grid;

  template <class T>
  void add(const std::string& name, const std::vector<T>& values) {
    vdb::points::appendAttribute<T, vdb::points::NullCodec>(grid->tree(), name);
    vdb::points::populateAttribute(grid->tree(), order->tree(), name, PointAttributeVector<T>(values));
  }
  template <class T>
  void add_as(const std::string& name, const NumberColumn& values) {
    std::vector<T> converted(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) converted[k] = static_cast<T>(values[k]);
    add(name, converted);
  }
};

PointGrid make_grid(const std::vector<vdb::Vec3d>& positions, double voxel_size) {
  const vdb::math::Transform::Ptr place = vdb::math::Transform::createLinearTransform(voxel_size);
  const PointAttributeVector<vdb::Vec3d> wrapped(positions);
  PointGrid made;
  made.order = vdb::tools::createPointIndexGrid<vdb::tools::PointIndexGrid>(wrapped, *place);
  made.grid = vdb::points::createPointDataGrid<vdb::points::NullCodec, vdb::points::PointDataGrid>(
      *made.order, wrapped, *place);
  return made;
}

void add_attributes(PointGrid& to, const PointCloud& cloud, const VdbPoints& how) {
  if (const PointVector v = find_vector(cloud, "v")) {
    std::vector<vdb::Vec3f> velocities(cloud.count());
    for (std::size_t k = 0; k < velocities.size(); ++k)
      for (int d = 0; d < 3; ++d) velocities[k][d] = static_cast<float>(v.part[d]->values[k]);
    to.add("v", velocities);
  }
  for (const PointProperty* p : scalars_of(cloud)) {
    if (p->name == kRadius) continue;
    if (p->name == "id")
      to.add_as<std::int64_t>(p->name, p->values);
    else if (p->type() == NumberType::Float || p->type() == NumberType::Double)
      to.add_as<float>(p->name, p->values);
    else
      to.add_as<std::int32_t>(p->name, p->values);
  }
  if (how.radius > 0)
    to.add("pscale", std::vector<float>(cloud.count(), static_cast<float>(how.radius)));
  else if (const PointProperty* radius = cloud.find(kRadius))
    to.add_as<float>("pscale", radius->values);
}

}  // namespace

std::string to_vdb_points(const PointCloud& cloud, const VdbPoints& how, const std::string& name) {
  static const bool is_ready = (vdb::initialize(), true);
  FROTH_CHECK(is_ready && how.voxel_size > 0, "a grid of points needs a voxel size");
  PointGrid points = make_grid(positions_of(cloud, how.voxel_size, name), how.voxel_size);
  add_attributes(points, cloud, how);
  vdb::points::compactAttributes(points.grid->tree());
  points.grid->setName("points");
  points.grid->setCreator("froth");
  points.grid->insertMeta("time", vdb::DoubleMetadata(how.time));
  return vdb_bytes({points.grid});
}

}  // namespace froth
