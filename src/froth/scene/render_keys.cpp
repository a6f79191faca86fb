// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/render_keys.h>

#include <froth/base/error.h>
#include <froth/scene/make_scene.h>
#include <froth/scene/overrides.h>
#include <froth/scene/scene_schema.h>

namespace froth {

RenderChange read_render_keys(const std::vector<std::string>& assignments, int dimension, UnitSystem units) {
  Node root;
  root.set("render", "", Node{});
  for (const std::string& assignment : assignments) {
    if (!assignment.starts_with("render."))
      throw InputError("--set " + assignment +
                       ": only keys of render can change after a run, as in --set render.samples=64");
    apply_override(root, assignment);
  }
  RenderChange change;
  for (const NodeEntry& entry : root.find("render")->entries) change.keys.push_back(entry.key);
  ReadContext context{.dimension = dimension, .units = units};
  context.is_partial = context.has_whole_lists = true;
  change.spec = make_render(validate(root, scene_schema(), context).table("render"));
  return change;
}

}  // namespace froth
