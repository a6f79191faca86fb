// SPDX-License-Identifier: Apache-2.0
// A tree of nodes to TOML text. Reading the text gives the same tree: numbers keep every bit, tables their
// order.
#include <algorithm>
#include <cstdio>

#include <froth/scene/node.h>

namespace froth {

namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (code < 0x20 || code == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04X", unsigned(code));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string key_text(const std::string& key) {
  const bool is_bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  return is_bare ? key : quoted(key);
}

}  // namespace

std::string inline_toml(const Node& node) {
  switch (node.kind) {
    case Node::Kind::Text: return quoted(node.text);
    case Node::Kind::Integer: return std::to_string(node.integer);
    case Node::Kind::Real: return format_real(node.real);
    case Node::Kind::Boolean: return node.boolean ? "true" : "false";
    case Node::Kind::Array: {
      std::string out;
      for (const Node& item : node.items) out += (out.empty() ? "" : ", ") + inline_toml(item);
      return "[" + out + "]";
    }
    case Node::Kind::Table: {
      std::string out;
      for (const NodeEntry& entry : node.entries)
        out += (out.empty() ? " " : ", ") + key_text(entry.key) + " = " + inline_toml(entry.value);
      return out.empty() ? "{}" : "{" + out + " }";
    }
    case Node::Kind::Date: break;  // no key takes a date, so a checked tree has none
  }
  return "\"\"";
}

namespace {

std::string lines_of(const Node& table) {
  std::string out;
  for (const NodeEntry& entry : table.entries)
    out += key_text(entry.key) + " = " + inline_toml(entry.value) + "\n";
  return out;
}

bool is_list_of_tables(const Node& node) {
  return node.is_array() && !node.items.empty() &&
         std::all_of(node.items.begin(), node.items.end(), [](const Node& item) { return item.is_table(); });
}

std::string section(const std::string& key, const Node& node, bool is_map) {
  std::string out;
  if (is_list_of_tables(node)) {
    for (const Node& item : node.items) out += "\n[[" + key_text(key) + "]]\n" + lines_of(item);
  } else if (is_map && !node.entries.empty()) {
    for (const NodeEntry& entry : node.entries)
      out += "\n[" + key_text(key) + "." + key_text(entry.key) + "]\n" + lines_of(entry.value);
  } else {
    out += "\n[" + key_text(key) + "]\n" + lines_of(node);
  }
  return out;
}

}  // namespace

std::string write_toml(const Node& root, const std::vector<std::string>& maps) {
  // Plain keys belong before the first header.
  std::string plain, sections;
  for (const NodeEntry& entry : root.entries) {
    if (entry.value.is_table() || is_list_of_tables(entry.value)) {
      const bool is_map = std::find(maps.begin(), maps.end(), entry.key) != maps.end();
      sections += section(entry.key, entry.value, is_map);
    } else {
      plain += key_text(entry.key) + " = " + inline_toml(entry.value) + "\n";
    }
  }
  if (plain.empty() && !sections.empty()) sections.erase(0, 1);  // no blank line at the top
  return plain + sections;
}

}  // namespace froth
