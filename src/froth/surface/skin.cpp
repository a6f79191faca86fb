// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/skin.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/base/suggest.h>
#include <froth/surface/methods.h>
#include <froth/surface/refine.h>

namespace froth {

namespace {

const std::vector<std::string> kMethods = {"level_set", "anisotropic", "spheres"};  ///< as in SkinMethod

/// Band and boxes of the methods are so many voxels wide, so that with finer ones they would no longer see
/// some spacings far. [spacings]
constexpr double kFinestVoxel = 0.35;

void check_points(const SkinPoints& points) {
  FROTH_CHECK(points.spacing.size() == points.count(), "every point needs a spacing");
  for (std::size_t p = 0; p < points.count(); ++p)
    if (!(points.spacing[p] > 0 && std::isfinite(points.spacing[p])))
      throw InputError(fmt::format("particle {} has a spacing of {} m; a skin needs radii that are positive",
                                   p, points.spacing[p]));
}

/// How many voxels of the result are one of the method.
double times_finer(const SkinSettings& settings) {
  return settings.method == SkinMethod::Spheres ? 1 : std::max(1.0, std::ceil(kFinestVoxel / settings.voxel));
}

VoxelLattice lattice_of(const SkinPoints& points, double voxel) { return {voxel * median_spacing(points)}; }

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
  return level_set_band(points, lattice, settings, plane);
}

}  // namespace

void check_settings(const SkinSettings& settings) {
  const auto require = [](bool is_good, const char* what, const char* range, double value) {
    if (!is_good)
      throw InputError(fmt::format("the {} of a surface must be {}, not {:g}", what, range, value));
  };
  require(settings.voxel > 0 && settings.voxel <= 10, "voxel", "above 0 and at most 10 spacings",
          settings.voxel);
  require(settings.smoothing >= 0 && settings.smoothing <= 100, "smoothing", "between 0 and 100",
          settings.smoothing);
  require(settings.adaptivity >= 0 && settings.adaptivity <= 1, "adaptivity", "between 0 and 1",
          settings.adaptivity);
}

void leave_out_far(SkinPoints& points, const SkinSettings& settings) {
  if (points.count() == 0) return;
  const VoxelLattice lattice = lattice_of(points, std::max(settings.voxel, kFinestVoxel));
  for (Vec3<float>& x : points.x)
    if (!is_reachable(lattice.place(x), 0)) x = Vec3<float>::constant(std::nanf(""));
}

VoxelField skin_field(const SkinPoints& points, const SkinSettings& settings) {
  check_settings(settings);
  check_points(points);
  if (points.count() == 0) return {};
  const double times = times_finer(settings);
  const VoxelLattice lattice = lattice_of(points, times * settings.voxel);
  const MaybePlane plane = plane_of(settings, lattice);
  Band band = band_by_method(points, lattice, settings, plane);
  if (plane) cut(band, *plane);
  VoxelField field = voxel_field(band, lattice);
  return times > 1 ? refined(field, times) : field;
}

SurfaceMesh skin(const SkinPoints& points, const SkinSettings& settings) {
  return mesh_of_field(skin_field(points, settings), settings.adaptivity);
}

VoxelField density_field(const SkinPoints& points, const SkinSettings& settings) {
  check_settings(settings);
  check_points(points);
  return points.count() == 0 ? VoxelField{} : density_of(points, lattice_of(points, settings.voxel));
}

SkinMethod skin_method(const std::string& name) {
  for (std::size_t n = 0; n < kMethods.size(); ++n)
    if (kMethods[n] == name) return static_cast<SkinMethod>(n);
  throw InputError(fmt::format("\"{}\" is not a method of skins ({}){}", name, either(kMethods),
                               suggestion(name, kMethods)));
}

const char* name_of(SkinMethod method) { return kMethods[static_cast<std::size_t>(method)].c_str(); }

}  // namespace froth
