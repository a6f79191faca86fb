// SPDX-License-Identifier: Apache-2.0
// Scenes that come with froth, as text inside of the program: a figure is measured on the very scene that
// users run.
#pragma once

#include <string>

namespace froth::verify {

/// The text of <name>.toml in scenes/fei2021, scenes/ram2015 or scenes/yue2015 as it was when froth was
/// built.
const char* shipped_scene(const std::string& name);

}  // namespace froth::verify
