// SPDX-License-Identifier: Apache-2.0
// Level sets and fog written by us, read by OpenVDB's own reader.
#include <doctest/doctest.h>

#include <openvdb/openvdb.h>
#include <openvdb/io/Stream.h>
#include <openvdb/tools/VolumeToMesh.h>
#include <sstream>

#include <froth/surface/mesh_writers.h>

#include "support/ball_frames.h"

namespace froth {

using namespace test;

namespace {

const std::vector<BallSpec> kBalls = {{"a", {0, 0, 0}, 0.1}, {"b", {0.5, 0.1, 0}, 0.06}};

openvdb::GridPtrVec read(const std::string& bytes) {
  openvdb::initialize();
  std::istringstream in(bytes, std::ios::binary);
  return *openvdb::io::Stream(in).getGrids();
}

double volume_of(const openvdb::FloatGrid& grid) {
  std::vector<openvdb::Vec3s> x;
  std::vector<openvdb::Vec4I> quads;
  openvdb::tools::volumeToMesh(grid, x, quads, 0.0);
  double sum = 0;  // OpenVDB's quads turn right seen from outside
  for (const openvdb::Vec4I& q : quads)
    for (const int k : {1, 2})
      sum -= openvdb::Vec3d(x[q[0]]).dot(openvdb::Vec3d(x[q[k]]).cross(openvdb::Vec3d(x[q[k + 1]]))) / 6;
  return sum;
}

std::vector<BodySkin> skins_of(const std::vector<BallSpec>& balls) {
  const PointCloud frame = ball_frame(balls);
  FrameSkins how = frame_skins({});
  how.keeps_fields = how.with_density = true;
  return skin_frame(ball_view(frame), frame, how);
}

}  // namespace

// Oracle: the field that was written, value by value and at its place; OpenVDB's own mesh of the grid, whose
// chords lie inside a ball of R voxels and cost it 1.5 / R^2 of its volume at most (1 / R^2 for chords, half
// as much for vertices that are means of places on the surface).
TEST_CASE("a .vdb level set encloses what the mesh does") {
  const std::vector<BodySkin> skins = skins_of(kBalls);
  const std::string bytes = to_vdb_level_sets(skins, {7, 0.7});
  CHECK(bytes == to_vdb_level_sets(skins, {7, 0.7}));
  const openvdb::GridPtrVec grids = read(bytes);
  REQUIRE(grids.size() == 2);
  for (std::size_t b = 0; b < 2; ++b) {
    const auto grid = openvdb::gridPtrCast<openvdb::FloatGrid>(grids[b]);
    CHECK(grid->getName() == kBalls[b].name);
    CHECK(grid->getGridClass() == openvdb::GRID_LEVEL_SET);
    CHECK(grid->metaValue<double>("time") == 0.7);
    const VoxelField& field = skins[b].field;
    const double across = kBalls[b].radius / field.voxel;
    CHECK(off(volume_of(*grid), enclosed_volume(skins[b].mesh)) <= 1.5 / (across * across));
    const Vec3<std::int32_t>& tile = field.tiles[field.tiles.size() / 2];
    for (int k = 0; k < 512; k += 37) {
      const openvdb::Coord at(8 * tile[0] + k / 64, 8 * tile[1] + k / 8 % 8, 8 * tile[2] + k % 8);
      CHECK(grid->tree().getValue(at) == field.values[512 * (field.tiles.size() / 2) + std::size_t(k)]);
      for (int d = 0; d < 3; ++d)
        CHECK(std::abs(grid->indexToWorld(at)[d] - (field.origin[d] + field.voxel * at[d])) <= 1e-12);
    }
    const Vec3<double>& c = kBalls[b].center;
    const auto inside = grid->transform().worldToIndexCellCentered({c[0], c[1], c[2]});
    CHECK(grid->tree().getValue(inside) < 0);
    CHECK(grid->background() > 0);
  }
}

// Oracle: the density over all space is the volume of the particles; 5 % for what the outermost kernels lose.
TEST_CASE("fog holds as much as the particles do") {
  const std::vector<BodySkin> skins = skins_of({kBalls[0]});
  const openvdb::GridPtrVec grids = read(to_vdb_fog(skins, {7, 0.7}));
  REQUIRE(grids.size() == 1);
  const auto fog = openvdb::gridPtrCast<openvdb::FloatGrid>(grids[0]);
  CHECK(fog->getName() == "density");
  CHECK(fog->getGridClass() == openvdb::GRID_FOG_VOLUME);
  const double voxel = fog->voxelSize()[0];
  double sum = 0;
  for (auto value = fog->cbeginValueOn(); value; ++value) {
    CHECK((*value >= 0 && *value <= 1));
    sum += double(*value) * voxel * voxel * voxel;
  }
  const double particles = double(ball_frame({kBalls[0]}).count()) * std::pow(kBallSpacing, 3);
  CHECK(off(sum, particles) <= 0.05);
  CHECK(read(to_vdb_fog(skins_of(kBalls), {}))[1]->getName() == "density_b");
  // One of two bodies has particles: its name is as in the frames that have both.
  CHECK(read(to_vdb_fog(skins_of({kBalls[0]}), {}, 2))[0]->getName() == "density_a");
}

}  // namespace froth
