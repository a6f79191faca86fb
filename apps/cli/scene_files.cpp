// SPDX-License-Identifier: Apache-2.0
#include "scene_files.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/scene/read.h>
#include <froth/base/suggest.h>
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

namespace {

/// `; did you mean ...?` after the names of shipped scenes, or of scene files where `name` was looked for.
std::string scene_suggestion(const std::string& name, const std::vector<std::string>& shipped) {
  const fs::path path(name), folder = path.parent_path();
  std::vector<std::string> here;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, error))
    if (entry.path().extension() == ".toml") here.push_back(entry.path().stem().string());
  std::sort(here.begin(), here.end());  // the file system has no order of its own
  const std::string file = nearest_word(path.stem().string(), here);
  const std::string guess = suggestion(name, shipped);
  return !guess.empty() || file.empty() ? guess : "; did you mean \"" + (folder / file).string() + ".toml\"?";
}

}  // namespace

std::string find_scene(const std::string& name) {
  if (fs::exists(name)) return name;
  std::vector<std::string> matches, known;
  for (const std::string& path : shipped_scenes()) {
    const std::string relative = fs::relative(path, scene_folder()).replace_extension().string();
    const std::string own = fs::path(relative).filename().string();
    if (relative == name || own == name) matches.push_back(path);
    known.insert(known.end(), {own, relative});
  }
  if (matches.size() == 1) return matches[0];
  if (matches.empty()) {
    const std::string guess = scene_suggestion(name, known);
    throw InputError("there is no scene file \"" + name + "\"" +
                     (guess.empty() ? "; `froth scenes` lists those that come with froth" : guess));
  }
  throw InputError("several scenes are called \"" + name +
                   "\"; give the folder too, as `froth scenes` shows it");
}

std::string missing_mesh_script(const std::string& scene_path) {
  const fs::path scene(scene_path), script = scene.parent_path() / ("fetch_" + scene.stem().string());
  if (!fs::exists(script) || fs::exists(fs::path(scene).replace_extension(".obj"))) return {};
  return fs::relative(script, fs::path(scene_folder()).parent_path()).string();
}

std::string scene_path(const SceneChoice& choice) {
  return find_scene(choice.scene.empty() ? "basics/default" : choice.scene);
}

/// Reads a scene; where the mesh is missing that a script gets, the message names the script.
static Scene read_or_name_script(const std::string& path, const ReadOptions& options) {
  try {
    return read_scene(path, options);
  } catch (const InputError& error) {
    const std::string script = missing_mesh_script(path), message = error.what();
    const std::string mesh = fs::path(path).filename().replace_extension(".obj").string();
    if (script.empty() || message.find(mesh) == std::string::npos) throw;
    throw InputError(message + "; " + script + " gets it");
  }
}

Scene load_scene(const SceneChoice& choice) {
  const std::string path = scene_path(choice);
  ReadOptions options{choice.overrides, choice.quality};
  Scene scene = read_or_name_script(path, options);
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
