// SPDX-License-Identifier: Apache-2.0
// Where scene files are found: by path, or by name among the scenes that come with froth.
#pragma once

#include <string>
#include <vector>

namespace froth::cli {

/// The folder of the scenes that come with froth; empty where they are not installed.
std::string scene_folder();

/// Paths of all scenes that come with froth, sorted.
std::vector<std::string> shipped_scenes();

/// A path as it is, or the shipped scene of that name ("jellies", "basics/jellies").
std::string find_scene(const std::string& name);

}  // namespace froth::cli
