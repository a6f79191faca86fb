// SPDX-License-Identifier: Apache-2.0
// The implicit step: what backward Euler does to a vibration, that it agrees with the explicit step where
// both are exact, and what it is for: stiff bodies and statics in few steps.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include <froth/verify/cases.h>
#include <froth/verify/limitations.h>
#include <froth/verify/step_order.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

const char* const kBar = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [0, 0]
end_time = 20
[solver]
cell_size = 0.25
jitter = 0
[domain]
min = [0, 0]
max = [40, 1]
periodic = ["y"]
walls = []
[materials.bar]
model = "neo_hookean"
density = 1
youngs_modulus = 100
poisson_ratio = 0
[[bodies]]
material = "bar"
shape = { box = { min = [0, 0], max = [25, 1] } }
velocity = { expression = ["0.01 * sin(pi * x / 50)", 0] }
[[colliders]]
shape = { half_space = { point = [0, 0], normal = [1, 0] } }
contact = { kind = "sticky" }
)toml";

/// What a step does to a vibration: x_n ~ exp(-damping n) cos(phase n).
struct Mode {
  double damping, phase;
  Curve velocity;
};

/// The mode of a signal: the recurrence x(n+1) = a x(n) - b x(n-1) that fits it best has a = 2 r cos(phase)
/// and b = r^2.
Mode fit_mode(Curve signal) {
  double aa = 0, ab = 0, bb = 0, ca = 0, cb = 0;
  const std::vector<double>& x = signal.y;
  for (std::size_t n = 1; n + 1 < x.size(); ++n) {
    aa += x[n] * x[n], ab -= x[n] * x[n - 1], bb += x[n - 1] * x[n - 1];
    ca += x[n] * x[n + 1], cb -= x[n - 1] * x[n + 1];
  }
  const double det = aa * bb - ab * ab, a = (ca * bb - cb * ab) / det, b = (cb * aa - ca * ab) / det;
  return {-0.5 * std::log(b), std::acos(a / (2 * std::sqrt(b))), std::move(signal)};
}

/// The bar with one step of `dt` per frame; its centre's velocity, step by step.
Mode vibrate(double dt, const std::string& method, const Watch& watch) {
  Simulation bar = start("vibrating_bar", kBar,
                         {"solver.method=" + method, fmt::format("solver.dt={}", dt),
                          fmt::format("scene.frame_rate={}", 1 / dt)});
  Curve velocity{fmt::format("{}, dt = {:g} s", method, dt), {}, {}};
  run_to_end(bar, watch, [&] {
    const Sums now = sums_of(bar);
    velocity.add(bar.progress().time, now.momentum[0] / now.mass);
  });
  return fit_mode(std::move(velocity));
}

// A bar fixed at one end, first mode, undamped frequency w = pi/(2 L) sqrt(E/rho) = 0.62832/s. Backward Euler
// multiplies the amplitude by (1 + z^2)^(-1/2) a step and turns the phase by atan z, z = w dt, whatever the
// state: x1 = x0 + dt v1, v1 = v0 - dt w^2 x1. The discrete bar's w and what the transfer damps per step are
// measured apart, with explicit steps, which neither damp nor shift at this z (0.006).
Findings vibrating_bar(const Watch& watch) {
  const double fine = 0.01;
  const Mode explicit_mode = vibrate(fine, "explicit_mpm", watch);
  const double w = explicit_mode.phase / fine, w_exact = std::numbers::pi / 5;
  Findings found{{within("undamped frequency of the bar [1/s]", w, w_exact, 0.01 * w_exact,
                         derived("pi/(2 L) sqrt(E/rho), within 1 %")),
                  at_most("damping by the transfer, per step of 0.5 s that backward Euler damps [-]",
                          explicit_mode.damping / (0.5 * std::log(1 + std::pow(w * 0.5, 2))), 0.01,
                          derived("a smooth mode passes the grid all but undamped"))},
                 {{"vibrating_bar",
                   "A bar vibrates with backward Euler",
                   "time [s]",
                   "velocity of the centre [m/s]",
                   {explicit_mode.velocity}}}};
  for (const double dt : {0.125, 0.5, 1.25}) {
    const Mode mode = vibrate(dt, "implicit_mpm", watch);
    const double z = w * dt, damping = 0.5 * std::log(1 + z * z) + explicit_mode.damping;
    found.rows.push_back(within(fmt::format("damping per step, w dt = {:.2g} [-]", z), mode.damping, damping,
                                0.02 * damping,
                                derived("ln(1 + z^2)/2, with the transfer's own; within 2 %")));
    found.rows.push_back(within(fmt::format("phase per step, w dt = {:.2g} [-]", z), mode.phase, std::atan(z),
                                0.02 * std::atan(z), derived("atan z, within 2 %")));
    found.plots[0].curves.push_back(mode.velocity);
  }
  return found;
}

Findings implicit_order(const Watch& watch) {
  return difference_of_steps({.name = "implicit_order", .of = "particles"}, watch);
}

// A strip, L/h = 25, 8 cells across, clamped at one end.
const char* const kStrip = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [0, -9.81]
end_time = 50
frame_rate = 0.1
[solver]
method = "implicit_mpm"
cell_size = 0.0005
kernel = "cubic"
gradient = "kernel"
jitter = 0
dt = 10
most_cells = 300
cg_iterations = 20000
newton_iterations = 200
[materials.rubber]
model = "neo_hookean"
density = 1000
poisson_ratio = 0.3
youngs_modulus = 1
[[bodies]]
material = "rubber"
particles_per_cell = 9
shape = { box = { min = [-0.01, -0.002], max = [0.1, 0.002] } }
[[held]]
shape = { box = { min = [-0.1, -0.1], max = [0, 0.1] } }
)toml";

