// SPDX-License-Identifier: Apache-2.0
// What breaks under separable integration: a brittle bar, wet clay, a sheet of water.
// Source: [Fei2021], Figs. 11, 12 and 15; an elastic law stands in for the mesh of the last.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include <froth/geometry/pieces.h>
#include <froth/verify/cases.h>
#include <froth/verify/separable.h>

namespace froth::verify {

namespace {

/// Distance of neighbours at the start [m].
double spacing_of(const Simulation& simulation) {
  return simulation.scene().solver.cell_size / std::sqrt(simulation.scene().bodies[0].particles_per_cell);
}

/// Pieces of the bar at the end, means of eight seeds: which threads hold is chance.
struct Fragments {
  double all = 0;    ///< of at least a two-hundredth of the bar; less is dust
  double large = 0;  ///< of at least a fiftieth
};

/// Particles hang together up to two spacings.
Fragments fragments(const Variant& variant, const Watch& watch) {
  constexpr int kFirstSeed = 31, kSeeds = 8;
  Fragments mean;
  for (int seed = kFirstSeed; seed < kFirstSeed + kSeeds; ++seed) {
    Simulation bar = start_shipped("fracture", variant.with({fmt::format("scene.seed={}", seed)}));
    run_to_end(bar, watch);
    const std::vector<Vec3<double>> x = all_positions(bar);
    for (const std::size_t size : connected_pieces(x, 2 * spacing_of(bar)).sizes) {
      if (200 * size >= x.size()) mean.all += 1.0 / kSeeds;
      if (50 * size >= x.size()) mean.large += 1.0 / kSeeds;
    }
  }
  return mean;
}

// A brittle bar breaks on a wedge. The figure shows that SFLIP breaks it as FLIP and APIC do on half the
// cell. Clumps of spray are pieces too, large ones are what is left of the bar.
Findings fracture(const Watch& watch) {
  const Fragments sflip = fragments(scheme("sflip"), watch);
  Findings findings;
  for (const char* name : {"flip", "apic"}) {
    const Fragments coarse = fragments(scheme(name), watch);
    const Fragments half = fragments(scheme(name).with({"solver.cell_size=1.0"}), watch);
    const auto compare = [&](const char* what, double Fragments::*count) {
      const std::string source =
          fmt::format("[Fei2021], Fig. 11; sflip {:.2f}, {} {:.2f}, on half the cell {:.2f}", sflip.*count,
                      name, coarse.*count, half.*count);
      findings.rows.push_back({fmt::format("{} of the bar, SFLIP less {} [-]", what, name),
                               sflip.*count - coarse.*count, 1, 0, Relation::AtLeast, source});
      findings.rows.push_back({fmt::format("{} of the bar, SFLIP over {} on half the cell [-]", what, name),
                               sflip.*count / half.*count, 1, 0.5, Relation::Within, source});
    };
    compare("pieces", &Fragments::all);
    compare("large pieces", &Fragments::large);
  }
  return findings;
}

/// Time at which no chain of particles, each within a cell of the next, joins the two ends of the clay any
/// more; infinite where one always does.
double time_to_part(const Variant& variant, const Watch& watch) {
  Simulation clay = start_shipped("clay_tearing", variant);
  const std::vector<Vec3<double>> first = all_positions(clay);
  const auto by_height = [](const Vec3<double>& a, const Vec3<double>& b) { return a[1] < b[1]; };
  const auto [low, high] = std::minmax_element(first.begin(), first.end(), by_height);
  const std::size_t bottom = std::size_t(low - first.begin()), top = std::size_t(high - first.begin());
  double parted = INFINITY;
  run_to_end(clay, watch, [&] {
    if (parted < INFINITY) return;
    const Pieces pieces = connected_pieces(all_positions(clay), clay.scene().solver.cell_size);
    if (pieces.of[bottom] != pieces.of[top]) parted = clay.progress().time;
  });
  return parted;
}

// Two bars tear a block of clay, on cells twice as large as the scene's. Times are to 0.8 ms, means of four
// seeds.
Findings clay_tearing(const Watch& watch) {
  std::map<std::string, double> time;
  for (const char* name : {"apic", "flip", "sflip"})
    for (const char* seed : {"scene.seed=1", "scene.seed=2", "scene.seed=3", "scene.seed=4"})
      time[name] += time_to_part(scheme(name).with({"solver.cell_size=1.666", "scene.frame_rate=1200",
                                                    "scene.end_time=0.3", seed}),
                                 watch) /
                    4;
  Findings findings;
  for (const char* name : {"apic", "flip"})
    findings.rows.push_back(
        {fmt::format("time until the clay parts, SFLIP over {} [-]", name), time["sflip"] / time[name], 1, 0,
         Relation::AtMost,
         fmt::format("[Fei2021], Fig. 12: SFLIP tears easier; sflip {:.4f} s, {} {:.4f} s", time["sflip"],
                     name, time[name])});
  return findings;
}

/// Water that has bounced off the square.
struct Splash {
  Points water;
  double cell = 0;  ///< [m]
};
Splash splash(const Variant& variant, const Watch& watch) {
  Simulation simulation = start_shipped("water_on_elastic", variant);
  run_to_end(simulation, watch);
  return {points_of(simulation), simulation.scene().solver.cell_size};
}

/// Distance from their centre within which 99 % of the particles are [m].
double reach_of(const Splash& splash) {
  const Vec3<double> center = mean(splash.water.x);
  std::vector<double> away;
  for (const Vec3<double>& x : splash.water.x) away.push_back(norm(x - center));
  std::sort(away.begin(), away.end());
  return away[away.size() * 99 / 100];
}

/// Difference of velocity from the mean of those within half a cell, root mean square [m/s]; three others at
/// least make a mean.
double noise_of(const Splash& splash) {
  const Points& p = splash.water;
  double squares = 0, count = 0;
  for (std::size_t k = 0; k < p.x.size(); ++k) {
    Vec3<double> sum{};
    double near = 0;
    for (std::size_t n = 0; n < p.x.size(); ++n)
      if (norm(p.x[n] - p.x[k]) < 0.5 * splash.cell) sum += p.v[n], near += 1;
    if (near < 4) continue;
    const Vec3<double> off = p.v[k] - (1 / near) * sum;
    squares += dot(off, off), count += 1;
  }
  return std::sqrt(squares / count);
}

// Water bounces off a spinning elastic square. What AFLIP keeps on this grid, jets that reach far, others
// show on a grid four times as fine only; full FLIP keeps noise as well.
Findings water_on_elastic(const Watch& watch) {
  const double fine = reach_of(splash(scheme("apic").with({"solver.cell_size=0.5"}), watch));
  const Splash aflip = splash(scheme("aflip"), watch);
  const double kept = reach_of(aflip), full = noise_of(splash(scheme("flip", 1), watch));
  Findings findings;
  for (const Variant& variant : {scheme("apic"), scheme("flip"), damped_polypic()}) {
    const double reach = reach_of(splash(variant, watch));
    findings.rows.push_back(
        {fmt::format("distance of the jets from that on a quarter of the cell, AFLIP over {} [-]",
                     variant.name),
         std::abs(fine - kept) / std::abs(fine - reach), 1, 0, Relation::AtMost,
         fmt::format("[Fei2021], Fig. 15: AFLIP is nearest; fine {:.3f} m, AFLIP {:.3f} m, {} {:.3f} m", fine,
                     kept, variant.name, reach)});
  }
  findings.rows.push_back({"noise of velocity, full FLIP over AFLIP [-]", full / noise_of(aflip), 3, 0,
                           Relation::AtLeast, "[Fei2021], Fig. 15: full FLIP is bumpy, AFLIP is not"});
  return findings;
}

}  // namespace

std::vector<Case> separable_breaking_cases() {
  return {{"separable", "fracture", "a brittle bar falls on a wedge", false, fracture},
          {"separable", "clay_tearing", "two bars tear a block of clay", false, clay_tearing},
          {"separable", "water_on_elastic", "water bounces off a spinning elastic square", false,
           water_on_elastic}};
}

}  // namespace froth::verify
