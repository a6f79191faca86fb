// SPDX-License-Identifier: Apache-2.0
// Meshes, strands and cloth in the grid: squares of triangles that should part, a strand that hangs, and what
// the elements of a body keep. Source: [Fei2021], section 6 and Figs. 13, 14; closed forms where rows say so.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include <froth/base/error.h>
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

/// Two squares that pass each other at `speed` [m/s] each, until without friction they would be 2 m along;
/// `scene` says whether of particles or of triangles.
Simulation passing_squares(const std::string& scene, const Variant& variant, double speed) {
  return start_shipped(scene,
                       variant.with({fmt::format("bodies.0.velocity.constant=[0,{}]", 100 * speed),
                                     fmt::format("bodies.1.velocity.constant=[0,{}]", -100 * speed),
                                     fmt::format("scene.end_time={}", 1 / speed),
                                     fmt::format("scene.frame_rate={}", 20 * speed), "guard.enabled=false"}));
}

/// The gap between them then [cells]; nothing where an element has turned inside out on the way.
std::optional<double> final_gap(Simulation& squares, const Watch& watch,
                                const std::function<void()>& each = {}) {
  try {
    run_to_end(squares, watch, each);
  } catch (const SimulationError&) {
    return std::nullopt;
  }
  return gap_between(points_of(squares, 0), points_of(squares, 1)) / squares.scene().solver.cell_size;
}

/// At 3 m/s. What squares slip by falls by 1 - alpha every step, of which it takes them two hundred to pass.
std::vector<Row> slower_squares(const Watch& watch) {
  std::vector<Row> rows;
  for (const char* name : {"sflip", "asflip", "flip", "aflip", "aspic"}) {
    Simulation squares = passing_squares("rotating_squares", scheme(name, .999), 3);
    const double gap = final_gap(squares, watch).value_or(0);
    const std::string what =
        fmt::format("gap between squares of triangles at 3 m/s, {} of flip ratio 0.999 [cells]", name);
    const bool parts = std::string(name).find("sflip") != std::string::npos;
    rows.push_back(parts ? at_least(what, gap, 2, ours("[Fei2021], Figs. 13, 14: parts"))
                         : at_most(what, gap, 1, ours("[Fei2021], Figs. 13, 14: stays one body")));
    rows.back() = std::move(rows.back()).departs("flip ratio 0.999 (0.99)").selected("with 0.99 none parts");
  }
  return rows;
}

// At 4 m/s. The squares of triangles have no stress between them: they should slide past each other as if
// each were alone, and part. A gap of two cells is out of reach of the kernels; what turns as one body stays
// within one.
Findings mesh_squares(const Watch& watch) {
  Findings findings;
  Plot plot{
      "mesh_squares", "Squares of triangles that should part", "time [s]", "distance of middles [m]", {}};
  Curve truth{"without friction", {}, {}, CurveKind::Expected};
  for (const char* name : {"apic", "flip", "aflip", "aspic", "sflip", "asflip", "nflip"}) {
    Simulation squares = passing_squares("rotating_squares", scheme(name), 4);
    Curve curve{name, {}, {}};
    const std::optional<double> gap = final_gap(squares, watch, [&] {
      const Vec3<double> apart = mean(points_of(squares, 0).x) - mean(points_of(squares, 1).x);
      curve.add(squares.progress().time, norm(apart));
      if (plot.curves.empty()) truth.add(curve.x.back(), std::hypot(.68, 8 * curve.x.back()));
    });
    plot.curves.push_back(curve);
    const bool parts = std::string(name).find("sflip") != std::string::npos;
    const std::string what = fmt::format("gap between squares of triangles at 4 m/s, {} [cells]", name);
    if (std::string(name) == "nflip")
      findings.rows.push_back(at_least("elements turned inside out, NFLIP [-]", gap ? 0 : 1, 1,
                                       ours("[Fei2021], Fig. 13: disorder")));
    else
      findings.rows.push_back(
          parts ? at_least(what, gap.value_or(0), 2, ours("[Fei2021], Figs. 13, 14: parts"))
                : at_most(what, gap.value_or(99), 1, ours("[Fei2021], Figs. 13, 14: stays one body")));
    if (parts)
      findings.rows.push_back(
          within(fmt::format("distance of their middles over that without friction, {} [-]", name),
                 plot.curves.back().y.back() / truth.y.back(), 1, .1, ours("two free bodies"))
              .known(limitation("mesh_squares"), .55));
  }
  for (Row& row : findings.rows) row = std::move(row).selected("at 2 m/s SFLIP leaves a gap of half a cell");
  for (Row& row : slower_squares(watch)) findings.rows.push_back(std::move(row));
  plot.curves.push_back(std::move(truth));
  findings.plots.push_back(std::move(plot));
  return findings;
}

