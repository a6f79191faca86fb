// SPDX-License-Identifier: Apache-2.0
// Text to a validated Scene. Whatever is wrong with the text is an InputError "file:line:column: what, what
// to do".
#pragma once

#include <string>
#include <vector>

#include <froth/scene/scene.h>

namespace froth {

struct ReadOptions {
  /// "path.to.key=value", elements of lists by number: "bodies.0.particles_per_cell=4". The value is TOML; a
  /// bare word is text.
  std::vector<std::string> overrides = {};
  std::string quality = {};  ///< a level of the scene's [quality] tables; empty: the scene as it stands
};

Scene read_scene(const std::string& path, const ReadOptions& options = {});
/// The same from memory; `name` stands for the file in messages and gives the scene its name.
Scene read_scene_text(const std::string& text, const std::string& name, const ReadOptions& options = {});

/// The reference page of the scene format, generated from the schema.
std::string scene_reference_markdown();
/// Dotted paths of all keys; "*" stands for a name of the user's, "N" for a number of a list's element.
std::vector<std::string> scene_key_paths();

}  // namespace froth
