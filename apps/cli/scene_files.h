// SPDX-License-Identifier: Apache-2.0
// Where scene files are found (by path, or by name among the scenes that come with froth), and how they are
// read.
#pragma once

#include <string>
#include <vector>

#include <froth/scene/scene.h>

#include "commands.h"

namespace froth::cli {

/// The folder of the scenes that come with froth; empty where they are not installed.
std::string scene_folder();

/// Paths of all scenes that come with froth, sorted.
std::vector<std::string> shipped_scenes();

/// A path as it is, or the shipped scene of that name ("jellies", "basics/jellies").
std::string find_scene(const std::string& name);

/// The script that gets the mesh of a shipped scene, below the folder that has the scenes; empty where the
/// scene needs none, or has its mesh.
std::string missing_mesh_script(const std::string& scene_path);

/// The scene file that was chosen.
std::string scene_path(const SceneChoice& choice);

/// The scene with everything that was chosen.
Scene load_scene(const SceneChoice& choice);

/// A scene that lies where the run would write its own copy must not be lost, unless it is such a copy.
/// Throws InputError.
void protect_scene(const SceneChoice& choice, const std::string& folder);

}  // namespace froth::cli
