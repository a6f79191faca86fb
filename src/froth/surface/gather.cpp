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

/// Integral of the spline beyond a.
double share_beyond(double a) {
  return a < 0.5 ? 0.5 - a * (0.75 - a * a / 3) : (1.5 - a) * (1.5 - a) * (1.5 - a) / 6;
}

/// Adds a point to a tile. Kernels are no narrower than a voxel, or corners would miss them.
void add_point(const TilePoint& p, float* share, float* spacing) {
  const float width = std::max(p.spacing, 1.0f), ratio = p.spacing / width, weight = ratio * ratio * ratio;
  float w[3][kTile];
  for (int d = 0; d < 3; ++d)
    for (int k = 0; k < kTile; ++k) w[d][k] = spline((float(k) - p.x[d]) / width);
  for (int i = 0; i < kTile; ++i) {
    if (w[0][i] == 0) continue;
    for (int j = 0; j < kTile; ++j) {
      const float here = weight * w[0][i] * w[1][j];
      if (here == 0) continue;
      float* to = share + (i * kTile + j) * kTile;
      float* sized = spacing + (i * kTile + j) * kTile;
      for (int k = 0; k < kTile; ++k) {
        const float part = here * w[2][k];
        to[k] += part;
        sized[k] += part * width;
      }
    }
  }
}

constexpr int kSteps = 1024;

/// distance_of_share at multiples of 1/kSteps.
std::array<float, kSteps + 2> distance_table() {
  std::array<float, kSteps + 2> table{};
  for (int n = 0; n <= kSteps + 1; ++n) {
    const double share = std::min(1.0, double(n) / kSteps), beyond = std::min(share, 1 - share);
    double low = 0, high = 1.5;
    for (int bisection = 0; bisection < 40; ++bisection) {
      const double middle = (low + high) / 2;
      (share_beyond(middle) > beyond ? low : high) = middle;
    }
    table[static_cast<std::size_t>(n)] = static_cast<float>(share < 0.5 ? low : -low);
  }
  return table;
}

}  // namespace

float distance_of_share(float share) {
  static const std::array<float, kSteps + 2> table = distance_table();
  const float at = std::clamp(share, 0.0f, 1.0f) * kSteps;
  const auto n = static_cast<std::size_t>(at);
  const float part = at - float(n);
  return (1 - part) * table[n] + part * table[n + 1];
}

Fill gather_fill(const TiledPoints& points) {
  Fill fill;
  const std::size_t count = points.tiles().count();
  fill.share.resize(count * kTileCorners);
  fill.spacing.resize(count * kTileCorners);
  for_tiles(count, [&](std::size_t t) {
    float* share = tile_values(fill.share, t).data();
    float* spacing = tile_values(fill.spacing, t).data();
    points.visit(t, [&](std::uint32_t, const TilePoint& p) { add_point(p, share, spacing); });
    for (int c = 0; c < kTileCorners; ++c) spacing[c] = share[c] > 0 ? spacing[c] / share[c] : 1.0f;
  });
  return fill;
}

}  // namespace froth
