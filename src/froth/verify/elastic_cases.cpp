// SPDX-License-Identifier: Apache-2.0
// Elastic bodies: a vibrating bar, a column under its own weight, two discs that meet.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include <froth/verify/cases.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

const char* const kBar = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [0, 0]
end_time = 25
frame_rate = 20
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
velocity = { expression = ["0.1 * sin(pi * x / 50)", 0] }
[[colliders]]
shape = { half_space = { point = [0, 0], normal = [1, 0] } }
contact = { kind = "sticky" }
)toml";

// A bar fixed at one end swings along its axis in its first mode: E = 100 Pa, rho = 1, L = 25 m, nu = 0, so
// that nothing moves sideways. The wave equation gives omega = pi/(2 L) sqrt(E/rho) = 0.62832/s, a period of
// 10 s, and for v(x, 0) = 0.1 sin(pi x/(2 L)) a centre of mass that starts at 0.2/pi m/s. Two periods are
// timed by zeros of its velocity. Strains reach 1 %, so that nonlinearity is 1e-4 of the period.
Findings bar(const Watch& watch) {
  Simulation bar = start("bar", kBar);
  Curve speed{"APIC", {}, {}}, exact{"wave equation", {}, {}, CurveKind::Expected};
  run_to_end(bar, watch, [&] {
    const Sums now = sums_of(bar);
    const double t = bar.progress().time;
    speed.add(t, now.momentum[0] / now.mass);
    exact.add(t, 0.2 / std::numbers::pi * std::cos(0.2 * std::numbers::pi * t));
  });
  const std::vector<double> zeros = zero_crossings(speed.x, speed.y);
  const double period = zeros.size() > 4 ? (zeros[4] - zeros[0]) / 2 : NAN;
  return {{within("period of the first mode [s]", period, 10, 0.1, derived("4 L / sqrt(E/rho), within 1 %"))},
          {{"bar", "A bar fixed at one end", "time [s]", "velocity of the centre [m/s]", {speed, exact}}}};
}

/// A column and its weight per volume.
struct Weighted {
  double height, weight;  ///< [m], [N/m^3]
};

/// Straight lines through the mean stress and J over height give their values at the foot; the two cells at
/// each end, where the kernel reaches beyond the column, are left out. The settlement is that of the top row.
Findings confined_rows(const std::vector<Vec3<double>>& x0, const std::vector<double>& stress,
                       const std::vector<double>& J, const std::vector<double>& sunk,
                       const Weighted& column) {
  const double H = column.height, foot = column.weight * H, dx = 0.001;
  std::vector<double> y, s, j;
  Curve measured{"mean of ten periods", {}, {}, CurveKind::Points};
  const Curve exact{"-rho g (H - y)", {0, H}, {-foot, 0}, CurveKind::Expected};
  double y_top = 0, top = 0;
  for (std::size_t k = 0; k < x0.size(); ++k) {
    if (x0[k][1] > y_top) y_top = x0[k][1], top = sunk[k];
    if (x0[k][1] < 2 * dx || x0[k][1] > H - 2 * dx) continue;
    y.push_back(x0[k][1]), s.push_back(stress[k]), j.push_back(J[k]);
    const bool is_shown = x0[k][0] < dx / 2 && std::fmod(x0[k][1], 4 * dx) < dx / 2;  // 24 show them all
    if (is_shown) measured.add(x0[k][1], stress[k]);
  }
  const auto at_foot = [&](const std::vector<double>& of) {
    double mean_y = 0, mean_of = 0;
    for (std::size_t k = 0; k < y.size(); ++k)
      mean_y += y[k] / double(y.size()), mean_of += of[k] / double(y.size());
    return mean_of - slope(y, of) * mean_y;
  };
  const double strain = 1 - 0.9993034159, sinks = 3.483327e-5;
  return {
      {within("stress at the foot [Pa]", at_foot(s), -foot, 0.02 * foot, derived("-rho g H, within 2 %")),
       within("compression at the foot, 1 - J [-]", 1 - at_foot(j), strain, 0.02 * strain,
              derived("rho g H / M, nonlinear; within 2 %")),
       within("settlement of the top [m]", top, sinks, 0.02 * sinks,
              derived("rho g H^2 / (2 M), nonlinear; within 2 %"))},
      {{"confined_column", "A column that cannot widen", "height [m]", "stress [Pa]", {measured, exact}}}};
}

const char* const kColumn = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [0, -9.81]
frame_rate = 4000
end_time = 0.10661
[solver]
cell_size = 0.001
jitter = 0
[domain]
min = [0, 0]
max = [0.004, 0.2]
periodic = ["x"]
contact = { kind = "slip" }
[materials.cream]
model = "neo_hookean"
density = 77.7
youngs_modulus = 6391.583
poisson_ratio = 0.49
[[bodies]]
material = "cream"
shape = { box = { min = [0, 0], max = [0.004, 0.1] } }
)toml";

// A column of shaving cream, H = 0.1 m, that cannot widen, under its own weight: only the modulus of confined
// compression counts, M = kappa + 4/3 mu = 109386.7 Pa (kappa = 109000, mu = 290, rho = 77.7, [Yue2015]). The
// scene has the same M at a Poisson ratio of 0.49. At rest sigma(0) = -rho g H = -76.2237 Pa, J(0) = 1 - rho
// g H/M = 0.999303, and the top sinks by rho g H^2/(2 M) = 3.484e-5 m (3.483327e-5 with the nonlinear law).
// Let go unstressed, the column swings about that with the period 4 H/c = 0.010661 s; the mean over ten
// periods is that of rest.
Findings confined_column(const Watch& watch) {
  Simulation cream = start("confined_column", kColumn);
  const std::vector<Vec3<double>> x0 = points_of(cream).x;
  std::vector<double> stress(x0.size(), 0.0), J(x0.size(), 0.0), sunk(x0.size(), 0.0);
  run_to_end(cream, watch, [&] {
    if (cream.progress().frame == 0) return;
    const std::vector<double> tau = attribute_of(cream, "tau"), J_now = attribute_of(cream, "J");
    const std::vector<Vec3<double>> x = points_of(cream).x;
    const double share = 1.0 / cream.scene().frame_count();
    for (std::size_t k = 0; k < x.size(); ++k) {
      stress[k] += share * tau[6 * k + 1] / J_now[k];
      J[k] += share * J_now[k];
      sunk[k] += share * (x0[k][1] - x[k][1]);
    }
  });
  return confined_rows(x0, stress, J, sunk, {0.1, 77.7 * 9.81});
}

