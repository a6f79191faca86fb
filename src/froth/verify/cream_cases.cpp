// SPDX-License-Identifier: Apache-2.0
// Shaving cream that is shaken off a block, and pulled apart. Source: [Yue2015], Figs. 1, 3, 7 and 8 and
// section 8.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include <froth/verify/cases.h>
#include <froth/verify/cream.h>
#include <froth/verify/shipped_scenes.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

constexpr double kDensity = 77.7;  ///< of shaving cream, [Yue2015], Table I [kg/m^3]

/// Lower face of the held root of scenes/yue2015/shaving_cream.toml [m].
double root_height(const Simulation& dollop) {
  return 0.284 + dollop.scene().obstacles.held.at(0).motion.at(dollop.progress().time).shift[1];
}

/// First time at which a sampled curve is below a value; infinite where it never is.
double time_below(const Curve& curve, double value) {
  for (std::size_t k = 0; k < curve.x.size(); ++k)
    if (curve.y[k] < value) return curve.x[k];
  return std::numeric_limits<double>::infinity();
}

/// What happens to volume and density over a run; ratios and shares [-], densities [kg/m^3].
struct Inside {
  double level = 0;                          ///< of the skin, from the first frame
  double volume = 0, last = 1, largest = 0;  ///< at the start [m^3]; ratio at the end, largest deviation
  double mean = 0;                           ///< largest deviation of a frame's mean density from the start's
  double start = 0;                          ///< mean density of the first frame
  double least = 1e300, most = 0;            ///< of all nodes of all frames
  double near = 0, all = 0;                  ///< nodes within 5 % of their frame's mean, and all

  void add(const Cloud& cloud);
};

void Inside::add(const Cloud& cloud) {
  Skin skin(cloud);
  if (volume == 0) {
    volume = cloud.total_mass() / kDensity;
    level = skin.level_of_volume(volume);
  }
  last = skin.volume(level) / volume;
  largest = std::max(largest, std::abs(last - 1));
  skin.measure_depths(level);
  // Below one and a half cells a plane surface takes 0.3 % off a node's density, at most.
  const std::vector<double> densities = skin.densities_below(1.5 * cloud.cell);
  if (densities.empty()) return;
  double sum = 0;
  for (const double d : densities) {
    sum += d;
    least = std::min(least, kDensity * d), most = std::max(most, kDensity * d);
  }
  const double average = sum / double(densities.size());
  if (start == 0) start = average;
  mean = std::max(mean, std::abs(average / start - 1));
  all += double(densities.size());
  for (const double d : densities) near += std::abs(d / average - 1) <= 0.05 ? 1 : 0;
}

struct Shaken {
  Curve neck;  ///< width over the start's, over time
  Inside inside;
  double mass_change = 0;  ///< what is neither there nor counted as removed, over the mass
  double removed = 0;      ///< over the mass

  double half_time() const { return time_below(neck, 0.5); }
};

Shaken shake(const std::string& scene, const std::string& model, const std::vector<std::string>& overrides,
             bool looks_inside, const Watch& watch) {
  Simulation dollop = start(model, shipped_scene(scene), overrides);
  Shaken shaken;
  shaken.neck.name = model;
  const double mass = dollop.solver().totals(0).mass;
  double width = 0;
  run_to_end(dollop, watch, [&] {
    const Cloud cloud = cloud_of(dollop, kDensity);
    const double now = neck_width(cloud, root_height(dollop));
    if (width == 0) width = now;
    shaken.neck.add(dollop.progress().time, now / width);
    if (looks_inside) shaken.inside.add(cloud);
  });
  const Totals after = dollop.solver().totals(dollop.progress().time);
  shaken.removed = after.mass_removed / mass;
  shaken.mass_change = (after.mass + after.mass_removed) / mass - 1;
  return shaken;
}

