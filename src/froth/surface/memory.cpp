// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/memory.h>

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <string>

#include <froth/base/error.h>

namespace froth {

namespace {
/// A tile of the fill with its neighbours and points, and a share of what is around the surface.
constexpr double kBytesPerTile = 8 * sizeof(float) * kTileCorners;
/// Around the surface: the field and two copies, two limits, the fill and what edges.h needs, lists, the
/// result and OpenVDB's grid; then, instead of some of these, about 40 vertices per tile of some 270 bytes in
/// the mesh, the writer's copy of it and the file.
constexpr double kBytesPerBandTile = 13 * sizeof(float) * kTileCorners;
constexpr double kGigabyte = 1 << 30;
constexpr double kHuge = std::numeric_limits<double>::max();

/// The number behind a word at the start of a line of a file of the system, or of the first line without a
/// word; huge where there is none, as for "max".
double number_in(const std::string& path, const std::string& word = {}) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(word, 0) != 0) continue;
    char* end = nullptr;
    const char* begin = line.c_str() + word.size();
    const double number = std::strtod(begin, &end);
    return end != begin ? number : kHuge;
  }
  return kHuge;
}

/// What a control group of the system leaves: its limit less what it uses, of which cached files do not
/// count.
double left_in_group(const std::string& folder, const char* limit, const char* usage, const char* cached) {
  const double most = number_in(folder + limit), used = number_in(folder + usage);
  if (most >= kHuge || used >= kHuge) return kHuge;
  const double files = number_in(folder + "/memory.stat", cached);
  return std::max(0.0, most - used + (files < kHuge ? std::min(files, used) : 0.0));
}

/// The least that this process's control group and those above it leave.
double left_in_groups() {
  const std::string root = "/sys/fs/cgroup";
  double least = left_in_group(root + "/memory", "/memory.limit_in_bytes", "/memory.usage_in_bytes",
                               "total_inactive_file ");
  std::string group;
  std::ifstream own("/proc/self/cgroup");
  for (std::string line; std::getline(own, line);)
    if (line.rfind("0::/", 0) == 0) group = line.substr(3);
  for (;; group.resize(group.rfind('/'))) {
    while (!group.empty() && group.back() == '/') group.pop_back();
    least = std::min(least, left_in_group(root + group, "/memory.max", "/memory.current", "inactive_file "));
    if (group.empty()) return least;
  }
}

}  // namespace

double available_memory() {
  const double machine = number_in("/proc/meminfo", "MemAvailable:");  // in kB
  return std::min(machine < kHuge ? 1024 * machine : kHuge, left_in_groups());
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
