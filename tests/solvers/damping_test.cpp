// SPDX-License-Identifier: Apache-2.0
// Damping of elastic bodies as scenes ask for it.
#include <doctest/doctest.h>

#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "support/solver_of.h"

using namespace froth;
using namespace froth::test;

namespace {

constexpr double kLength = 1.6, kYoung = 1e5, kPoisson = 0.3, kDensity = 1000;

/// A wave in an endless body: periodic along both axes, 32 cells to the wave.
std::string wave(const char* model, double damping_time, bool is_shear) {
  const std::string velocity = is_shear ? "[0, \"0.01*sin(2*pi*x/1.6)\"]" : "[\"0.01*sin(2*pi*x/1.6)\", 0]";
  return fmt::format(R"([scene]
dimension = 2
precision = "double"
gravity = [0, 0]
end_time = 1
frame_rate = 10
[solver]
cell_size = 0.05
jitter = 0
[domain]
min = [0, 0]
max = [1.6, 0.2]
periodic = ["x", "y"]
[materials.rubber]
model = "{}"
density = 1000
youngs_modulus = 1e5
poisson_ratio = 0.3
damping_time = {}
[[bodies]]
material = "rubber"
shape = {{ box = {{ min = [0, 0], max = [1.6, 0.2] }} }}
velocity = {{ expression = {} }}
)",
                     model, damping_time, velocity);
}

double energy_after(const std::string& text, double time) {
  const auto solver = solver_of(text);
  constexpr double dt = 2.5e-4;
  const int steps = int(std::lround(time / dt));
  advance(*solver, steps, dt);
  const Totals t = solver->totals(steps * dt);
  return t["kinetic_energy"] + t["elastic_energy"];
}

}  // namespace

// Oracle: the Kelvin-Voigt solid. A standing wave of angular frequency w, w^2 = M k^2 / density with M the
// modulus of pressure or of shear waves, has the damping ratio w T / 2, so that its energy falls as
// exp(-w^2 T t); at whole periods nothing else is in it. What the scheme itself loses is in both runs and
// drops out of their ratio. Waves of 32 cells are slower than those of the continuum: the stiffness of
// quadratic kernels in this mode falls short by (k dx)^2 / 4, one percent; 3 % are allowed.
TEST_CASE("damping of a standing wave") {
  const double mu = kYoung / (2 * (1 + kPoisson)), kappa = kYoung / (3 * (1 - 2 * kPoisson));
  for (const char* model : {"neo_hookean", "fixed_corotated"})
    for (const bool is_shear : {false, true}) {
      CAPTURE(model);
      CAPTURE(is_shear);
      const double modulus = is_shear ? mu : kappa + 4 * mu / 3;
      const double w = std::sqrt(modulus / kDensity) * 2 * std::numbers::pi / kLength;
      const double T = 0.04 / w, time = 2 * 2 * std::numbers::pi / w;  // damping ratio 0.02, two periods
      const double lost = std::log(energy_after(wave(model, 0, is_shear), time) /
                                   energy_after(wave(model, T, is_shear), time));
      CHECK(lost == doctest::Approx(w * w * T * time).epsilon(0.03).scale(0));
    }
}

// Oracle: the bound of explicit diffusion, dx^2 density / (2 Dim eta) with half of it for safety, which long
// damping times reach; and that a run at the step that is allowed does not blow up: its energy falls.
TEST_CASE("long damping times shorten the step") {
  const auto solver = solver_of(wave("neo_hookean", 0.1, false));
  const double mu = kYoung / (2 * (1 + kPoisson)), kappa = kYoung / (3 * (1 - 2 * kPoisson));
  const TimeStepLimit limit = solver->time_step_limit(0);
  CHECK(limit.reason == "viscosity");
  CHECK(limit.dt == doctest::Approx(0.5 * 0.05 * 0.05 * kDensity / (4 * 0.1 * (kappa + 4 * mu / 3)))
                        .epsilon(1e-12)
                        .scale(0));
  double before = solver->totals(0)["kinetic_energy"];
  for (int n = 0; n < 200; ++n) {
    REQUIRE(solver->advance(n * limit.dt, limit.dt).ok());
    if (n % 20 != 19) continue;
    const Totals t = solver->totals(n * limit.dt);
    CHECK(t["kinetic_energy"] + t["elastic_energy"] < before);
    before = t["kinetic_energy"] + t["elastic_energy"];
  }
}