std::vector<Row> inside_rows(const Shaken& shaken) {
  const Inside& in = shaken.inside;
  const std::string section = "[Yue2015], section 8";
  return {{"volume of the skin at the end over that at the start [-]", in.last, 1, 0.027, Relation::Within,
           section + ": 2.7 %"},
          {"largest deviation of the skin's volume in any frame [-]", in.largest, 0.027, 0, Relation::AtMost,
           section + ": 2.7 %"},
          {"largest deviation of the mean density inside from the start's [-]", in.mean, 0.0089, 0,
           Relation::AtMost, section + ": 0.89 %"},
          {"share of densities inside within 5 % of the mean [-]", in.near / in.all, 0.957, 0,
           Relation::AtLeast, fmt::format("{}: 95.7 %; {:.0f} nodes in all frames", section, in.all)},
          {"least density of a node inside [kg/m^3]", in.least, 18.0, 0, Relation::AtLeast, section},
          {"greatest density of a node inside [kg/m^3]", in.most, 93.5, 0, Relation::AtMost, section},
          {"change of mass, what is removed counted in [-]", shaken.mass_change, 0, 1e-6, Relation::Within,
           "insertion and merging conserve mass to rounding, of float here"},
          {"mass of threads that are removed over all [-]", shaken.removed, 0.0028, 0, Relation::AtMost,
           "[Yue2015], Fig. 8: less than 0.28 %"}};
}

// A dollop hangs from a block that shakes, with three models of flow, on cells three times as large as the
// source's. Necking is said to happen when the neck is half as wide as it was. Volume and density need a skin
// that is thin against the dollop: 5 mm, for which a quarter of the bulk modulus saves half the steps;
// stresses of 100 Pa are 0.4 % of it.
Findings shaving_cream(const Watch& watch) {
  const std::vector<std::string> coarse = {"solver.cell_size=0.009"},
                                 finer = {"solver.cell_size=0.005", "materials.cream.bulk_modulus=27250"};
  const Shaken cream = shake("shaving_cream", "Herschel-Bulkley", coarse, false, watch);
  const Shaken perfect = shake("shaving_cream_perfect", "perfect plasticity", coarse, false, watch);
  const Shaken bingham = shake("shaving_cream_viscoplastic", "viscoplastic", coarse, false, watch);
  const double first = perfect.half_time(), second = cream.half_time(), third = bingham.half_time();
  const auto at =
      std::size_t(std::find(cream.neck.x.begin(), cream.neck.x.end(), first) - cream.neck.x.begin());
  const double held = at < cream.neck.y.size() ? cream.neck.y[at] : 0;
  const std::string figure =
      fmt::format("[Yue2015], Fig. 3; perfect {:.3f} s, Herschel-Bulkley {:.3f} s, viscoplastic {:.3f} s",
                  first, second, third);
  Findings findings{
      {{"necking time, Herschel-Bulkley over perfect plasticity [-]", second / first, 1.1, 0,
        Relation::AtLeast, figure},
       {"necking time, viscoplastic over Herschel-Bulkley [-]", third / second, 1.1, 0, Relation::AtLeast,
        figure},
       {"neck of Herschel-Bulkley, over its first width, when perfect plasticity has necked [-]", held,
        0.6667, 0, Relation::AtLeast, "[Yue2015], section 8: it resists at first"},
       {"neck of Herschel-Bulkley at the end [-]", cream.neck.y.back(), 0, 0, Relation::AtMost,
        "[Yue2015], Fig. 1: it tears"}},
      {}};
  const std::vector<Row> inside =
      inside_rows(shake("shaving_cream", "Herschel-Bulkley, finer", finer, true, watch));
  findings.rows.insert(findings.rows.end(), inside.begin(), inside.end());
  findings.plots = {{"neck",
                     "Neck of a dollop that is shaken",
                     "time [s]",
                     "width / first width",
                     {perfect.neck, cream.neck, bingham.neck}}};
  return findings;
}

/// A column that is pulled apart, at the last frame in which particles that are not torn still join its ends.
struct Pulled {
  double time = 0;     ///< [s]
  double length = 0;   ///< between the held ends [m]
  double thread = 0;   ///< of it, what is less than half as wide as the column was [m]
  double removed = 0;  ///< mass of what is removed in the whole run, over all [-]
};

