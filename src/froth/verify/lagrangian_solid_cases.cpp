// SPDX-License-Identifier: Apache-2.0
// Elements in implicit steps, and solids of elements: statics in a few steps, the order of both solvers, what
// stays of a bend. Source: [Jiang2015], section 7; closed forms where rows say so. Bounds were set before
// anything was measured.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/verify/cases.h>
#include <froth/verify/step_order.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

/// Cantilevers that hang under their own weight, rho A g L^3/(E I) = 5, in five steps of 10 s.
constexpr const char* kHanging = R"toml(
[scene]
precision = "double"
gravity = [0, -9.81, 0]
end_time = 50
frame_rate = 0.1
[solver]
method = "implicit_mpm"
dt = 10
most_cells = 1000
cg_iterations = 20000
newton_iterations = 200
)toml";

/// Of a strand of radius 4 mm and of a strip of cloth of 2 mm, 40 edges long, held by its first edges, in
/// whose middle it is clamped; E = 4 rho g L^3/(5 r^2) and 12 rho g L^3/(5 h^2), L = 0.4 m.
const std::string kHangingStrand = std::string(kHanging) + R"toml(
[materials.nylon]
model = "neo_hookean"
density = 1000
youngs_modulus = 3.13920e7
poisson_ratio = 0.3
[[bodies]]
material = "nylon"
strands = { radius = 0.004, segments = 40, from = [-0.005063291, 0.001, 0.002], to = [0.4, 0.001, 0.002] }
[[held]]
shape = { box = { min = [-0.1, -0.1, -0.1], max = [0.006, 0.1, 0.1] } }
)toml";
const std::string kHangingCloth = std::string(kHanging) + R"toml(
[materials.cotton]
model = "neo_hookean"
density = 1000
youngs_modulus = 3.767040e8
poisson_ratio = 0
[[bodies]]
material = "cotton"
[bodies.sheet]
thickness = 0.002
corner = [-0.005063291, 0.001, 0]
side_u = [0, 0, 0.09354]
side_v = [0.405063291, 0, 0]
edge_length = 0.011693
[[held]]
shape = { box = { min = [-0.1, -0.1, -0.1], max = [0.006, 0.1, 0.1] } }
)toml";
/// A beam of tetrahedra, L = 1 m, d = 0.1 m; E = 12 rho g L^3/(5 d^2).
const std::string kHangingSolid = std::string(kHanging) + R"toml(
[materials.rubber]
model = "neo_hookean"
density = 1000
youngs_modulus = 2354400
poisson_ratio = 0.3
[[bodies]]
material = "rubber"
shape = { box = { min = [-0.05, 0, 0], max = [1, 0.1, 0.1] } }
[[held]]
shape = { box = { min = [-0.1, -1, -1], max = [0, 1, 1] } }
)toml";

struct Hung {
  double sinks, shortens, cg, newton, steps;
};
double total_of(const Simulation& simulation, const std::string& name) {
  return simulation.solver().totals(simulation.progress().time)[name];
}
/// The mean of the points that start within `end` of the tip, over the length L.
Hung hang(const std::string& name, const std::string& text, const std::vector<std::string>& overrides,
          double L, double end, const Watch& watch) {
  Simulation beam = start(name, text, overrides);
  const std::vector<Vec3<double>> x0 = points_of(beam).x;
  run_to_end(beam, watch);
  const std::vector<Vec3<double>> x = points_of(beam).x;
  Vec3<double> moved{};
  double count = 0;
  for (std::size_t k = 0; k < x.size(); ++k)
    if (x0[k][0] > L - end) moved += x[k] - x0[k], count += 1;
  return {-moved[1] / count / L, -moved[0] / count / L, total_of(beam, "cg_iterations"),
          total_of(beam, "newton_iterations"), double(beam.progress().step)};
}

void add_hanging(const std::string& what, const Hung& hung, double bound, Findings& findings) {
  const double sinks = 0.4959050446, shortens = 0.1533428200;
  const Basis elastica =
      derived(fmt::format("elastica under its own weight, within {:g} % of how far it sinks", 100 * bound));
  findings.rows.push_back(
      within(fmt::format("tip of {} sinks, over L [-]", what), hung.sinks, sinks, bound * sinks, elastica));
  findings.rows.push_back(within(fmt::format("tip of {} moves back, over L [-]", what), hung.shortens,
                                 shortens, bound * sinks, elastica));
  findings.rows.push_back(at_most(fmt::format("steps, {} [-]", what), hung.steps, 10,
                                  ours(fmt::format("a handful; {:g} iterations of Newton's method, {:g} of "
                                                   "conjugate gradients",
                                                   hung.newton, hung.cg))));
}

