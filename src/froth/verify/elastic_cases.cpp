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
cell_size = 0.125
jitter = 0
[domain]
min = [0, 0]
max = [40, 0.5]
periodic = ["y"]
walls = []
[materials.bar]
model = "neo_hookean"
density = 1
youngs_modulus = 100
poisson_ratio = 0
[[bodies]]
material = "bar"
shape = { box = { min = [0, 0], max = [25, 0.5] } }
velocity = { expression = ["0.1 * sin(pi * x / 50)", 0] }
[[colliders]]
shape = { half_space = { point = [0, 0], normal = [1, 0] } }
contact = { kind = "sticky" }
)toml";

// A bar fixed at one end swings along its axis in its first mode: E = 100 Pa, rho = 1, L = 25 m, nu = 0, so that
// nothing moves sideways. The wave equation gives omega = pi/(2 L) sqrt(E/rho) = 0.62832/s, a period of 10 s,
// and for v(x, 0) = 0.1 sin(pi x/(2 L)) a centre of mass that starts at 0.2/pi m/s. Two periods are timed by
// zeros of its velocity. Strains reach 1 %, so that nonlinearity is 1e-4 of the period.
Findings bar(const Watch& watch) {
  Simulation bar = start("bar", kBar);
  Curve speed{"measured", {}, {}}, exact{"wave equation", {}, {}};
  run_to_end(bar, watch, [&] {
    const Totals now = bar.solver().totals(0);
    const double t = bar.progress().time;
    speed.x.push_back(t), speed.y.push_back(now.momentum[0] / now.mass);
    exact.x.push_back(t), exact.y.push_back(0.2 / std::numbers::pi * std::cos(0.2 * std::numbers::pi * t));
  });
  const std::vector<double> zeros = zero_crossings(speed.x, speed.y);
  const double period = zeros.size() > 4 ? (zeros[4] - zeros[0]) / 2 : NAN;
  return {{{"period of the first mode [s]", period, 10, 0.1, Relation::Within, "4 L / sqrt(E/rho), within 1 %"}},
          {{"bar", "A bar fixed at one end", "time [s]", "velocity of the centre [m/s]", {speed, exact}}}};
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
  const Totals before = discs.solver().totals(0);
  Meeting result{{name, {}, {}}, {name, {}, {}}};
  run_to_end(discs, watch, [&] {
    const Totals now = discs.solver().totals(0);
    const double t = discs.progress().time, share = (now.kinetic + now.elastic) / before.kinetic;
    const Vec3<double> v = mean(points_of(discs, 0).v) - mean(points_of(discs, 1).v);
    const double speed = (v[0] + v[1]) / std::numbers::sqrt2;
    result.closing.x.push_back(t), result.closing.y.push_back(speed);
    result.energy.x.push_back(t), result.energy.y.push_back(share);
    result.most_energy = std::max(result.most_energy, share);
    result.momentum = std::max(result.momentum, norm(now.momentum) / before.absolute_momentum);
    if (std::isnan(result.contact_time) && speed < 0.9 * result.closing.y[0]) result.contact_time = t;
  });
  return result;
}

// Two elastic discs meet head-on [Sulsky1994]. Their rims touch when the centres, 0.6 sqrt(2) m apart at the
// start, have come within 0.4 m at 0.2 sqrt(2) m/s: t = 1.585786 s. The grid lets them feel each other up to two
// cells early, 0.1 m or 0.354 s. Contact is when the closing speed has dropped by a tenth. Energy: nothing may be
// gained beyond the error of the time integration, 0.2 % for APIC and 5 % for full FLIP at cfl 0.2.
// Rebound: free bodies with no dissipation part at no more than they met, and by symmetry with momentum zero.
Findings discs(const Watch& watch) {
  const Meeting apic = meet({}, watch, "APIC");
  const Meeting flip = meet({"solver.transfer=flip", "solver.flip_ratio=1.0"}, watch, "FLIP");
  const double met = 0.2 * std::numbers::sqrt2, contact = (0.6 * std::numbers::sqrt2 - 0.4) / met;
  const std::string geometry = "when the rims touch; the grid feels two cells ahead";
  return {
      {{"time of contact, APIC [s]", apic.contact_time, contact, 0.1 / met, Relation::Within, geometry},
       {"time of contact, FLIP [s]", flip.contact_time, contact, 0.1 / met, Relation::Within, geometry},
       {"largest total energy over the initial, APIC [-]", apic.most_energy, 1, 0.002, Relation::AtMost,
        "conservation of energy"},
       {"largest total energy over the initial, FLIP [-]", flip.most_energy, 1, 0.05, Relation::AtMost,
        "conservation of energy"},
       {"momentum over sum m |v|, largest [-]", std::max(apic.momentum, flip.momentum), 0, 1e-12,
        Relation::Within, "conservation of momentum; rounding"},
       {"rebound over closing speed, APIC [-]", -apic.closing.y.back() / met, 1, 0, Relation::AtMost,
        "conservation of energy"},
       {"rebound over closing speed, FLIP [-]", -flip.closing.y.back() / met, 1, 0, Relation::AtMost,
        "conservation of energy"}},
      {{"discs_speed", "Two elastic discs", "time [s]", "closing speed [m/s]", {apic.closing, flip.closing}},
       {"discs_energy", "Two elastic discs", "time [s]", "total energy / initial", {apic.energy, flip.energy}}}};
}

}  // namespace

std::vector<Case> elastic_cases() {
  return {{"elastic", "bar", "a bar fixed at one end swings along its axis", false, bar},
          {"elastic", "discs", "two elastic discs meet and part", false, discs}};
}

}  // namespace froth::verify
