// SPDX-License-Identifier: Apache-2.0
// Whole-simulation rheometry: a film of Herschel-Bulkley material on a plane, plug included.
// Source: the closed form of steady flow under a stress that grows linearly from the surface; constants of a
// rheometer from those of [Yue2015] by sigma_Y = sqrt 3 tau_y, eta = 2^((1+h)/2) K.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include <froth/verify/cases.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

constexpr double kDepth = 0.1, kForce = 1000, kYield = 50;  ///< H [m], G [N/m^3], tau_y [Pa]
constexpr double kPlug = 0.02;                              ///< velocity of the plug [m/s]

/// u(y) of a film, y from the wall: the plug is where the stress G (H - y) is below the yield stress.
double profile(double h, double y) {
  const double plug = kYield / kForce, power = 1 + 1 / h;
  const double depth = std::max(kDepth - y - plug, 0.0), whole = kDepth - plug;
  return kPlug * (1 - std::pow(depth / whole, power));
}
/// The consistency that gives the plug its velocity: u = h/(h+1) (G/K)^(1/h) (H - y0)^(1+1/h).
double consistency(double h) {
  const double whole = kDepth - kYield / kForce;
  return kForce / std::pow(kPlug * (h + 1) / h / std::pow(whole, 1 + 1 / h), h);
}

std::string film_scene(double h, int cells) {
  const double dx = kDepth / cells;
  return fmt::format(R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [1.0, -9.76]
end_time = 1.5
frame_rate = 10
[solver]
cell_size = {0}
jitter = 0
[domain]
min = [0, 0]
max = [{1}, 0.2]
periodic = ["x"]
contact = {{ kind = "sticky" }}
[materials.paste]
model = "herschel_bulkley"
density = 1000
bulk_modulus = 1e5
shear_modulus = 1e4
yield_stress = {2}
consistency = {3}
flow_index = {4}
[[bodies]]
material = "paste"
shape = {{ box = {{ min = [0, 0], max = [{1}, {5}] }} }}
)toml",
                     dx, 4 * dx, kYield * std::sqrt(3.0), consistency(h) * std::pow(2.0, (1 + h) / 2), h,
                     kDepth);
}

struct Film {
  double error = 0;  ///< root mean square over the depth, as a share of the plug's velocity [-]
  Curve measured, exact;
};

/// Layers a cell thick; velocities are averaged over the last third of the run.
Film film_of(double h, int cells, const Watch& watch) {
  Simulation paste = start("film", film_scene(h, cells));
  const double dx = kDepth / cells;
  std::map<int, Vec3<double>> layers;
  run_to_end(paste, watch, [&] {
    if (paste.progress().time < 1.0) return;
    const Points points = points_of(paste);
    for (std::size_t k = 0; k < points.x.size(); ++k)
      layers[static_cast<int>(points.x[k][1] / dx)] += Vec3<double>{points.x[k][1], points.v[k][0], 1};
  });
  Film film{0, {fmt::format("h = {}", h), {}, {}, CurveKind::Points}, {"", {}, {}, CurveKind::Expected}};
  double square = 0, count = 0;
  for (const auto& [cell, total] : layers) {
    if (total[2] < 8) continue;
    const double y = total[0] / total[2], u = total[1] / total[2], expected = profile(h, y);
    film.measured.x.push_back(y), film.measured.y.push_back(u);
    film.exact.x.push_back(y), film.exact.y.push_back(expected);
    square += (u - expected) * (u - expected), count += 1;
  }
  film.error = std::sqrt(square / count) / kPlug;
  return film;
}

// A film of depth H = 0.1 m on a plane that it sticks to, driven along it by G = 1000 N/m^3, yield stress
// half of the wall's 100 Pa, shear modulus a hundred times that, so that elastic strain is at most 1 %. The
// consistency is such that the plug moves at 0.02 m/s whatever the power: slow enough for the viscosity of
// the material to dwarf that of the transfer, which damps what is not affine in every step (at 0.2 m/s the
// film of h = 0.5 is 18 % slow with 16 cells, 7 % with 32). From rest it takes about 0.1 s.
Findings foam_film(const Watch& watch) {
  Findings found;
  Plot plot{"foam_film",
            "Herschel-Bulkley films, 32 cells (closed forms dashed)",
            "height [m]",
            "velocity [m/s]",
            {}};
  for (const double h : {0.5, 1.0, 1.5}) {
    const Film coarse = film_of(h, 16, watch), fine = film_of(h, 32, watch);
    found.rows.push_back(within(
        fmt::format("error of the profile over the plug's velocity, h = {} [-]", h), fine.error, 0, 0.03,
        derived("closed form of a film with a plug; root mean square over 32 cells, within 3 %")));
    found.rows.push_back(at_least(fmt::format("the same with cells twice as wide, h = {} [-]", h),
                                  coarse.error, fine.error, derived("the error falls with the cell size")));
    plot.curves.push_back(fine.measured);
    plot.curves.push_back(fine.exact);
    plot.curves.back().like = static_cast<int>(plot.curves.size()) - 2;
  }
  found.plots.push_back(std::move(plot));
  return found;
}

}  // namespace

std::vector<Case> rheology_cases() {
  return {{"foam", "paste_film", "films of thinning, Bingham and thickening paste run down a plane", true,
           foam_film}};
}

}  // namespace froth::verify
