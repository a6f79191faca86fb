// SPDX-License-Identifier: Apache-2.0
#include "scene_files.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/scene/read.h>
#include <froth/sim/run_folder.h>

namespace froth::cli {

namespace fs = std::filesystem;

std::string scene_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (fs::path folder = program.parent_path(); !folder.empty() && folder != folder.root_path();
       folder = folder.parent_path())
    for (const fs::path& candidate : {folder / "scenes", folder / "share/froth/scenes"})
      if (fs::is_directory(candidate / "basics", error)) return candidate.string();
  return {};
}

std::vector<std::string> shipped_scenes() {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(scene_folder(), error))
    if (entry.path().extension() == ".toml") found.push_back(entry.path().string());
  std::sort(found.begin(), found.end());
  return found;
}

std::string find_scene(const std::string& name) {
  if (fs::exists(name)) return name;
  std::vector<std::string> matches;
  for (const std::string& path : shipped_scenes()) {
    const std::string relative = fs::relative(path, scene_folder()).replace_extension().string();
    if (relative == name || fs::path(relative).filename() == name) matches.push_back(path);
  }
  if (matches.size() == 1) return matches[0];
  if (matches.empty())
    throw InputError("there is no scene file \"" + name +
                     "\"; `froth scenes` lists those that come with froth");
  throw InputError("several scenes are called \"" + name +
                   "\"; give the folder too, as `froth scenes` shows it");
}

std::string scene_path(const SceneChoice& choice) {
  return find_scene(choice.scene.empty() ? "basics/default" : choice.scene);
}

Scene load_scene(const SceneChoice& choice) {
  const std::string path = scene_path(choice);
  ReadOptions options{choice.overrides, choice.quality};
  Scene scene = read_scene(path, options);
  if (choice.frames > 0) {
    options.overrides.push_back(fmt::format("scene.end_time={}", choice.frames / scene.frame_rate));
    scene = read_scene(path, options);
  }
  return scene;
}

void protect_scene(const SceneChoice& choice, const std::string& folder) {
  const std::string path = scene_path(choice);
  std::error_code absent;
  if (!fs::equivalent(path, RunFolder{folder}.scene(), absent)) return;
  if (read_file(path) != read_scene(path).resolved_text)
    throw InputError(path +
                     " is where the run would write its own scene.toml; choose another folder with --out");
}

}  // namespace froth::cli
