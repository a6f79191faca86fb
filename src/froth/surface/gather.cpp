// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/gather.h>

#include <array>
#include <cmath>

namespace froth {

namespace {

/// The quadratic B-spline, of width and integral 1.
float spline(float x) {
  const float a = std::abs(x), rest = 1.5f - a;
  return a < 0.5f ? 0.75f - a * a : (a < 1.5f ? 0.5f * rest * rest : 0.0f);
}

/// Integral of the spline from 0 to a.
double spline_integral(double a) {
  return a < 0.5 ? a * (0.75 - a * a / 3) : 0.5 - (1.5 - a) * (1.5 - a) * (1.5 - a) / 6;
}

/// Adds a point to a tile. Kernels are no narrower than a voxel, or corners would miss them.
void add_point(const TilePoint& p, float times, float* share) {
  const float width = std::max(p.spacing, 1.0f), ratio = p.spacing / width;
  const float weight = times * ratio * ratio * ratio;
  float w[3][kTile];
  for (int d = 0; d < 3; ++d)
    for (int k = 0; k < kTile; ++k) w[d][k] = spline((float(k) - p.x[d]) / width);
  for (int i = 0; i < kTile; ++i) {
    if (w[0][i] == 0) continue;
    for (int j = 0; j < kTile; ++j) {
      const float here = weight * w[0][i] * w[1][j];
      if (here == 0) continue;
      float* to = share + (i * kTile + j) * kTile;
      for (int k = 0; k < kTile; ++k) to[k] += here * w[2][k];
    }
  }
}

constexpr int kSteps = 1024;

/// distance_of_lack at multiples of 1/2 / kSteps, by bisection.
std::array<float, kSteps + 2> distance_table() {
  std::array<float, kSteps + 2> table{};
  for (int n = 0; n <= kSteps + 1; ++n) {
    const double lack = std::min(0.5, 0.5 * n / kSteps);
    double low = 0, high = kFillReach;
    for (int bisection = 0; bisection < 40; ++bisection) {
      const double middle = (low + high) / 2;
      (spline_integral(middle) < lack ? low : high) = middle;
    }
    table[static_cast<std::size_t>(n)] = static_cast<float>(low);
  }
  return table;
}

}  // namespace

float distance_of_lack(float lack) {
  static const std::array<float, kSteps + 2> table = distance_table();
  const float at = std::min(std::abs(lack), 0.5f) * (2 * kSteps);
  const auto n = static_cast<std::size_t>(at);
  const float part = at - float(n);
  return std::copysign((1 - part) * table[n] + part * table[n + 1], lack);
}

std::vector<float> gather_fill(const TiledPoints& points, const std::vector<float>& weights) {
  std::vector<float> share(points.tiles().count() * kTileCorners);
  for_tiles(points.tiles().count(), [&](std::size_t t) {
    float* values = tile_values(share, t).data();
    points.visit(t, [&](std::uint32_t n, const TilePoint& p) {
      add_point(p, weights.empty() ? 1.0f : weights[n], values);
    });
  });
  return share;
}

}  // namespace froth
