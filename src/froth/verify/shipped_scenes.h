// SPDX-License-Identifier: Apache-2.0
// Scenes that come with froth, as text inside of the program: a figure is measured on the very scene that
// users run.
#pragma once

#include <string>

namespace froth::verify {

/// The text of scenes/<folder>/<name>.toml, of fei2021, jones2014, qu2023, ram2015 or yue2015, as it was
/// when froth was built.
const char* shipped_scene(const std::string& name);

}  // namespace froth::verify