/// The smallest speed of a list at which squares part [m/s]; 16 where none of them is enough.
double smallest_speed(const std::string& scene, const std::string& name, const Watch& watch) {
  for (const double speed : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0}) {
    Simulation squares = passing_squares(scene, scheme(name), speed);
    if (final_gap(squares, watch).value_or(0) > 2) return speed;
  }
  return 16;
}

// The speed from which on squares part is that of a scheme; particles and triangles side by side. NFLIP
// turns triangles inside out.
Findings square_speeds(const Watch& watch) {
  Findings findings;
  for (const char* name : {"sflip", "asflip", "flip", "apic", "aflip", "aspic"}) {
    const double meshes = smallest_speed("rotating_squares", name, watch),
                 particles = smallest_speed("two_squares", name, watch);
    const bool parts = std::string(name).find("sflip") != std::string::npos;
    const std::string what = fmt::format("smallest speed at which squares of triangles part, {} [m/s]", name);
    const std::string beside = fmt::format("particles need {:g}; 16: none up to 8 m/s", particles);
    findings.rows.push_back(parts ? at_most(what, meshes, 3, ours(beside + "; as fast as in two_squares"))
                                        .known(limitation("square_speeds"), 4)
                                  : at_least(what, meshes, 6, ours(beside + "; twice that of SFLIP")));
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

constexpr const char* kSlope = R"(
[scene]
end_time = 0.6
frame_rate = 20
[solver]
transfer = "asflip"
flip_ratio = 0.97
beta_min = 0.05
beta_max = 0.2
cell_size = 0.02
[materials.cotton]
model = "neo_hookean"
density = 500
youngs_modulus = 5e5
poisson_ratio = 0.2
[[bodies]]
material = "cotton"
[bodies.sheet]
thickness = 0.002
corner = [-0.1, 0.002, -0.1]
side_u = [0, 0, 0.2]
side_v = [0.2, 0, 0]
edge_length = 0.02
[[colliders]]
shape = { half_space = { point = [0, 0, 0], normal = [0, 1, 0] } }
contact = { kind = "separating", friction = 0.36397 }
)";

/// A cloth on a slope of so many degrees; gravity is what is turned. Its way down [m], and its speed and its
/// time when it has been on its way for half of the scene and at its end.
struct Slide {
  double way = 0;
  std::vector<double> t, v;
};
Slide slide_of(double degrees, const Watch& watch) {
  const double a = degrees * 3.14159265358979 / 180;
  Simulation cloth = start(fmt::format("cloth_slope_{:g}", degrees), kSlope,
                           {fmt::format("scene.gravity=[{},{},0]", 9.81 * std::sin(a), -9.81 * std::cos(a))});
  const double before = mean(points_of(cloth).x)[0];
  Slide slide;
  run_to_end(cloth, watch, [&] {
    const Points at = points_of(cloth);
    slide.way = mean(at.x)[0] - before;
    if (cloth.progress().time < .3) return;
    slide.t.push_back(cloth.progress().time);
    slide.v.push_back(mean(at.v)[0]);
  });
  return slide;
}

// A cloth on a slope with the friction of 20 degrees: it stays at 19, slides at 21, and from its acceleration
// g (sin - mu cos) at 25 degrees the angle of friction follows.
Findings cloth_slope(const Watch& watch) {
  Findings findings;
  const Basis coulomb = derived("Coulomb's law, friction angle of 20 degrees");
  findings.rows.push_back(at_most("way of a cloth on a slope of 19 degrees in 0.6 s [mm]",
                                  1e3 * slide_of(19, watch).way, 1, coulomb));
  findings.rows.push_back(at_least("way of a cloth on a slope of 21 degrees in 0.6 s [mm]",
                                   1e3 * slide_of(21, watch).way, 10, coulomb));
  const Slide fast = slide_of(25, watch);
  const double a = slope(fast.t, fast.v), s = 25 * 3.14159265358979 / 180;
  const double mu = std::tan(s) - a / (9.81 * std::cos(s));
  findings.rows.push_back(within("friction angle by the acceleration of a cloth at 25 degrees [degrees]",
                                 std::atan(mu) * 180 / 3.14159265358979, 20, 1, coulomb));
  return findings;
}

}  // namespace

std::vector<Case> lagrangian_cases() {
  return {
      {"lagrangian", "mesh_squares", "two squares of triangles slide past each other", false, mesh_squares},
      {"lagrangian", "square_speeds", "squares of triangles, and of particles, that part", false,
       square_speeds},
      {"lagrangian", "cloth_slope", "a cloth on a slope sticks and slides", true, cloth_slope},
      {"lagrangian", "hanging_rod", "a strand, clamped at one end, swings down", true, hanging_rod}};
}

}  // namespace froth::verify
