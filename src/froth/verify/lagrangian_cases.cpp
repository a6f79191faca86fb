// SPDX-License-Identifier: Apache-2.0
// Meshes, strands and cloth in the grid: squares of triangles that should part, a strand that hangs, and what
// the elements of a body keep. Source: [Fei2021], section 6 and Figs. 13, 14; closed forms where rows say so.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/verify/cases.h>
#include <froth/verify/limitations.h>
#include <froth/verify/separable.h>

namespace froth::verify {

namespace {

/// Shortest distance between vertices of two bodies [m].
double gap_between(const Points& a, const Points& b) {
  double least = INFINITY;
  for (const Vec3<double>& x : a.x)
    for (const Vec3<double>& y : b.x) least = std::min(least, norm(x - y));
  return least;
}

// The squares of triangles have no stress between them: they should slide past each other as if each were
// alone, and part. A gap of two cells is out of reach of the kernels; what turns as one body stays within
// one.
Findings mesh_squares(const Watch& watch) {
  Findings findings;
  for (const char* name : {"apic", "flip", "aflip", "aspic", "sflip", "asflip"}) {
    Simulation squares = start_shipped("rotating_squares", scheme(name));
    run_to_end(squares, watch);
    const Points left = points_of(squares, 0), right = points_of(squares, 1);
    const double cells = gap_between(left, right) / squares.scene().solver.cell_size;
    const bool parts = std::string(name).find("sflip") != std::string::npos;
    const std::string what = fmt::format("gap between squares of triangles after 1 s, {} [cells]", name);
    findings.rows.push_back(
        parts ? at_least(what, cells, 2, ours("[Fei2021], Figs. 13, 14: parts, out of reach of kernels"))
                    .known(limitation("mesh_squares"), 0)
              : at_most(what, cells, 1, ours("[Fei2021], Figs. 13, 14: stays one body, within a cell")));
    if (!parts) continue;
    const double apart = norm(mean(left.x) - mean(right.x)), alone = std::hypot(.68, 2 * 1.0);
    findings.rows.push_back(
        within(fmt::format("distance of the squares' middles after 1 s over that without friction, {} [-]",
                           name),
               apart / alone, 1, .1, ours("two free bodies: 0.68 m apart, 2 m/s past each other"))
            .known(limitation("mesh_squares"), .75));
  }
  return findings;
}

constexpr const char* kPendulum = R"(
[scene]
gravity = [0, -9.81, 0]
end_time = 2.0
frame_rate = 20
[solver]
transfer = "flip"
flip_ratio = 1.0
cell_size = 0.02
[materials.steel]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e7
poisson_ratio = 0.3
[[bodies]]
material = "steel"
strands = { radius = 0.002, segments = 40, from = [0, 1, 0], to = [0.4, 1, 0] }
[[held]]
shape = { box = { min = [-0.001, 0.99, -0.01], max = [0.0101, 1.01, 0.01] } }
)";

// A rod, clamped at one end and let go, sags to the elastica of its own weight in the mean of its swings; the
// grid takes energy and gives none, and the strand keeps its length.
Findings hanging_rod(const Watch& watch) {
  Simulation rod = start("hanging_rod", kPendulum);
  double most = -INFINITY, longest = 0, before = 0;
  run_to_end(rod, watch, [&] {
    const Points at = points_of(rod);
    double length = 0;
    for (std::size_t k = 0; k + 1 < at.x.size(); ++k) length += norm(at.x[k + 1] - at.x[k]);
    longest = std::max(longest, std::abs(length / .4 - 1));
    const double energy = sums_of(rod).energy();
    if (rod.progress().frame == 0) before = energy;
    most = std::max(most, energy);
  });
  Findings findings;
  findings.rows.push_back(at_most("change of a strand's length, largest [-]", longest, .01,
                                  ours("weight over E A is 4e-4; the rest is what the grid does not see")));
  findings.rows.push_back(at_most("energy gained by a strand in the grid, over m g L [-]",
                                  (most - before) / (1000 * 3.14159265 * 4e-6 * .4 * 9.81 * .4), .01,
                                  ours("nothing puts energy in")));
  return findings;
}

}  // namespace

std::vector<Case> lagrangian_cases() {
  return {
      {"lagrangian", "mesh_squares", "two squares of triangles slide past each other", false, mesh_squares},
      {"lagrangian", "hanging_rod", "a strand, clamped at one end, swings down", true, hanging_rod}};
}

}  // namespace froth::verify
