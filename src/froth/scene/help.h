// SPDX-License-Identifier: Apache-2.0
// What the program knows about a scene's keys and materials, as text for a terminal.
#pragma once

#include <string>
#include <vector>

namespace froth {

/// The tables of a scene, a line each.
std::string scene_overview();

/// Everything that a full or partial name stands for: keys by the end of their path, tables, laws, presets,
/// choices. Throws InputError with a suggestion where nothing fits.
std::string key_help(const std::string& name);

/// Laws with their keys, and presets with their numbers.
std::string materials_overview();

/// One law or preset in full; throws InputError with a suggestion where there is none.
std::string material_help(const std::string& name);

/// Words that key_help() knows: keys, laws and presets, sorted, each once.
std::vector<std::string> help_words();

}  // namespace froth
