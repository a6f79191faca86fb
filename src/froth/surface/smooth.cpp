// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/smooth.h>

#include <cmath>
#include <utility>

namespace froth {

namespace {

constexpr int kSuperSteps = 4;
constexpr double kStiffest = 144;  ///< largest eigenvalue of the square of the seven-point Laplacian

using Outer = HaloTile<2>;

/// lap lap phi on a tile.
void take_bilaplacian(const Outer& phi, float* result) {
  constexpr int width = HaloTile<1>::kWidth, a = Outer::kStep[0], b = Outer::kStep[1];
  HaloTile<1> lap;
  for (int i = -1; i <= kTile; ++i)
    for (int j = -1; j <= kTile; ++j) {
      const float* v = phi.v + Outer::at(i, j, -1);
      float* to = lap.v + HaloTile<1>::at(i, j, -1);
      for (int k = 0; k < width; ++k)
        to[k] = v[k - a] + v[k + a] + v[k - b] + v[k + b] + v[k - 1] + v[k + 1] - 6 * v[k];
    }
  constexpr int c = HaloTile<1>::kStep[0], d = HaloTile<1>::kStep[1];
  for (int i = 0; i < kTile; ++i)
    for (int j = 0; j < kTile; ++j) {
      const float* v = lap.v + HaloTile<1>::at(i, j, 0);
      float* to = result + (i * kTile + j) * kTile;
      for (int k = 0; k < kTile; ++k)
        to[k] = v[k - c] + v[k + c] + v[k - d] + v[k + d] + v[k - 1] + v[k + 1] - 6 * v[k];
    }
}

/// One stage: next = mu now + nu before - rate lap lap now; `before` is overwritten.
void take_stage(const Tiles& tiles, const std::vector<float>& now, std::vector<float>& before, float mu,
                float nu, float rate) {
  for_tiles(tiles.count(), [&](std::size_t t) {
    Outer here;
    here.load(now, tiles, t);
    alignas(32) float change[kTileCorners];
    take_bilaplacian(here, change);
    const auto old = tile_values(now, t);
    const auto to = tile_values(before, t);
    for (std::size_t c = 0; c < kTileCorners; ++c) to[c] = mu * old[c] + nu * to[c] - rate * change[c];
  });
}

void hold(const Tiles& tiles, const Limits& limits, std::vector<float>& phi) {
  for_tiles(tiles.count(), [&](std::size_t t) {
    const auto inner = tile_values(limits.inner, t), outer = tile_values(limits.outer, t);
    const auto values = tile_values(phi, t);
    for (std::size_t c = 0; c < kTileCorners; ++c)
      values[c] = std::min(std::max(values[c], outer[c]), inner[c]);
  });
}

/// A super step of that many stages, over as long as is stable at most.
void take_super_step(const Tiles& tiles, std::vector<float>& phi, std::vector<float>& spare, int stages,
                     double time) {
  const double part = 2.0 / (double(stages) * stages + stages) * time;
  spare = phi;
  take_stage(tiles, phi, spare, 1, 0, static_cast<float>(part));
  phi.swap(spare);
  for (int j = 2; j <= stages; ++j) {
    const double mu = (2.0 * j - 1) / j, nu = (1.0 - j) / j;
    take_stage(tiles, phi, spare, static_cast<float>(mu), static_cast<float>(nu),
               static_cast<float>(mu * part));
    phi.swap(spare);
  }
}

}  // namespace

void smooth(Band& band, const Limits& limits, double time) {
  if (!(time > 0)) return;
  // Stable up to (s^2 + s) / kStiffest; one stage more lets the stiffest modes decay.
  const double one = time / kSuperSteps;
  const int stages =
      1 + std::max(1, static_cast<int>(std::ceil((std::sqrt(1 + 4 * kStiffest * one) - 1) / 2)));
  std::vector<float> spare(band.phi.size());
  for (int step = 0; step < kSuperSteps; ++step) {
    take_super_step(band.tiles, band.phi, spare, stages, one);
    hold(band.tiles, limits, band.phi);
  }
}

}  // namespace froth
