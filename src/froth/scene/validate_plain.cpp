// SPDX-License-Identifier: Apache-2.0
// Single values: numbers with units and ranges, texts, choices, vectors, matrices.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstdio>
#include <filesystem>

#include <froth/base/error.h>
#include <froth/base/suggest.h>
#include <froth/scene/definitions.h>
#include <froth/scene/validate.h>

namespace froth {

namespace {

[[noreturn]] void fail(const Node& node, const std::string& message) {
  throw InputError(node.where + ": " + message);
}

bool is_number(const Node& node) { return node.kind == Node::Kind::Integer || node.kind == Node::Kind::Real; }

std::string unit_note(const Key& key, const ReadContext& context) {
  const std::string_view name = context.units == UnitSystem::Si ? key.unit.si : key.unit.cgs;
  return name.empty() ? "" : " [" + std::string(name) + "]";
}

double number_of(const Node& node, const Key& key, const std::string& subject, const ReadContext& context) {
  if (!is_number(node)) {
    const std::string word = key.word.empty() ? "" : " or \"" + key.word + "\"";
    const std::string text = key.variation == Variation::None ? "" : " or an expression in quotes";
    fail(node,
         subject + " needs a number" + unit_note(key, context) + word + text + ", not " + node.description());
  }
  const double given = node.kind == Node::Kind::Integer ? static_cast<double>(node.integer) : node.real;
  const double value = in_si(given, key.unit, context.units);
  const double scale = to_si(key.unit, context.units);
  if (!std::isfinite(value)) fail(node, subject + " must be finite, but is " + format_real(given));
  if (!key.allowed.contains(value)) {
    const std::string is = node.description().substr(std::string("the number ").size());
    fail(node, subject + " " + key.allowed.requirement(scale) + unit_note(key, context) + ", but is " + is);
  }
  return value;
}

std::vector<double> numbers_of(const Node& node, const Key& key, int count, const std::string& subject,
                               const ReadContext& context) {
  const std::string wanted = count > 0 ? std::to_string(count) + " numbers" : "a list of numbers";
  if (!node.is_array())
    fail(node, subject + " needs " + wanted + " in brackets" + unit_note(key, context) + ", not " +
                   node.description());
  if (count > 0 && static_cast<int>(node.items.size()) != count) {
    const bool is_vector = key.kind == KeyKind::Vector || key.kind == KeyKind::Matrix;
    const std::string why = is_vector ? " in a scene of dimension " + std::to_string(count) : "";
    fail(node, subject + " needs " + wanted + why + ", but has " + std::to_string(node.items.size()));
  }
  std::vector<double> numbers;
  for (const Node& item : node.items)
    numbers.push_back(number_of(item, key, "each part of " + subject, context));
  return numbers;
}

Field field_of(const Node& node, const Key& key, const std::string& subject, const ReadContext& context) {
  if (node.kind != Node::Kind::Text) return number_of(node, key, subject, context);
  try {
    return Field(
        {Expression(node.text, variable_names(key.variation, context.dimension), context.definitions),
         node.where, subject, key.unit, context.units, key.allowed});
  } catch (const InputError& error) {
    // What a formula itself complains about knows its place already.
    const std::string what = error.what();
    if (what.compare(0, node.where.size(), node.where) == 0) throw;
    fail(node, subject + ": " + what);
  }
}

/// A vector of which at least one part is an expression.
std::vector<Field> fields_of(const Node& node, const Key& key, const std::string& subject,
                             const ReadContext& context) {
  const auto count = static_cast<std::size_t>(context.dimension);
  if (node.items.size() != count)
    fail(node, subject + " needs " + std::to_string(count) +
                   " numbers or expressions in a scene of dimension " + std::to_string(count) + ", but has " +
                   std::to_string(node.items.size()));
  std::vector<Field> fields;
  for (const Node& item : node.items)
    fields.push_back(field_of(item, key, "each part of " + subject, context));
  return fields;
}

/// Expressions without variables are plain numbers from here on.
void set_field(const Field& field, const Key& key, Values& values) {
  if (field.is_constant())
    values.set(key.name, field.at({}, 0));
  else
    values.set(key.name, field);
}

void set_fields(const std::vector<Field>& fields, const Key& key, Values& values) {
  std::vector<double> numbers;
  for (const Field& each : fields)
    if (each.is_constant()) numbers.push_back(each.at({}, 0));
  if (numbers.size() == fields.size())
    values.set(key.name, numbers);
  else
    values.set(key.name, fields);
}

bool has_expression(const Node& node, const Key& key) {
  const auto is_text = [](const Node& each) { return each.kind == Node::Kind::Text; };
  if (key.variation == Variation::None) return false;
  return is_text(node) || std::any_of(node.items.begin(), node.items.end(), is_text);
}

std::string text_of(const Node& node, const Key& key, const std::string& subject) {
  if (node.kind != Node::Kind::Text) fail(node, subject + " needs text in quotes, not " + node.description());
  const bool is_known = std::find(key.choices.begin(), key.choices.end(), node.text) != key.choices.end();
  if (!key.choices.empty() && !is_known)
    fail(node, subject + " must be one of " + joined(key.choices) + ", not \"" + node.text + "\"" +
                   suggestion(node.text, key.choices));
  return node.text;
}

std::vector<double> points_of(const Node& node, const Key& key, const std::string& subject,
                              const ReadContext& context) {
  if (!node.is_array())
    fail(node,
         subject + " needs a list of points, as in [[0, 0], [1, 0], [0, 1]], not " + node.description());
  std::vector<double> numbers;
  for (const Node& item : node.items) {
    const auto point = numbers_of(item, key, 2, "each point of " + subject, context);
    numbers.insert(numbers.end(), point.begin(), point.end());
  }
  return numbers;
}

std::string path_of(const Node& node, const Key& key, const std::string& subject,
                    const ReadContext& context) {
  const std::string path = text_of(node, key, subject);
  if (path.empty()) fail(node, subject + " is empty; give the path of a file");
  return (std::filesystem::path(context.folder) / path).lexically_normal().string();
}

Mat3<double> matrix_of(const Node& node, const Key& key, const std::string& subject,
                       const ReadContext& context) {
  const std::string size = std::to_string(context.dimension);
  if (!node.is_array() || static_cast<int>(node.items.size()) != context.dimension)
    fail(node, subject + " needs " + size + " rows of " + size + " numbers in a scene of dimension " + size +
                   ", not " + node.description());
  Mat3<double> m{};
  for (int r = 0; r < context.dimension; ++r) {
    const Node& row = node.items[static_cast<std::size_t>(r)];
    const auto numbers = numbers_of(row, key, context.dimension, "each row of " + subject, context);
    for (int c = 0; c < context.dimension; ++c) m(r, c) = numbers[static_cast<std::size_t>(c)];
  }
  return m;
}

std::int64_t integer_of(const Node& node, const Key& key, const std::string& subject) {
  if (node.kind != Node::Kind::Integer)
    fail(node, subject + " needs a whole number, not " + node.description());
  if (!key.allowed.contains(static_cast<double>(node.integer)))
    fail(node, subject + " " + key.allowed.requirement() + ", but is " + std::to_string(node.integer));
  return node.integer;
}

std::vector<std::string> texts_of(const Node& node, const Key& key, const std::string& subject) {
  if (!node.is_array()) fail(node, subject + " needs a list of texts in brackets, not " + node.description());
  std::vector<std::string> texts;
  for (const Node& item : node.items) texts.push_back(text_of(item, key, "each part of " + subject));
  return texts;
}

/// A default as the scene would have to write it so that reading gives back the same number.
double written(double value, const Unit& unit, UnitSystem system) {
  const double plain = from_si(value, unit, system);
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.15g", plain);
  const double tidy = std::strtod(buffer, nullptr);
  for (const double guess : {tidy, plain, std::nextafter(plain, -HUGE_VAL), std::nextafter(plain, HUGE_VAL)})
    if (in_si(guess, unit, system) == value) return guess;
  return plain;
}

}  // namespace

double in_si(double value, const Unit& unit, UnitSystem system) {
  return conversion(unit, system).in_si(value);
}
double from_si(double value, const Unit& unit, UnitSystem system) {
  return conversion(unit, system).from_si(value);
}

namespace detail {

void validate_plain(const Node& node, const Key& key, const std::string& subject, const ReadContext& context,
                    Values& values) {
  switch (key.kind) {
    case KeyKind::Real:
      if (has_expression(node, key)) {
        set_field(field_of(node, key, subject, context), key, values);
        return;
      }
      if (!key.word.empty() && node.kind == Node::Kind::Text && node.text == key.word) return;
      values.set(key.name, number_of(node, key, subject, context));
      return;
    case KeyKind::Integer: values.set(key.name, integer_of(node, key, subject)); return;
    case KeyKind::Boolean:
      if (node.kind != Node::Kind::Boolean)
        fail(node, subject + " needs true or false, not " + node.description());
      values.set(key.name, node.boolean);
      return;
    case KeyKind::Text:
    case KeyKind::Choice: values.set(key.name, text_of(node, key, subject)); return;
    case KeyKind::Vector:
      if (node.is_array() && has_expression(node, key)) {
        set_fields(fields_of(node, key, subject, context), key, values);
        return;
      }
      values.set(key.name, numbers_of(node, key, context.dimension, subject, context));
      return;
    case KeyKind::File: values.set(key.name, path_of(node, key, subject, context)); return;
    case KeyKind::Points: values.set(key.name, points_of(node, key, subject, context)); return;
    case KeyKind::Reals: values.set(key.name, numbers_of(node, key, key.count, subject, context)); return;
    case KeyKind::Texts: values.set(key.name, texts_of(node, key, subject)); return;
    case KeyKind::Matrix: values.set(key.name, matrix_of(node, key, subject, context)); return;
    case KeyKind::Formulas: read_definitions(node, context.dimension); return;  // no value of its own
    case KeyKind::Table:
    case KeyKind::List:
    case KeyKind::Map: break;
  }
  FROTH_CHECK(false, "validate_plain() was given the table " + subject);
}

Node default_node(const Key& key, const ReadContext& context) {
  const Need::Value& value = context.dimension == 2 ? key.need.planar : key.need.spatial;
  if (const auto* real = std::get_if<double>(&value))
    return Node::of(written(*real, key.unit, context.units));
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return Node::of(*whole);
  if (const auto* flag = std::get_if<bool>(&value)) return Node::of(*flag);
  if (const auto* text = std::get_if<std::string>(&value)) return Node::of(*text);
  Node node{.kind = std::holds_alternative<std::monostate>(value) ? Node::Kind::Table : Node::Kind::Array};
  if (const auto* reals = std::get_if<std::vector<double>>(&value)) {
    for (const double each : *reals) node.items.push_back(Node::of(written(each, key.unit, context.units)));
    // A default vector is given in space; a planar scene sees its first two parts.
    const auto length = static_cast<std::size_t>(context.dimension);
    if (key.kind == KeyKind::Vector && node.items.size() > length) node.items.resize(length);
  }
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
    for (const std::string& each : *texts) node.items.push_back(Node::of(each));
  return node;
}

}  // namespace detail

}  // namespace froth
