// SPDX-License-Identifier: Apache-2.0
// Sand under separable integration: grains that fly on their own, that sink into a floor, that leave the
// lines they start on, and that settle to a looser bed.
// Source: [Fei2021], Figs. 5, 8 and 20.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numbers>

#include <froth/geometry/pieces.h>
#include <froth/verify/cases.h>
#include <froth/verify/limitations.h>
#include <froth/verify/separable.h>

namespace froth::verify {

namespace {

/// Which grain goes deepest, and how many fly, is chance.
constexpr int kSpatterSeeds = 8, kVolumeSeeds = 4;

struct Spatter {
  double deepest = 0;   ///< below the floor, over a whole run [cells]
  double isolated = 0;  ///< grains with no other within a cell, mean of the frames after the first impact
  Curve curve;          ///< isolated grains over time
};

/// Sand that spatters on the floor of the hourglass.
Spatter spatter(const Variant& variant, const Watch& watch) {
  Simulation sand = start_shipped("hourglass", variant);
  const double dx = sand.scene().solver.cell_size, impact = 0.75;
  Spatter found{0, 0, {variant.name, {}, {}}};
  double sum = 0;
  int frames = 0;
  run_to_end(sand, watch, [&] {
    const std::vector<Vec3<double>> x = all_positions(sand);
    for (const Vec3<double>& grain : x) found.deepest = std::max(found.deepest, -grain[1] / dx);
    const double isolated = double(connected_pieces(x, dx).isolated());
    found.curve.add(sand.progress().time, isolated);
    if (sand.progress().time >= impact) sum += isolated, ++frames;
  });
  found.isolated = sum / std::max(1, frames);
  return found;
}

/// The sand of the text of [Fei2021]; the scene has that of the first author's public demo.
constexpr const char* kUncorrected = "materials.sand.volume_correction=false";

// Grains that move with their own velocity fly on their own and, where nothing stops them, on into the floor.
Findings hourglass(const Watch& watch) {
  std::map<std::string, Sample> deepest, isolated, uncorrected;
  Plot plot{
      "hourglass", "Grains that fly on their own", "time [s]", "grains with no other within a cell [-]", {}};
  const auto spatters = [&](const Variant& variant) {
    return with_seeds(kSpatterSeeds,
                      [&](const std::string& seed) { return spatter(variant.with({seed}), watch); });
  };
  const auto isolated_of = [](const std::vector<Spatter>& runs) {
    return sample_of(runs, Judged::Mean, [](const Spatter& one) { return one.isolated; });
  };
  for (const char* name : {"apic", "flip", "nflip", "sflip"}) {
    const std::vector<Spatter> runs = spatters(scheme(name));
    deepest[name] = sample_of(runs, Judged::EverySeed, [](const Spatter& one) { return one.deepest; });
    isolated[name] = isolated_of(runs);
    plot.curves.push_back(runs.front().curve);
  }
  for (const char* name : {"flip", "sflip"})
    uncorrected[name] = isolated_of(spatters(scheme(name).with({kUncorrected})));
  const std::string depths =
      fmt::format("apic {:.2f}, flip {:.2f}, sflip {:.2f}, nflip {:.2f}", deepest["apic"].mean(),
                  deepest["flip"].mean(), deepest["sflip"].mean(), deepest["nflip"].mean());
  const std::string counts = fmt::format(
      "apic {:.1f}, flip {:.1f}, sflip {:.1f}, nflip {:.1f}; without the correction flip {:.1f}, "
      "sflip {:.1f}",
      isolated["apic"].mean(), isolated["flip"].mean(), isolated["sflip"].mean(), isolated["nflip"].mean(),
      uncorrected["flip"].mean(), uncorrected["sflip"].mean());
  const Basis level = ours("[Fei2021], Fig. 8: at the level of FLIP; " + depths),
              above = ours("[Fei2021], Fig. 8: far above; " + depths),
              more = ours("[Fei2021], Fig. 8: many more; " + counts);
  Findings findings{
      {at_most("depth of the deepest grain in the floor, SFLIP less FLIP [cells]",
               deepest["sflip"] - deepest["flip"], 0.1, level),
       at_least("depth of the deepest grain in the floor, NFLIP less FLIP [cells]",
                deepest["nflip"] - deepest["flip"], 0.5, above),
       at_least("isolated grains, SFLIP over FLIP [-]", isolated["sflip"] / isolated["flip"], 3, more),
       at_least("isolated grains, SFLIP over APIC [-]", isolated["sflip"] / isolated["apic"], 3, more),
       at_least("isolated grains, NFLIP over FLIP [-]", isolated["nflip"] / isolated["flip"], 3, more)},
      {std::move(plot)}};
  for (Row& row : findings.rows)
    row = std::move(row)
              .departs("sand with the correction of volume, which the text does not have and the demo does")
              .selected("the sand of the text was tried first, see the last row");
  findings.rows.push_back(at_least("isolated grains, SFLIP over FLIP, sand of the text [-]",
                                   uncorrected["sflip"] / uncorrected["flip"], 3, more)
                              .known(limitation("hourglass_spray"), 2));
  return findings;
}

/// Grains of one vertical line, from the floor up, by their numbers.
std::vector<std::vector<std::size_t>> lines_of(const std::vector<Vec3<double>>& x, double spacing) {
  std::map<long, std::vector<std::size_t>> lines;
  for (std::size_t k = 0; k < x.size(); ++k) lines[std::lround(2 * x[k][0] / spacing)].push_back(k);
  std::vector<std::vector<std::size_t>> sorted;
  for (auto& [place, line] : lines) {
    std::sort(line.begin(), line.end(), [&](std::size_t a, std::size_t b) { return x[a][1] < x[b][1]; });
    sorted.push_back(line);
  }
  return sorted;
}

/// Mean angle by which a line turns from grain to grain at the end [degrees].
double turning_of_lines(const char* name, const Watch& watch) {
  Simulation sand = start_shipped("sand_lines", scheme(name));
  const auto lines = lines_of(all_positions(sand), sand.scene().solver.cell_size / 2);
  run_to_end(sand, watch);
  const std::vector<Vec3<double>> x = all_positions(sand);
  double sum = 0, count = 0;
  for (const auto& line : lines)
    for (std::size_t k = 1; k + 1 < line.size(); ++k) {
      const Vec3<double> from = x[line[k]] - x[line[k - 1]], to = x[line[k + 1]] - x[line[k]];
      sum += std::atan2(norm(cross(from, to)), dot(from, to)), count += 1;
    }
  return sum / count * 180 / std::numbers::pi;
}

// Grains start on vertical lines. The grid moves neighbours alike, so the lines bend but stay smooth; grains
// that move with their own velocity leave them.
Findings sand_lines(const Watch& watch) {
  std::map<std::string, double> of;
  for (const char* name : {"pic", "apic", "flip", "nflip", "sflip"}) of[name] = turning_of_lines(name, watch);
  Findings findings;
  const double trapped = std::max({of["pic"], of["apic"], of["flip"]});
  for (const char* name : {"nflip", "sflip"})
    findings.rows.push_back(at_least(
        fmt::format("turn of a line from grain to grain, {} over the largest of PIC, APIC, FLIP [-]", name),
        of[name] / trapped, 2,
        ours(fmt::format(
            "[Fei2021], Fig. 5: grains leave their lines; pic {:.1f}, apic {:.1f}, flip {:.1f} degrees",
            of["pic"], of["apic"], of["flip"]))));
  return findings;
}

/// Mean height of the grains over the floor [m]; half the depth of an even bed.
double mean_height(const Simulation& sand) { return mean(all_positions(sand))[1]; }

/// By how much the mean height grows between the bed as it has settled and its last state.
Sample gains_of_volume(const Variant& variant, const Watch& watch) {
  return {Judged::EverySeed, with_seeds(kVolumeSeeds, [&](const std::string& seed) {
            Simulation sand = start_shipped("volume_gain", variant.with({seed}));
            double settled = 0;
            run_to_end(sand, watch, [&] {
              if (sand.progress().time < 0.201) settled = mean_height(sand);  // the rock starts at 0.2 s
            });
            return mean_height(sand) / settled - 1;
          })};
}

// A rock stirs a bed of sand, which then settles. What the bed is higher by is volume that nothing put in.
Findings volume_gain(const Watch& watch) {
  const Sample apic = gains_of_volume(scheme("apic"), watch),
               asflip = gains_of_volume(scheme("asflip"), watch);
  const Sample corrected =
      gains_of_volume(scheme("asflip").with({"materials.sand.volume_correction=true"}), watch);
  return {{at_least("gain of volume of the bed, ASFLIP less APIC [-]", asflip - apic, 0,
                    published(fmt::format("[Fei2021], Fig. 20: a limit of ASFLIP; apic gains {:.3f}, asflip "
                                          "{:.3f}",
                                          apic.mean(), asflip.mean()))),
           within("gain of volume of the bed, ASFLIP with the correction of volume [-]", corrected, 0, 0.02,
                  derived("the bed keeps its volume; 2 % of its mean height, a fifth of a cell"))}};
}

}  // namespace

std::vector<Case> separable_sand_cases() {
  return {{"separable", "hourglass", "sand spatters on the floor of an hourglass", false, hourglass},
          {"separable", "sand_lines", "a column of sand collapses whose grains start on lines", false,
           sand_lines},
          {"separable", "volume_gain", "a rock stirs a bed of sand, which settles", false, volume_gain}};
}

}  // namespace froth::verify
