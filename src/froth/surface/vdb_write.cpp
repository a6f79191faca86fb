// SPDX-License-Identifier: Apache-2.0
// Tiles of a VoxelField are leaves of an OpenVDB tree: both have 8^3 values, the last axis fastest.
#include <algorithm>
#include <openvdb/openvdb.h>
#include <openvdb/tools/SignedFloodFill.h>

#include <froth/base/error.h>
#include <froth/io/vdb_archive.h>
#include <froth/surface/mesh_writers.h>

namespace froth {

namespace {

namespace vdb = openvdb;

constexpr int kWidth = 8;
constexpr std::size_t kValues = 512;

/// A grid whose active voxels are those that `is_active` takes.
template <class IsActive>
vdb::FloatGrid::Ptr grid_of(const VoxelField& field, float background, IsActive is_active) {
  static_assert(vdb::FloatTree::LeafNodeType::SIZE == kValues);
  static const bool is_ready = (vdb::initialize(), true);
  FROTH_CHECK(is_ready && field.voxel > 0, "a grid needs a voxel");
  auto grid = vdb::FloatGrid::create(background);
  for (std::size_t t = 0; t < field.tiles.size(); ++t) {
    const Vec3<std::int32_t>& tile = field.tiles[t];
    auto* leaf = grid->tree().touchLeaf({kWidth * tile[0], kWidth * tile[1], kWidth * tile[2]});
    for (vdb::Index k = 0; k < kValues; ++k) {
      const float value = field.values[t * kValues + k];
      leaf->setValueOnly(k, value);
      leaf->setActiveState(k, is_active(value));
    }
  }
  auto place = vdb::math::Transform::createLinearTransform(field.voxel);
  place->postTranslate({field.origin[0], field.origin[1], field.origin[2]});
  grid->setTransform(place);
  grid->setCreator("froth");
  return grid;
}

void set_stamp(vdb::GridBase& grid, const FrameStamp& stamp) {
  grid.insertMeta("frame", vdb::Int32Metadata(stamp.frame));
  grid.insertMeta("time", vdb::DoubleMetadata(stamp.time));
}

}  // namespace

std::string to_vdb_level_sets(const std::vector<BodySkin>& skins, const FrameStamp& stamp) {
  vdb::initialize();
  vdb::GridPtrVec grids;
  for (const BodySkin& skin : skins) {
    const float far = skin.field.far;
    const auto grid = grid_of(skin.field, far, [&](float d) { return d < far && d > -far; });
    vdb::tools::signedFloodFill(grid->tree());
    grid->setGridClass(vdb::GRID_LEVEL_SET);
    grid->setName(skin.mesh.name);
    set_stamp(*grid, stamp);
    grids.push_back(grid);
  }
  return vdb_bytes(grids);
}

std::string to_vdb_fog(const std::vector<BodySkin>& skins, const FrameStamp& stamp, std::size_t groups) {
  vdb::initialize();
  vdb::GridPtrVec grids;
  for (const BodySkin& skin : skins) {
    const auto grid = grid_of(skin.density, 0.0f, [](float share) { return share > 0; });
    grid->setGridClass(vdb::GRID_FOG_VOLUME);
    grid->setName(std::max(skins.size(), groups) == 1 ? "density" : "density_" + skin.mesh.name);
    set_stamp(*grid, stamp);
    grids.push_back(grid);
  }
  return vdb_bytes(grids);
}

}  // namespace froth
