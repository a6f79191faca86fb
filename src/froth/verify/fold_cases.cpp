// SPDX-License-Identifier: Apache-2.0
// Poured streams that fold, in the scenes of [Ram2015], Figs. 2, 5 and 6: ice cream on a belt, toothpaste on
// a brush, shaving foam on the ground. Text and captions say what happens, without numbers; bounds are our
// reading of them unless a row says otherwise. Every scene prints its own choice of what is not published.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include <froth/sim/frame_output.h>
#include <froth/sim/mesh_files.h>
#include <froth/sim/scene_view.h>
#include <froth/verify/cases.h>
#include <froth/verify/folds.h>
#include <froth/verify/shipped_scenes.h>

namespace froth::verify {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Mean of the distances between neighbours; not-a-number for fewer than two.
double mean_gap(const std::vector<double>& places) {
  if (places.size() < 2) return kNone;
  return (places.back() - places.front()) / double(places.size() - 1);
}

/// How the place where a stream lands went to and fro.
struct Landings {
  Curve x{"along x", {}, {}}, z{"along z", {}, {}};

  void add(const Simulation& simulation, const Stream& stream, double flowing) {
    const double t = simulation.progress().time;
    if (t <= 0 || t > flowing) return;
    if (const auto at = landing(points_of(simulation), stream, t)) x.add(t, (*at)[0]), z.add(t, (*at)[2]);
  }
  /// Swings along the axis that has more of them, by a quarter of the stream's width to either side.
  std::vector<double> swing_times(const Stream& stream) const {
    if (x.y.empty()) return {};
    const std::vector<double> along_x = swings(x, stream.width / 4), along_z = swings(z, stream.width / 4);
    return along_z.size() > along_x.size() ? along_z : along_x;
  }
};

Plot landing_plot(const std::string& title, std::vector<Curve> curves) {
  return {"landing", title, "time [s]", "place of landing [m]", std::move(curves)};
}

// Ice cream. A fold leaves one maximum of the layer's top; where the sheet lands swings over twice.
Findings viennetta(const Watch& watch) {
  const Stream sheet{0.016, 0.4};
  constexpr double belt_speed = 0.16, slot = 0.11, end = 2.4;
  Simulation belt = start("viennetta", shipped_scene("viennetta"),
                          {fmt::format("scene.end_time={}", end), "scene.frame_rate=48"});
  const double cell = belt.scene().solver.cell_size;
  Landings landings;
  run_to_end(belt, watch, [&] { landings.add(belt, sheet, end); });

  // From where nothing falls any more to the last bin of the front.
  const std::vector<Vec3<double>> x = points_of(belt).x;
  std::vector<double> along;
  for (const Vec3<double>& at : x) along.push_back(at[0]);
  const double from = slot + 2 * sheet.width, to = quantile(along, 0.995);
  const Profile top = top_profile(x, {from, to, cell / 2, 0.024, 4});
  const std::vector<double> folds = maxima(top, sheet.width / 3);
  const std::vector<double> times = landings.swing_times(sheet);
  Curve profile{"top", {}, {}}, tops{"maxima", folds, {}, CurveKind::Points};
  for (std::size_t k = 0; k < top.height.size(); ++k)
    profile.add(from + (double(k) + 0.5) * top.step, top.height[k]);
  for (const double place : folds)
    tops.y.push_back(top.height[static_cast<std::size_t>((place - from) / top.step)]);

  const double per_metre = 1 / mean_gap(folds), laid = 1 / (2 * mean_gap(times) * belt_speed);
  std::vector<Row> rows = {
      at_least("folds per metre of belt, maxima of the top [1/m]", per_metre, 8,
               ours("[Ram2015], Fig. 2: characteristic folds; one in eight sheet widths or closer")),
      within("the same over folds laid, half the swings of the landing place [-]", per_metre / laid, 1, 0.25,
             derived("a pair of swings is a fold; the layer hardly spreads along the belt")),
      at_most("unevenness of the distances of maxima [-]", unevenness(folds), 0.35,
              ours("[Ram2015], Fig. 2: regular ones: deviation by a third of the distance or less")),
      at_most("unevenness of the swings in time [-]", unevenness(times), 0.35,
              ours("[Ram2015], Fig. 2: regular"))};
  for (Row& row : rows)
    row = std::move(row)
              .departs("cells of 7 mm (2.6 mm)")
              .selected(
                  "speeds of sheet and belt were the first that were tried; two earlier measures: by the "
                  "highest "
                  "particle of a bin alone, where single particles make maxima of their own (unevenness "
                  "0.50), and with cells of 8 mm, where only two folds stand out");
  return {rows,
          {{"top", "Top of the ice cream along the belt", "x [m]", "height [m]", {profile, tops}},
           landing_plot("Where the sheet lands", {landings.x})}};
}

/// What a stream has done.
struct Poured {
  Landings landings;
  std::vector<double> times;  ///< of swings
  double per_second = 0;      ///< swings, while it was poured [1/s]
};
constexpr Stream kFoam{0.016, 0.5};
constexpr double kFoamFlows = 2;  ///< [s]

Poured pour(Simulation& scene, const Stream& stream, double flowing, const Watch& watch,
            const std::function<void()>& each = {}) {
  Poured found;
  run_to_end(scene, watch, [&] {
    found.landings.add(scene, stream, flowing);
    if (each) each();
  });
  found.times = found.landings.swing_times(stream);
  found.per_second = double(found.times.size()) / flowing;
  return found;
}
/// And what became of its volume.
struct Foam {
  Poured poured;
  double volume_error = 0;  ///< largest of the particles' own, over what was emitted [-]
  double skin = 0;          ///< volume inside of the skin at the end, over what was emitted [-]
};
Foam pour_foam(const Watch& watch) {
  Simulation scene = start("shaving_foam", shipped_scene("shaving_foam"),
                           {"solver.cell_size=0.007", "scene.end_time=2.1", "scene.frame_rate=48"});
  const double density = 200;
  Foam foam;
  foam.poured = pour(scene, kFoam, kFoamFlows, watch, [&] {
    const Totals now = scene.solver().totals(scene.progress().time);
    if (now["mass"] > 0)
      foam.volume_error = std::max(foam.volume_error, std::abs(now["volume"] * density / now["mass"] - 1));
  });
  const RunView view = view_of_scene(scene.scene());
  foam.skin =
      sum_of(measure_skins(view, frame_cloud(scene), view.mesh)).volume * density / sums_of(scene).mass;
  return foam;
}
std::vector<Row> foam_rows(const Foam& foam) {
  const Curve& x = foam.poured.landings.x;
  const auto [low, high] = std::minmax_element(x.y.begin(), x.y.end());
  const double reach = x.y.empty() ? 0 : *high - *low;
  std::vector<Row> rows = {
      at_least("swings of the landing place in 2 s [-]", double(foam.poured.times.size()), 6,
               ours(fmt::format("[Ram2015], Fig. 6: S-shaped buckling: three of them or more; a period takes "
                                "{:.3f} s on average",
                                2 * mean_gap(foam.poured.times)))),
      at_least("from the leftmost to the rightmost landing place [widths of the stream]", reach / kFoam.width,
               2, ours("[Ram2015], Fig. 6: the stream lies down in folds")),
      at_most("largest error of the particles' own volume, sum of J V0 [-]", foam.volume_error, 0.02,
              derived("plastic flow keeps volume [Ram2015], section 3.4; weight and inertia of the stream "
                      "are hundredths of lambda")),
      within("volume inside of the skin at the end over what was emitted [-]", foam.skin, 1, 0.05,
             ours("the skin of a body fits its volume; clefts between folds that are narrower than the "
                  "distance of particles are filled"))};
  for (Row& row : rows) row = std::move(row).departs("cells of 7 mm (1.9 mm)");
  for (std::size_t k = 0; k < 2; ++k)
    rows[k] = std::move(rows[k]).selected(
        "nozzles 0.15 m to 0.26 m up, at 0.4 m/s to 0.6 m/s; folds are about as wide as the nozzle is high, "
        "and a stream of 24 mm by 36 mm coils");
  return rows;
}

/// Toothpaste with the viscosity as typed, and with what the printed potential makes of it.
struct Paste {
  Poured poured;
  double share = 0;  ///< of viscous stress, mean over the time of pouring
};
Paste pour_paste(const std::string& name, const Watch& watch) {
  constexpr Stream strand{0.09, 1};
  constexpr double flows = 2.4;
  Simulation scene = start(name, shipped_scene(name), {"solver.cell_size=0.024", "scene.end_time=2.5"});
  double sum = 0;
  int count = 0;
  Paste paste;
  paste.poured = pour(scene, strand, flows, watch, [&] {
    const double t = scene.progress().time;
    if (t < 0.5 || t > flows) return;
    sum += viscous_share(scene, 839), ++count;
  });
  paste.share = sum / count;
  return paste;
}

std::vector<Row> paste_rows(const Paste& typed, const Paste& printed, const Poured& foam) {
  std::vector<Row> rows = {
      within("viscous share of stress, mu_N the dynamic viscosity [-]", typed.share, 0.35, 0.15,
             derived("steady shear at rate r: mu_N r against mu T r / (1 + (T r)^2)^(1/3), 0.23 at small "
                     "rates and 0.43 at 10/s; relaxing stress after flow lowers it")),
      at_least("viscous share of stress, mu_N/dt as Eq. (11) prints it [-]", printed.share, 0.5,
               published("[Ram2015], section 5: Newtonian viscosity dominates material behaviour")),
      at_most("swings per second over those of shaving foam, mu_N [-]",
              typed.poured.per_second / foam.per_second, 1,
              ours("[Ram2015], section 5: unlike shaving foam, which buckles")),
      at_most("swings per second over those of shaving foam, mu_N/dt [-]",
              printed.poured.per_second / foam.per_second, 1,
              ours("[Ram2015], section 5: unlike shaving foam, which buckles"))};
  for (Row& row : rows)
    row = std::move(row).departs("cells of 24 mm (8.2 mm); shaving foam at 7 mm (1.9 mm)");
  for (std::size_t k = 2; k < 4; ++k)
    rows[k] = std::move(rows[k]).selected(
        "swings per width of strand, which was measured first, are 2.3 (mu_N) and 1.3 (mu_N/dt) times those "
        "of "
        "the foam, swings per height of fall 1.3 and 0.74 times: the strand is wide for the height it falls");
  return rows;
}

Findings folding_streams(const Watch& watch) {
  const Foam foam = pour_foam(watch);
  const Paste typed = pour_paste("toothpaste", watch), printed = pour_paste("toothpaste_printed", watch);
  std::vector<Row> rows = foam_rows(foam);
  for (Row& row : paste_rows(typed, printed, foam.poured)) rows.push_back(std::move(row));
  std::vector<Curve> curves = {foam.poured.landings.x, typed.poured.landings.x, printed.poured.landings.x};
  curves[0].name = "shaving foam", curves[1].name = "toothpaste, mu_N",
  curves[2].name = "toothpaste, mu_N/dt";
  return {rows, {landing_plot("Where streams land", curves)}};
}

}  // namespace

std::vector<Case> fold_cases() {
  return {{"viscoelastic", "viennetta", "ice cream is poured on a belt and folds", false, viennetta},
          {"viscoelastic", "folding_streams",
           "shaving foam hits the ground, toothpaste with two readings of its viscosity a brush", false,
           folding_streams}};
}

}  // namespace froth::verify
