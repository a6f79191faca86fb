// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/node.h>

#include <charconv>
#include <cmath>
#include <utility>

namespace froth {

Node* Node::find(std::string_view key) {
  for (NodeEntry& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

const Node* Node::find(std::string_view key) const {
  for (const NodeEntry& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

Node& Node::set(std::string_view key, std::string_view key_where, Node value) {
  for (NodeEntry& entry : entries)
    if (entry.key == key) {
      entry.where = key_where;
      return entry.value = std::move(value);
    }
  return entries.emplace_back(NodeEntry{std::string(key), std::string(key_where), std::move(value)}).value;
}

void Node::remove(std::string_view key) {
  std::erase_if(entries, [&](const NodeEntry& entry) { return entry.key == key; });
}

std::string Node::description() const {
  switch (kind) {
    case Kind::Table: return "a table";
    case Kind::Array: return "a list of " + std::to_string(items.size());
    case Kind::Text: return "the text \"" + text + "\"";
    case Kind::Integer: return "the number " + std::to_string(integer);
    case Kind::Real: return "the number " + format_real(real);
    case Kind::Boolean: return boolean ? "true" : "false";
    case Kind::Date: return "a date or time";
  }
  return "nothing";
}

Node Node::of(double value) {
  Node node{.kind = Kind::Real};
  node.real = value;
  return node;
}
Node Node::of(std::int64_t value) {
  Node node{.kind = Kind::Integer};
  node.integer = value;
  return node;
}
Node Node::of(bool value) {
  Node node{.kind = Kind::Boolean};
  node.boolean = value;
  return node;
}
Node Node::of(std::string value) {
  Node node{.kind = Kind::Text};
  node.text = std::move(value);
  return node;
}

std::string format_real(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string digits(buffer, end);
  // TOML takes digits alone for an integer.
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

}  // namespace froth
