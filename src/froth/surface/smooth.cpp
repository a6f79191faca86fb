// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/smooth.h>

#include <cmath>
#include <utility>

namespace froth {

namespace {

constexpr int kSuperSteps = 4;
constexpr double kStiffest = 144;  ///< largest eigenvalue of the square of the seven-point Laplacian

using Outer = HaloTile<2>;

/// The seven-point Laplacian of a whole range of corners, which wraps around the borders of rows: what it
/// gives there is not used. Long loops over plain places are what compilers make wide code of.
void take_laplacian(const float* v, float* to, int first, int last) {
  constexpr int a = Outer::kStep[0], b = Outer::kStep[1];
  for (int n = first; n <= last; ++n)
    to[n] = v[n - a] + v[n + a] + v[n - b] + v[n + b] + v[n - 1] + v[n + 1] - 6 * v[n];
}

/// lap lap phi on a tile.
void take_bilaplacian(const Outer& phi, float* result) {
  Outer lap, twice;
  for (int i = -1; i <= kTile; ++i)
    take_laplacian(phi.v, lap.v, Outer::at(i, -1, -1), Outer::at(i, kTile, kTile));
  for (int i = 0; i < kTile; ++i) {
    take_laplacian(lap.v, twice.v, Outer::at(i, 0, 0), Outer::at(i, kTile - 1, kTile - 1));
    for (int j = 0; j < kTile; ++j)
      std::copy_n(twice.v + Outer::at(i, j, 0), kTile, result + (i * kTile + j) * kTile);
  }
}

/// The flow on some tiles.
struct Flow {
  const Tiles& tiles;
  const std::vector<float>& speeds;  ///< may be empty: 1

  /// One stage: next = mu now + nu before - rate speed lap lap now; `before` is overwritten.
  void take_stage(const std::vector<float>& now, std::vector<float>& before, double mu, double nu,
                  double rate) const {
    for_tiles(tiles.count(), [&](std::size_t t) {
      Outer here;
      here.load(now, tiles, t);
      alignas(32) float change[kTileCorners];
      take_bilaplacian(here, change);
      if (!speeds.empty())
        for (std::size_t c = 0; c < kTileCorners; ++c) change[c] *= speeds[t * kTileCorners + c];
      const auto old = tile_values(now, t);
      const auto to = tile_values(before, t);
      const auto a = static_cast<float>(mu), b = static_cast<float>(nu), r = static_cast<float>(rate);
      for (std::size_t c = 0; c < kTileCorners; ++c) to[c] = a * old[c] + b * to[c] - r * change[c];
    });
  }

  /// A super step of that many stages, over as long as is stable at most.
  void take_super_step(std::vector<float>& phi, std::vector<float>& spare, int stages, double time) const {
    const double part = 2.0 / (double(stages) * stages + stages) * time;
    spare = phi;
    take_stage(phi, spare, 1, 0, part);
    phi.swap(spare);
    for (int j = 2; j <= stages; ++j) {
      const double mu = (2.0 * j - 1) / j, nu = (1.0 - j) / j;
      take_stage(phi, spare, mu, nu, mu * part);
      phi.swap(spare);
    }
  }
};

void hold(const Tiles& tiles, const Limits& limits, std::vector<float>& phi) {
  for_tiles(tiles.count(), [&](std::size_t t) {
    const auto inner = tile_values(limits.inner, t), outer = tile_values(limits.outer, t);
    const auto values = tile_values(phi, t);
    for (std::size_t c = 0; c < kTileCorners; ++c)
      values[c] = std::min(std::max(values[c], outer[c]), inner[c]);
  });
}

}  // namespace

void smooth(Band& band, const Limits& limits, const std::vector<float>& speeds, double time) {
  if (!(time > 0)) return;
  // Stable up to (s^2 + s) / kStiffest; one stage more lets the stiffest modes decay.
  const double one = time / kSuperSteps;
  const int stages =
      1 + std::max(1, static_cast<int>(std::ceil((std::sqrt(1 + 4 * kStiffest * one) - 1) / 2)));
  std::vector<float> spare(band.phi.size());
  const Flow flow{band.tiles, speeds};
  for (int step = 0; step < kSuperSteps; ++step) {
    flow.take_super_step(band.phi, spare, stages, one);
    hold(band.tiles, limits, band.phi);
  }
}

}  // namespace froth
