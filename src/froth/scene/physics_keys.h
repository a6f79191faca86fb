// SPDX-License-Identifier: Apache-2.0
// Which keys of a scene decide what is simulated: what a checkpoint must agree with before a run goes on.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <froth/scene/scene.h>

namespace froth {

/// Dotted path and value, as TOML, of every key that has a say in the states, frames or ledger of a run, with
/// all defaults, sorted by path: {"materials.jelly.youngs_modulus", "100000.0"}. Elements of lists are named
/// by number, as --set names them. Titles, colors, names that only messages use, [render], output.formats and
/// end_time are not among them (Schema::outside_physics). output.attributes and output.diagnostics are: they
/// change no state, but the frames and rows of one run must be of one kind.
std::vector<std::pair<std::string, std::string>> physics_keys(const Scene& scene);

}  // namespace froth
