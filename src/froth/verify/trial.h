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

/// Runs to the end of the scene and calls `each` at every frame, the initial one included.
void run_to_end(Simulation& simulation, const Watch& watch, const std::function<void()>& each = {});

/// The particles of a body ordered by id: element k is the same particle at all times, unless some go.
struct Points {
  std::vector<Vec3<double>> x, v;  ///< [m], [m/s]
};
Points points_of(const Simulation& simulation, std::size_t body = 0);
/// An attribute of a body by id; components side by side.
std::vector<double> attribute_of(const Simulation& simulation, const std::string& name, std::size_t body = 0);

Vec3<double> mean(const std::vector<Vec3<double>>& values);
/// Least-squares slope of y over x.
double slope(const std::vector<double>& x, const std::vector<double>& y);
/// Times at which a sampled signal crosses zero, interpolated linearly.
std::vector<double> zero_crossings(const std::vector<double>& t, const std::vector<double>& y);

}  // namespace froth::verify
