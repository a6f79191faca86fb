// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/definitions.h>

#include <algorithm>

#include <froth/base/error.h>
#include <froth/base/field.h>

namespace froth {

namespace {

[[noreturn]] void fail(const std::string& where, const std::string& message) {
  throw InputError(where + ": " + message);
}

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// z is taken in planar scenes too: a scene may become one of space.
void check_name(const NodeEntry& entry) {
  const std::vector<std::string> found = names_in(entry.key);
  if (found.size() != 1 || found[0] != entry.key)
    fail(entry.where, "\"" + entry.key +
                          "\" cannot be a name in expressions; use letters, digits and _, and "
                          "begin with a letter");
  const bool is_variable = contains(variable_names(Variation::SpaceTime, 3), entry.key);
  const bool is_constant = entry.key == "pi" || entry.key == "e";
  if (is_variable || is_constant || contains(expression_functions(), entry.key))
    fail(entry.where, "\"" + entry.key + "\" is a " +
                          (is_variable   ? "variable"
                           : is_constant ? "constant"
                                         : "function") +
                          " of every expression already; choose another name");
}

std::string text_of(const Node& node, const std::string& subject) {
  if (node.kind == Node::Kind::Text) return node.text;
  if (node.kind == Node::Kind::Integer) return std::to_string(node.integer);
  if (node.kind == Node::Kind::Real) return format_real(node.real);
  fail(node.where, subject + " needs a number or an expression in quotes, not " + node.description());
}

class Reader {
 public:
  Reader(const Node& table, int dimension)
      : table_(table), variables_(variable_names(Variation::SpaceTime, dimension)) {}

  Definitions all() {
    for (const NodeEntry& entry : table_.entries) check_name(entry);
    for (const NodeEntry& entry : table_.entries) define(entry);
    return done_;
  }

 private:
  /// What it uses comes first; a name that is still open when it is met again uses itself.
  void define(const NodeEntry& entry) {
    if (done_.contains(entry.key)) return;
    open_.push_back(entry.key);
    const std::string subject = "definitions." + entry.key, text = text_of(entry.value, subject);
    for (const std::string& name : names_in(text)) {
      const auto other = std::find_if(table_.entries.begin(), table_.entries.end(),
                                      [&](const NodeEntry& each) { return each.key == name; });
      if (other == table_.entries.end()) continue;
      if (contains(open_, name)) fail(entry.value.where, subject + " uses itself: " + circle(name));
      define(*other);
    }
    try {
      const Expression expression(text, variables_, done_);
      done_[entry.key] = {expression.expanded_text(), expression.used_variables()};
    } catch (const InputError& error) {
      fail(entry.value.where, subject + ": " + error.what());
    }
    open_.pop_back();
  }

  std::string circle(const std::string& name) const {
    std::string out;
    for (auto each = std::find(open_.begin(), open_.end(), name); each != open_.end(); ++each)
      out += *each + " -> ";
    return out + name;
  }

  const Node& table_;
  std::vector<std::string> variables_, open_;
  Definitions done_;
};

}  // namespace

Definitions read_definitions(const Node& table, int dimension) {
  if (!table.is_table()) fail(table.where, "definitions needs a table, not " + table.description());
  return Reader(table, dimension).all();
}

}  // namespace froth
