// SPDX-License-Identifier: Apache-2.0
// What the schemes do to a wave: order of convergence, and energy that they lose.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include <froth/verify/cases.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

const char* const kWave = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [0, 0]
end_time = 0.1
frame_rate = 10
[solver]
cell_size = 0.125
dt = 1e-3
jitter = 0
[domain]
min = [0, 0]
max = [1, 1]
periodic = ["x", "y"]
[materials.rubber]
model = "neo_hookean"
density = 1
youngs_modulus = 1
poisson_ratio = 0.3
[[bodies]]
material = "rubber"
shape = { box = { min = [0, 0], max = [1, 1] } }
velocity = { expression = ["1e-6 * sin(2*pi*(x + y))", "1e-6 * sin(2*pi*(x + y))"] }
)toml";

constexpr double kWaveTime = 0.1;

/// Largest error of displacement, over the largest displacement, on cells of 1/cells.
double wave_error(int cells, const std::string& scheme, const std::string& kernel, const Watch& watch) {
  std::vector<std::string> overrides = {fmt::format("solver.cell_size={}", 1.0 / cells),
                                        "solver.transfer=" + scheme, "solver.kernel=" + kernel};
  if (scheme == "flip") overrides.push_back("solver.flip_ratio=1.0");
  Simulation wave = start(fmt::format("{} {} {}", scheme, kernel, cells), kWave, overrides);
  const std::vector<Vec3<double>> x0 = points_of(wave).x;
  run_to_end(wave, watch);
  const std::vector<Vec3<double>> x1 = points_of(wave).x;
  const double M = 0.7 / (1.3 * 0.4), omega = 2 * std::numbers::pi * std::sqrt(2 * M);
  const double dt = 1e-3, theta = 2 * std::asin(omega * dt / 2), n = std::round(kWaveTime / dt);
  const double most = 1e-6 * dt * std::sin(n * theta) / std::sin(theta);
  double worst = 0;
  for (std::size_t k = 0; k < x0.size(); ++k) {
    const double exact = most * std::sin(2 * std::numbers::pi * (x0[k][0] + x0[k][1]));
    for (int d = 0; d < 2; ++d) {
      double u = x1[k][d] - x0[k][d];
      u -= std::round(u);  // across the seam
      worst = std::max(worst, std::abs(u - exact));
    }
  }
  return worst / most;
}

// A standing pressure wave along the diagonal of a periodic elastic body, v = V d sin(2 pi (x + y)), d = (1,
// 1), so small (strain 1e-6) that the law is linear: u = V d sin(2 pi (x + y)) sin(omega t)/omega with omega
// = 2 pi sqrt(2) sqrt(M/rho), M = E (1 - nu)/((1 + nu)(1 - 2 nu)). Semi-implicit Euler turns sin(omega
// t)/omega into dt sin(n theta)/sin(theta), sin(theta/2) = omega dt/2, the exact solution of its recurrence
// from u = 0; against this the error is that of space alone. Splines that carry linear fields exactly give
// second order; the rows ask for 1.8, from the two finest grids.
Findings convergence(const Watch& watch) {
  Findings findings;
  Plot plot{"convergence",
            "A standing wave on finer grids",
            "cell size [m]",
            "error / largest displacement [-]",
            {},
            true};
  for (const char* scheme : {"flip", "apic"})
    for (const char* kernel : {"quadratic", "cubic"}) {
      Curve curve{fmt::format("{} {}", scheme, kernel), {}, {}};
      for (const int cells : {8, 16, 32, 64}) {
        curve.add(1.0 / cells, wave_error(cells, scheme, kernel, watch));
      }
      const double order = std::log2(curve.y[2] / curve.y[3]);
      findings.rows.push_back(at_least(fmt::format("order of convergence, {} [-]", curve.name), order, 1.8,
                                       derived("linear elasticity, closed form; second order but for 0.2")));
      plot.curves.push_back(std::move(curve));
    }
  const double coarse = 1.0 / 8, fine = 1.0 / 64, from = 1.5 * plot.curves[0].y[0];
  plot.curves.push_back(
      {"second order", {coarse, fine}, {from, from * fine * fine / (coarse * coarse)}, CurveKind::Expected});
  findings.plots.push_back(std::move(plot));
  return findings;
}

const char* const kRingingBlock = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [0, 0]
end_time = 1
frame_rate = 100
[solver]
cell_size = 0.05
cfl = 0.1
jitter = 0
[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e4
poisson_ratio = 0.3
[[bodies]]
material = "jelly"
shape = { box = { min = [-0.5, -0.5], max = [0.5, 0.5] } }
velocity = { affine = { center = [0, 0], gradient = [[0.3, 0], [0, -0.3]] } }
)toml";

// A free square of jelly is set ringing. Nothing acts on it from outside: kinetic plus elastic energy cannot
// grow, and what it loses is the scheme's own. PIC smooths velocity at every step and keeps least; APIC
// smooths only what is not linear over a kernel; full FLIP smooths nothing. Semi-implicit Euler knows v half
// a step earlier than x, so that kinetic plus elastic energy swings by about omega dt/2, 0.6 % for the first
// mode.
Findings energy_drift(const Watch& watch) {
  Findings findings;
  Plot plot{
      "energy_drift", "A free block that rings", "time [s]", "kinetic and elastic energy / initial [-]", {}};
  std::vector<double> left;
  for (const char* scheme : {"pic", "apic", "flip"}) {
    std::vector<std::string> overrides = {fmt::format("solver.transfer={}", scheme)};
    if (std::string(scheme) == "flip") overrides.push_back("solver.flip_ratio=1.0");
    Simulation block = start(scheme, kRingingBlock, overrides);
    const double before = sums_of(block).kinetic;
    Curve curve{scheme, {}, {}};
    run_to_end(block, watch, [&] { curve.add(block.progress().time, sums_of(block).energy() / before); });
    findings.rows.push_back(at_most(fmt::format("largest energy over the initial, {} [-]", scheme),
                                    *std::max_element(curve.y.begin(), curve.y.end()), 1.01,
                                    derived("conservation of energy")));
    left.push_back(curve.y.back());
    plot.curves.push_back(std::move(curve));
  }
  plot.curves.push_back({"conserved", {0, 1}, {1, 1}, CurveKind::Expected});
  Plot close = plot;
  close.title += ", without PIC";
  close.curves[0].x.clear();
  findings.rows.push_back(
      at_least("energy left after 1 s, APIC less PIC [-]", left[1] - left[0], 0,
               derived(fmt::format("APIC smooths less in every step; PIC keeps {:.4f}", left[0]))));
  findings.rows.push_back(
      at_least("energy left after 1 s, FLIP less APIC [-]", left[2] - left[1], 0,
               derived(fmt::format("FLIP of ratio one smooths nothing; APIC keeps {:.4f}", left[1]))));
  findings.plots.push_back(std::move(plot));
  findings.plots.push_back(std::move(close));
  return findings;
}

}  // namespace

std::vector<Case> scheme_cases() {
  return {
      {"scheme", "convergence", "a standing wave in an elastic body, on finer and finer grids", true,
       convergence},
      {"scheme", "energy_drift", "a free block of jelly rings under PIC, APIC and FLIP", true, energy_drift}};
}

}  // namespace froth::verify
