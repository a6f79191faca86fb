// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/memory.h>

#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <string>

#include <froth/base/error.h>

namespace froth {

namespace {
/// A tile of the fill with its neighbours and points, and a share of what is around the surface.
constexpr double kBytesPerTile = 8 * sizeof(float) * kTileCorners;
/// Around the surface: the field, a copy, two limits and the fill, lists, the result and OpenVDB's grid.
constexpr double kBytesPerBandTile = 8 * sizeof(float) * kTileCorners;
constexpr double kGigabyte = 1 << 30;
}  // namespace

double available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("MemAvailable:", 0) == 0) return 1024.0 * std::stod(line.substr(13));  // in kB
  return std::numeric_limits<double>::max();
}

TileBudget::TileBudget(const SkinPoints& points, const VoxelLattice& lattice) : voxel_(lattice.voxel) {
  double volume = 0;
  for (const float h : points.spacing) volume += double(h) * h * h;
  least_ = volume / (kTileCorners * voxel_ * voxel_ * voxel_);
  most_ = available_memory() / kBytesPerTile;
  check(least_);
}

void check_band_memory(double tiles) {
  const double need = tiles * kBytesPerBandTile, free = available_memory();
  if (need > free)
    throw InputError(fmt::format(
        "a skin around so much surface would need {:.1f} GB of memory, of which {:.1f} GB are free; take a "
        "larger voxel",
        need / kGigabyte, free / kGigabyte));
}

void TileBudget::refuse(double tiles) const {
  throw InputError(fmt::format(
      "a skin with voxels of {:.3g} m would need at least {:.1f} GB of memory, of which {:.1f} GB are free; "
      "take a larger voxel",
      voxel_, std::max(tiles, least_) * kBytesPerTile / kGigabyte, most_ * kBytesPerTile / kGigabyte));
}

}  // namespace froth
