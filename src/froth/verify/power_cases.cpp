// SPDX-License-Identifier: Apache-2.0
// Particles with volumes of their own in the scenes of [Qu2023], beside the same solver with B-splines, which
// is the material point method that the figures compare with. Bounds were set before anything was measured.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numbers>

#include <froth/geometry/neighbor_search.h>
#include <froth/verify/cases.h>
#include <froth/verify/limitations.h>
#include <froth/verify/shipped_scenes.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

std::vector<Vec3<double>> all_points(const Simulation& simulation, std::size_t bodies) {
  std::vector<Vec3<double>> x;
  for (std::size_t b = 0; b < bodies; ++b)
    for (const Vec3<double>& each : points_of(simulation, b).x) x.push_back(each);
  return x;
}

/// Mean and standard deviation of the distance to the nearest neighbour [m].
struct Nearest {
  double mean = 0, deviation = 0;
};
Nearest nearest_of(const std::vector<Vec3<double>>& x, double spacing) {
  const double reach = 4 * spacing;
  const NeighborSearch<3> search(x, reach);
  double sum = 0, square = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    double nearest = reach;  // further than that is all the same
    search.visit_within(x[k], reach, [&](std::size_t other, double) {
      if (other != k) nearest = std::min(nearest, norm(x[other] - x[k]));
    });
    sum += nearest, square += nearest * nearest;
  }
  const double n = double(x.size()), mean = sum / n;
  return {mean, std::sqrt(std::max(square / n - mean * mean, 0.0))};
}

struct Collapse {
  Curve deviation;
  double average = 0;  ///< of deviations over frames [m]
  double angle = 0;  ///< of the heap at the end, from its top to where 99 % of the sand lies within [degrees]
};

double angle_of(const std::vector<Vec3<double>>& x) {
  std::vector<double> r, y;
  for (const Vec3<double>& each : x) r.push_back(std::hypot(each[0], each[2])), y.push_back(each[1]);
  return std::atan2(quantile(y, 0.999), quantile(r, 0.99)) * 180 / std::numbers::pi;
}

Collapse collapse(const std::string& name, const std::vector<std::string>& more, const Watch& watch) {
  std::vector<std::string> set{"solver.cell_size=0.02", "solver.dt=0.004", "scene.frame_rate=25"};
  set.insert(set.end(), more.begin(), more.end());
  Simulation sand = start("sand_column", shipped_scene("sand_column"), set);
  Collapse found;
  const double spacing = sand.scene().bodies[0].spacing;
  found.deviation.name = name;
  run_to_end(sand, watch, [&] {
    const Nearest nearest = nearest_of(all_points(sand, 1), spacing);
    if (sand.progress().time == 0) return;
    found.deviation.x.push_back(sand.progress().time), found.deviation.y.push_back(1e3 * nearest.deviation);
    found.average += nearest.deviation;
  });
  found.average /= double(found.deviation.x.size());
  found.angle = angle_of(all_points(sand, 1));
  return found;
}

// The sand column of Fig. 9 on cells of 20 mm, steps of 4 ms: about 5.4 thousand particles in place of 160
// thousand. The paper finds the range of nearest distances 52 % tighter than the material point method's, and
// the same friction angle. Kernels of the printed width, eps = 2 cells^2, are wider than particles that are
// two cells wide, and plans then hardly see two particles that are close; with half of that they do.
Findings spread(const Watch& watch) {
  const Collapse power = collapse("power particles", {}, watch),
                 wide = collapse("power particles, plan as printed",
                                 {"solver.least_spread=2", "solver.inner_pull=1"}, watch),
                 spline = collapse("B-splines", {"solver.weights=bspline"}, watch);
  Plot plot{"power_spread", "Distance to the nearest neighbour", "time [s]", "standard deviation [mm]", {}};
  plot.curves = {power.deviation, wide.deviation, spline.deviation};
  const std::string coarse = "cells of 20 mm in place of 8 mm";
  const Basis half = published("[Qu2023], Fig. 9: 52 % tighter; half is ours");
  return {{at_most("deviation of nearest distances over that with B-splines, mean of frames [-]",
                   power.average / spline.average, 0.5, half)
               .departs(coarse + "; kernels half as wide, eps of one cell squared")
               .selected("eps of one and of two cells squared"),
           at_most("the same, plan as printed: eps of two cells squared, no inner pull [-]",
                   wide.average / spline.average, 0.5, half)
               .departs(coarse)
               .known(limitation("power_spread"), 0.75),
           within("angle of the heap less that with B-splines [degrees]", power.angle - spline.angle, 0, 5,
                  ours("[Qu2023], Fig. 9 shows the same angle; 5 degrees are ours"))
               .departs(coarse)},
          {plot}};
}

