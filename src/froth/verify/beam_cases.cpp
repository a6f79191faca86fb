// SPDX-License-Identifier: Apache-2.0
// A beam that bends under its own weight, and what of it stays when the weight is gone.
#include <cmath>

#include <fmt/format.h>

#include <froth/verify/cases.h>
#include <froth/verify/limitations.h>
#include <froth/verify/trial.h>

namespace froth::verify {

namespace {

constexpr double kLoaded = 4, kHeld = 5.3, kUnloaded = 9.3, kEnd = 10.6;  // [s]

// rho g d L^3 / (E' I) = 5 with L = 1 m, d = 0.1 m, I = d^3/12 and E' = E/(1 - nu^2), plane strain.
const char* const kBeam = R"toml(
[scene]
dimension = 2
gravity = [0, 0]
end_time = 10.6
frame_rate = 10
[solver]
cell_size = 0.0125
[materials.rubber]
model = "neo_hookean"
density = 1000
youngs_modulus = 2142504
poisson_ratio = 0.3
[[bodies]]
material = "rubber"
shape = { box = { min = [-0.1, 0], max = [1, 0.1] } }
[[held]]
shape = { box = { min = [-0.2, -1], max = [0, 1] } }
[[forces]]
acceleration = [0, """-9.81 * (t < 4 ? (t/4)^3 * (10 - 15 * (t/4) + 6 * (t/4)^2) : t < 5.3 ? 1 :
  t < 9.3 ? ((9.3-t)/4)^3 * (10 - 15 * ((9.3-t)/4) + 6 * ((9.3-t)/4)^2) : 0)"""]
)toml";

/// How far the tip hangs at full load, and how far still without any [m].
struct Bending {
  Curve tip;  ///< over time
  double loaded = 0, left = 0;
};

/// Deflection at x = 1 m: a straight line through the particles that start in the last 2.5 cm.
double tip_deflection(const std::vector<Vec3<double>>& start, const std::vector<Vec3<double>>& now) {
  std::vector<double> x, w;
  double mean_x = 0, mean_w = 0;
  for (std::size_t k = 0; k < start.size(); ++k)
    if (start[k][0] > 0.975) x.push_back(start[k][0]), w.push_back(start[k][1] - now[k][1]);
  for (std::size_t k = 0; k < x.size(); ++k)
    mean_x += x[k] / double(x.size()), mean_w += w[k] / double(x.size());
  return mean_w + slope(x, w) * (1 - mean_x);
}

double mean_between(const Curve& curve, double begin, double end) {
  double sum = 0, count = 0;
  for (std::size_t k = 0; k < curve.x.size(); ++k)
    if (curve.x[k] > begin - 1e-6 && curve.x[k] < end + 1e-6) sum += curve.y[k], count += 1;
  return sum / count;
}

Bending bend(const std::vector<std::string>& overrides, const Watch& watch, const std::string& name) {
  Simulation beam = start(name, kBeam, overrides);
  const std::vector<Vec3<double>> x0 = points_of(beam).x;
  Bending result{{name, {}, {}}};
  run_to_end(beam, watch,
             [&] { result.tip.add(beam.progress().time, tip_deflection(x0, points_of(beam).x)); });
  result.loaded = mean_between(result.tip, kLoaded, kHeld);
  result.left = mean_between(result.tip, kUnloaded, kEnd);
  return result;
}

// A cantilever under its own weight, q L^3/(E' I) = 5, of which the inextensible elastica hangs w/L =
// 0.49590504 (theta'' = -5 (1 - s) cos theta, theta(0) = theta'(1) = 0); shear adds 1.1 % that it has not.
// The load comes and goes smoothly in 4 s each, three periods of the first mode (1.276 s); tip and set are
// means over one period. Elastic, so that nothing may stay; the bounds are 5 % of the tip and 1 % for what
// does.
Findings cantilever(const Watch& watch) {
  const double exact = 0.49590504;
  const Bending plain = bend({}, watch, "default");
  const Bending smooth = bend({"solver.kernel=cubic", "solver.gradient=kernel", "solver.jitter=0.0"}, watch,
                              "recommended: cubic kernel and its gradient, lattice");
  const Limitation& set = limitation("elastic_set");
  const Basis hangs = derived("elastica under its own weight, within 5 %");
  const Basis stays = derived("an elastic beam springs back, within 1 %");
  const auto error = [&](const Bending& of) { return std::abs(of.loaded / exact - 1); };
  const auto share_left = [](const Bending& of) { return std::abs(of.left / of.loaded); };
  return {{at_most("error of the tip, recommended [-]", error(smooth), 0.05, hangs),
           at_most("set over deflection, recommended [-]", share_left(smooth), 0.01, stays),
           at_most("error of the tip, default [-]", error(plain), 0.05, hangs).known(set, 0.13),
           at_most("set over deflection, default [-]", share_left(plain), 0.01, stays).known(set, 0.1)},
          {{"cantilever",
            "A beam under its own weight, loaded and unloaded",
            "time [s]",
            "deflection of the tip [m]",
            {plain.tip, smooth.tip, {"elastica", {kLoaded, kHeld}, {exact, exact}, CurveKind::Expected}}}}};
}

}  // namespace

std::vector<Case> beam_cases() {
  return {{"elastic", "cantilever", "a beam hangs under its own weight and is unloaded again", false,
           cantilever}};
}

}  // namespace froth::verify
