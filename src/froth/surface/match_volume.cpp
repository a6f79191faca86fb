// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/match_volume.h>

#include <cmath>
#include <utility>

namespace froth {

namespace {

constexpr int kRounds = 4;  ///< the first leaves a tenth, where distances are not exact

/// Of one tile: volume of particles less that inside of the surface [voxels], and how much that grows per
/// voxel that the surface moves.
struct Balance {
  double lacking = 0, area = 0;
};

Balance balance_of(std::span<const float, kTileCorners> phi, const float* lack, float reach) {
  Balance sum;
  for (std::size_t c = 0; c < kTileCorners; ++c) {
    if (!(std::abs(phi[c]) < reach)) continue;
    sum.lacking += double(std::clamp(phi[c], -0.5f, 0.5f)) - double(lack[c]);
    sum.area += std::abs(phi[c]) < 0.5f ? 1.0 : 0.0;
  }
  return sum;
}

/// How far outward the surface should go around every tile: a mean over it and its neighbours, nearer ones
/// counting more.
std::vector<float> shifts_of(const Tiles& tiles, const std::vector<Balance>& balances, float most) {
  std::vector<float> shifts(tiles.count());
  for_tiles(tiles.count(), [&](std::size_t t) {
    Balance sum;
    for (int n = 0; n < kAround<3>; ++n) {
      const std::int32_t other = tiles.around(t)[static_cast<std::size_t>(n)];
      if (other < 0) continue;
      const int sides = (n / 9 != 1) + (n / 3 % 3 != 1) + (n % 3 != 1);
      const double weight = 1.0 / (1 << sides);
      sum.lacking += weight * balances[static_cast<std::size_t>(other)].lacking;
      sum.area += weight * balances[static_cast<std::size_t>(other)].area;
    }
    shifts[t] = sum.area > 0 ? std::clamp(static_cast<float>(sum.lacking / sum.area), -most, most) : 0.0f;
  });
  return shifts;
}

/// Shifts are those of the tiles' middles, and linear between them.
void move_tile(const Tiles& tiles, std::size_t t, const std::vector<float>& shifts,
               std::span<float, kTileCorners> phi) {
  float around[3][3][3];
  for (int n = 0; n < kAround<3>; ++n) {
    const std::int32_t other = tiles.around(t)[static_cast<std::size_t>(n)];
    around[n / 9][n / 3 % 3][n % 3] = shifts[other < 0 ? t : static_cast<std::size_t>(other)];
  }
  // Along an axis the first half of a tile lies between the middles of the tile below and its own.
  float part[kTile][3];
  for (int i = 0; i < kTile; ++i)
    for (int side = 0; side < 3; ++side) {
      const float at = (float(i) + 0.5f) / kTile + 0.5f;  // 1/2 at the lower border, 1 in the middle
      part[i][side] = std::max(0.0f, 1 - std::abs(at - float(side)));
    }
  for (int i = 0, c = 0; i < kTile; ++i)
    for (int j = 0; j < kTile; ++j) {
      float line[3] = {};  // shifts along the last axis
      for (int n = 0; n < kAround<3>; ++n)
        line[n % 3] += part[i][n / 9] * part[j][n / 3 % 3] * around[n / 9][n / 3 % 3][n % 3];
      for (int k = 0; k < kTile; ++k, ++c)
        phi[static_cast<std::size_t>(c)] -=
            part[k][0] * line[0] + part[k][1] * line[1] + part[k][2] * line[2];
    }
}

}  // namespace

void match_volume(Band& band, const std::vector<float>& lack, float reach, float most) {
  std::vector<Balance> balances(band.tiles.count());
  for (int round = 0; round < kRounds; ++round) {
    for_tiles(band.tiles.count(), [&](std::size_t t) {
      balances[t] =
          balance_of(tile_values(std::as_const(band.phi), t), lack.data() + t * kTileCorners, reach);
    });
    const std::vector<float> shifts = shifts_of(band.tiles, balances, most);
    for_tiles(band.tiles.count(),
              [&](std::size_t t) { move_tile(band.tiles, t, shifts, tile_values(band.phi, t)); });
  }
}

}  // namespace froth