/// Largest elastic energy over frames, over the potential energy at the start; infinite where the run breaks.
/// Distance from the axis within which 99 % of the sand ends [m].
struct Fall {
  double strain = 0, front = 0;
};
Fall fall(std::vector<std::string> set, const Watch& watch) {
  for (const char* more : {"scene.end_time=0.3", "solver.retries=0", "guard.enabled=false"})
    set.emplace_back(more);
  Simulation sand = start("iterations", shipped_scene("iterations"), set);
  Fall found;
  double weight = 0;
  try {
    run_to_end(sand, watch, [&] {
      const Sums sums = sums_of(sand);
      if (weight == 0) weight = sums.gravitational;
      found.strain = std::max(found.strain, sums.elastic / weight);
    });
  } catch (const SimulationError&) {
    found.strain = std::numeric_limits<double>::infinity();
  }
  std::vector<double> r;
  for (const Vec3<double>& x : all_points(sand, 1)) r.push_back(std::hypot(x[0], x[2]));
  found.front = quantile(std::move(r), 0.99);
  return found;
}

Fall fall(int iterations, const Watch& watch) {
  return fall({fmt::format("solver.iterations={}", iterations)}, watch);
}

// Fig. 10: sand by one iteration per step is unstable, by more it is stable, and more change little. Elastic
// energy, which at rest is a few thousandths of the weight's, shows it.
Findings iterations(const Watch& watch) {
  const Fall one = fall(1, watch), ten = fall(10, watch), forty = fall(40, watch);
  return {
      {at_least("elastic energy by one iteration over that by ten [-]", one.strain / ten.strain, 3,
                ours("[Qu2023], Fig. 10: unstable by a single iteration; 3 is ours")),
       at_most("elastic energy by ten iterations over the weight's at the start [-]", ten.strain, 0.02,
               ours("[Qu2023], Fig. 10: stable by more; 0.02 is ours")),
       within("run-out by forty iterations over that by ten [-]", forty.front / ten.front, 1, 0.1,
              ours("[Qu2023], Fig. 10: qualitatively similar; 0.1 is ours"))
           .selected("the largest elastic energy was tried first; by forty iterations it is 0.46 of that by "
                     "ten, as the pressure of the first steps is found sooner")},
      {}};
}

/// What of the weight's energy at the start elastic energy may reach in a stable fall.
constexpr double kStableStrain = 0.02;

/// The fewest iterations of a step with which a fall is stable, and the way there.
struct Needed {
  double iterations = std::numeric_limits<double>::infinity();
  Curve strain;
};
Needed iterations_needed(double cell, double stiffness, const Watch& watch) {
  Needed needed;
  needed.strain.name = fmt::format("cells of {:g} mm, {:g} Pa", 1e3 * cell, stiffness);
  for (const int n : {1, 2, 3, 5, 8, 12, 20, 40}) {
    const double strain =
        fall({fmt::format("solver.iterations={}", n), fmt::format("solver.cell_size={}", cell),
              fmt::format("materials.sand.youngs_modulus={}", stiffness)},
             watch)
            .strain;
    needed.strain.x.push_back(n);
    needed.strain.y.push_back(std::min(strain, 1.0));
    if (strain <= kStableStrain) {
      needed.iterations = n;
      break;
    }
  }
  return needed;
}

