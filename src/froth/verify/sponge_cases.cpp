// SPDX-License-Identifier: Apache-2.0
// Sponges in the scenes of [Ram2015], Figs. 1 and 3: one is twisted until it tears, one is shot through.
// Captions and text say what happens, with one number; every other bound is our reading of them, set before
// anything was measured with this law.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/verify/bonds.h>
#include <froth/verify/cases.h>
#include <froth/verify/limitations.h>
#include <froth/verify/shipped_scenes.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kStiffness = 1400 + 2 * 360;  ///< of pressure waves in both sponges [Pa]

/// Pieces that a sponge has torn into, whether they touch or not: neighbours within 0.75 cells at the start
/// that have once been two cells apart, beyond which a kernel hardly links them, have parted.
class Tearing {
 public:
  explicit Tearing(const Simulation& sponge)
      : cell_(sponge.scene().solver.cell_size), bonds_(bonds_of(points_of(sponge).x, 0.75 * cell_)) {}
  void watch(const Points& points) { break_bonds(bonds_, points.x, 1, 2 * cell_), count_ = points.x.size(); }
  /// Of at least a share of all particles.
  int pieces(double share) const { return count_of(fragments_of(bonds_, count_), share * double(count_)); }

 private:
  double cell_;
  std::vector<Bond> bonds_;
  std::size_t count_ = 0;
};

/// Energy of the motion and of the strain less what grips, bullets and weight have put in, over all of that
/// work.
double created_share(const Totals& now) {
  const double work = std::abs(now["boundary_work"]) + std::abs(now["load_work"]);
  const double created =
      now["kinetic_energy"] + now["elastic_energy"] - now["boundary_work"] - now["load_work"];
  return work > 0 ? created / work : 0;
}

struct Twisted {
  double turns = INFINITY;  ///< of the upper grip when there are two pieces first
  int pieces = 0;           ///< at the end
  double touches = 0;       ///< pairs of particles from afar that have met
  double parted = 0;        ///< share of these that are apart again at the end
  double created = 0;       ///< most energy from nowhere, over all the work done [-]
  double retries = 0, unsolved = 0, steps = 0;
  Plot plot{"pieces", "A twisted sponge", "turns of the upper grip", "pieces of a hundredth or more", {}};
};

Twisted twist(const std::vector<std::string>& overrides, const Watch& watch) {
  Simulation sponge = start("twisting_sponge", shipped_scene("twisting_sponge"), overrides);
  const double cell = sponge.scene().solver.cell_size;
  const std::vector<Keyframe>& keys = sponge.scene().obstacles.held[1].motion.keyframes;
  const auto turns_at = [&](double t) {
    const double s = std::clamp(t / keys.back().time, 0.0, 1.0);
    return keys.back().angle / (2 * kPi) * s * s * (3 - 2 * s);
  };
  Twisted found;
  found.plot.curves = {{"pieces", {}, {}}};
  Tearing tearing(sponge);
  Touches touches(points_of(sponge).x, 4 * cell, cell, 4);
  run_to_end(sponge, watch, [&] {
    const Points points = points_of(sponge);
    const double turns = turns_at(sponge.progress().time);
    tearing.watch(points);
    found.pieces = tearing.pieces(0.01);
    found.plot.curves[0].add(turns, found.pieces);
    if (found.pieces > 1) found.turns = std::min(found.turns, turns);
    touches.watch(points.x);
    found.parted = touches.parted(points.x, 2 * cell);
    found.created = std::max(found.created, created_share(sponge.totals()));
  });
  found.touches = double(touches.count());
  const Totals last = sponge.totals();
  found.unsolved = last["rejected_unsolved"] + last["rejected_infeasible"];
  found.retries = double(sponge.progress().retries), found.steps = double(sponge.progress().step);
  return found;
}

const char* const kTwistSetUp = "cells of 22 cm (3.66 cm)";

