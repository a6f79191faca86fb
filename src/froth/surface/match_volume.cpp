// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/match_volume.h>

#include <algorithm>
#include <array>
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

/// Share of a tetrahedron in which the linear function of these values is negative.
double negative_share(const std::array<float, 4>& corners) {
  std::array<double, 4> v{};
  std::copy(corners.begin(), corners.end(), v.begin());
  std::sort(v.begin(), v.end());
  // The small tetrahedron that is cut off around the one corner that differs from the others.
  const auto corner = [](double a, double b, double c, double d) {
    return a / (a - b) * (a / (a - c)) * (a / (a - d));
  };
  if (v[0] >= 0) return 0;
  if (v[3] < 0) return 1;
  if (v[1] >= 0) return corner(v[0], v[1], v[2], v[3]);
  if (v[2] < 0) return 1 - corner(v[3], v[2], v[1], v[0]);
  // Two and two: a wedge, cut into three tetrahedra.
  const double ac = v[0] / (v[0] - v[2]), ad = v[0] / (v[0] - v[3]);
  const double bc = v[1] / (v[1] - v[2]), bd = v[1] / (v[1] - v[3]);
  return ac * ad + ac * (1 - ad) * bd + (1 - ac) * bc * bd;
}

/// How many corners of the voxel above a corner are inside.
int corners_inside(const HaloTile<1>& phi, int at) {
  constexpr auto& step = HaloTile<1>::kStep;
  int count = 0;
  for (int c = 0; c < 8; ++c)
    count += phi.v[at + (c & 1) * step[0] + (c >> 1 & 1) * step[1] + (c >> 2) * step[2]] < 0;
  return count;
}

/// Share of the voxel above a corner that is inside, linear on each of six tetrahedra around its diagonal.
double inside_share(const HaloTile<1>& phi, int at) {
  const int inside = corners_inside(phi, at);
  if (inside == 0 || inside == 8) return inside == 0 ? 0.0 : 1.0;
  constexpr int orders[6][2] = {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};
  constexpr auto& step = HaloTile<1>::kStep;
  const float *v = phi.v + at, low = v[0], high = v[step[0] + step[1] + step[2]];
  double sum = 0;
  for (const auto& order : orders) {
    const int first = step[order[0]], second = first + step[order[1]];
    sum += negative_share({low, v[first], v[second], high});
  }
  return sum / 6;
}

/// By how much the tetrahedra, whose faces are chords, hold less than what is inside of a curved surface
/// [voxels per square voxel]: a constant, as mesh_of_field has one, times the curvature.
double chord_loss(const HaloTile<1>& phi, int at) {
  constexpr float per_curvature = 0.05f, most = 1.5f;
  float curvature = -6 * phi.v[at];
  for (const int step : HaloTile<1>::kStep) curvature += phi.v[at + step] + phi.v[at - step];
  return double(per_curvature * std::clamp(curvature, -most, most));
}

/// Mean over the corners of the voxel above a corner.
float voxel_mean(const HaloTile<1>& field, int at) {
  constexpr auto& step = HaloTile<1>::kStep;
  const float* v = field.v + at;
  float sum = 0;
  for (int c = 0; c < 8; ++c) sum += v[(c & 1) * step[0] + (c >> 1 & 1) * step[1] + (c >> 2) * step[2]];
  return sum / 8;
}

Balance balance_of(const Band& band, const std::vector<float>& lack, float reach, std::size_t t) {
  HaloTile<1> phi, lacks;
  phi.load(band.phi, band.tiles, t);
  lacks.load(lack, band.tiles, t);
  Balance sum;
  for (int i = 0; i < kTile; ++i)
    for (int j = 0; j < kTile; ++j)
      for (int k = 0; k < kTile; ++k) {
        const int at = HaloTile<1>::at(i, j, k);
        const float middle = voxel_mean(phi, at);
        if (!(std::abs(middle) < reach)) continue;
        // The middle of a voxel is less than one from its corners.
        const double inside = std::abs(middle) < 1.5f ? inside_share(phi, at) : (middle < 0 ? 1.0 : 0.0);
        sum.lacking += 0.5 - inside - double(voxel_mean(lacks, at));
        if (!(std::abs(middle) < 0.5f)) continue;
        sum.lacking -= chord_loss(phi, at);
        ++sum.area;
      }
  return sum;
}

/// How far outward the surface should go around every tile: a mean over it and its neighbours, nearer ones
/// counting more.
std::vector<float> shifts_of(const Tiles& tiles, const std::vector<Balance>& balances) {
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
    shifts[t] = sum.area > 0 ? static_cast<float>(sum.lacking / sum.area) : 0.0f;
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
  for (int i = 0, c = 0; i < kTile; ++i) {
    float plane[3][3];  // shifts along the last two axes
    for (int m = 0; m < 3; ++m)
      for (int n = 0; n < 3; ++n)
        plane[m][n] =
            part[i][0] * around[0][m][n] + part[i][1] * around[1][m][n] + part[i][2] * around[2][m][n];
    for (int j = 0; j < kTile; ++j) {
      float line[3];  // along the last one
      for (int n = 0; n < 3; ++n)
        line[n] = part[j][0] * plane[0][n] + part[j][1] * plane[1][n] + part[j][2] * plane[2][n];
      for (int k = 0; k < kTile; ++k, ++c)
        phi[static_cast<std::size_t>(c)] -=
            part[k][0] * line[0] + part[k][1] * line[1] + part[k][2] * line[2];
    }
  }
}

}  // namespace

void match_volume(Band& band, const std::vector<float>& lack, float reach, float most) {
  std::vector<Balance> balances(band.tiles.count());
  std::vector<float> moved(band.tiles.count());
  for (int round = 0; round < kRounds; ++round) {
    for_tiles(band.tiles.count(), [&](std::size_t t) { balances[t] = balance_of(band, lack, reach, t); });
    std::vector<float> shifts = shifts_of(band.tiles, balances);
    for (std::size_t t = 0; t < moved.size(); ++t) {
      const float goal = std::clamp(moved[t] + shifts[t], -most, most);
      shifts[t] = goal - moved[t], moved[t] = goal;
    }
    for_tiles(band.tiles.count(),
              [&](std::size_t t) { move_tile(band.tiles, t, shifts, tile_values(band.phi, t)); });
  }
}

}  // namespace froth
