// SPDX-License-Identifier: Apache-2.0
// Scenes that come with froth, as text inside of the program: a figure is measured on the very scene that
// users run.
#pragma once

#include <string>

namespace froth::verify {

/// The text of scenes/fei2021/<name>.toml or scenes/yue2015/<name>.toml as it was when froth was built.
const char* shipped_scene(const std::string& name);

}  // namespace froth::verify
