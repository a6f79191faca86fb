// SPDX-License-Identifier: Apache-2.0
#include <froth/verify/trial.h>

#include <algorithm>
#include <cmath>

#include <froth/scene/read.h>
#include <froth/sim/frame_output.h>

namespace froth::verify {

const char* const kTankOfWater = R"toml(
[scene]
dimension = 2
gravity = [0, -9.81]
end_time = 100
frame_rate = 2
[solver]
cell_size = 0.025
[domain]
min = [0, 0]
max = [1, 4]
[materials.water]
preset = "water"
[[bodies]]
material = "water"
shape = { box = { min = [0, 0], max = [1, 0.25] } }
)toml";

Simulation start(const std::string& name, const std::string& text,
                 const std::vector<std::string>& overrides) {
  return Simulation(read_scene_text(text, name, {.overrides = overrides}));
}

void run_to_end(Simulation& simulation, const Watch& watch, const std::function<void()>& each) {
  if (each) each();
  while (simulation.progress().frame < simulation.scene().frame_count()) {
    simulation.advance_frame();
    if (each) each();
    if (watch) watch(simulation);
  }
}

Sample operator/(const Sample& a, const Sample& b) { return paired(a, b, std::divides<>()); }
Sample operator-(const Sample& a, const Sample& b) { return paired(a, b, std::minus<>()); }

Sums sums_of(const Simulation& simulation) {
  const Totals now = simulation.solver().totals(simulation.progress().time);
  return {.particles = now["particles"],
          .mass = now["mass"],
          .mass_removed = now["mass_removed"],
          .momentum = now.vector("momentum"),
          .angular = now.vector("angular"),
          .absolute_momentum = now["absolute_momentum"],
          .kinetic = now["kinetic_energy"],
          .elastic = now["elastic_energy"],
          .gravitational = now["gravitational_energy"]};
}

Points points_of(const Simulation& simulation, std::size_t body) {
  const Solver& solver = simulation.solver();
  const std::vector<Vec3<double>> x = solver.positions(body), v = solver.velocities(body);
  Points points;
  for (const std::uint32_t slot : solver.bodies()[body].slots_by_id()) {
    points.x.push_back(x[slot]);
    points.v.push_back(v[slot]);
  }
  return points;
}

std::vector<double> attribute_of(const Simulation& simulation, const std::string& name, std::size_t body) {
  return attribute_values(simulation.solver().bodies()[body], name);
}

Vec3<double> mean(const std::vector<Vec3<double>>& values) {
  Vec3<double> sum{};
  for (const Vec3<double>& value : values) sum += value;
  return (1 / double(values.size())) * sum;
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  // Number ceil(share n) of the sorted values, counted from one: the first at which the empirical
  // distribution reaches the share. With fewer a share of all values would not lie at or below it. What
  // rounding adds to a whole number must not count.
  const double number = std::ceil(share * double(values.size()) - 1e-9);
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(std::max(number, 1.0)) - 1;
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

double slope(const std::vector<double>& x, const std::vector<double>& y) {
  double n = double(x.size()), sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sx += x[k], sy += y[k], sxx += x[k] * x[k], sxy += x[k] * y[k];
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

std::vector<double> zero_crossings(const std::vector<double>& t, const std::vector<double>& y) {
  std::vector<double> crossings;
  for (std::size_t k = 1; k < y.size(); ++k)
    if ((y[k - 1] > 0) != (y[k] > 0))
      crossings.push_back(t[k - 1] + (t[k] - t[k - 1]) * y[k - 1] / (y[k - 1] - y[k]));
  return crossings;
}

}  // namespace froth::verify