// A strand and a strip of cloth against the inextensible elastica, theta'' = -5 (1 - s) cos theta.
Findings hanging_manifolds(const Watch& watch) {
  Findings findings;
  const double end = 0.003;
  add_hanging("a strand", hang("hanging_strand", kHangingStrand, {"solver.cell_size=0.0102"}, .4, end, watch),
              .02, findings);
  add_hanging("a strip of cloth",
              hang("hanging_cloth", kHangingCloth, {"solver.cell_size=0.0102"}, .4, end, watch), .02,
              findings);
  for (Row& row : findings.rows)
    if (row.quantity.find("cloth") != std::string::npos && row.relation == Relation::Within)
      row =
          std::move(row).selected("half as wide it sinks 3.3 % deeper: free edges lack half of their hinges");
  return findings;
}

// Eight elements across: constant strains stiffen a bend by their share of its height, squared. Shear adds
// 1 % to how far it sinks, which the elastica has not.
Findings hanging_tetrahedra(const Watch& watch) {
  Findings findings;
  add_hanging("a beam of tetrahedra",
              hang("hanging_tetrahedra", kHangingSolid,
                   {"solver.cell_size=0.025", "bodies.0.mesh.edge_length=0.0125"}, 1, .002, watch),
              .03, findings);
  return findings;
}

/// The same beam, loaded, held and unloaded: by solves of 10 s, or by explicit steps in 4 s, 1.3 s and 4 s,
/// three periods of the first mode and one (1.28 s).
constexpr const char* kBend = R"toml(
[scene]
gravity = [0, 0, 0]
[solver]
cell_size = 0.025
[materials.rubber]
model = "neo_hookean"
density = 1000
youngs_modulus = 2354400
poisson_ratio = 0.3
[[bodies]]
material = "rubber"
shape = { box = { min = [-0.1, 0, 0], max = [1, 0.1, 0.1] } }
[[held]]
shape = { box = { min = [-0.2, -1, -1], max = [0, 1, 1] } }
[[forces]]
acceleration = [0, """-9.81 * (t < 4 ? (t/4)^3 * (10 - 15 * (t/4) + 6 * (t/4)^2) : t < 5.3 ? 1 :
  t < 9.3 ? ((9.3-t)/4)^3 * (10 - 15 * ((9.3-t)/4) + 6 * ((9.3-t)/4)^2) : 0)""", 0]
)toml";

/// Means over frames of how far the tip hangs, at full load and without any [m].
struct Bent {
  double loaded, left;
};
Bent bend(const std::string& name, const std::vector<std::string>& overrides, const Vec2<double>& held,
          const Vec2<double>& free, const Watch& watch) {
  Simulation beam = start(name, kBend, overrides);
  const std::vector<Vec3<double>> x0 = points_of(beam).x;
  double sum[2] = {}, count[2] = {};
  run_to_end(beam, watch, [&] {
    const std::vector<Vec3<double>> x = points_of(beam).x;
    const double t = beam.progress().time;
    double tip = 0, points = 0;
    for (std::size_t k = 0; k < x.size(); ++k)
      if (x0[k][0] > .975) tip += x0[k][1] - x[k][1], points += 1;
    for (int n = 0; n < 2; ++n) {
      const Vec2<double>& span = n == 0 ? held : free;
      if (t > span[0] - 1e-6 && t < span[1] + 1e-6) sum[n] += tip / points, count[n] += 1;
    }
  });
  return {sum[0] / count[0], sum[1] / count[1]};
}

// Elements measure strain from where they are at rest: nothing may stay of a bend, where particles gather
// errors of strain as they cross cells. Particles: 8 per cell, default kernel, explicit steps.
Findings tetrahedra_set(const Watch& watch) {
  const Bent mesh = bend(
      "bent_tetrahedra",
      {"solver.method=implicit_mpm", "solver.dt=10", "solver.most_cells=1000", "solver.tolerance=1e-5",
       "solver.cg_iterations=20000", "solver.newton_iterations=200", "bodies.0.mesh.edge_length=0.0125",
       "scene.end_time=150", "scene.frame_rate=0.1",
       "forces.0.acceleration=[0, \"-9.81 * (t < 50 ? t/50 : t < 70 ? 1 : t < 120 ? (120-t)/50 : 0)\", 0]"},
      {60, 80}, {140, 150}, watch);
  const Bent particles =
      bend("bent_particles", {"scene.end_time=10.6", "scene.frame_rate=10"}, {4, 5.3}, {9.3, 10.6}, watch);
  const double of_mesh = std::abs(mesh.left / mesh.loaded),
               of_particles = std::abs(particles.left / particles.loaded);
  return {{at_most("set over deflection of a beam of tetrahedra [-]", of_mesh, .01,
                   derived("an elastic beam springs back, within 1 %")),
           at_least("set over deflection of particles in its place, over that of tetrahedra [-]",
                    of_particles / of_mesh, 10,
                    ours(fmt::format("elements remember where they are at rest; that of particles is {:.3f}",
                                     of_particles)))}};
}

