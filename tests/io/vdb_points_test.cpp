// SPDX-License-Identifier: Apache-2.0
// Points written by us, read by OpenVDB's own file reader.
#include <doctest/doctest.h>

#include <cmath>
#include <openvdb/openvdb.h>
#include <openvdb/points/PointCount.h>
#include <openvdb/points/PointDataGrid.h>

#include <froth/base/error.h>
#include <froth/base/parallel.h>
#include <froth/base/random.h>
#include <froth/io/vdb_points.h>

#include "support/temporary_folder.h"

namespace froth {

namespace {

constexpr double kVoxel = 0.07;
/// Beyond 2^32, and beyond what a float tells apart.
constexpr double kFirstId = 5000000001.0;

/// Every point has its own.
float radius_of(std::size_t k) { return 0.01f + 1e-5f * float(k % 777); }

/// A crowd around the origin and a few points far away, some on borders of voxels.
PointCloud crowd(std::size_t count) {
  PointCloud cloud;
  for (const char* name : {"x", "y", "z", "vx", "vy", "vz"})
    cloud.properties.push_back({name, NumberType::Double, {}});
  for (std::size_t k = 0; k < count; ++k) {
    const double reach = k % 50 == 0 ? 1e4 : 1;
    const auto put = [&](std::uint32_t plane, std::size_t to) {
      const Vec<4, double> u = uniform4({7, Purpose::Test}, std::uint32_t(k), plane, 0);
      for (std::size_t d = 0; d < 3; ++d)
        cloud.properties[to + d].values.push_back(k % 7 == 0 ? kVoxel * (double(k % 5) - 2.5)
                                                             : reach * (2 * u[int(d)] - 1));
    };
    put(0, 0), put(1, 3);
  }
  cloud.properties.push_back({"id", NumberType::Double, {}});
  cloud.properties.push_back({"body", NumberType::Int, {}});
  cloud.properties.push_back({"J", NumberType::Float, {}});
  cloud.properties.push_back({"radius", NumberType::Float, {}});
  for (std::size_t k = 0; k < count; ++k) {
    cloud.properties[6].values.push_back(kFirstId + double(k));
    cloud.properties[7].values.push_back(double(k % 2));
    cloud.properties[8].values.push_back(k % 2 == 0 ? std::nan("") : double(float(k) / 3));
    cloud.properties[9].values.push_back(double(radius_of(k)));
  }
  return cloud;
}

openvdb::points::PointDataGrid::Ptr read_points(const std::string& path) {
  openvdb::initialize();
  openvdb::io::File file(path);
  file.open(false);
  CHECK(file.hasGrid("points"));
  const auto grid = openvdb::gridPtrCast<openvdb::points::PointDataGrid>(file.readGrid("points"));
  file.close();
  return grid;
}

/// What the file says of a point.
struct Found {
  openvdb::Vec3d x;
  openvdb::Vec3f v;
  int body;
  float J, pscale;
};

std::map<std::int64_t, Found> points_of(const openvdb::points::PointDataGrid& grid) {
  using openvdb::points::AttributeHandle;
  std::map<std::int64_t, Found> all;
  for (auto leaf = grid.tree().cbeginLeaf(); leaf; ++leaf) {
    const AttributeHandle<openvdb::Vec3f> P(leaf->constAttributeArray("P")),
        v(leaf->constAttributeArray("v"));
    const AttributeHandle<std::int64_t> id(leaf->constAttributeArray("id"));
    const AttributeHandle<std::int32_t> body(leaf->constAttributeArray("body"));
    const AttributeHandle<float> J(leaf->constAttributeArray("J")), r(leaf->constAttributeArray("pscale"));
    for (auto k = leaf->beginIndexOn(); k; ++k)
      all[id.get(*k)] = {grid.indexToWorld(openvdb::Vec3d(P.get(*k)) + k.getCoord().asVec3d()), v.get(*k),
                         body.get(*k), J.get(*k), r.get(*k)};
  }
  return all;
}

}  // namespace

// Oracle: OpenVDB's reader. P is a float between -1/2 and 1/2 of a voxel, so it is rounded by at most 2^-26
// of one; going to voxels and back costs a few roundings of a double more.
TEST_CASE("OpenVDB reads back what was written") {
  const TemporaryFolder folder;
  const PointCloud cloud = crowd(2000);
  const std::string path = folder.write("a.vdb", to_vdb_points(cloud, {kVoxel, 1.5}, "a"));
  const auto grid = read_points(path);
  REQUIRE(grid);
  CHECK(grid->voxelSize() == openvdb::Vec3d(kVoxel));
  CHECK(grid->metaValue<double>("time") == 1.5);
  CHECK(openvdb::points::pointCount(grid->tree()) == cloud.count());
  const std::map<std::int64_t, Found> found = points_of(*grid);
  REQUIRE(found.size() == cloud.count());
  for (std::size_t k = 0; k < cloud.count(); ++k) {
    CAPTURE(k);
    const Found& point = found.at(std::int64_t(kFirstId) + std::int64_t(k));
    for (std::size_t d = 0; d < 3; ++d) {
      const double x = cloud.properties[d].values[k];
      CHECK(std::abs(point.x[int(d)] - x) <= std::ldexp(kVoxel, -26) + 1e-15 * std::abs(x));
      CHECK(point.v[int(d)] == float(cloud.properties[3 + d].values[k]));
    }
    CHECK(point.body == int(k % 2));
    CHECK(point.pscale == radius_of(k));
    CHECK((k % 2 == 0 ? std::isnan(point.J) : point.J == float(k) / 3));
  }
}

// Oracle: the number that was asked for, in place of every point's own.
TEST_CASE("one radius may be asked for") {
  const TemporaryFolder folder;
  const auto grid = read_points(folder.write("a.vdb", to_vdb_points(crowd(20), {kVoxel, 0, 0.25}, "a")));
  for (const auto& [id, point] : points_of(*grid)) CHECK(point.pscale == 0.25f);
  CHECK(grid->tree().cbeginLeaf()->attributeSet().find("radius") ==
        openvdb::points::AttributeSet::INVALID_POS);
}

// Oracle: one thread, and the random number in the header that the library would have written otherwise.
TEST_CASE("the bytes of a file depend on the points alone") {
  const PointCloud cloud = crowd(40000);
  std::vector<std::string> files;
  for (const int threads : {1, 1, 4, 7}) {
    const ThreadLimit limit(threads);
    files.push_back(to_vdb_points(cloud, {kVoxel}, "a"));
  }
  for (const std::string& file : files) CHECK(file == files[0]);
  PointCloud other = cloud;
  other.properties[0].values.set(123, other.properties[0].values[123] + 0.001);
  CHECK(to_vdb_points(other, {kVoxel}, "a").substr(21, 36) != files[0].substr(21, 36));
}

// Oracle: frames without particles, without velocities and without bodies are valid clouds.
TEST_CASE("a grid of few or no attributes is a grid") {
  const TemporaryFolder folder;
  PointCloud cloud;
  for (const char* name : {"x", "y", "z"}) cloud.properties.push_back({name, NumberType::Float, {0.5}});
  CHECK(openvdb::points::pointCount(
            read_points(folder.write("one.vdb", to_vdb_points(cloud, {0.1, 0, 0.01}, "a")))->tree()) == 1);
  for (PointProperty& p : cloud.properties) p.values.clear();
  CHECK(read_points(folder.write("none.vdb", to_vdb_points(cloud, {0.1}, "a")))->tree().leafCount() == 0);
}

// Oracle: voxels are counted with 32 bits, and a not-a-number is nowhere.
TEST_CASE("points that no grid can hold are refused by name") {
  for (const double x : {1e12, -1e12, std::nan(""), double(INFINITY)}) {
    PointCloud cloud = crowd(3);
    cloud.properties[1].values.set(2, x);
    CHECK_THROWS_WITH_AS(to_vdb_points(cloud, {kVoxel}, "frame 3"), doctest::Contains("frame 3: point 2"),
                         InputError);
  }
}

}  // namespace froth
