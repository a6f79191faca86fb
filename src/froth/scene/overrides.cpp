// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/overrides.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include <froth/base/error.h>
#include <froth/scene/suggest.h>
#include <froth/transfer/scheme.h>

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

/// A scene states numbers for the scheme that it names. Where the command line names another, those that it
/// has no use for go; what the command line says stays, and is checked.
void forget_other_scheme(Node& solver) {
  const Node* name = solver.find("transfer");
  const auto& known = transfer_scheme_names();
  if (name == nullptr || std::find(known.begin(), known.end(), name->text) == known.end()) return;
  const TransferScheme scheme = transfer_scheme(name->text);
  const auto forget = [&](const char* key) {
    const Node* value = solver.find(key);
    if (value != nullptr && value->where.rfind("--set", 0) != 0) solver.remove(key);
  };
  if (!scheme.keeps_particle_velocity())
    for (const char* key : {"flip_ratio", "flip_ratio_dt"}) forget(key);
  if (!scheme.has_beta_rule())
    for (const char* key : {"beta_min", "beta_max"}) forget(key);
  if (!scheme.is_polynomial)
    for (const char* key : {"polynomial_modes", "mode_scales"}) forget(key);
}

}  // namespace

const std::vector<std::string>& quality_levels() {
  static const std::vector<std::string> levels = {"smoke", "draft", "figure", "paper"};
  return levels;
}

void merge(Node& base, const Node& over) {
  const bool changes_elements = base.is_array() && over.is_table();
  if (!changes_elements && !(base.is_table() && over.is_table())) {
    base = over;
    return;
  }
  for (const NodeEntry& entry : over.entries) {
    Node* below = changes_elements ? &element(base, entry.key, entry.where) : base.find(entry.key);
    if (below != nullptr)
      merge(*below, entry.value);
    else
      base.set(entry.key, entry.where, entry.value);
  }
}

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
  if (keys == std::vector<std::string>{"solver", "transfer"}) forget_other_scheme(*root.find("solver"));
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
