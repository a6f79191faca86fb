// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/refine.h>

#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/surface/band.h>
#include <froth/surface/memory.h>

namespace froth {

namespace {

constexpr double kMostTimes = 500;  ///< numbers of corners then still fit 32 bits

using Halo = HaloTile<1>;

/// Corners of which a neighbour is on the other side of the surface.
double crossings(const Tiles& tiles, const std::vector<float>& values) {
  std::vector<double> counts(tiles.count());
  for_tiles(tiles.count(), [&](std::size_t t) {
    Halo here;
    here.load(values, tiles, t);
    for (int c = 0; c < kTileCorners; ++c) {
      const Vec3<std::int32_t> i = list_cell<3>(c);
      const int at = Halo::at(i[0], i[1], i[2]);
      bool is_crossed = false;
      for (const int step : Halo::kStep)
        is_crossed = is_crossed || (here.v[at + step] < 0) != (here.v[at] < 0);
      counts[t] += is_crossed;
    }
  });
  double sum = 0;
  for (const double n : counts) sum += n;
  return sum;
}

/// Less an eighth of its second differences, which is what quadratic B-splines add to a field: surfaces that
/// are curved stay where they are.
std::vector<float> sharpened(const Tiles& tiles, const std::vector<float>& values) {
  std::vector<float> result(values.size());
  for_tiles(tiles.count(), [&](std::size_t t) {
    Halo here;
    here.load(values, tiles, t);
    const auto to = tile_values(result, t);
    for (int c = 0; c < kTileCorners; ++c) {
      const Vec3<std::int32_t> i = list_cell<3>(c);
      const float* v = here.v + Halo::at(i[0], i[1], i[2]);
      float sum = -6 * v[0];
      for (const int step : Halo::kStep) sum += v[step] + v[-step];
      to[static_cast<std::size_t>(c)] = v[0] - sum / 8;
    }
  });
  return result;
}

/// One axis of a small tile: the large corner nearest to each of its own, and the weights of that one and of
/// its neighbours. Small corner n is (n + 1/2) / times - 1/2 large voxels from the first large corner.
struct Axis {
  int corner[kTile];
  float weight[kTile][3];

  Axis(int tile, int times) {
    for (int k = 0; k < kTile; ++k) {
      const int n = tile * kTile + k;
      corner[k] = n / times;
      const float u = (float(n % times) + 0.5f) / float(times) - 0.5f;
      weight[k][0] = 0.5f * (0.5f - u) * (0.5f - u);
      weight[k][1] = 0.75f - u * u;
      weight[k][2] = 0.5f * (0.5f + u) * (0.5f + u);
    }
  }
};

/// Whether all large corners around a small tile are further than `far` from the surface, on one side.
bool is_far(const Halo& from, const Axis& a, const Axis& b, const Axis& c, float far) {
  float low = far, high = -far;
  for (int i = a.corner[0] - 1; i <= a.corner[kTile - 1] + 1; ++i)
    for (int j = b.corner[0] - 1; j <= b.corner[kTile - 1] + 1; ++j)
      for (int k = c.corner[0] - 1; k <= c.corner[kTile - 1] + 1; ++k) {
        low = std::min(low, from.v[Halo::at(i, j, k)]);
        high = std::max(high, from.v[Halo::at(i, j, k)]);
      }
  return low >= far || high <= -far;
}

float interpolated(const Halo& from, const Vec3<int>& corner, const float* a, const float* b,
                   const float* c) {
  float sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const float* row = from.v + Halo::at(corner[0] + i - 1, corner[1] + j - 1, corner[2] - 1);
      sum += a[i] * b[j] * (c[0] * row[0] + c[1] * row[1] + c[2] * row[2]);
    }
  return sum;
}

/// Small tiles of one large tile, and their values.
struct Part {
  std::vector<Vec3<std::int32_t>> tiles;
  std::vector<float> values;
};

Part part_of(const Halo& from, const Vec3<std::int32_t>& tile, int times, float far) {
  std::vector<Axis> axes;
  for (int n = 0; n < times; ++n) axes.emplace_back(n, times);
  Part part;
  Vec3<std::int32_t> at{};
  for (at[0] = 0; at[0] < times; ++at[0])
    for (at[1] = 0; at[1] < times; ++at[1])
      for (at[2] = 0; at[2] < times; ++at[2]) {
        const Axis &a = axes[std::size_t(at[0])], &b = axes[std::size_t(at[1])],
                   &c = axes[std::size_t(at[2])];
        if (is_far(from, a, b, c, far)) continue;
        part.tiles.push_back(times * tile + at);
        for (int i = 0; i < kTile; ++i)
          for (int j = 0; j < kTile; ++j)
            for (int k = 0; k < kTile; ++k) {
              const float value = interpolated(from, {a.corner[i], b.corner[j], c.corner[k]}, a.weight[i],
                                               b.weight[j], c.weight[k]);
              part.values.push_back(std::clamp(value, -far, far));
            }
      }
  return part;
}

}  // namespace

VoxelField refined(const VoxelField& field, double times) {
  const Tiles tiles(field.tiles);
  // The band is wider than a tile, on both sides of the surface.
  check_band_memory(2 * crossings(tiles, field.values) * times * times / (kTile * kTile));
  if (times > kMostTimes)
    throw InputError(fmt::format("voxels of {:.3g} m are too fine for the particles; take a larger voxel",
                                 field.voxel / times));
  VoxelField fine;
  fine.voxel = field.voxel / times;
  fine.origin = Vec3<double>::constant(fine.voxel / 2);
  fine.far = static_cast<float>(double(kBand) * fine.voxel);
  const std::vector<float> values = sharpened(tiles, field.values);
  std::vector<Part> parts(tiles.count());
  for_tiles(tiles.count(), [&](std::size_t t) {
    Halo here;
    here.load(values, tiles, t);
    parts[t] = part_of(here, field.tiles[t], static_cast<int>(times), fine.far);
  });
  for (Part& part : parts) {
    fine.tiles.insert(fine.tiles.end(), part.tiles.begin(), part.tiles.end());
    fine.values.insert(fine.values.end(), part.values.begin(), part.values.end());
    part = {};
  }
  return fine;
}

}  // namespace froth
