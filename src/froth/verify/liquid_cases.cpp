// SPDX-License-Identifier: Apache-2.0
// Liquids: the pressure of a column at rest, and a film that runs down a plane.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include <froth/verify/cases.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

const char* const kColumn = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [0, -9.81]
end_time = 0.4
frame_rate = 2000
[solver]
cell_size = 0.02
jitter = 0
[domain]
min = [0, 0]
max = [0.08, 2]
periodic = ["x"]
contact = { kind = "slip" }
[materials.water]
model = "liquid"
density = 1000
bulk_modulus = 1e7
tension = true
[[bodies]]
material = "water"
shape = { box = { min = [0, 0], max = [0.08, 1] } }
)toml";

// A column of liquid, 1 m high, is let go without pressure and swings about rest with the period 4 H / c =
// 0.04 s of a column closed at one end, c = sqrt(kappa/rho) = 100 m/s; every mode has a whole number of
// swings in it. Averaged over ten such periods the pressure is that of rest, rho g (H - y), compressed by
// 1e-3 at most. Pressure is averaged over cells. A cell at each end and its neighbour are left out: there the
// kernel reaches beyond the liquid.
Findings hydrostatic(const Watch& watch) {
  Simulation water = start("hydrostatic", kColumn);
  const double H = 1, dx = 0.02, weight = 1000 * 9.81;
  std::vector<double> sum(50, 0.0), count(50, 0.0);
  const std::vector<Vec3<double>> x0 = points_of(water).x;
  run_to_end(water, watch, [&] {
    if (water.progress().frame == 0) return;
    const std::vector<double> p = attribute_of(water, "pressure");
    for (std::size_t k = 0; k < p.size(); ++k) {
      const auto cell = static_cast<std::size_t>(x0[k][1] / dx);
      sum[cell] += p[k], count[cell] += 1;
    }
  });
  Curve measured{"mean of ten periods", {}, {}, CurveKind::Points};
  const Curve exact{"rho g (H - y)", {0, H}, {weight * H, 0}, CurveKind::Expected};
  double worst = 0;
  for (std::size_t cell = 2; cell + 2 < sum.size(); ++cell) {
    const double y = (double(cell) + 0.5) * dx, p = sum[cell] / count[cell];
    measured.add(y, p);
    worst = std::max(worst, std::abs(p - weight * (H - y)) / (weight * H));
  }
  const std::string rest = "pressure at rest, rho g (H - y)";
  return {
      {within("largest error of pressure over rho g H [-]", worst, 0, 0.02, derived(rest + "; within 2 %")),
       within("pressure gradient [Pa/m]", slope(measured.x, measured.y), -weight, 0.02 * weight,
              derived(rest + "; within 2 %"))},
      {{"hydrostatic", "A column of liquid", "height [m]", "pressure [Pa]", {measured, exact}}}};
}

const char* const kFilm = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [1.0, -9.76]
end_time = 2.5
frame_rate = 20
[solver]
cell_size = 0.003125
jitter = 0
[domain]
min = [0, 0]
max = [0.0125, 0.2]
periodic = ["x"]
contact = { kind = "sticky" }
[materials.syrup]
model = "liquid"
density = 1000
bulk_modulus = 1e5
viscosity = 10
[[bodies]]
material = "syrup"
shape = { box = { min = [0, 0], max = [0.0125, 0.1] } }
)toml";

// A film of depth H = 0.1 m on a plane that it sticks to, driven along it by G = rho g_x = 1000 N/m^3,
// viscosity eta = 10 Pa s. Steady flow between a wall without slip and a surface without traction is
// Nusselt's parabola u(y) = G/(2 eta) (H^2 - (H - y)^2): 0.5 m/s at the surface, a flux of G H^3/(3 eta) =
// 1/30 m^2/s. From rest the slowest part of the start dies out as exp(-t/0.405 s), pi^2 eta/(4 rho H^2); 0.2
// % of it is left after 2.5 s.
Findings film(const Watch& watch) {
  Simulation syrup = start("film", kFilm);
  run_to_end(syrup, watch);
  const double H = 0.1, G = 1000, eta = 10, dx = 0.003125;
  const Points points = points_of(syrup);
  const double share = H / double(points.x.size());  // of the depth, per particle
  double flux = 0, top = 0, top_count = 0;
  std::map<int, Vec3<double>> layers;
  for (std::size_t k = 0; k < points.x.size(); ++k) {
    flux += points.v[k][0] * share;
    layers[static_cast<int>(points.x[k][1] / dx)] += Vec3<double>{points.x[k][1], points.v[k][0], 1};
    if (points.x[k][1] > H - 2 * dx) top += points.v[k][0], top_count += 1;
  }
  Curve measured{"mean of each cell", {}, {}, CurveKind::Points};
  Curve exact{"Nusselt's parabola", {}, {}, CurveKind::Expected};
  for (const auto& [cell, total] : layers) {
    const double y = total[0] / total[2];
    measured.add(y, total[1] / total[2]);
  }
  for (int k = 0; k <= 50; ++k) {
    const double y = H * k / 50;
    exact.add(y, G / (2 * eta) * (H * H - (H - y) * (H - y)));
  }
  const double surface = G * H * H / (2 * eta), whole = G * H * H * H / (3 * eta);
  return {{within("velocity of the two upper cells [m/s]", top / top_count, surface, 0.02 * surface,
                  derived("Nusselt's film, G H^2 / (2 eta); within 2 %")),
           within("flux [m^2/s]", flux, whole, 0.02 * whole,
                  derived("Nusselt's film, G H^3 / (3 eta); within 2 %"))},
          {{"film", "A viscous film on a plane", "height [m]", "velocity [m/s]", {measured, exact}}}};
}

}  // namespace

std::vector<Case> liquid_cases() {
  return {
      {"liquid", "hydrostatic", "a column of liquid swings about rest; its mean pressure", true, hydrostatic},
      {"liquid", "film", "a viscous film runs down a plane", true, film}};
}

}  // namespace froth::verify
