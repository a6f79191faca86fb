// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/describe_key.h>

#include <algorithm>
#include <cmath>

#include <froth/scene/scene_schema.h>
#include <froth/base/suggest.h>
#include <froth/scene/validate.h>

namespace froth {

namespace {

void add_places(const Schema& schema, const std::string& prefix, bool is_variant,
                std::vector<const Schema*> open, std::vector<KeyPlace>& places) {
  // A shape inside a shape, and a scene inside a quality level, have the keys of the outer one.
  if (std::find(open.begin(), open.end(), &schema) != open.end()) return;
  open.push_back(&schema);
  for (const Key& key : schema.keys()) {
    const std::string path = prefix + key.name;
    places.push_back({path, &schema, is_variant, &key});
    if (key.nested == nullptr) continue;
    const char* element = key.kind == KeyKind::List ? ".N." : key.kind == KeyKind::Map ? ".*." : ".";
    add_places(key.nested(), path + element, false, open, places);
  }
  for (const Schema& variant : schema.variants()) add_places(variant, prefix, true, open, places);
}

std::string value_text(const Key& key, int dimension) {
  const Node node = detail::default_node(key, {.dimension = dimension});
  return node.is_table() ? "its defaults" : inline_toml(node);
}

/// The value at a path of a scene; the first one where the path goes through lists.
const Node* find_at(const Node& node, const std::string& path) {
  const std::size_t dot = path.find('.');
  const std::string first = path.substr(0, dot), rest = dot == std::string::npos ? "" : path.substr(dot + 1);
  const auto below = [&](const Node& next) { return rest.empty() ? &next : find_at(next, rest); };
  if (first == "N") {
    for (const Node& item : node.items)
      if (const Node* found = below(item)) return found;
  } else if (first == "*") {
    for (const NodeEntry& entry : node.entries)
      if (const Node* found = below(entry.value)) return found;
  } else if (const Node* next = node.find(first)) {
    return below(*next);
  }
  return nullptr;
}

double number_within(const Range& range) {
  if (std::isfinite(range.lo) && std::isfinite(range.hi)) return (range.lo + range.hi) / 2;
  if (std::isfinite(range.lo)) return range.lo + 1;
  return std::isfinite(range.hi) ? range.hi - 1 : 1.0;
}

Node list_of(std::vector<Node> items) {
  Node node{.kind = Node::Kind::Array};
  node.items = std::move(items);
  return node;
}

Node made_up(const Key& key) {
  switch (key.kind) {
    case KeyKind::Real: return Node::of(number_within(key.allowed));
    case KeyKind::Integer: return Node::of(std::int64_t(std::ceil(number_within(key.allowed))));
    case KeyKind::Boolean: return Node::of(true);
    case KeyKind::Choice: return Node::of(key.choices.front());
    case KeyKind::Vector: return list_of({Node::of(0.0), Node::of(1.0), Node::of(0.0)});
    case KeyKind::Reals: {
      const std::size_t count = key.count > 0 ? static_cast<std::size_t>(key.count) : 2;
      return list_of(std::vector<Node>(count, Node::of(number_within(key.allowed))));
    }
    case KeyKind::Points: {
      const auto point = [](double x, double y) { return list_of({Node::of(x), Node::of(y)}); };
      return list_of({point(0, 0), point(1, 0), point(0, 1)});
    }
    case KeyKind::File: return Node::of(std::string("model.obj"));
    case KeyKind::Texts: return list_of({Node::of(key.choices.empty() ? "pressure" : key.choices.front())});
    case KeyKind::Matrix: {
      std::vector<Node> rows;
      for (int r = 0; r < 3; ++r) {
        std::vector<Node> row;
        for (int c = 0; c < 3; ++c) row.push_back(Node::of(r == c ? 1.0 : 0.0));
        rows.push_back(list_of(row));
      }
      return list_of(rows);
    }
    default: return Node::of(std::string("some text"));
  }
}

}  // namespace

std::vector<KeyPlace> scene_key_places() {
  std::vector<KeyPlace> places;
  add_places(scene_schema(), "", false, {}, places);
  return places;
}

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> parts(1);
  for (const char c : path)
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

std::string settable_path(const std::string& path) {
  std::string out;
  for (const std::string& part : split_path(path))
    out += (out.empty() ? "" : ".") + (part == "N" ? "0" : part == "*" ? "NAME" : part);
  return out;
}

std::string place_suggestion(const std::string& name) {
  const std::vector<KeyPlace> places = scene_key_places();
  std::vector<std::string> names;
  for (const KeyPlace& place : places) names.push_back(place.key->name);
  const std::string meant = nearest_word(name, names);
  std::vector<std::string> paths;
  for (const KeyPlace& place : places) {
    const std::string path = settable_path(place.path);
    if (place.key->name == meant && std::find(paths.begin(), paths.end(), path) == paths.end())
      paths.push_back(path);
  }
  constexpr std::size_t most = 3;  // more than one can read at a glance
  if (paths.size() > most) return "; `froth help " + meant + "` says where that key may stand";
  std::string out;
  for (const std::string& path : paths) out += (out.empty() ? "; did you mean \"" : "\" or \"") + path;
  return out.empty() ? "" : out + "\"?";
}

/// What a key accepts beside numbers: "", or "or expression of x, y, z".
static std::string expression_text(const Key& key) {
  std::string names;
  for (const std::string& name : variable_names(key.variation, 3))
    names += (names.empty() ? "" : ", ") + name;
  return names.empty() ? ""
                       : (key.kind == KeyKind::Vector ? " or expressions of " : " or expression of ") + names;
}

std::string type_text(const Key& key) {
  switch (key.kind) {
    case KeyKind::Real:
      return key.word.empty() ? "number" + expression_text(key) : "number or \"" + key.word + "\"";
    case KeyKind::Integer: return "whole number";
    case KeyKind::Boolean: return "true or false";
    case KeyKind::Text: return "text";
    case KeyKind::Choice: return "name";
    case KeyKind::File: return "path";
    case KeyKind::Points: return "list of points";
    case KeyKind::Vector: return "vector" + expression_text(key);
    case KeyKind::Reals: return key.count > 0 ? std::to_string(key.count) + " numbers" : "list of numbers";
    case KeyKind::Texts: return key.choices.empty() ? "list of texts" : "list of names";
    case KeyKind::Matrix: return "matrix";
    case KeyKind::Table: return "table";
    case KeyKind::List: return "list of tables";
    case KeyKind::Map: return "tables by name";
    case KeyKind::Formulas: return "numbers and expressions of x, y, z, t by name";
  }
  return "";
}

std::string unit_text(const Key& key) {
  const std::string si(key.unit.si), cgs(key.unit.cgs);
  return si == cgs ? si : si + " (" + cgs + ")";
}

std::string default_text(const Key& key) {
  switch (key.need.kind) {
    case Need::Kind::Required: return "required";
    case Need::Kind::Optional: return "none";
    case Need::Kind::Alternative: return "one of these";
    case Need::Kind::Default: break;
  }
  const std::string spatial = value_text(key, 3), planar = value_text(key, 2);
  const bool differs = key.kind != KeyKind::Vector && planar != spatial;
  return differs ? spatial + " in 3D, " + planar + " in 2D" : spatial;
}

std::string range_text(const Key& key) {
  if (!key.choices.empty()) return joined(key.choices);
  if (key.allowed.is_everything()) return key.is_spatial ? "3D only" : "";
  // The requirement without its verb: "must not be negative" is "not negative" in a table.
  std::string text = key.allowed.requirement();
  for (const std::string verb : {"must ", "be "}) text.erase(text.find(verb), verb.size());
  return text;
}

Node example_node(const KeyPlace& place) {
  static const Node scene = parse_toml(scene_example(), "example");
  if (const Node* found = find_at(scene, place.path)) {
    // A name of the example's must fit the variant that is asked about.
    const auto& choices = place.key->choices;
    const bool fits = place.key->kind != KeyKind::Choice ||
                      std::find(choices.begin(), choices.end(), found->text) != choices.end();
    if (fits) return *found;
  }
  if (place.key->nested != nullptr || place.key->kind == KeyKind::Formulas)
    for (const std::string& name : {place.path, place.key->name})
      if (const Node* table = table_example(name)) return *table;
  const Need::Value& given = place.key->need.spatial;
  const bool has_default =
      place.key->need.kind == Need::Kind::Default && !std::holds_alternative<std::monostate>(given) &&
      !(place.key->kind == KeyKind::Text && std::get<std::string>(given).empty()) &&
      !(place.key->kind == KeyKind::Texts && std::get<std::vector<std::string>>(given).empty());
  return has_default ? detail::default_node(*place.key, {.dimension = 3}) : made_up(*place.key);
}

}  // namespace froth
