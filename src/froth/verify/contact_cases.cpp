// SPDX-License-Identifier: Apache-2.0
// Friction: a block on an incline that slides, and one that does not.
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include <froth/verify/cases.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

const char* const kBlock = R"toml(
[scene]
dimension = 2
precision = "double"
end_time = 0.3
frame_rate = 200
[solver]
cell_size = 0.02
jitter = 0
[materials.block]
model = "fixed_corotated"
density = 1000
youngs_modulus = 5e6
[[bodies]]
material = "block"
shape = { box = { min = [0, 0], max = [0.4, 0.2] } }
[[colliders]]
shape = { half_space = { point = [0, 0], normal = [0, 1] } }
)toml";

/// Velocity of the block's centre along the slope over time; gravity is tilted instead of the floor.
Curve slide(double degrees, double friction, const Watch& watch, const std::string& name) {
  const double angle = degrees * std::numbers::pi / 180;
  Simulation block =
      start(name, kBlock,
            {fmt::format("scene.gravity=[{},{}]", 9.81 * std::sin(angle), -9.81 * std::cos(angle)),
             fmt::format("colliders.0.contact={{kind=\"separating\",friction={}}}", friction)});
  Curve speed{name, {}, {}};
  run_to_end(block, watch, [&] {
    const Sums now = sums_of(block);
    speed.add(block.progress().time, now.momentum[0] / now.mass);
  });
  return speed;
}

// Coulomb: on a slope of angle th a block slides at a = g (sin th - mu cos th) where tan th > mu, and rests
// where it is less. th = 24 degrees and mu = tan 15 degrees give 1.589 m/s^2, fitted to its speed over 0.3 s.
// At 10 degrees it rests; what is left of its speed is measured against the 0.51 m/s it would have without
// friction.
Findings incline(const Watch& watch) {
  const double mu = std::tan(std::numbers::pi / 12), angle = 24 * std::numbers::pi / 180;
  const Curve slides = slide(24, mu, watch, "24 degrees"), rests = slide(10, mu, watch, "10 degrees");
  const double expected = 9.81 * (std::sin(angle) - mu * std::cos(angle));
  const double free = 9.81 * std::sin(10 * std::numbers::pi / 180) * rests.x.back();
  return {{within("acceleration on 24 degrees, mu = tan 15 degrees [m/s^2]", slope(slides.x, slides.y),
                  expected, 0.02 * expected, derived("Coulomb: g (sin th - mu cos th), within 2 %")),
           within("speed on 10 degrees over that without friction [-]", std::abs(rests.y.back()) / free, 0,
                  0.01, derived("Coulomb: it rests; within 1 %"))},
          {{"incline",
            "A block on an incline",
            "time [s]",
            "speed [m/s]",
            {slides,
             rests,
             {"Coulomb", {0, 0.3}, {0, 0.3 * expected}, CurveKind::Expected, 0},
             {"", {0, 0.3}, {0, 0}, CurveKind::Expected, 1}}}}};
}

}  // namespace

std::vector<Case> contact_cases() {
  return {{"contact", "incline", "a stiff block on an incline with Coulomb friction", true, incline}};
}

}  // namespace froth::verify