struct Tip {
  double sinks, shortens;  ///< over the length [-]
};

/// A straight line through the particles that start in the last cells, taken to the end.
Tip tip_of(const std::vector<Vec3<double>>& start, const std::vector<Vec3<double>>& now, double length,
           double cell) {
  std::vector<double> x, w, u;
  double mean_x = 0, mean_w = 0, mean_u = 0;
  for (std::size_t k = 0; k < start.size(); ++k)
    if (start[k][0] > length - 3 * cell)
      x.push_back(start[k][0]), w.push_back(start[k][1] - now[k][1]), u.push_back(start[k][0] - now[k][0]);
  const double n = double(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) mean_x += x[k] / n, mean_w += w[k] / n, mean_u += u[k] / n;
  return {(mean_w + slope(x, w) * (length - mean_x)) / length,
          (mean_u + slope(x, u) * (length - mean_x)) / length};
}

/// The strip bent by its weight, rho g h L^3 / (E' I) = g, in five steps of 10 s.
Findings hang(double g, const Tip& exact, const Watch& watch) {
  const double length = 0.1, thickness = 0.004, cell = 0.0005, nu = 0.3;
  const double plane = 12 * 1000 * 9.81 * std::pow(length, 3) / (g * thickness * thickness);
  Simulation strip = start("hanging_strip", kStrip,
                           {fmt::format("materials.rubber.youngs_modulus={}", plane * (1 - nu * nu))});
  const std::vector<Vec3<double>> x0 = points_of(strip).x;
  run_to_end(strip, watch);
  const Tip tip = tip_of(x0, points_of(strip).x, length, cell);
  const auto steps = double(strip.progress().step);
  const Basis elastica = derived("elastica under its own weight, within 3 %");
  return {{within(fmt::format("tip sinks, g = {:g}, over L [-]", g), tip.sinks, exact.sinks,
                  0.03 * exact.sinks, elastica),
           within(fmt::format("tip moves back, g = {:g}, over L [-]", g), tip.shortens, exact.shortens,
                  0.03 * exact.sinks, derived("elastica; within 3 % of how far it sinks")),
           at_most(fmt::format("steps, g = {:g} [-]", g), steps, 10, ours("a handful"))}};
}

// A clamped strip under its own weight against the inextensible elastica, theta'' = -g (1 - s) cos theta,
// theta(0) = theta'(1) = 0, w/L and u/L by shooting and by collocation.
Findings hanging_strip(const Watch& watch) {
  Findings found = hang(1, {0.1234714020, 0.0087536047}, watch);
  const Findings bent = hang(5, {0.4959050446, 0.1533428200}, watch);
  found.rows.insert(found.rows.end(), bent.rows.begin(), bent.rows.end());
  return found;
}

const char* const kColumn = R"toml(
[scene]
dimension = 2
gravity = [0, -9.81]
end_time = 1
frame_rate = 24
[solver]
method = "implicit_mpm"
cell_size = 0.05
jitter = 0
dt = 0.041666667
[domain]
min = [0, 0]
max = [0.2, 4]
periodic = ["x"]
contact = { kind = "slip" }
[materials.stone]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e8
poisson_ratio = 0.3
[[bodies]]
material = "stone"
shape = { box = { min = [0, 0], max = [0.2, 1] } }
)toml";

// A column of 1e8 Pa that cannot widen, in float, let go under its weight with one step a frame: 0.0417 s,
// where an explicit step could take 5e-5 s. At rest the mean stress is half of -rho g H; the settlement,
// rho g H^2/(2 M) = 3.6e-5 m with M = E (1 - nu)/((1 + nu)(1 - 2 nu)), is too small for float positions of
// single particles, but not for their mean.
Findings stiff_column(const Watch& watch) {
  Simulation column = start("stiff_column", kColumn);
  const double before = mean(points_of(column).x)[1];
  run_to_end(column, watch);
  const std::vector<double> tau = attribute_of(column, "tau"), J = attribute_of(column, "J");
  double stress = 0;
  for (std::size_t k = 0; k < J.size(); ++k) stress += tau[6 * k + 1] / J[k] / double(J.size());
  const double half = 1000 * 9.81 / 2, modulus = 1e8 * 0.7 / (1.3 * 0.4), sinks = 1000 * 9.81 / (3 * modulus);
  return {{within("mean stress [Pa]", stress, -half, 0.02 * half, derived("-rho g H/2, within 2 %")),
           within("settlement of the centre [m]", before - mean(points_of(column).x)[1], sinks, 0.05 * sinks,
                  derived("rho g H^2/(3 M), within 5 %")),
           within("steps a frame [-]", double(column.progress().step) / 24, 1, 0, ours("none is shortened")),
           at_most("speed left [m/s]", std::sqrt(2 * sums_of(column).kinetic / sums_of(column).mass), 1e-6,
                   ours("it has come to rest"))}};
}

}  // namespace

std::vector<Case> implicit_cases() {
  return {
      {"implicit", "vibrating_bar", "a bar vibrates with backward Euler, three lengths of step", true,
       vibrating_bar},
      {"implicit", "implicit_order", "a block of rubber by both solvers, four lengths of step", true,
       implicit_order},
      {"implicit", "hanging_strip", "a clamped strip hangs under its own weight, five steps to statics",
       false, hanging_strip},
      {"implicit", "stiff_column", "a column of 1e8 Pa settles with one step a frame", true, stiff_column}};
}

}  // namespace froth::verify
