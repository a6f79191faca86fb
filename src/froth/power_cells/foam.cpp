// SPDX-License-Identifier: Apache-2.0
#include <froth/power_cells/foam.h>

#include <cmath>
#include <numbers>

#include <froth/base/parallel.h>
#include <froth/power_cells/cell_weights.h>

namespace froth {

namespace {

constexpr double kVolumeError = 2e-3;  // of a mesh, over the volume of a bubble
constexpr int kCorrections = 4;

/// Bubbles no further apart than this touch, over the sum of the radii of balls of their volumes.
constexpr double kTouch = 1.4;

/// Where the sites of cells go so that films hold together: towards the mean of the bubbles around, which
/// leaves those inside of a foam where they are. Walls count as mirrors.
std::vector<Vec3<double>> gathered(const Bubbles& bubbles, double cohesion) {
  if (cohesion == 0) return bubbles.x;
  std::vector<double> radius;
  double largest = 0;
  for (const double volume : bubbles.volume) {
    radius.push_back(std::cbrt(std::max(0.0, 0.75 * volume / std::numbers::pi)));
    largest = std::max(largest, radius.back());
  }
  const NeighborSearch<3> search(bubbles.x, 2 * kTouch * largest);
  std::vector<Vec3<double>> x = bubbles.x;
  parallel_tasks(static_cast<Index>(x.size()), [&](Index number) {
    const auto i = static_cast<std::size_t>(number);
    std::vector<Neighbor> near;
    search.within(bubbles.x[i], kTouch * (radius[i] + largest), near);
    Vec3<double> sum{};
    double weight = 0;
    const auto add = [&](const Vec3<double>& arm, std::size_t j) {
      const double reach = kTouch * (radius[i] + radius[j]), share = 1 - dot(arm, arm) / (reach * reach);
      if (share <= 0) return;
      sum += (bubbles.volume[j] * share) * arm;
      weight += bubbles.volume[j] * share;
    };
    for (const Neighbor& other : near) {
      const Vec3<double> arm = bubbles.x[other.point] - bubbles.x[i];
      add(arm, other.point);
      for (int d = 0; d < 3; ++d)
        for (const double wall : {bubbles.low[d], bubbles.high[d]}) {
          if (!std::isfinite(wall)) continue;
          Vec3<double> mirrored = arm;
          mirrored[d] = 2 * wall - bubbles.x[other.point][d] - bubbles.x[i][d];
          add(mirrored, other.point);
        }
    }
    if (weight > 0) x[i] += (cohesion / weight) * sum;
  });
  return x;
}

PowerSites<3> sites_of(const Bubbles& bubbles, double cohesion) {
  PowerSites<3> sites = PowerSites<3>::from(gathered(bubbles, cohesion));
  sites.low = bubbles.low, sites.high = bubbles.high, sites.number = bubbles.number;
  return sites;
}

}  // namespace

Foam make_foam(const Bubbles& bubbles, const FoamMeshSettings& settings) {
  Foam foam;
  if (bubbles.x.empty()) return foam;
  const PowerSites<3> sites = sites_of(bubbles, settings.cohesion);
  const PowerDiagram<3> diagram(sites);
  CellWeights found = find_weights(diagram, bubbles.volume);
  foam.mesh = mesh_foam(diagram, found.w, bubbles.volume, settings);
  foam.steps = found.steps;
  // Chords take a little off bubbles whose caps have no room to swell: their cells are made larger by as
  // much.
  std::vector<double> asked = bubbles.volume;
  for (int k = 0; k < kCorrections; ++k) {
    const std::vector<BubbleMeasure> held = measure_bubbles(foam.mesh, bubbles.x.size());
    double worst = 0;
    for (std::size_t b = 0; b < asked.size(); ++b) {
      const double lost = bubbles.volume[b] - held[b].volume;
      worst = std::max(worst, std::abs(lost) / bubbles.volume[b]);
      if (std::abs(lost) > 1e-6 * bubbles.volume[b]) asked[b] += lost;
    }
    if (worst <= kVolumeError) break;
    found = find_weights(diagram, asked, {.start = found.w});
    foam.steps += found.steps;
    foam.mesh = mesh_foam(diagram, found.w, bubbles.volume, settings);
  }
  foam.w = std::move(found.w);
  return foam;
}

void relax_foam(Bubbles& bubbles, int moves, double cohesion) {
  std::vector<double> w;
  for (int k = 0; k < moves; ++k) {
    const PowerSites<3> sites = sites_of(bubbles, cohesion);
    const PowerDiagram<3> diagram(sites);
    w = find_weights(diagram, bubbles.volume, {.tolerance = 1e-4, .start = w}).w;
    const FoamMesh mesh = mesh_foam(diagram, w, bubbles.volume);
    const std::vector<BubbleMeasure> measured = measure_bubbles(mesh, bubbles.x.size());
    for (std::size_t b = 0; b < bubbles.x.size(); ++b) bubbles.x[b] = measured[b].centroid;
  }
}

}  // namespace froth
