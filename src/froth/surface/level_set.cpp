// SPDX-License-Identifier: Apache-2.0
// Between an inner and an outer union of spheres, as smooth as a thin plate: after [Bhattacharya2011].
// Differs from it: what flows is not the distance to the spheres but what the fill of space by the particles'
// volumes lacks to 1/2. It is zero on a flat face wherever the particles are, and has no creases inside of
// sheets and edges, as a distance has. Inside of the inner spheres, which particles of threads and spray
// have, the flow may only add to where it starts; on faces they would print particles through. It is slower
// at edges (edges.h), which are smoothed along themselves (edge_lines.h). A distance is made of the result,
// and moved to where it holds the volume of the particles (match_volume.h). Threads that fell apart are
// bridged (bridges.h).
#include <cmath>

#include <froth/surface/bridges.h>
#include <froth/surface/chips.h>
#include <froth/surface/edge_lines.h>
#include <froth/surface/edges.h>
#include <froth/surface/gather.h>
#include <froth/surface/methods.h>
#include <froth/surface/match_volume.h>
#include <froth/surface/smooth.h>

namespace froth {

namespace {

constexpr float kOuter = 1.2f;  ///< radius of outer spheres [spacings]
constexpr float kInner = 0.9f;  ///< of the inner sphere of a particle that is alone [spacings]
constexpr double kMatchReach = 2.25, kMatchMost = 0.4;  ///< see match_volume [spacings]
constexpr double kMatchBridges = 0.1;                   ///< the same, after bridges
constexpr double kLink = 2;                             ///< linking length where none is given [spacings]
constexpr float kOutside = 0.5f, kFull = 4;  ///< lack of fill where nothing is, and less than it ever is

/// Share of a box of 3.5 spacings around a particle that is filled: 0.02 where it is alone, 0.08 in a
/// thread, 0.29 in a sheet of single particles and 0.12 in its corners, 0.27 and 0.41 in a corner and on an
/// edge of a cube, 0.64 on its faces.
constexpr float kBoxReach = 1.5f, kAlone = 0.023f, kThread = 0.082f, kThin = 0.15f, kBody = 0.2f,
                kFace = 0.5f;

/// Part of the full size that the inner sphere of a particle has. None in corners of bodies: where smoothing
/// has rounded a corner off, its particle would be left as a drop.
float inner_part(float share) { return std::clamp((kThin - share) / (kThin - kThread), 0.0f, 1.0f); }

/// How often a particle counts. The half level is to hold one that is alone, and a thread; a little more at
/// edges than on faces makes up for some of what smoothing rounds off.
float weight_of(float share) {
  constexpr float alone = 2.3f, thread = 1.8f, corner = 1.8f;
  const auto between = [&](float low, float high, float a, float b) {
    return a + (b - a) * std::clamp((share - low) / (high - low), 0.0f, 1.0f);
  };
  if (share >= kBody) return between(kBody, kFace, corner, 1);
  return share < kThread ? between(kAlone, kThread, alone, thread) : between(kThread, kBody, thread, corner);
}

using Wide = HaloTile<kTile>;

float box_share(const Wide& lack, const TilePoint& p) {
  const int n = std::clamp(static_cast<int>(std::lround(kBoxReach * p.spacing)), 1, kTile);
  int low[3];
  for (int d = 0; d < 3; ++d) low[d] = std::clamp(static_cast<int>(std::lround(p.x[d])), 0, kTile - 1) - n;
  float sum = 0;
  for (int i = 0; i <= 2 * n; ++i)
    for (int j = 0; j <= 2 * n; ++j) {
      const float* row = lack.v + Wide::at(low[0] + i, low[1] + j, low[2]);
      for (int k = 0; k <= 2 * n; ++k) sum += row[k];
    }
  return 0.5f - sum / float((2 * n + 1) * (2 * n + 1) * (2 * n + 1));
}

/// Filled share of the box around every particle; 1 well inside.
std::vector<float> box_shares(const TiledPoints& points, const std::vector<float>& lack) {
  std::vector<float> shares(points.points.count(), 1.0f);
  std::vector<char> is_full(points.tiles().count());
  for_tiles(is_full.size(), [&](std::size_t t) {
    const auto values = tile_values(lack, t);
    is_full[t] = *std::max_element(values.begin(), values.end()) < 0;
  });
  for_tiles(points.tiles().count(), [&](std::size_t t) {
    const Around<3>& around = points.tiles().around(t);
    if (std::all_of(around.begin(), around.end(),
                    [&](std::int32_t n) { return n >= 0 && is_full[static_cast<std::size_t>(n)]; }))
      return;
    Wide wide;
    wide.load(lack, points.tiles(), t);
    points.visit(t, [&](std::uint32_t p, const TilePoint& at) {
      if (at.is_home) shares[p] = box_share(wide, at);
    });
  });
  return shares;
}

/// Least distance to spheres [spacings].
template <class Radius>
void take_spheres(const TiledPoints& points, std::size_t tile, std::span<float, kTileCorners> values,
                  Radius&& radius_of) {
  points.visit(tile, [&](std::uint32_t n, const TilePoint& p) {
    const float radius = radius_of(n), part = 1 / p.spacing;
    if (radius == 0) return;
    visit_rows(p, float(kFillReach) * std::max(p.spacing, 1.0f), [&](int first, const float* square) {
      for (int k = 0; k < kTile; ++k) {
        float& value = values[static_cast<std::size_t>(first + k)];
        value = std::min(value, part * std::sqrt(square[k]) - radius);
      }
    });
  });
}

Limits limits_of(const TiledPoints& points, const std::vector<float>& shares, const Band& start) {
  const Tiles& tiles = start.tiles;
  Limits limits;
  limits.inner.assign(tiles.count() * kTileCorners, kOutside);
  limits.outer.assign(tiles.count() * kTileCorners, 0);
  for_tiles(tiles.count(), [&](std::size_t t) {
    const std::int32_t from = points.tiles().find(tiles.at()[t]);
    if (from < 0) return;
    const auto inner = tile_values(limits.inner, t), outer = tile_values(limits.outer, t);
    std::fill(inner.begin(), inner.end(), float(kFillReach));
    std::fill(outer.begin(), outer.end(), float(kFillReach));
    const auto tile = static_cast<std::size_t>(from);
    take_spheres(points, tile, inner, [&](std::uint32_t n) { return kInner * inner_part(shares[n]); });
    const auto from_start = tile_values(start.phi, t);
    for (std::size_t c = 0; c < kTileCorners; ++c) inner[c] = inner[c] < 0 ? from_start[c] : kOutside;
    take_spheres(points, tile, outer, [](std::uint32_t) { return kOuter; });
    // How deep inside of them a corner is, outer spheres do not know.
    for (float& v : outer) v = v > 0 ? 0.0f : -kFull;
  });
  return limits;
}

/// What the fill lacks to 1/2.
std::vector<float> lack_of(std::vector<float> share) {
  for (float& v : share) v = 0.5f - v;
  return share;
}

}  // namespace

Band level_set_band(const SkinPoints& points, const VoxelLattice& lattice, const SkinSettings& settings,
                    const MaybePlane& plane) {
  const TiledPoints tiled(points, lattice, kFillReach);
  const std::vector<float> lack = lack_of(gather_fill(tiled)), shares = box_shares(tiled, lack);
  std::vector<float> weights(shares.size());
  std::transform(shares.begin(), shares.end(), weights.begin(), weight_of);
  Band band = band_of(tiled.tiles(), lack_of(gather_fill(tiled, weights)), kOutside, plane);
  const double spacing = median_spacing(points) / lattice.voxel;
  const Limits limits = limits_of(tiled, shares, band);
  const std::vector<float> band_lack = values_on(band, tiled.tiles(), lack, kOutside);
  const double time = kSmoothingTime * std::pow(spacing, 4);
  if (settings.smoothing > 0) {
    Band even = band;
    smooth(even, limits, {}, time);
    const auto speeds = flow_speeds(band.tiles, even.phi, band_lack, static_cast<float>(spacing));
    smooth(band, limits, speeds, settings.smoothing * time);
    smooth_along_edges(band, speeds, static_cast<float>(spacing));
  }
  for_tiles(band.tiles.count(), [&](std::size_t t) {
    for (float& v : tile_values(band.phi, t)) v = static_cast<float>(spacing) * distance_of_lack(v);
  });
  redistance(band);
  const auto reach = static_cast<float>(std::min(kMatchReach * spacing, kBand - 0.5));
  match_volume(band, band_lack, reach, static_cast<float>(kMatchMost * spacing));
  remove_chips(band, points, lattice);
  const double link = settings.link_length > 0 ? settings.link_length : kLink * median_spacing(points);
  const BridgeRule rule{link, shares, kBody};
  if (add_bridges(band, points, lattice, rule) > 0) {
    // They have added volume, which is taken off around them; what that parts is bridged once more.
    const std::vector<float> lack_here = values_on(band, tiled.tiles(), lack, kOutside);
    match_volume(band, lack_here, reach, static_cast<float>(kMatchBridges * spacing));
    add_bridges(band, points, lattice, rule);
  }
  return band;
}

}  // namespace froth
