// SPDX-License-Identifier: Apache-2.0
// Between an inner and an outer union of spheres, as smooth as a thin plate: after [Bhattacharya2011],
// section 3. Differs from it: the flow starts from the fill of space by the particles' volumes, whose half
// level is where a flat face is whatever the particles' places, and is a distance made anew. The inner
// spheres are there where the fill cannot hold a particle: spray, threads and thin sheets; inside of a body
// and on its faces they would only print particles through.
#include <cmath>

#include <froth/surface/gather.h>
#include <froth/surface/methods.h>
#include <froth/surface/smooth.h>

namespace froth {

namespace {

constexpr float kOuter = 1.2f;   ///< radius of outer spheres [spacings]
constexpr float kAlone = 0.62f;  ///< of a sphere of one particle's volume [spacings]
constexpr float kInner = 0.8f;   ///< radius of inner spheres over those that the flow starts from

/// Share of a box of 3.5 spacings that is filled, around a particle: a few percent where it is alone, 0.08 in
/// a thread, 0.29 in a sheet of single particles, 1/2 on a face. Its sphere shrinks from full size to
/// nothing.
constexpr float kBoxReach = 1.5f, kLonely = 0.1f, kCrowded = 0.4f;

float ball_of(float share) {
  return kAlone * std::clamp((kCrowded - share) / (kCrowded - kLonely), 0.0f, 1.0f);
}

using Wide = HaloTile<kTile>;

float box_share(const Wide& share, const TilePoint& p) {
  const int n = std::clamp(static_cast<int>(std::lround(kBoxReach * p.spacing)), 1, kTile);
  int low[3];
  for (int d = 0; d < 3; ++d) low[d] = std::clamp(static_cast<int>(std::lround(p.x[d])), 0, kTile - 1) - n;
  float sum = 0;
  for (int i = 0; i <= 2 * n; ++i)
    for (int j = 0; j <= 2 * n; ++j) {
      const float* row = share.v + Wide::at(low[0] + i, low[1] + j, low[2]);
      for (int k = 0; k <= 2 * n; ++k) sum += row[k];
    }
  return sum / float((2 * n + 1) * (2 * n + 1) * (2 * n + 1));
}

/// Whether a point is in a tile itself, not only its reach.
bool is_home(const TilePoint& p) {
  for (int d = 0; d < 3; ++d)
    if (!(p.x[d] >= 0 && p.x[d] < float(kTile))) return false;
  return true;
}

/// Radius of every particle's sphere [spacings].
std::vector<float> ball_radii(const TiledPoints& points, const Fill& fill) {
  std::vector<float> radii(points.points.count(), 0.0f);
  for_tiles(points.tiles().count(), [&](std::size_t t) {
    const Around<3>& around = points.tiles().around(t);
    const auto is_full = [&](std::int32_t n) {
      if (n < 0) return false;
      const auto values = tile_values(fill.share, static_cast<std::size_t>(n));
      return *std::min_element(values.begin(), values.end()) > 0.5f;
    };
    if (std::all_of(around.begin(), around.end(), is_full)) return;
    Wide share;
    share.load(fill.share, points.tiles(), t);
    points.visit(t, [&](std::uint32_t p, const TilePoint& at) {
      if (is_home(at)) radii[p] = ball_of(box_share(share, at));
    });
  });
  return radii;
}

/// Least distance to the spheres that are there, scaled by `size`.
void take_balls(const TiledPoints& points, std::size_t tile, const std::vector<float>& radii, float size,
                float* values) {
  points.visit(tile, [&](std::uint32_t n, const TilePoint& p) {
    if (radii[n] == 0) return;
    const float radius = size * radii[n] * p.spacing;
    visit_rows(p, float(kFillReach) * std::max(p.spacing, 1.0f), [&](int first, const float* square) {
      for (int k = 0; k < kTile; ++k)
        values[first + k] = std::min(values[first + k], std::sqrt(square[k]) - radius);
    });
  });
}

void take_outer(const TiledPoints& points, std::size_t tile, float* values) {
  points.visit(tile, [&](std::uint32_t, const TilePoint& p) {
    const float radius = kOuter * p.spacing;
    visit_rows(p, float(kFillReach) * std::max(p.spacing, 1.0f), [&](int first, const float* square) {
      for (int k = 0; k < kTile; ++k)
        values[first + k] = std::min(values[first + k], std::sqrt(square[k]) - radius);
    });
  });
}

/// Where the flow starts: the half level of the fill, and the spheres of particles that it does not hold.
std::vector<float> start_of(const TiledPoints& points, const Fill& fill, const std::vector<float>& radii) {
  std::vector<float> phi(fill.share.size());
  for_tiles(points.tiles().count(), [&](std::size_t t) {
    const auto share = tile_values(fill.share, t), spacing = tile_values(fill.spacing, t);
    const auto values = tile_values(phi, t);
    for (std::size_t c = 0; c < kTileCorners; ++c) values[c] = spacing[c] * distance_of_share(share[c]);
    take_balls(points, t, radii, 1, values.data());
  });
  return phi;
}

Limits limits_of(const TiledPoints& points, const std::vector<float>& radii, const Tiles& tiles) {
  Limits limits;
  limits.inner.assign(tiles.count() * kTileCorners, kBand);
  limits.outer.assign(tiles.count() * kTileCorners, kBand);
  for_tiles(tiles.count(), [&](std::size_t t) {
    const std::int32_t from = points.tiles().find(tiles.at()[t]);
    if (from < 0) return;
    take_balls(points, static_cast<std::size_t>(from), radii, kInner, tile_values(limits.inner, t).data());
    const auto outer = tile_values(limits.outer, t);
    take_outer(points, static_cast<std::size_t>(from), outer.data());
    // Where no sphere is near, the bound says outside and no more.
    for (float& v : outer) v = std::min(v, 0.5f);
  });
  return limits;
}

}  // namespace

Band level_set_band(const SkinPoints& points, const VoxelLattice& lattice, double smoothing,
                    const MaybePlane& plane) {
  const TiledPoints tiled(points, lattice, kFillReach);
  Band band;
  std::vector<float> radii;
  {
    const Fill fill = gather_fill(tiled);
    radii = ball_radii(tiled, fill);
    band = band_of(tiled.tiles(), start_of(tiled, fill, radii), plane);
  }
  redistance(band);
  const double spacing = median_spacing(points) / lattice.voxel;
  smooth(band, limits_of(tiled, radii, band.tiles), smoothing * kSmoothingTime * std::pow(spacing, 4));
  return band;
}

}  // namespace froth
