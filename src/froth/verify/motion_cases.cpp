// SPDX-License-Identifier: Apache-2.0
// Motion without contact: falling, spinning, creeping. What the transfers must not spoil.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/verify/cases.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

const char* const kFallingBlock = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [0, -9.81]
end_time = 1
frame_rate = 20
[solver]
cell_size = 0.1
dt = 1e-3
[materials.block]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e4
[[bodies]]
material = "block"
shape = { box = { min = [0, 0], max = [0.5, 0.5] } }
)toml";

// Free fall from rest, 1000 steps of 1 ms, under every transfer scheme: all particles move alike, so no
// stress arises. Semi-implicit Euler adds g dt to v and then v dt to y: after n steps y = g dt^2 n (n + 1) /
// 2, which is -4.909905 m; the continuum has g t^2 / 2 = -4.905 m, and the scheme is off by g dt t / 2, 0.1
// %.
Findings free_fall(const Watch& watch) {
  const double dt = 1e-3, n = 1000, g = -9.81;
  const double discrete = g * dt * dt * n * (n + 1) / 2;
  double worst = discrete;
  Curve measured{"APIC", {}, {}, CurveKind::Points}, exact{"g t^2 / 2", {}, {}, CurveKind::Expected};
  for (const std::string& scheme : transfer_scheme_names()) {
    Simulation block = start("free_fall_" + scheme, kFallingBlock, {"solver.transfer=" + scheme});
    const std::vector<Vec3<double>> x0 = points_of(block).x;
    const double y0 = mean(x0)[1];
    run_to_end(block, watch, [&] {
      if (scheme != "apic") return;
      const double t = block.progress().time;
      measured.add(t, mean(points_of(block).x)[1] - y0), exact.add(t, g * t * t / 2);
    });
    const std::vector<Vec3<double>> x1 = points_of(block).x;
    for (std::size_t k = 0; k < x0.size(); ++k)
      if (const double fall = x1[k][1] - x0[k][1]; !(std::abs(fall - discrete) <= std::abs(worst - discrete)))
        worst = fall;
  }
  return {{within("fall after 1 s, worst particle of all schemes [m]", worst, discrete, 1e-10,
                  derived("semi-implicit Euler: g dt^2 n (n + 1) / 2; the continuum has 0.1 % less"))},
          {{"fall", "A falling block", "time [s]", "mean displacement [m]", {measured, exact}}}};
}

const char* const kSpinningDisc = R"toml(
[scene]
dimension = 2
precision = "double"
gravity = [0, 0]
end_time = 0.1
frame_rate = 100
[solver]
cell_size = 0.1
dt = 1e-3
jitter = 0
particles_per_cell = 9
[materials.disc]
model = "fixed_corotated"
density = 1000
youngs_modulus = 2e6
[[bodies]]
material = "disc"
shape = { sphere = { center = [0, 0], radius = 1 } }
velocity = { rotating = { center = [0, 0], rate = 1 } }
)toml";

/// Angular momentum over time, as a share of what it was.
Curve spin_down(const std::string& scheme, const std::vector<std::string>& overrides, const Watch& watch) {
  std::vector<std::string> all = {"solver.transfer=" + scheme};
  all.insert(all.end(), overrides.begin(), overrides.end());
  Simulation disc = start("spin_" + scheme, kSpinningDisc, all);
  const double before = sums_of(disc).angular[2];
  Curve curve{scheme, {}, {}};
  run_to_end(disc, watch, [&] {
    curve.x.push_back(double(disc.progress().step));
    curve.y.push_back(sums_of(disc).angular[2] / before);
  });
  return curve;
}