/// Cells and bulk modulus are coarse and soft enough for a minute; stresses stay below 1 % of the modulus.
Pulled pull(const std::string& scene, const std::string& name, std::vector<std::string> overrides,
            const Watch& watch) {
  overrides.push_back("solver.cell_size=0.004");
  overrides.push_back("materials.cream.bulk_modulus=13600");
  Simulation column = start(name, shipped_scene(scene), overrides);
  Pulled pulled;
  bool is_whole = true;
  run_to_end(column, watch, [&] {
    if (!is_whole) return;
    const double t = column.progress().time;
    const double top = 0.02 + column.scene().obstacles.held.at(0).motion.at(t).shift[1];
    const double bottom = -0.02 + column.scene().obstacles.held.at(1).motion.at(t).shift[1];
    const Cloud cloud = cloud_of(column, kDensity);
    is_whole = is_joined(cloud, bottom, top);
    if (!is_whole) return;
    const std::vector<double> widths = slice_diameters(cloud, bottom, top);
    pulled.time = t, pulled.length = top - bottom;
    pulled.thread = cloud.cell * double(std::count_if(widths.begin(), widths.end(),
                                                      [](double width) { return width < 0.015; }));
  });
  const Totals after = column.solver().totals(column.progress().time);
  pulled.removed = after.mass_removed / (after.mass + after.mass_removed);
  return pulled;
}

Findings thread(const Watch& watch) {
  const Pulled torn = pull("thread", "with tearing", {}, watch);
  const Pulled whole = pull("thread", "without tearing", {"materials.cream.tear_yield=1e9"}, watch);
  const std::string figure =
      fmt::format("[Yue2015], Fig. 7; it parts {:.0f} mm long with tearing, {:.0f} mm without",
                  1e3 * torn.length, 1e3 * whole.length);
  return {{{"length at which the column parts, without over with tearing [-]", whole.length / torn.length,
            1.2, 0, Relation::AtLeast, figure},
           {"length of the thread by then, without over with tearing [-]",
            whole.thread / std::max(torn.thread, 0.004), 1.2, 0, Relation::AtLeast,
            fmt::format("[Yue2015], Fig. 7; {:.0f} mm with tearing, {:.0f} mm without", 1e3 * torn.thread,
                        1e3 * whole.thread)}}};
}

Findings brittle_sticky_removed(const Watch& watch) {
  const std::string name = "brittle_sticky_removed", recovery = "materials.cream.recovery_time=";
  const Pulled brittle = pull(name, "brittle", {recovery + "100"}, watch);
  const Pulled sticky = pull(name, "sticky", {recovery + "0.35"}, watch);
  const Pulled removed = pull(name, "sticky, threads removed",
                              {recovery + "0.35", "bodies.0.resampling.remove_thin=true"}, watch);
  return {
      {{"length at which the column parts, sticky over brittle [-]", sticky.length / brittle.length, 1.1, 0,
        Relation::AtLeast,
        fmt::format("[Yue2015], Fig. 8; {:.0f} mm brittle, {:.0f} mm sticky, {:.0f} mm with removal",
                    1e3 * brittle.length, 1e3 * sticky.length, 1e3 * removed.length)},
       {"mass of threads that are removed over all [-]", removed.removed, 0.0028, 0, Relation::AtMost,
        "[Yue2015], Fig. 8: less than 0.28 %"},
       {"some of it is removed [-]", removed.removed, 1e-6, 0, Relation::AtLeast, "or there is no test"}}};
}

}  // namespace

std::vector<Case> cream_cases() {
  return {{"foam", "shaving_cream", "a dollop of shaving cream is shaken off a block", false, shaving_cream},
          {"foam", "thread", "a column of cream is pulled apart with and without tearing", false, thread},
          {"foam", "brittle_sticky_removed", "a column that tears for good, or sticks again", false,
           brittle_sticky_removed}};
}

}  // namespace froth::verify
