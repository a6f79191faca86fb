// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/material_by_name.h>

#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/materials/law_list.h>
#include <froth/materials/presets.h>
#include <froth/scene/read.h>
#include <froth/base/suggest.h>

namespace froth {

namespace {

ReadOptions options_for(const std::string& material, const std::vector<std::string>& numbers) {
  ReadOptions options;
  for (const std::string& number : numbers)
    options.overrides.push_back("materials." + material + "." + number);
  return options;
}

const MaterialSpec* find(const Scene& scene, const std::string& name) {
  for (const MaterialSpec& material : scene.materials)
    if (material.name == name) return &material;
  return nullptr;
}

MaterialSpec from_scene(const std::string& name, const std::string& path,
                        const std::vector<std::string>& numbers) {
  const Scene scene = read_scene(path);
  if (find(scene, name) == nullptr) {
    std::vector<std::string> known;
    for (const MaterialSpec& material : scene.materials) known.push_back(material.name);
    throw InputError(fmt::format("{} has no material \"{}\"{} (it has: {})", path, name,
                                 suggestion(name, known), joined(known)));
  }
  if (numbers.empty()) return *find(scene, name);
  return *find(read_scene(path, options_for(name, numbers)), name);
}

}  // namespace

MaterialSpec material_by_name(const std::string& name, const std::string& scene,
                              const std::vector<std::string>& numbers) {
  if (!scene.empty()) return from_scene(name, scene, numbers);
  std::vector<std::string> known = preset_names();
  bool is_law = false;
  for (const LawInfo& law : law_infos()) {
    known.push_back(law.name);
    is_law = is_law || law.name == name;
  }
  if (!is_law && find_preset(name) == nullptr)
    throw InputError(fmt::format("there is no preset and no law \"{}\"{}; `froth materials` lists them", name,
                                 suggestion(name, known)));
  // The smallest scene around it: its reader knows defaults, ranges and units.
  const std::string text = fmt::format(
      "[scene]\nend_time = 1\nframe_rate = 1\n[solver]\ncell_size = 1\n[[bodies]]\nmaterial = \"{0}\"\n"
      "shape = {{ sphere = {{ center = [0, 0, 0], radius = 1 }} }}\n[materials.{0}]\n{1} = \"{0}\"\n{2}",
      name, is_law ? "model" : "preset", is_law ? "density = 1000\n" : "");
  return read_scene_text(text, name, options_for(name, numbers)).materials.at(0);
}

}  // namespace froth
