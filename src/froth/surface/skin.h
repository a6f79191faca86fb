// SPDX-License-Identifier: Apache-2.0
// The skin of particles: one closed surface around points that each stand for a small cube of material.
// Every method makes a field on voxels, negative inside, and a mesh of its zero level.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <froth/geometry/shape.h>
#include <froth/geometry/surface_mesh.h>

namespace froth {

/// Points and the edges of the cubes that they stand for [m].
struct SkinPoints {
  std::vector<Vec3<float>> x;
  std::vector<float> spacing;

  std::size_t count() const { return x.size(); }
};

enum class SkinMethod {
  LevelSet,     ///< between an inner and an outer union of spheres, smoothed by a thin-plate flow
  Anisotropic,  ///< kernels stretched by the covariance of their neighbourhood
  Spheres       ///< the plain union, as a reference
};

/// Lengths are in spacings, of which the median counts where they differ.
struct SkinSettings {
  SkinMethod method = SkinMethod::LevelSet;
  double voxel = 0.5;
  double smoothing = 1;           ///< how long the smoothing lasts, over its default
  double adaptivity = 0;          ///< 0: all triangles are small; 1: as few as flat parts allow
  std::optional<Plane> cut = {};  ///< what is on the side of its normal is cut off
  /// Points no further apart belong to one piece [m]; 0: two spacings. Where a body thins out, the level set
  /// is bridged between them (bridges.h).
  double link_length = 0;
};

/// Values on the corners of voxels, in tiles of 8^3. Where there is no tile, it is far outside or inside.
struct VoxelField {
  double voxel = 0;                       ///< edge [m]
  Vec3<double> origin{};                  ///< place of corner (0, 0, 0) [m]
  std::vector<Vec3<std::int32_t>> tiles;  ///< tile (i, j, k) begins at corner (8i, 8j, 8k)
  std::vector<float> values;              ///< 512 per tile, the last axis fastest
  float far = 0;                          ///< the value outside of all tiles, less those inside
};

/// Throws InputError for numbers out of their ranges: voxels up to 10, smoothing up to 100, adaptivity to 1.
void check_settings(const SkinSettings& settings);

/// Particles that have flown off, more than 4 million voxels from the origin, get a place that is not a
/// number.
void leave_out_far(SkinPoints& points, const SkinSettings& settings);

/// Distance-like field of the skin [m], negative inside. Points that are not finite, or as far as that, have
/// none. Throws InputError where a spacing is not positive, for settings out of their ranges, and where the
/// voxels would need more memory than the machine has (known before it starts).
VoxelField skin_field(const SkinPoints& points, const SkinSettings& settings);

/// The zero level as a mesh, closed, with normals. Empty where the field is nowhere negative.
SurfaceMesh mesh_of_field(const VoxelField& field, double adaptivity);

/// Both of these.
SurfaceMesh skin(const SkinPoints& points, const SkinSettings& settings);

/// Share of space that the material takes, 0 to 1, for fog.
VoxelField density_field(const SkinPoints& points, const SkinSettings& settings);

/// "level_set", "anisotropic", "spheres"; throws InputError with a suggestion for other names.
SkinMethod skin_method(const std::string& name);
const char* name_of(SkinMethod method);

}  // namespace froth