Findings twisting_sponge(const Watch& watch) {
  const Twisted found = twist({"solver.cell_size=0.22"}, watch);
  std::vector<Row> rows = {
      within(
          "turns at the first fracture [-]", found.turns, 2.5, 1.5,
          ours("[Ram2015], Fig. 1: it is twisted, folds and then tears, within the four turns of the scene")),
      at_least("pieces at the end [-]", found.pieces, 2, ours("[Ram2015], Fig. 1: it fractures")),
      at_least("pairs of particles from four cells apart that have met [-]", found.touches, 100,
               ours("[Ram2015], Fig. 1: it collides with itself; every fourth particle is watched")),
      at_least("of these, apart by two cells at the end [share]", found.parted, 0.5,
               ours("[Ram2015], Fig. 1: what collides does not grow together")),
      at_most("energy from nowhere, over all work [-]", found.created, 0.02,
              derived("backward Euler and relaxation only dissipate; rounding and transfers are given 2 %"))};
  for (Row& row : rows)
    row = std::move(row)
              .departs(kTwistSetUp)
              .selected(
                  "five turns in 8 s were tried first, with a neo-Hookean law, and tore at about two; pieces "
                  "were first told apart "
                  "by distance, which joins what touches, and 43 pairs "
                  "had met within 0.75 cells: what touches on a grid is about a cell apart");
  return {rows, {found.plot}};
}

// Fifty times the explicit limit, 0.4 cells over the speed of pressure waves.
Findings twisting_long_steps(const Watch& watch) {
  const double cell = 0.22, limit = 0.4 * cell / std::sqrt(kStiffness / 2), dt = 50 * limit;
  const Twisted found =
      twist({fmt::format("solver.cell_size={}", cell), fmt::format("scene.frame_rate={}", 1 / dt),
             fmt::format("solver.dt={}", dt), "solver.retries=10", "solver.most_cells=10"},
            watch);
  return {
      {at_most("energy from nowhere, over all work [-]", found.created, 0.02,
               derived("backward Euler and relaxation only dissipate; rounding and transfers are given 2 %"))
           .departs(kTwistSetUp),
       at_most("steps that had to be halved [share]", found.retries / found.steps, 0.25,
               ours(fmt::format("steps of {:.3f} s, fifty times the explicit limit", dt)))
           .departs(kTwistSetUp)
           .selected(
               "with most_cells = 3, the default, torn ends fly too far for 30 of 104 steps, and 35 % are "
               "halved; they meet no collider on their way, so that ten cells do"),
       at_most("steps that were not solved [share]", found.unsolved / found.steps, 0.05,
               ours("a solve finds its minimum whatever the step"))
           .departs(kTwistSetUp)
           .known(limitation("sponge_long_steps"), 0.1)
           .selected("added when most halved steps were found to be those of torn ends that fly too far"),
       at_least("pieces at the end [-]", found.pieces, 2, ours("[Ram2015], Fig. 1: it fractures"))
           .departs(kTwistSetUp)}};
}

constexpr double kBulletSpeed = 20, kBulletRadius = 0.6;  ///< of scenes/ram2015/shooting_sponge.toml

/// Area of the disc about the bullet's path that no particle covers, each with a disc of half a cell, over
/// the bullet's cross-section.
double open_area(const Points& points, double cell) {
  constexpr int kPixels = 60;  // per edge of a square as wide as the bullet
  const double pixel = 2 * kBulletRadius / kPixels, radius = 0.5 * cell;
  std::vector<bool> covered(kPixels * kPixels, false);
  for (const Vec3<double>& p : points.x)
    for (int i = 0; i < kPixels; ++i) {
      const double dx = -kBulletRadius + (i + 0.5) * pixel - p[0];
      if (std::abs(dx) > radius) continue;
      for (int j = 0; j < kPixels; ++j) {
        const double dy = 1.95 - kBulletRadius + (j + 0.5) * pixel - p[1];
        if (dx * dx + dy * dy <= radius * radius) covered[std::size_t(i * kPixels + j)] = true;
      }
    }
  int open = 0;
  for (int n = 0; n < kPixels * kPixels; ++n) {
    const double x = (n / kPixels + 0.5) * pixel - kBulletRadius,
                 y = (n % kPixels + 0.5) * pixel - kBulletRadius;
    open += std::hypot(x, y) < kBulletRadius && !covered[std::size_t(n)] ? 1 : 0;
  }
  return double(open) * pixel * pixel / (kPi * kBulletRadius * kBulletRadius);
}

struct Shot {
  double fastest = 0;  ///< particle, over the bullet's speed
  double travel = 0;   ///< of the bullet in a step [cells]
  double open = 0;     ///< most, see open_area()
  double created = 0;  ///< most energy from nowhere, over all the work done [-]
  int pieces = 0;      ///< at the end
  double retries = 0, newton = 0, cg = 0, steps = 0;
  double infeasible = 0;    ///< steps that were taken though they were not feasible
  double least_energy = 0;  ///< that is stored, of all frames [J]
  double lasted = 0;        ///< [s]
};