// Fig. 10 and what section 7 says of it: finer cells and stiffer material need more iterations.
Findings iteration_needs(const Watch& watch) {
  const Needed soft = iterations_needed(0.024, 1e5, watch), coarse = iterations_needed(0.032, 1e6, watch),
               middle = iterations_needed(0.024, 1e6, watch), fine = iterations_needed(0.016, 1e6, watch),
               stiff = iterations_needed(0.024, 1e7, watch);
  Plot plot{"power_iterations",
            "Elastic energy of falling sand, at most",
            "iterations of a step",
            "of the weight's energy [-]",
            {}};
  plot.curves = {coarse.strain, middle.strain, fine.strain, soft.strain, stiff.strain};
  const Basis basis = published("[Qu2023], section 7: more, as the grid gets finer or the material stiffer");
  return {{at_least("iterations that cells of 16 mm need less those that 32 mm need [-]",
                    fine.iterations - coarse.iterations, 0, basis),
           at_least("iterations that 1e7 Pa need less those that 1e5 Pa need [-]",
                    stiff.iterations - soft.iterations, 0, basis),
           at_most("iterations that the printed stiffness needs on cells of 16 mm [-]", fine.iterations, 10,
                   published("[Qu2023], section 5: about 10"))},
          {plot}};
}

// Fig. 11: an implicit step ten times as long as an explicit one tells the same story. What both cost is the
// rows power_step of froth bench.
Findings long_steps(const Watch& watch) {
  const Fall implicit = fall({"solver.cell_size=0.02", "solver.dt=0.004"}, watch),
             explicit_ =
                 fall({"solver.cell_size=0.02", "solver.dt=0.0004", "solver.integration=explicit"}, watch);
  return {{within("run-out by implicit steps over that by explicit ones a tenth as long [-]",
                  implicit.front / explicit_.front, 1, 0.1,
                  ours("[Qu2023], Fig. 11 compares both on one example; 0.1 is ours"))},
          {}};
}

/// Mean height of the sand from `from` on, over that at that time: where it is furthest from 1 [-].
double settling(const std::vector<std::string>& more, double from, const Watch& watch) {
  std::vector<std::string> set{"solver.cell_size=0.02", "solver.dt=0.004", "scene.frame_rate=5",
                               "scene.end_time=3"};
  set.insert(set.end(), more.begin(), more.end());
  Simulation sand = start("sand_column", shipped_scene("sand_column"), set);
  double first = 0, furthest = 1;
  run_to_end(sand, watch, [&] {
    if (sand.progress().time < from - 1e-9) return;
    const double height = mean(points_of(sand, 0).x)[1];
    if (first == 0) first = height;
    if (std::abs(height / first - 1) > std::abs(furthest - 1)) furthest = height / first;
  });
  return furthest;
}

// The same column, three seconds long: a heap lies still. Implicit steps that begin with all of each
// particle's last stress let it boil from 1 s on.
Findings rest(const Watch& watch) {
  const Basis still = ours("sand at rest stays; 3 % are ours");
  const std::string coarse = "cells of 20 mm in place of 8 mm";
  return {
      {within("mean height of the heap from 0.8 to 3 s over that at 0.8 s, where it is furthest from 1 [-]",
              settling({}, 0.8, watch), 1, 0.03, still)
           .departs(coarse),
       within("the same with B-splines [-]", settling({"solver.weights=bspline"}, 0.8, watch), 1, 0.03, still)
           .departs(coarse)},
      {}};
}

}  // namespace

std::vector<Case> power_cases() {
  return {
      {"power", "power_iterations", "sand by implicit steps of one and of more iterations", true, iterations},
      {"power", "power_needs", "iterations that stiffness and resolution ask for", false, iteration_needs},
      {"power", "power_long_steps", "implicit steps ten times as long as explicit ones", false, long_steps},
      {"power", "power_spread", "a sand column collapses, its particles evenly spread", false, spread},
      {"power", "power_rest", "a heap of sand lies still for seconds", false, rest}};
}

}  // namespace froth::verify
