// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/edges.h>

#include <cmath>

#include <froth/surface/gather.h>

namespace froth {

namespace {

/// Half the widths of the box whose fill counts, less than a sheet of two spacings is thick, and of the box
/// over which that is averaged; and how near to the surface it counts [spacings].
constexpr float kBox = 1.5f, kMean = 1, kNear = 0.25f;
/// By how much the filled share differs from that below a flat face, where the flow begins to be slower and
/// where it is slowest. On the edge of a cube it is 0.25, one spacing from it 0.11. Tuned on jittered samples
/// of boxes, where less of the faces should bend, and of a torus, which should be smoothed all over.
constexpr float kFlat = 0.04f, kEdge = 0.083f;
/// Filled shares of threads.
constexpr float kThread = 0.08f, kNoThread = 0.12f;

using Wide = HaloTile<kTile>;

/// Sums along an axis over 2 n + 1 corners around those of the tile.
void sum_along(float* v, int step, int n) {
  float row[Wide::kWidth];
  for (int k = 0; k < Wide::kWidth; ++k) row[k] = v[k * step];
  for (int k = kTile; k < 2 * kTile; ++k) {
    float sum = 0;
    for (int m = -n; m <= n; ++m) sum += row[k + m];
    v[k * step] = sum;
  }
}

/// Sums over boxes of 2 n + 1 corners around every corner, one axis after the other.
std::vector<float> box_sums(const Tiles& tiles, const std::vector<float>& field, int n) {
  constexpr int width = Wide::kWidth, from = kTile, to = 2 * kTile;
  std::vector<float> sums(field.size());
  for_tiles(tiles.count(), [&](std::size_t t) {
    Wide wide;
    wide.load(field, tiles, t);
    for (int i = from - n; i < to + n; ++i)
      for (int j = from - n; j < to + n; ++j) sum_along(wide.v + (i * width + j) * width, 1, n);
    for (int i = from - n; i < to + n; ++i)
      for (int k = from; k < to; ++k) sum_along(wide.v + i * width * width + k, width, n);
    for (int j = from; j < to; ++j)
      for (int k = from; k < to; ++k) sum_along(wide.v + j * width + k, width * width, n);
    float* here = tile_values(sums, t).data();
    for (int i = 0; i < kTile; ++i)
      for (int j = 0; j < kTile; ++j)
        std::copy_n(wide.v + Wide::at(i, j, 0), kTile, here + (i * kTile + j) * kTile);
  });
  return sums;
}

int corners_of(float spacings, float spacing) {
  return std::clamp(static_cast<int>(std::lround(spacings * spacing)), 1, kTile);
}

/// By the mean difference to a flat face and the mean filled share.
float speed_of(float difference, float share) {
  const float edge = std::clamp((kEdge - std::abs(difference)) / (kEdge - kFlat), kEdgeSpeed, 1.0f);
  return std::max(edge, std::clamp((kNoThread - share) / (kNoThread - kThread), 0.0f, 1.0f));
}

}  // namespace

std::vector<float> flow_speeds(const Tiles& tiles, const std::vector<float>& smoothed,
                               const std::vector<float>& lack, float spacing) {
  const int n = corners_of(kBox, spacing), m = corners_of(kMean, spacing);
  const float width = float(2 * n + 1), part = 1 / (width * width * width);
  // Of corners at the surface: how many there are, what the box around each lacks to 1/2, and what of that
  // is not because the corner is above or below a flat face.
  std::vector<float> lacking = box_sums(tiles, lack, n), counts(lack.size()), off(lack.size());
  for_tiles(tiles.count(), [&](std::size_t t) {
    for (std::size_t c = t * kTileCorners; c < (t + 1) * kTileCorners; ++c) {
      const float distance = spacing * distance_of_lack(smoothed[c]);
      counts[c] = std::abs(distance) < kNear * spacing ? 1.0f : 0.0f;
      lacking[c] *= counts[c] * part;
      off[c] = counts[c] * (lacking[c] - distance / width);
    }
  });
  counts = box_sums(tiles, counts, m), lacking = box_sums(tiles, lacking, m), off = box_sums(tiles, off, m);
  for_tiles(tiles.count(), [&](std::size_t t) {
    for (std::size_t c = t * kTileCorners; c < (t + 1) * kTileCorners; ++c)
      off[c] = counts[c] > 0 ? speed_of(off[c] / counts[c], 0.5f - lacking[c] / counts[c]) : 1.0f;
  });
  return off;
}

}  // namespace froth
