// SPDX-License-Identifier: Apache-2.0
// Meshes by OpenVDB's dual method. The only place of this room that sees OpenVDB.
#include <froth/surface/skin.h>

#include <openvdb/openvdb.h>
#include <openvdb/tools/SignedFloodFill.h>
#include <openvdb/tools/VolumeToMesh.h>

#include <froth/surface/field_gradient.h>

namespace froth {

namespace {

namespace vdb = openvdb;

/// In voxels. OpenVDB's leaves are tiles like ours; those between them are filled by the signs around them.
vdb::FloatGrid::Ptr grid_of(const VoxelField& field) {
  const vdb::FloatGrid::Ptr grid = vdb::FloatGrid::create(field.far);
  grid->setGridClass(vdb::GRID_LEVEL_SET);
  for (std::size_t t = 0; t < field.tiles.size(); ++t) {
    const Vec3<std::int32_t>& at = field.tiles[t];
    vdb::FloatTree::LeafNodeType* leaf =
        grid->tree().touchLeaf(vdb::Coord(at[0] * kTile, at[1] * kTile, at[2] * kTile));
    std::copy_n(field.values.data() + t * kTileCorners, kTileCorners, leaf->buffer().data());
    leaf->setValuesOn();
  }
  vdb::tools::signedFloodFill(grid->tree());
  return grid;
}

void add_polygons(const vdb::tools::PolygonPool& pool, std::vector<Vec3<std::uint32_t>>& triangles) {
  for (std::size_t n = 0; n < pool.numQuads(); ++n) {
    const vdb::Vec4I& q = pool.quad(n);
    triangles.push_back({q[0], q[2], q[1]});
    triangles.push_back({q[0], q[3], q[2]});
  }
  for (std::size_t n = 0; n < pool.numTriangles(); ++n) {
    const vdb::Vec3I& t = pool.triangle(n);
    triangles.push_back({t[0], t[2], t[1]});
  }
}

/// Vertices are means of places where edges of voxels cross the surface, and triangles are chords between
/// them: both lie on the hollow side of a curved surface. How far on average is a constant times the
/// curvature, in voxels; this one makes the volumes in meshes of spheres and tori those of their fields.
double outward_shift(float curvature) {
  constexpr float per_curvature = 0.19f, most = 1.5f;
  return double(per_curvature * std::clamp(curvature, -most, most));
}

}  // namespace

SurfaceMesh mesh_of_field(const VoxelField& field, double adaptivity) {
  SurfaceMesh mesh;
  if (field.tiles.empty()) return mesh;
  vdb::initialize();
  vdb::tools::VolumeToMesh mesher(0, adaptivity);
  mesher(*grid_of(field));
  const FieldGradient gradient(field);
  const std::size_t count = mesher.pointListSize();
  mesh.x.resize(count), mesh.normal.resize(count);
  parallel_chunks(static_cast<Index>(count), 1024, [&](const Chunk& chunk) {
    for (auto n = static_cast<std::size_t>(chunk.begin); n < static_cast<std::size_t>(chunk.end); ++n) {
      const vdb::Vec3s& p = mesher.pointList()[n];
      const Vec3<double> at{double(p[0]), double(p[1]), double(p[2])};
      const FieldSample here = gradient.sample(at);
      const Vec3<double> moved = at + outward_shift(here.curvature) * here.normal.cast<double>();
      mesh.x[n] = (field.origin + field.voxel * moved).cast<float>();
      mesh.normal[n] = here.normal;
    }
  });
  for (std::size_t n = 0; n < mesher.polygonPoolListSize(); ++n)
    add_polygons(mesher.polygonPoolList()[n], mesh.triangles);
  return mesh;
}

}  // namespace froth
