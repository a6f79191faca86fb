// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/physics_keys.h>

#include <algorithm>

#include <froth/base/error.h>
#include <froth/scene/node.h>
#include <froth/scene/scene_schema.h>

namespace froth {

namespace {

using KeyValues = std::vector<std::pair<std::string, std::string>>;

void add_table(const Node& table, const Schema& schema, const std::string& prefix, KeyValues& found);

void add_value(const Node& node, const Key& key, const std::string& path, KeyValues& found) {
  switch (key.kind) {
    case KeyKind::Table: add_table(node, key.nested(), path + ".", found); return;
    case KeyKind::List:
      for (std::size_t n = 0; n < node.items.size(); ++n)
        add_table(node.items[n], key.nested(), path + "." + std::to_string(n) + ".", found);
      return;
    case KeyKind::Map:
      for (const NodeEntry& entry : node.entries)
        add_table(entry.value, key.nested(), path + "." + entry.key + ".", found);
      return;
    default: found.emplace_back(path, inline_toml(node)); return;
  }
}

/// The text has been checked, so every key is in the schema or in the variant that the table has chosen.
void add_table(const Node& table, const Schema& schema, const std::string& prefix, KeyValues& found) {
  const Key* chooses = schema.variant_key();
  const Node* name = chooses == nullptr ? nullptr : table.find(chooses->name);
  const Schema* variant = name == nullptr ? nullptr : schema.find_variant(name->text);
  for (const NodeEntry& entry : table.entries) {
    const Key* own = schema.find(entry.key);
    const Key* key = own != nullptr || variant == nullptr ? own : variant->find(entry.key);
    FROTH_CHECK(key != nullptr, "the resolved scene has the unknown key " + prefix + entry.key);
    if (key->decides_physics) add_value(entry.value, *key, prefix + entry.key, found);
  }
}

}  // namespace

KeyValues physics_keys(const Scene& scene) {
  KeyValues found;
  add_table(parse_toml(scene.resolved_text, "scene.toml"), scene_schema(), "", found);
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace froth
