// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/skin.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/base/suggest.h>
#include <froth/surface/methods.h>

namespace froth {

namespace {

const std::vector<std::string> kMethods = {"level_set", "anisotropic", "spheres"};  ///< as in SkinMethod

void check_points(const SkinPoints& points) {
  FROTH_CHECK(points.spacing.size() == points.count(), "every point needs a spacing");
  for (std::size_t p = 0; p < points.count(); ++p)
    if (!(points.spacing[p] > 0 && std::isfinite(points.spacing[p])))
      throw InputError(fmt::format("particle {} has a spacing of {} m; a skin needs radii that are positive",
                                   p, points.spacing[p]));
}

VoxelLattice lattice_of(const SkinPoints& points, const SkinSettings& settings) {
  if (!(settings.voxel > 0 && std::isfinite(settings.voxel)))
    throw InputError(
        fmt::format("a voxel of {} spacings is not possible; take one of about 0.5", settings.voxel));
  return {settings.voxel * median_spacing(points)};
}

MaybePlane plane_of(const SkinSettings& settings, const VoxelLattice& lattice) {
  if (!settings.cut) return std::nullopt;
  const Vec3<double> normal = settings.cut->normal / norm(settings.cut->normal);
  return VoxelPlane{normal, dot(settings.cut->point - lattice.origin(), normal) / lattice.voxel};
}

Band band_by_method(const SkinPoints& points, const VoxelLattice& lattice, const SkinSettings& settings,
                    const MaybePlane& plane) {
  switch (settings.method) {
    case SkinMethod::Anisotropic: return anisotropic_band(points, lattice, plane);
    case SkinMethod::Spheres: return sphere_band(points, lattice, plane);
    case SkinMethod::LevelSet: break;
  }
  return level_set_band(points, lattice, settings.smoothing, plane);
}

}  // namespace

VoxelField skin_field(const SkinPoints& points, const SkinSettings& settings) {
  check_points(points);
  if (points.count() == 0) return {};
  const VoxelLattice lattice = lattice_of(points, settings);
  const MaybePlane plane = plane_of(settings, lattice);
  Band band = band_by_method(points, lattice, settings, plane);
  if (plane) cut(band, *plane);
  return voxel_field(band, lattice);
}

SurfaceMesh skin(const SkinPoints& points, const SkinSettings& settings) {
  return mesh_of_field(skin_field(points, settings), settings.adaptivity);
}

VoxelField density_field(const SkinPoints& points, const SkinSettings& settings) {
  check_points(points);
  return points.count() == 0 ? VoxelField{} : density_of(points, lattice_of(points, settings));
}

SkinMethod skin_method(const std::string& name) {
  for (std::size_t n = 0; n < kMethods.size(); ++n)
    if (kMethods[n] == name) return static_cast<SkinMethod>(n);
  throw InputError(fmt::format("\"{}\" is not a method of skins ({}){}", name, either(kMethods),
                               suggestion(name, kMethods)));
}

const char* name_of(SkinMethod method) { return kMethods[static_cast<std::size_t>(method)].c_str(); }

}  // namespace froth