const char* const kDiscs = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [0, 0]
end_time = 3.6
frame_rate = 100
[solver]
cell_size = 0.05
cfl = 0.2
jitter = 0
[materials.elastic]
model = "neo_hookean"
density = 1000
youngs_modulus = 1000
poisson_ratio = 0.3
[[bodies]]
material = "elastic"
shape = { sphere = { center = [0.2, 0.2], radius = 0.2 } }
velocity = { constant = [0.1, 0.1] }
[[bodies]]
material = "elastic"
shape = { sphere = { center = [0.8, 0.8], radius = 0.2 } }
velocity = { constant = [-0.1, -0.1] }
)toml";

struct Meeting {
  Curve closing, energy;  ///< closing speed [m/s] and total energy as a share of the start's, over time
  double most_energy = 0, contact_time = NAN, momentum = 0;
};

Meeting meet(const std::vector<std::string>& overrides, const Watch& watch, const std::string& name) {
  Simulation discs = start(name, kDiscs, overrides);
  const Sums before = sums_of(discs);
  Meeting result{{name, {}, {}}, {name, {}, {}}};
  run_to_end(discs, watch, [&] {
    const Sums now = sums_of(discs);
    const double t = discs.progress().time, share = now.energy() / before.kinetic;
    const Vec3<double> v = mean(points_of(discs, 0).v) - mean(points_of(discs, 1).v);
    const double speed = (v[0] + v[1]) / std::numbers::sqrt2;
    result.closing.add(t, speed);
    result.energy.add(t, share);
    result.most_energy = std::max(result.most_energy, share);
    result.momentum = std::max(result.momentum, norm(now.momentum) / before.absolute_momentum);
    if (std::isnan(result.contact_time) && speed < 0.9 * result.closing.y[0]) result.contact_time = t;
  });
  return result;
}

// Two elastic discs meet head-on [Sulsky1994]. Their rims touch when the centres, 0.6 sqrt(2) m apart at the
// start, have come within 0.4 m at 0.2 sqrt(2) m/s: t = 1.585786 s. The grid lets them feel each other up to
// two cells early, 0.1 m or 0.354 s. Contact is when the closing speed has dropped by a tenth. Energy:
// nothing may be gained beyond the error of the time integration, 0.2 % for APIC and 5 % for full FLIP at cfl
// 0.2. Rebound: part of the energy stays in the discs as vibration, so that there is no closed form; full
// FLIP dissipates nothing, so that its rebound should hardly depend on the cells. Momentum is zero by
// symmetry.
Findings discs(const Watch& watch) {
  const Meeting apic = meet({}, watch, "APIC");
  const Meeting flip = meet({"solver.transfer=flip", "solver.flip_ratio=1.0"}, watch, "FLIP");
  const Meeting fine = meet({"solver.transfer=flip", "solver.flip_ratio=1.0", "solver.cell_size=0.0125"},
                            watch, "FLIP, quarter cells");
  const double met = 0.2 * std::numbers::sqrt2, contact = (0.6 * std::numbers::sqrt2 - 0.4) / met;
  const std::string geometry = "when the rims touch; the grid feels two cells ahead";
  return {{within("time of contact, APIC [s]", apic.contact_time, contact, 0.1 / met, derived(geometry)),
           within("time of contact, FLIP [s]", flip.contact_time, contact, 0.1 / met, derived(geometry)),
           at_most("largest total energy over the initial, APIC [-]", apic.most_energy, 1.002,
                   derived("conservation of energy")),
           at_most("largest total energy over the initial, FLIP [-]", flip.most_energy, 1.05,
                   derived("conservation of energy")),
           within("momentum over sum m |v|, largest [-]", std::max(apic.momentum, flip.momentum), 0, 1e-12,
                  derived("conservation of momentum; rounding")),
           within("rebound over closing speed, FLIP [-]", -flip.closing.y.back() / met,
                  -fine.closing.y.back() / met, -0.1 * fine.closing.y.back() / met,
                  ours("the same on cells a quarter as large, within 10 %"))},
          {{"speed",
            "Two elastic discs: speed",
            "time [s]",
            "closing speed [m/s]",
            {apic.closing,
             flip.closing,
             fine.closing,
             {"rims touch", {contact, contact}, {-met, met}, CurveKind::Expected}}},
           {"energy",
            "Two elastic discs: energy",
            "time [s]",
            "kinetic and elastic energy / initial [-]",
            {apic.energy,
             flip.energy,
             fine.energy,
             {"conserved", {0, apic.energy.x.back()}, {1, 1}, CurveKind::Expected}}}}};
}

}  // namespace

std::vector<Case> elastic_cases() {
  return {{"elastic", "bar", "a bar fixed at one end swings along its axis", true, bar},
          {"elastic", "confined_column", "a column that cannot widen carries its own weight", true,
           confined_column},
          {"elastic", "discs", "two elastic discs meet and part", false, discs}};
}

}  // namespace froth::verify