Findings element_order(const Watch& watch) {
  return difference_of_steps({.name = "element_order",
                              .of = "triangles",
                              .of_both = {"bodies.0.mesh={edge_length=0.1,integration=\"explicit\"}"},
                              .of_implicit = {"bodies.0.mesh.integration=newton"}},
                             watch);
}

constexpr const char* kColumn = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [0, -9.81]
end_time = 50
frame_rate = 0.1
[solver]
method = "implicit_mpm"
cell_size = 0.05
jitter = 0
dt = 10
[domain]
min = [0, 0]
max = [0.2, 4]
contact = { kind = "slip" }
[materials.rubber]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e6
poisson_ratio = 0.3
[[bodies]]
material = "rubber"
shape = { box = { min = [0, 0], max = [0.2, 0.5] } }
[[bodies]]
material = "rubber"
shape = { box = { min = [0, 0.5], max = [0.2, 1] } }
mesh = { edge_length = 0.05 }
)toml";

/// How far particles and, on top of them, triangles sink, over u = rho g (H y - y^2/2) / M, and iterations.
struct Settled {
  double below, above, cg;
};
Settled settle(double cell, const Watch& watch) {
  Simulation column =
      start("mixed_column", kColumn,
            {fmt::format("solver.cell_size={}", cell), fmt::format("bodies.1.mesh.edge_length={}", cell)});
  const std::vector<Vec3<double>> before[2] = {points_of(column, 0).x, points_of(column, 1).x};
  run_to_end(column, watch);
  const double unit = 1000 * 9.81 / (1e6 * 0.7 / (1.3 * 0.4));
  double over[2];
  for (std::size_t b = 0; b < 2; ++b) {
    const std::vector<Vec3<double>> now = points_of(column, b).x;
    double sum = 0, exact = 0;
    for (std::size_t k = 0; k < now.size(); ++k) {
      const double y = before[b][k][1];
      sum += y - now[k][1], exact += unit * (y - y * y / 2);
    }
    over[b] = sum / exact;
  }
  return {over[0], over[1], total_of(column, "cg_iterations")};
}

// A column that cannot widen, particles below and triangles of the same law on top of them, which the grid
// joins; M = E (1 - nu)/((1 + nu)(1 - 2 nu)), strains of 0.7 % at most. The joint is softer by a part of a
// cell.
Findings mixed_column(const Watch& watch) {
  const Settled rough = settle(.05, watch), fine = settle(.025, watch);
  const Basis closed = derived("rho g (H y - y^2/2) / M, within 3 %"),
              order = derived("the joint's error is of first order in the cell");
  const std::string among =
      fmt::format("on cells of 5 cm they are {:.3f} and {:.3f}", rough.below, rough.above);
  return {{within("settlement of particles under a mesh, over theory [-]", fine.below, 1, .03, closed)
               .selected(among),
           within("settlement of a mesh on particles, over theory [-]", fine.above, 1, .03, closed)
               .selected(among),
           at_least("error of the mesh's settlement on cells of 5 cm over that on 2.5 cm [-]",
                    (rough.above - 1) / (fine.above - 1), 2, order),
           at_most("iterations of conjugate gradients in five steps [-]", fine.cg, 2000,
                   ours("a few hundred a step"))}};
}

}  // namespace

std::vector<Case> lagrangian_solid_cases() {
  return {{"lagrangian", "hanging_manifolds", "a strand and a strip of cloth hang, five steps to statics",
           false, hanging_manifolds},
          {"lagrangian", "hanging_tetrahedra", "a beam of tetrahedra hangs, five steps to statics", false,
           hanging_tetrahedra},
          {"lagrangian", "tetrahedra_set", "beams of tetrahedra and of particles, loaded and unloaded", false,
           tetrahedra_set},
          {"lagrangian", "mixed_column", "particles and triangles in one solve: a column settles", true,
           mixed_column},
          {"lagrangian", "element_order", "a block of triangles by both solvers, four lengths of step", true,
           element_order}};
}

}  // namespace froth::verify
