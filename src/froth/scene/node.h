// SPDX-License-Identifier: Apache-2.0
// A scene file as a tree of plain values that know where they were written; what TOML says, before any
// checking.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace froth {

/// A template, so that a node may hold entries that hold nodes.
template <class Value>
struct KeyedValue {
  std::string key, where;
  Value value;
};
struct Node;
using NodeEntry = KeyedValue<Node>;

struct Node {
  enum class Kind { Table, Array, Text, Integer, Real, Boolean, Date };

  Kind kind = Kind::Table;
  std::string where = {};  ///< "file:line:column", or the override that it came from
  std::string text = {};
  std::int64_t integer = 0;
  double real = 0;
  bool boolean = false;
  std::vector<NodeEntry> entries = {};  ///< of a table, in the order of the file
  std::vector<Node> items = {};         ///< of an array

  bool is_table() const { return kind == Kind::Table; }
  bool is_array() const { return kind == Kind::Array; }
  /// The value of a key of a table; null where there is none.
  Node* find(std::string_view key);
  const Node* find(std::string_view key) const;
  /// Adds or replaces a key.
  Node& set(std::string_view key, std::string_view key_where, Node value);
  void remove(std::string_view key);
  /// What this is, for messages: `the text "abc"`, `the number 3`, `a table`.
  std::string description() const;

  static Node of(double value);
  static Node of(std::int64_t value);
  static Node of(bool value);
  static Node of(std::string value);
};

/// Shortest digits that read back as the same number, always a TOML float.
std::string format_real(double value);

/// Reads TOML; syntax errors are InputErrors "name:line:column: ...". The only toml++ is behind this
/// function.
Node parse_toml(std::string_view text, const std::string& name);

/// One value as TOML, on one line.
std::string inline_toml(const Node& node);

/// Writes a tree as TOML: tables and arrays of tables of the first level (second for `maps`) get headers.
std::string write_toml(const Node& root, const std::vector<std::string>& maps);

}  // namespace froth
