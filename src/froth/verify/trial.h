// SPDX-License-Identifier: Apache-2.0
// What cases share: a scene from text, its particles in one order, and the arithmetic of measurements.
#pragma once

#include <string>
#include <vector>

#include <froth/sim/simulation.h>
#include <froth/verify/verify.h>

namespace froth::verify {

/// A scene from text, with overrides as on the command line.
Simulation start(const std::string& name, const std::string& text,
                 const std::vector<std::string>& overrides = {});

/// A pool of the preset water, 1 m by 0.25 m, in a tank on cells of 2.5 cm, for 100 s; cases override the
/// rest.
extern const char* const kTankOfWater;

/// Runs to the end of the scene and calls `each` at every frame, the initial one included.
void run_to_end(Simulation& simulation, const Watch& watch, const std::function<void()>& each = {});

/// Runs something with seeds from 1 on: `run` takes the override that sets the seed, as in "scene.seed=1".
template <class Run>
auto with_seeds(int count, Run&& run) {
  std::vector<decltype(run(std::string{}))> all;
  for (int seed = 1; seed <= count; ++seed) all.push_back(run("scene.seed=" + std::to_string(seed)));
  return all;
}
/// One number of each of these runs.
template <class Found, class Number>
Sample sample_of(const std::vector<Found>& runs, Judged judged, Number&& number) {
  Sample sample{judged};
  for (const Found& run : runs) sample.values.push_back(number(run));
  return sample;
}
/// `combine(a, b)` of the numbers of two samples, seed by seed.
template <class Combine>
Sample paired(const Sample& a, const Sample& b, Combine&& combine) {
  Sample sample{a.judged};
  for (std::size_t k = 0; k < a.values.size(); ++k)
    sample.values.push_back(combine(a.values[k], b.values.at(k)));
  return sample;
}
Sample operator/(const Sample& a, const Sample& b);
Sample operator-(const Sample& a, const Sample& b);

/// Sums over all particles now. The only place where cases ask a solver for them.
struct Sums {
  double particles = 0;
  double mass = 0, mass_removed = 0;                   ///< [kg]
  Vec3<double> momentum{}, angular{};                  ///< [kg m/s], [kg m^2/s]
  double absolute_momentum = 0;                        ///< sum of m |v| [kg m/s]
  double kinetic = 0, elastic = 0, gravitational = 0;  ///< [J]

  double energy() const { return kinetic + elastic + gravitational; }
};
Sums sums_of(const Simulation& simulation);

/// The particles of a body ordered by id: element k is the same particle at all times, unless some go.
struct Points {
  std::vector<Vec3<double>> x, v;  ///< [m], [m/s]
};
Points points_of(const Simulation& simulation, std::size_t body = 0);
/// An attribute of a body by id; components side by side.
std::vector<double> attribute_of(const Simulation& simulation, const std::string& name, std::size_t body = 0);

Vec3<double> mean(const std::vector<Vec3<double>>& values);
/// The least of the values that at least a share of all do not exceed; 0 where there are none.
double quantile(std::vector<double> values, double share);
/// Least-squares slope of y over x.
double slope(const std::vector<double>& x, const std::vector<double>& y);
/// Times at which a sampled signal crosses zero, interpolated linearly.
std::vector<double> zero_crossings(const std::vector<double>& t, const std::vector<double>& y);

}  // namespace froth::verify