/// What becomes of a run whose steps cannot be solved, however short.
enum class Unsolved {
  Fails,  ///< so does the case
  Ends    ///< it is measured up to there: a control may break down
};

/// A step is a frame is a cell of the bullet's way.
Shot shoot(double cell, const std::vector<std::string>& more, const Watch& watch,
           Unsolved unsolved = Unsolved::Fails) {
  std::vector<std::string> overrides = {
      fmt::format("solver.cell_size={}", cell), fmt::format("scene.frame_rate={}", kBulletSpeed / cell),
      fmt::format("solver.dt={}", cell / kBulletSpeed), "guard.enabled=false"};
  overrides.insert(overrides.end(), more.begin(), more.end());
  Simulation sponge = start("shooting_sponge", shipped_scene("shooting_sponge"), overrides);
  Shot found;
  Tearing tearing(sponge);
  const auto measure = [&] {
    const Points points = points_of(sponge);
    tearing.watch(points);
    for (const Vec3<double>& v : points.v) found.fastest = std::max(found.fastest, norm(v) / kBulletSpeed);
    found.open = std::max(found.open, open_area(points, cell)), found.pieces = tearing.pieces(0.001);
    found.created = std::max(found.created, created_share(sponge.totals()));
    found.least_energy = std::min(found.least_energy, sponge.totals()["elastic_energy"]);
  };
  try {
    run_to_end(sponge, watch, measure);
  } catch (const SimulationError&) {
    if (unsolved == Unsolved::Fails) throw;
    measure();  // a step that is not solved moves nothing
  }
  found.lasted = sponge.progress().time;
  const Totals now = sponge.totals();
  if (now.has("accepted_infeasible")) found.infeasible = now["accepted_infeasible"];
  found.newton = now["newton_iterations"], found.cg = now["cg_iterations"];
  found.steps = double(sponge.progress().step), found.retries = double(sponge.progress().retries);
  found.travel = kBulletSpeed * sponge.progress().time / found.steps / cell;
  return found;
}

const char* const kShotSetUp = "cells of 20 cm (4.02 cm)";

Findings shooting_sponge(const Watch& watch) {
  const Shot shot = shoot(0.2, {}, watch), fine = shoot(0.14, {}, watch);
  std::vector<Row> rows = {
      at_least("way of the bullet in a step, mean [cells]", shot.travel, 0.95,
               ours("a cell a step, as long as no step must be halved")),
      at_most("fastest particle over the bullet, all steps [-]", shot.fastest, 2,
              derived("what a heavy wall hits elastically leaves it at twice its speed")),
      at_most("fastest particle over the bullet, cells of 14 cm [-]", fine.fastest, 2,
              derived("what a heavy wall hits elastically leaves it at twice its speed"))
          .known(limitation("sponge_recoils"), 4),
      at_most("energy from nowhere, over all work, cells of 20 and 14 cm [-]",
              std::max(shot.created, fine.created), 0.02,
              derived("backward Euler and relaxation only dissipate; rounding and transfers are given 2 %")),
      at_least("pieces at the end [-]", shot.pieces, 2, ours("[Ram2015], Fig. 3: fracture")),
      at_least("open area along the bullet's path at most, over its cross-section [-]", shot.open, 0.1,
               ours("[Ram2015], Fig. 3: it goes through; the sponge springs back around the hole"))};
  for (Row& row : rows)
    row = std::move(row)
              .departs(kShotSetUp)
              .selected(
                  "bullets of 0.6 and 0.8 m at 20 and 12 m/s left a hole and no piece, one of 1.2 m at 12 "
                  "m/s threw pieces "
                  "by recoil at 2.9 times its speed; the hole was first measured at the end, when the sponge "
                  "has closed it");
  return {rows};
}

