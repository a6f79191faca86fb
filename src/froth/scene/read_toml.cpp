// SPDX-License-Identifier: Apache-2.0
// TOML text to a tree of nodes. The only file that includes toml++.
#include <algorithm>
#include <utility>

#include <froth/base/error.h>
#include <froth/scene/node.h>

namespace froth::detail {
struct BrokenToml {};
constexpr void toml_check(bool is_fine) {
  if (!is_fine) throw BrokenToml();
}
}  // namespace froth::detail

// toml++ 3.3 meets some malformed text, such as "[1, , 2]", with an assertion, which aborts in a debug build
// and is undefined behaviour in a release build. In this file alone it throws, in every build.
#undef NDEBUG
#define TOML_ASSERT(condition) ::froth::detail::toml_check(static_cast<bool>(condition))
#include <toml++/toml.h>

namespace froth {

namespace {

std::string place(const std::string& name, const toml::source_position& at) {
  // toml++ gives tables that only dotted keys imply no position of their own.
  const auto line = std::max<toml::source_index>(at.line, 1),
             column = std::max<toml::source_index>(at.column, 1);
  return name + ":" + std::to_string(line) + ":" + std::to_string(column);
}

Node convert(const toml::node& from, const std::string& name);

Node convert_table(const toml::table& from, const std::string& name) {
  // toml++ sorts keys by name; messages and materials follow the order of the file.
  std::vector<std::pair<toml::source_position, NodeEntry>> found;
  for (auto&& [key, value] : from) {
    const toml::source_position at = key.source().begin;
    found.push_back({at, NodeEntry{std::string(key.str()), place(name, at), convert(value, name)}});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  Node node;
  for (auto& [at, entry] : found) node.entries.push_back(std::move(entry));
  return node;
}

Node convert_plain(const toml::node& from, const std::string& name) {
  if (const auto* list = from.as_array()) {
    Node node{.kind = Node::Kind::Array};
    for (const toml::node& item : *list) node.items.push_back(convert(item, name));
    return node;
  }
  if (const auto* text = from.as_string()) return Node::of(text->get());
  if (const auto* integer = from.as_integer()) return Node::of(std::int64_t(integer->get()));
  if (const auto* real = from.as_floating_point()) return Node::of(real->get());
  if (const auto* boolean = from.as_boolean()) return Node::of(boolean->get());
  return Node{.kind = Node::Kind::Date};
}

Node convert(const toml::node& from, const std::string& name) {
  const auto* table = from.as_table();
  Node node = table != nullptr ? convert_table(*table, name) : convert_plain(from, name);
  node.where = place(name, from.source().begin);
  return node;
}

bool is_broken(std::string_view text) {
  try {
    static_cast<void>(toml::parse(text));
  } catch (const toml::parse_error&) {
  } catch (const detail::BrokenToml&) {
    return true;
  }
  return false;
}

/// "line:column" of the character that breaks the parser. It reads forwards, so exactly the prefixes that
/// include this character break it, and their shortest can be found by halving.
std::string broken_place(std::string_view text) {
  std::size_t fine = 0, broken = text.size();
  while (broken - fine > 1) {
    const std::size_t middle = fine + (broken - fine) / 2;
    (is_broken(text.substr(0, middle)) ? broken : fine) = middle;
  }
  const std::string_view before = text.substr(0, fine);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  return std::to_string(line) + ":" + std::to_string(before.size() - (before.rfind('\n') + 1) + 1);
}

}  // namespace

Node parse_toml(std::string_view text, const std::string& name) {
  try {
    return convert(toml::parse(text), name);
  } catch (const detail::BrokenToml&) {
    throw InputError(name + ":" + broken_place(text) +
                     ": this is not TOML; a value is missing or misspelt here");
  } catch (const toml::parse_error& error) {
    throw InputError(place(name, error.source().begin) + ": " + std::string(error.description()));
  }
}

}  // namespace froth