// A stiff disc of ten cells radius spins freely: 1000 steps of APIC, 100 of PIC.
// APIC: [Jiang2015] proves that the transfers keep angular momentum, the spin of C counted; internal forces
// are central in the MLS form, so only rounding is left: 1e-16 a step, added up over 1000 steps less than
// 1e-11. PIC: the particles get x_p cross sum w v_i where the nodes had sum w x_i cross v_i. In a rigid
// rotation the difference is m D 2 omega per particle, D = dx^2 / 4 (quadratic kernel); a disc has m R^2 / 2
// omega. It loses a share dx^2 / R^2 of its spin every step, as long as stiffness keeps it rigid: exp(-n dx^2
// / R^2) = exp(-1).
Findings spin(const Watch& watch) {
  const Curve apic = spin_down("apic", {"scene.end_time=1"}, watch), pic = spin_down("pic", {}, watch);
  double drift = 0;
  for (const double share : apic.y) drift = std::max(drift, std::abs(share - 1));
  Curve kept{"APIC", {}, {}, CurveKind::Points}, lost{"PIC", pic.x, pic.y, CurveKind::Points};
  Curve constant{"conserved", {0, 100}, {1, 1}, CurveKind::Expected, 0};
  Curve decay{"exp(-n dx^2 / R^2)", {}, {}, CurveKind::Expected, 1};
  for (std::size_t k = 0; k < apic.x.size() && apic.x[k] <= 100; ++k) kept.add(apic.x[k], apic.y[k]);
  for (int n = 0; n <= 100; ++n) decay.add(n, std::exp(-0.01 * n));
  return {{within("angular momentum, largest drift in 1000 steps of APIC [-]", drift, 0, 1e-11,
                  derived("conserved by APIC [Jiang2015]; rounding")),
           within("angular momentum left after 100 steps of PIC [-]", pic.y.back(), std::exp(-1.0),
                  0.05 * std::exp(-1.0), derived("loss of dx^2 / R^2 a step, R = 10 dx; within 5 %"))},
          {{"spin",
            "A disc that spins freely",
            "step",
            "angular momentum / initial [-]",
            {kept, lost, constant, decay}}}};
}

const char* const kCreepingBlock = R"toml(
[scene]
dimension = 2
precision = "float"
gravity = [0, 0]
end_time = 0.1
frame_rate = 100
[solver]
cell_size = 0.01
dt = 1e-5
[materials.block]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e4
[[bodies]]
material = "block"
shape = { box = { min = [100, 50], max = [100.05, 50.05] } }
velocity = { constant = [1e-3, -1e-3] }
)toml";

// A block 100 m from the origin creeps at 1 mm/s in single precision, 10,000 steps of 1e-8 m. The spacing of
// floats at 100 m is 7.6e-6 m: a position kept as one float would not move at all. Newton: x = v t.
Findings creep(const Watch& watch) {
  Simulation block = start("creep", kCreepingBlock);
  const Vec3<double> before = mean(points_of(block).x);
  Curve measured{"single precision", {}, {}, CurveKind::Points}, exact{"v t", {}, {}, CurveKind::Expected};
  run_to_end(block, watch, [&] {
    const double t = block.progress().time;
    measured.add(t, mean(points_of(block).x)[0] - before[0]), exact.add(t, 1e-3 * t);
  });
  const Vec3<double> moved = mean(points_of(block).x) - before;
  return {{within("way in 0.1 s along x [m]", moved[0], 1e-4, 1e-6, derived("v t, within 1 %")),
           within("way in 0.1 s along y [m]", moved[1], -1e-4, 1e-6, derived("v t, within 1 %"))},
          {{"creep", "A block that creeps", "time [s]", "way along x [m]", {measured, exact}}}};
}

}  // namespace

std::vector<Case> motion_cases() {
  return {
      {"motion", "free_fall", "a block falls from rest for a second, under every scheme", true, free_fall},
      {"motion", "spin", "a stiff disc spins freely, under APIC and PIC", true, spin},
      {"motion", "creep", "a block creeps at 1 mm/s in single precision, 100 m from the origin", true,
       creep}};
}

}  // namespace froth::verify
