// SPDX-License-Identifier: Apache-2.0
// What the cases of separable integration share: schemes by name, and scenes that come with froth under them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <froth/sim/simulation.h>
#include <froth/verify/trial.h>

namespace froth::verify {

/// A way to run a scene: its name in rows, and what it changes.
struct Variant {
  std::string name;
  std::vector<std::string> overrides;

  /// The same with more changes; they are not in the name.
  Variant with(const std::vector<std::string>& more) const;
};
/// A transfer scheme with the scene's numbers, or with a FLIP ratio of its own.
Variant scheme(const std::string& name);
Variant scheme(const std::string& name, double flip_ratio);
/// PolyPIC with all nine modes of the plane, the highest damped as [Fei2021], Fig. 15, damps them.
Variant damped_polypic();

/// A scene of scenes/fei2021 under a variant.
Simulation start_shipped(const std::string& name, const Variant& variant);

/// Water bounces off a spinning square of `scene`, under several schemes: how far its jets reach and how
/// noisy they are. `departs`: in what the scene is not that of the figure.
Findings water_thrown_off(const std::string& scene, const std::string& departs, const Watch& watch);

/// "apic 3.4, flip 5.6, ...": numbers by scheme, for what rows say.
std::string listed(const std::map<std::string, double>& by_scheme);

/// All particles of all bodies, body after body, each ordered by id.
std::vector<Vec3<double>> all_positions(const Simulation& simulation);

}  // namespace froth::verify
