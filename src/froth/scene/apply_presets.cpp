// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/apply_presets.h>

#include <froth/base/error.h>
#include <froth/materials/presets.h>
#include <froth/scene/preset_looks.h>
#include <froth/scene/scene_schema.h>
#include <froth/base/suggest.h>

namespace froth {

namespace {

[[noreturn]] void fail(const std::string& where, const std::string& message) {
  throw InputError(where + ": " + message);
}

const Preset& preset_of(const Node& node, const std::string& subject) {
  if (node.kind != Node::Kind::Text)
    fail(node.where, subject + " needs the name of a preset, not " + node.description());
  if (const Preset* found = find_preset(node.text)) return *found;
  const std::string guess = suggestion(node.text, preset_names());
  fail(node.where, subject + ": there is no preset \"" + node.text + "\"" +
                       (guess.empty() ? "; there are " + joined(preset_names()) : guess));
}

/// A number of the preset as the scene would have to write it.
Node preset_node(const Schema& materials, const Preset& preset, const PresetValue& value,
                 const ReadContext& context) {
  const Schema* law = materials.find_variant(preset.law);
  FROTH_CHECK(law != nullptr, "preset " + preset.name + " has no law");
  const Key* own = materials.find(value.key);
  const Key* key = own != nullptr ? own : law->find(value.key);
  FROTH_CHECK(key != nullptr, "preset " + preset.name + " has a key \"" + value.key + "\" of no law");
  Key with_default = *key;
  with_default.need = Need(value.value);
  return detail::default_node(with_default, context);
}

/// Keys of the preset's look that the scene does not give. Of a look of another kind, the colour alone fits.
void add_look(Node& material, const Preset& preset, const std::string& where, const ReadContext& context) {
  const Look* look = look_of_preset(preset.name);
  if (look == nullptr) return;
  if (material.find("look") == nullptr) material.set("look", where, Node{.where = where});
  Node& table = *material.find("look");
  if (!table.is_table()) return;  // which is for validate() to say
  const Node* kind = table.find("kind");
  const bool is_same = kind == nullptr || kind->text == name_of(look->kind);
  const auto add = [&](const char* name, Need value) {
    if (table.find(name) != nullptr) return;
    Key key = *look_schema().find(name);
    key.need = value;
    Node node = detail::default_node(key, context);
    node.where = where;
    table.set(name, where, node);
  };
  // Whoever gives a colour gets that one for all bodies.
  if (table.find("color") == nullptr) add("body_variation", Need(look->body_variation));
  if (look->color) add("color", Need(std::vector{(*look->color)[0], (*look->color)[1], (*look->color)[2]}));
  if (!is_same) return;
  add("kind", Need(name_of(look->kind)));
  add("roughness", Need(look->roughness));
  add("index", Need(look->index));
  add("depth", Need(look->depth));
  add("variation", Need(look->variation));
  add("angularity", Need(look->angularity));
  add("pores", Need(look->pores));
}

void expand(Node& material, const std::string& subject, const ReadContext& context) {
  const Node* found = material.find("preset");
  if (found == nullptr) return;
  const Node chosen = *found;
  const Preset& preset = preset_of(chosen, subject);
  const Node* model = material.find("model");
  if (model != nullptr && model->kind == Node::Kind::Text && model->text != preset.law)
    fail(model->where, subject + " has preset \"" + preset.name + "\", whose model is \"" + preset.law +
                           "\", and model \"" + model->text + "\"; remove one of the two");

  const Schema& materials = scene_schema().find("materials")->nested();
  const auto add = [&](const std::string& key, Node node) {
    if (material.find(key) != nullptr) return false;
    node.where = chosen.where;
    material.set(key, chosen.where, node);
    return true;
  };
  add("model", Node::of(preset.law));
  bool adds_number = false;
  for (const PresetValue& value : preset.values)
    adds_number |= add(value.key, preset_node(materials, preset, value, context));
  for (const std::string& key : preset.switches) adds_number |= add(key, Node::of(true));
  if (!adds_number)
    fail(chosen.where,
         subject + ": preset \"" + preset.name +
             "\" changes nothing, because all its numbers are given beside it; remove it or them");
  add_look(material, preset, chosen.where, context);
  material.remove("preset");
}

}  // namespace

void apply_presets(Node& root, const ReadContext& context) {
  Node* materials = root.find("materials");
  if (materials == nullptr || !materials->is_table()) return;
  for (NodeEntry& entry : materials->entries)
    if (entry.value.is_table()) expand(entry.value, "material \"" + entry.key + "\"", context);
}

}  // namespace froth
