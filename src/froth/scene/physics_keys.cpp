// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/physics_keys.h>

#include <algorithm>

#include <froth/base/error.h>
#include <froth/scene/node.h>
#include <froth/scene/scene_schema.h>
#include <froth/scene/validate.h>

namespace froth {

namespace {

using KeyValues = std::vector<std::pair<std::string, std::string>>;

/// 1000 and 1000.0 are the same number, unless a whole one is wanted.
Node with_reals(Node node) {
  if (node.kind == Node::Kind::Integer) return Node::of(static_cast<double>(node.integer));
  for (Node& item : node.items) item = with_reals(item);
  return node;
}

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
    case KeyKind::Integer: found.emplace_back(path, inline_toml(node)); return;
    default: found.emplace_back(path, inline_toml(with_reals(node))); return;
  }
}

/// The text has been checked, so every key is in the schema or in the variant that the table has chosen.
void add_table(const Node& table, const Schema& schema, const std::string& prefix, KeyValues& found) {
  for (const NodeEntry& entry : table.entries) {
    const Key* key = find_key(table, schema, entry.key);
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
