// SPDX-License-Identifier: Apache-2.0
// Tables: which keys may be there, which must, and which are filled in. validate_plain.cpp checks single
// values.
#include <froth/scene/validate.h>

#include <algorithm>

#include <froth/base/error.h>
#include <froth/scene/definitions.h>
#include <froth/scene/describe_key.h>
#include <froth/base/suggest.h>

namespace froth {

namespace {

/// A table under check: its own keys and those of the variant it has chosen.
struct Table {
  Node& node;
  const Schema& schema;
  const Schema* variant;
  std::string subject;  ///< how messages call it
  std::string path;     ///< dotted, "" for the scene itself

  const Key* find(const std::string& key) const {
    const Key* own = schema.find(key);
    return own != nullptr || variant == nullptr ? own : variant->find(key);
  }
  std::vector<std::string> key_names() const {
    std::vector<std::string> names;
    for (const Schema* part : {&schema, variant})
      if (part != nullptr)
        for (const Key& key : part->keys()) names.push_back(key.name);
    return names;
  }
};

[[noreturn]] void fail(const std::string& where, const std::string& message) {
  throw InputError(where + ": " + message);
}

std::string child_path(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

Values validate_table(Node& node, const Schema& schema, const std::string& subject, const std::string& path,
                      const ReadContext& context);

void check_is_table(const Node& node, const std::string& subject) {
  if (!node.is_table()) fail(node.where, subject + " needs a table, not " + node.description());
}

std::vector<Values> validate_list(Node& node, const Key& key, const std::string& path,
                                  const ReadContext& context) {
  const std::string hint = path == key.name ? "; write [[" + key.name + "]]" : "";
  if (!node.is_array()) fail(node.where, path + " needs a list of tables, not " + node.description() + hint);
  if (node.items.empty() && key.need.kind != Need::Kind::Optional)
    fail(node.where, path + " is empty, but needs at least one entry");
  std::vector<Values> list;
  ReadContext of_items = context;
  of_items.is_partial = context.is_partial && !context.has_whole_lists;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string item = child_path(path, std::to_string(i));
    check_is_table(node.items[i], item);
    list.push_back(validate_table(node.items[i], key.nested(), item, item, of_items));
  }
  return list;
}

Values validate_map(Node& node, const Key& key, const std::string& path, const ReadContext& context) {
  check_is_table(node, path);
  Values map;
  map.set_where(node.where);
  for (NodeEntry& entry : node.entries) {
    const std::string subject = key.noun + " \"" + entry.key + "\"";
    if (entry.key.empty()) fail(entry.where, "a " + key.noun + " needs a name");
    check_is_table(entry.value, subject);
    const std::string item = child_path(path, entry.key);
    map.set(entry.key, validate_table(entry.value, key.nested(), subject, item, context));
    map.set_where(entry.key, entry.value.where);
  }
  return map;
}

void validate_value(Node& node, const Key& key, const Table& table, const ReadContext& context,
                    Values& values) {
  const std::string path = child_path(table.path, key.name);
  switch (key.kind) {
    case KeyKind::Table:
      check_is_table(node, path);
      values.set(key.name, validate_table(node, key.nested(), path, path, context));
      break;
    case KeyKind::List: values.set(key.name, validate_list(node, key, path, context)); break;
    case KeyKind::Map: values.set(key.name, validate_map(node, key, path, context)); break;
    case KeyKind::File:
      detail::validate_plain(node, key, path, context, values);
      node.text = values.text(key.name);  // a resolved scene lies in another folder
      break;
    default: detail::validate_plain(node, key, path, context, values); break;
  }
  if (values.has(key.name)) values.set_where(key.name, node.where);
}

/// The schema that a table's variant key names.
const Schema* choose_variant(const Node& node, const Schema& schema, const std::string& subject) {
  const Key* key = schema.variant_key();
  if (key == nullptr) return nullptr;
  const Node* name = node.find(key->name);
  if (name == nullptr && key->need.kind != Need::Kind::Default)
    fail(node.where, subject + " has no \"" + key->name + "\"; give one of " + joined(key->choices));
  if (name != nullptr && name->kind != Node::Kind::Text)
    fail(name->where, subject + " needs a name as \"" + key->name + "\", not " + name->description());
  const Schema* variant = variant_of(node, schema);
  if (variant == nullptr) {
    const std::string guess = suggestion(name->text, key->choices);
    fail(name->where, subject + " has no " + key->name + " called \"" + name->text + "\"" +
                          (guess.empty() ? "; there are " + joined(key->choices) : guess));
  }
  return variant;
}

/// `, which model = "snow" has; remove it or change the model` for a key of other variants; empty where no
/// variant has it.
std::string variant_note(const Table& table, const std::string& key) {
  std::vector<std::string> owners;
  for (const Schema& variant : table.schema.variants())
    if (variant.find(key) != nullptr) owners.push_back("\"" + variant.name() + "\"");
  if (owners.empty()) return "";
  const std::string& chooser = table.schema.variant_key()->name;
  return ", which " + chooser + " = " + either(owners) + " has; remove it or change the " + chooser;
}

[[noreturn]] void fail_unknown(const NodeEntry& entry, const Table& table) {
  const std::vector<std::string> names = table.key_names();
  const std::string note = variant_note(table, entry.key);
  std::string guess = note.empty() ? suggestion(entry.key, names) : "";
  const bool is_of_first_level = table.path.find('.') == std::string::npos;
  if (note.empty() && guess.empty() && is_of_first_level) guess = place_suggestion(entry.key);
  fail(entry.where, table.subject + " has no key \"" + entry.key + "\"" + note +
                        (guess.empty() ? "; it has " + joined(names) : guess));
}

/// A key that hangs on the choice of another. A choice that does not exist is reported where it stands.
void check_partner(const NodeEntry& entry, const Key& key, const Table& table) {
  if (key.partner.empty()) return;
  const Key* partner = table.find(key.partner);
  const Node* given = table.node.find(key.partner);
  const std::string name = given != nullptr ? given->text : std::get<std::string>(partner->need.spatial);
  const auto is_among = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (is_among(key.partner_names) || !is_among(partner->choices)) return;
  if (key.partner_names.size() == 1)
    fail(entry.value.where, table.subject + ": " + key.name + " is for " + key.partner + " = \"" +
                                key.partner_names[0] + "\" only; remove it");
  fail(entry.value.where, table.subject + ": " + key.name + " has no meaning with " + key.partner + " = \"" +
                              name + "\"; remove it, or choose " + either(key.partner_names));
}

void check_present(const NodeEntry& entry, const Table& table, const ReadContext& context) {
  const Key* key = table.find(entry.key);
  if (key == nullptr) fail_unknown(entry, table);
  if (key->is_spatial && context.dimension == 2)
    fail(entry.where,
         table.subject + ": \"" + entry.key + "\" is for scenes of dimension 3 only; " + key->planar_advice);
  if (!context.is_partial) check_partner(entry, *key, table);  // the command line may choose otherwise
}

bool excludes(const Key& key, const std::string& other) {
  return std::find(key.excludes.begin(), key.excludes.end(), other) != key.excludes.end();
}

/// Of two keys that stand for each other, the second is one too many.
void check_exclusions(const Table& table) {
  const std::vector<NodeEntry>& entries = table.node.entries;
  for (std::size_t k = 0; k < entries.size(); ++k)
    for (std::size_t before = 0; before < k; ++before)
      if (excludes(*table.find(entries[k].key), entries[before].key) ||
          excludes(*table.find(entries[before].key), entries[k].key))
        fail(entries[k].where, table.subject + " has both \"" + entries[before].key + "\" and \"" +
                                   entries[k].key + "\"; keep one");
}

bool is_excluded(const Key& key, const Table& table) {
  return std::any_of(table.node.entries.begin(), table.node.entries.end(),
                     [&](const NodeEntry& entry) { return excludes(*table.find(entry.key), key.name); });
}

/// Exactly one alternative must be there; its name becomes what was chosen.
void choose_alternative(const Table& table, const ReadContext& context, Values& values) {
  const std::vector<std::string> names = table.schema.alternatives();
  if (names.empty()) return;
  std::string chosen;
  for (const NodeEntry& entry : table.node.entries) {
    const Key* key = table.find(entry.key);
    if (key == nullptr || key->need.kind != Need::Kind::Alternative) continue;
    if (!chosen.empty())
      fail(entry.where, table.subject + " has both \"" + chosen + "\" and \"" + entry.key + "\"; keep one");
    chosen = entry.key;
  }
  if (chosen.empty() && !context.is_partial)
    fail(table.node.where, table.subject + " is empty; give one of " + joined(names));
  if (!chosen.empty()) values.set_chosen(chosen);
}

void fill_missing(const Table& table, const Schema& part, const ReadContext& context, Values& values) {
  for (const Key& key : part.keys()) {
    if (table.node.find(key.name) != nullptr || (key.is_spatial && context.dimension == 2)) continue;
    if (key.need.kind == Need::Kind::Required && !context.is_partial)
      fail(table.node.where,
           table.subject + " has no \"" + key.name + "\", which it needs (" + key.doc + ")");
    if (key.need.kind != Need::Kind::Default || is_excluded(key, table)) continue;
    Node node = detail::default_node(key, context);
    node.where = table.node.where;
    validate_value(table.node.set(key.name, node.where, node), key, table, context, values);
  }
}

Values validate_table(Node& node, const Schema& schema, const std::string& subject, const std::string& path,
                      const ReadContext& context) {
  Table table{node, schema, choose_variant(node, schema, subject), subject, path};
  Values values;
  values.set_where(node.where);
  if (table.variant != nullptr) {
    if (node.find(schema.variant_key()->name) != nullptr) table.subject += " (" + table.variant->name() + ")";
    values.set_chosen(table.variant->name());
  }
  for (NodeEntry& entry : node.entries) {
    check_present(entry, table, context);
    validate_value(entry.value, *table.find(entry.key), table, context, values);
  }
  check_exclusions(table);
  choose_alternative(table, context, values);
  fill_missing(table, schema, context, values);
  if (table.variant != nullptr) fill_missing(table, *table.variant, context, values);
  return values;
}

}  // namespace

const Schema* variant_of(const Node& table, const Schema& schema) {
  const Key* key = schema.variant_key();
  if (key == nullptr) return nullptr;
  if (const Node* name = table.find(key->name)) return schema.find_variant(name->text);
  const auto* usual = std::get_if<std::string>(&key->need.spatial);
  return usual == nullptr ? nullptr : schema.find_variant(*usual);
}

const Key* find_key(const Node& table, const Schema& schema, std::string_view key) {
  if (const Key* own = schema.find(key)) return own;
  const Schema* variant = variant_of(table, schema);
  return variant == nullptr ? nullptr : variant->find(key);
}

ReadContext peek_context(const Node& root) {
  ReadContext context;
  const Node* scene = root.find("scene");
  if (scene == nullptr) return context;
  const Node* dimension = scene->find("dimension");
  if (dimension != nullptr && dimension->kind == Node::Kind::Integer && dimension->integer == 2)
    context.dimension = 2;
  const Node* units = scene->find("units");
  if (units != nullptr && units->text == "cgs") context.units = UnitSystem::Cgs;
  return context;
}

Values validate(Node& root, const Schema& schema, const ReadContext& context) {
  ReadContext with_names = context;
  if (const Node* definitions = root.find("definitions"))
    with_names.definitions = read_definitions(*definitions, context.dimension);
  return validate_table(root, schema, "the scene", "", with_names);
}

}  // namespace froth