// The negative control of feasible steps. With the printed update, Eq. (14), the strain may leave the cone of
// positive definite ones, where the energy has no least value; the split update cannot leave it.
Findings popping(const Watch& watch) {
  const std::string printed = "materials.sponge.strain_update=linear", loose = "solver.keep_feasible=false",
                    early = "scene.end_time=0.15";
  const Shot kept = shoot(0.2, {printed, early}, watch),
             popped = shoot(0.2, {printed, early, loose}, watch, Unsolved::Ends);
  const Shot split = shoot(0.2, {loose}, watch), fine = shoot(0.14, {loose}, watch);
  const auto twice = derived("what a heavy wall hits elastically leaves it at twice its speed");
  std::vector<Row> rows = {
      at_most("fastest particle over the bullet, printed update, feasible steps [-]", kept.fastest, 2, twice),
      at_least(
          "the same, infeasible steps allowed [-]", popped.fastest, 2,
          published(fmt::format("[Ram2015], section 6: without keeping to feasible steps there are popping "
                                "artifacts; measured up to {:.4g} s, from where no step may be found",
                                popped.lasted))),
      at_least("steps taken there that the ledger calls infeasible [-]", popped.infeasible, 1,
               ours("they are counted")),
      at_most("stored energy there, at its least [J]", popped.least_energy, -1,
              derived("no strain within the cone stores less than none; beyond it the energy of the printed "
                      "update has no least value")),
      at_most("fastest particle, split update, infeasible steps allowed [-]", split.fastest, 2, twice),
      at_least("steps taken that the ledger calls infeasible, split update, cells of 14 cm [-]",
               fine.infeasible, 1, ours("they are counted")),
      at_most("energy from nowhere there, over all work [-]", fine.created, 0.02,
              derived("the potential of the split update is bounded below whatever turns inside out"))};
  for (Row& row : rows)
    row =
        std::move(row)
            .departs(std::string(kShotSetUp) + "; the printed update for the first 0.15 s")
            .selected(
                "the printed update, because the split one does not pop; 0.15 s, because it finds no "
                "feasible step at 0.17 s; energy from nowhere was asked of the popping shot first: none is, "
                "since what it stores is negative");
  return {rows};
}

Findings shooting_iterations(const Watch& watch) {
  const std::string loose = "solver.tolerance=0.02", brief = "scene.end_time=0.06";
  const Shot none =
      shoot(0.2, {brief, loose, "solver.preconditioner=none", "solver.cg_iterations=4000"}, watch);
  const double blocks = shoot(0.2, {brief, loose}, watch).cg;
  Plot plot{"iterations", "Conjugate gradients in a shot", "1 / cell [1/m]", "iterations in a step", {},
            true};
  plot.curves = {{"diagonal blocks", {}, {}}};
  std::vector<double> size, count;
  for (const double cell : {0.28, 0.2, 0.14, 0.1}) {
    const Shot shot = shoot(cell, {loose, "scene.end_time=0.15"}, watch);
    plot.curves[0].add(1 / cell, shot.cg / shot.steps);
    size.push_back(std::log(1 / cell)), count.push_back(std::log(shot.cg / shot.steps));
  }
  return {
      {at_least("iterations without a preconditioner over those with diagonal blocks [-]", none.cg / blocks,
                2,
                ours(fmt::format("[Ram2015], section 6: 6 with their Jacobi preconditioner, of which a third "
                                 "is asked here; {:.0f} and {:.0f} in the first 0.06 s",
                                 none.cg, blocks)))
           .departs(std::string(kShotSetUp) + "; velocities to 2 cm/s")
           .selected("the whole shot with the default tolerance took more than two minutes without"),
       at_most("exponent of iterations in a step over 1/cell [-]", slope(size, count), 1,
               derived("a cell a step: waves cross as many cells in a step on any grid, so that about 0 is "
                       "expected of a linear solve; features that the grid only now sees may add"))
           .departs("cells of 28 to 10 cm (4.02 cm)")},
      {plot}};
}

}  // namespace

std::vector<Case> sponge_cases() {
  return {
      {"viscoelastic", "twisting_sponge", "a sponge is twisted until it tears", false, twisting_sponge},
      {"viscoelastic", "twisting_long_steps", "the same at fifty times the explicit step", false,
       twisting_long_steps},
      {"viscoelastic", "shooting_sponge", "a bullet is shot through a sponge", false, shooting_sponge},
      {"viscoelastic", "popping", "the same shot with and without keeping to feasible steps", false, popping},
      {"viscoelastic", "shooting_iterations", "what a solve costs in that shot", false, shooting_iterations}};
}

}  // namespace froth::verify
