// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/overrides.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include <froth/base/error.h>
#include <froth/scene/scene_schema.h>
#include <froth/base/suggest.h>
#include <froth/scene/validate.h>

namespace froth {

namespace {

[[noreturn]] void fail(const std::string& where, const std::string& message) {
  throw InputError(where + ": " + message);
}

/// The element that a key such as "0" names.
Node& element(Node& array, const std::string& key, const std::string& where) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
  if (error != std::errc() || end != key.data() + key.size())
    fail(where, "elements of a list have numbers, starting with 0, not \"" + key + "\"");
  if (index >= array.items.size())
    fail(where, "there is no element " + key + " in a list of " + std::to_string(array.items.size()));
  return array.items[index];
}

bool is_bare_word(const std::string& text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_rest = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; };
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), is_rest);
}

void stamp(Node& node, const std::string& where) {
  node.where = where;
  for (NodeEntry& entry : node.entries) {
    entry.where = where;
    stamp(entry.value, where);
  }
  for (Node& item : node.items) stamp(item, where);
}

Node override_value(const std::string& text, const std::string& where) {
  Node value;
  try {
    Node parsed = parse_toml("value = " + text, "");
    // Text with line breaks could carry further keys.
    if (parsed.entries.size() != 1 || parsed.entries[0].key != "value")
      throw InputError("more than one value");
    value = std::move(parsed.entries[0].value);
  } catch (const InputError&) {
    if (!is_bare_word(text))
      fail(where, "the value is not TOML; put text in quotes, as in key=\"some text\"");
    value = Node::of(text);
  }
  stamp(value, where);
  return value;
}

std::vector<std::string> split_path(const std::string& path, const std::string& where) {
  std::vector<std::string> keys;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    keys.push_back(path.substr(begin, end - begin));
    if (keys.back().empty()) fail(where, "the path before \"=\" has an empty part");
    begin = end + 1;
  }
  return keys;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

/// A table of the tree with its schema; null where no schema knows it.
struct KnownTable {
  Node* node = nullptr;
  const Schema* schema = nullptr;
};

/// The table that holds the last key of a path that exists.
KnownTable table_of(Node& root, const std::vector<std::string>& path, const std::string& where) {
  KnownTable table{&root, &scene_schema()};
  for (std::size_t k = 0; k + 1 < path.size(); ++k) {
    const Key* key = find_key(*table.node, *table.schema, path[k]);
    if (key == nullptr || key->nested == nullptr) return {};
    table = {table.node->find(path[k]), &key->nested()};
    if (key->kind == KeyKind::Table) continue;
    if (++k + 1 == path.size()) return {};  // a whole element was set
    table.node = table.node->is_array() ? &element(*table.node, path[k], where) : table.node->find(path[k]);
  }
  return table;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Keys of `table` that have no meaning now that `changed` has its new value: keys of another variant, of
/// another choice, or that stand for the same thing.
std::vector<std::string> outdated_keys(const KnownTable& table, const std::string& changed) {
  const Key* key = find_key(*table.node, *table.schema, changed);
  if (key == nullptr) return {};
  const std::string& value = table.node->find(changed)->text;
  if (key->kind == KeyKind::Choice && !contains(key->choices, value)) return {};  // validate() will complain
  std::vector<std::string> outdated;
  for (const NodeEntry& entry : table.node->entries) {
    const Key* other = find_key(*table.node, *table.schema, entry.key);
    const bool is_of_variant =
        key == table.schema->variant_key() &&
        std::any_of(table.schema->variants().begin(), table.schema->variants().end(),
                    [&](const Schema& variant) { return variant.find(entry.key) != nullptr; });
    const bool has_no_meaning =
        other == nullptr ? is_of_variant
                         : (other->partner == changed && !contains(other->partner_names, value)) ||
                               contains(other->excludes, changed) || contains(key->excludes, entry.key);
    if (has_no_meaning) outdated.push_back(entry.key);
  }
  return outdated;
}

/// A scene states numbers for the choices that it makes. Where the command line makes another, those that
/// have no meaning any more go; what the command line says stays, and is checked. The same holds for the
/// tables of a quality level, in merge_known().
void forget_outdated(Node& root, const std::vector<std::string>& path, const std::string& where) {
  const KnownTable table = table_of(root, path, where);
  if (table.node == nullptr || !table.node->is_table()) return;
  for (const std::string& key : outdated_keys(table, path.back()))
    if (table.node->find(key)->where.rfind("--set", 0) != 0) table.node->remove(key);
}

/// `schema` is that of the table, or of each element where `base` is a list or a map; null where it has none.
void merge_known(Node& base, const Node& over, const Schema* schema, bool is_collection) {
  const bool changes_elements = base.is_array() && over.is_table();
  if (!changes_elements && !(base.is_table() && over.is_table())) {
    base = over;
    return;
  }
  for (const NodeEntry& entry : over.entries) {
    Node* below = changes_elements ? &element(base, entry.key, entry.where) : base.find(entry.key);
    if (below == nullptr) {
      base.set(entry.key, entry.where, entry.value);
    } else if (is_collection || schema == nullptr) {
      merge_known(*below, entry.value, schema, false);
    } else {
      const Key* key = find_key(base, *schema, entry.key);
      const bool has_tables = key != nullptr && key->nested != nullptr;
      merge_known(*below, entry.value, has_tables ? &key->nested() : nullptr,
                  has_tables && key->kind != KeyKind::Table);
    }
  }
  if (schema == nullptr || is_collection) return;
  for (const NodeEntry& entry : over.entries)
    for (const std::string& key : outdated_keys({&base, schema}, entry.key))
      if (over.find(key) == nullptr) base.remove(key);
}

}  // namespace

const std::vector<std::string>& quality_levels() {
  static const std::vector<std::string> levels = {"smoke", "draft", "figure", "paper"};
  return levels;
}

void merge(Node& base, const Node& over) { merge_known(base, over, &scene_schema(), false); }

void apply_override(Node& root, const std::string& assignment) {
  const std::string where = "--set " + assignment;
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) fail(where, "write it as path.to.key=value");
  const std::vector<std::string> keys = split_path(trimmed(assignment.substr(0, equals)), where);
  const Node value = override_value(trimmed(assignment.substr(equals + 1)), where);

  Node* node = &root;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (node->is_array()) {
      node = &element(*node, keys[k], where);
    } else if (node->is_table()) {
      Node* next = node->find(keys[k]);
      node = next != nullptr ? next : &node->set(keys[k], where, Node{.where = where});
    } else {
      fail(where, "\"" + keys[k - 1] + "\" is " + node->description() + ", which has no \"" + keys[k] + "\"");
    }
  }
  *node = value;
  forget_outdated(root, keys, where);
}

Node take_quality(Node& root) {
  const Node* found = root.find("quality");
  if (found == nullptr) return Node{.where = root.where};
  Node quality = *found;
  root.remove("quality");
  if (!quality.is_table()) fail(quality.where, "quality needs a table, not " + quality.description());
  for (const NodeEntry& entry : quality.entries) {
    const auto& levels = quality_levels();
    if (std::find(levels.begin(), levels.end(), entry.key) == levels.end()) {
      const std::string guess = suggestion(entry.key, levels);
      fail(entry.where, "there is no quality level \"" + entry.key + "\"" +
                            (guess.empty() ? "; there are " + joined(levels) : guess));
    }
    if (!entry.value.is_table())
      fail(entry.value.where, "quality." + entry.key + " needs a table, not " + entry.value.description());
  }
  return quality;
}

}  // namespace froth
