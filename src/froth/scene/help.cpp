// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/help.h>

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>
#include <utility>

#include <froth/base/error.h>
#include <froth/materials/law_list.h>
#include <froth/materials/presets.h>
#include <froth/scene/describe_key.h>
#include <froth/scene/scene_schema.h>
#include <froth/base/suggest.h>

namespace froth {

namespace {

bool fits_segment(const std::string& asked, const std::string& own) {
  if (asked == own || own == "*") return true;
  return own == "N" && !asked.empty() &&
         std::all_of(asked.begin(), asked.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Whether a path ends as asked: "contact.friction" is the end of "domain.contact.friction".
bool ends_as(const std::string& path, const std::string& asked) {
  const std::vector<std::string> own = split_path(path), parts = split_path(asked);
  if (parts.size() > own.size()) return false;
  const std::size_t skipped = own.size() - parts.size();
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (!fits_segment(parts[k], own[skipped + k])) return false;
  return true;
}

/// The header of a table of the first level.
std::string header_of(const Key& key) {
  return key.kind == KeyKind::List ? fmt::format("[[{}]]", key.name) : fmt::format("[{}]", key.name);
}

/// The header under which a key is written, or the words for it.
std::string parent_of(const std::string& path) {
  const std::size_t dot = path.find_last_of('.');
  if (dot == std::string::npos) return "the file";
  const std::vector<std::string> parts = split_path(path.substr(0, dot));
  if (parts.size() == 2 && parts[1] == "N") return fmt::format("[[{}]]", parts[0]);
  if (std::find(parts.begin(), parts.end(), "N") != parts.end()) return settable_path(path.substr(0, dot));
  return fmt::format("[{}]", settable_path(path.substr(0, dot)));
}

/// A table of the first level as it stands in a file: its header, then its keys.
std::vector<std::string> header_example(const KeyPlace& place) {
  const Node value = example_node(place);
  const bool is_map = place.key->kind == KeyKind::Map;
  const Node& table = value.is_array() ? value.items.front() : is_map ? value.entries.front().value : value;
  std::vector<std::string> lines = {is_map ? fmt::format("[{}.{}]", place.path, value.entries.front().key)
                                           : header_of(*place.key)};
  for (const NodeEntry& entry : table.entries)
    lines.push_back(fmt::format("{} = {}", entry.key, inline_toml(entry.value)));
  return lines;
}

std::vector<std::string> example_lines(const KeyPlace& place) {
  if (place.path.find('.') == std::string::npos) return header_example(place);
  const std::string value = inline_toml(example_node(place));
  return {fmt::format("{} = {}    (in {})", place.key->name, value, parent_of(place.path))};
}

std::string row(const char* title, const std::string& text) {
  return text.empty() ? "" : fmt::format("  {:<8} {}\n", title, text);
}

std::string short_row(const Key& key) {
  const std::string unit = key.unit.si.empty() ? "" : fmt::format(" [{}]", key.unit.si);
  return fmt::format("    {}{}: {}\n", key.name, unit, key.doc);
}

std::string keys_of(const Schema& schema) {
  std::string out;
  for (const Key& key : schema.keys()) out += short_row(key);
  for (const Schema& variant : schema.variants())
    out += fmt::format("  and with {} = \"{}\" ({}):\n{}", schema.variant_key()->name, variant.name(),
                       variant.doc(), keys_of(variant));
  return out;
}

/// One key with all the places where it stands.
std::string block(const std::vector<KeyPlace>& places) {
  const KeyPlace& first = places.front();
  const Key& key = *first.key;
  std::string out;
  for (const KeyPlace& place : places)
    out += place.is_variant ? fmt::format("{} ({})\n", place.path, place.table->name()) : place.path + "\n";
  out += row("meaning", key.doc) + row("type", type_text(key)) + row("unit", unit_text(key));
  out += row(key.choices.empty() ? "range" : "choices", range_text(key));
  if (key.is_spatial) out += row("", "in 3D only; in 2D " + key.planar_advice);
  out += row("default", default_text(key));
  const char* title = "example";
  for (const std::string& line : example_lines(first)) out += row(std::exchange(title, ""), line);
  const bool is_plain = key.nested == nullptr && key.kind != KeyKind::Formulas;
  if (is_plain)
    out += row("", fmt::format("--set '{}={}'", settable_path(first.path), inline_toml(example_node(first))));
  return out;
}

/// Blocks for a list of places, one per key however often it stands; tables are followed by their keys.
std::string blocks(const std::vector<KeyPlace>& places) {
  std::vector<std::vector<KeyPlace>> groups;
  for (const KeyPlace& place : places) {
    const auto same = [&](const std::vector<KeyPlace>& group) { return group.front().key == place.key; };
    const auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end())
      groups.push_back({place});
    else
      group->push_back(place);
  }
  std::string out;
  std::vector<const Schema*> tables;
  for (const std::vector<KeyPlace>& group : groups) {
    if (!out.empty()) out += '\n';
    out += block(group);
    const SchemaFunction nested = group.front().key->nested;
    if (nested != nullptr && std::find(tables.begin(), tables.end(), &nested()) == tables.end())
      tables.push_back(&nested());
  }
  for (const Schema* table : tables)
    out += fmt::format("\n{}: {}\n{}", table->name(), table->doc(), keys_of(*table));
  return out;
}

std::string law_text(const LawInfo& law) {
  return fmt::format("{}\n  {}\n{}", law.name, law.schema.doc(), keys_of(law.schema));
}

std::string unit_of(const Preset& preset, const std::string& key) {
  const Schema& materials = scene_schema().find("materials")->nested();
  const Key* own = materials.find(key);
  const Key* found = own != nullptr ? own : materials.find_variant(preset.law)->find(key);
  return found == nullptr || found->unit.si.empty() ? "" : fmt::format(" {}", found->unit.si);
}

std::string preset_text(const Preset& preset) {
  std::string out = fmt::format("{} (preset, model {})\n", preset.name, preset.law);
  out += row("for", preset.purpose) + row("not for", preset.limits) + row("source", preset.source);
  for (const PresetValue& value : preset.values)
    out += fmt::format("    {} = {:g}{}\n", value.key, value.value, unit_of(preset, value.key));
  for (const std::string& key : preset.switches) out += fmt::format("    {} = true\n", key);
  return out + row("example", fmt::format("preset = \"{}\"    (in [materials.NAME])", preset.name));
}

std::vector<KeyPlace> places_where(const auto& wanted) {
  std::vector<KeyPlace> found;
  for (const KeyPlace& place : scene_key_places())
    if (wanted(place)) found.push_back(place);
  return found;
}

const LawInfo* find_law(const std::string& name) {
  for (const LawInfo& law : law_infos())
    if (law.name == name) return &law;
  return nullptr;
}

}  // namespace

std::vector<std::string> help_words() {
  std::set<std::string> words;
  for (const KeyPlace& place : scene_key_places()) words.insert(place.key->name);
  for (const LawInfo& law : law_infos()) words.insert(law.name);
  for (const std::string& name : preset_names()) words.insert(name);
  return {words.begin(), words.end()};
}

std::string scene_overview() {
  std::string out = "a scene is a TOML file with these tables:\n";
  for (const Key& key : scene_schema().keys())
    out += fmt::format("  {:<14} {}{}\n", header_of(key), key.doc,
                       key.need.kind == Need::Kind::Required ? " (required)" : "");
  return out + "froth help NAME explains a key, a table, a law, a preset or a command\n";
}

std::string key_help(const std::string& name) {
  std::string out;
  const auto add = [&](const std::string& text) {
    if (!out.empty() && !text.empty()) out += '\n';
    out += text;
  };
  add(blocks(places_where([&](const KeyPlace& place) { return ends_as(place.path, name); })));
  if (const LawInfo* law = find_law(name)) add(law_text(*law));
  if (const Preset* preset = find_preset(name)) add(preset_text(*preset));
  if (out.empty())
    add(blocks(places_where([&](const KeyPlace& place) {
      const auto& choices = place.key->choices;
      return std::find(choices.begin(), choices.end(), name) != choices.end();
    })));
  if (out.empty() && name.size() >= 3)
    add(blocks(places_where(
        [&](const KeyPlace& place) { return place.key->name.find(name) != std::string::npos; })));
  if (!out.empty()) return out;
  const std::size_t dot = name.find_last_of('.');
  std::string guess = suggestion(name, help_words());
  if (guess.empty() && dot != std::string::npos) guess = suggestion(name.substr(dot + 1), help_words());
  throw InputError("there is no scene key, law or preset \"" + name + "\"" +
                   (guess.empty() ? "; `froth help` lists the tables" : guess));
}

std::string materials_overview() {
  std::string out = "laws (model = \"...\"):\n\n";
  for (const LawInfo& law : law_infos()) out += law_text(law) + "\n";
  out += "every material also has: model (the law's name), density [kg/m^3]\n\n";
  out += "presets (preset = \"...\"), which bring a law and its numbers:\n\n";
  for (const Preset& preset : material_presets()) {
    std::string numbers;
    for (const PresetValue& value : preset.values)
      numbers += fmt::format("{}{} {:g}{}", numbers.empty() ? "" : ", ", value.key, value.value,
                             unit_of(preset, value.key));
    for (const std::string& key : preset.switches) numbers += fmt::format(", {}", key);
    out += fmt::format("{}: {}\n  {}\n    {}\n\n", preset.name, preset.purpose, preset.law, numbers);
  }
  return out + "froth materials NAME shows one in full\n";
}

std::string material_help(const std::string& name) {
  if (const LawInfo* law = find_law(name)) {
    std::string out = law_text(*law) + "  presets of this law:";
    for (const Preset& preset : material_presets())
      if (preset.law == name) out += " " + preset.name;
    return out + "\n";
  }
  if (const Preset* preset = find_preset(name)) return preset_text(*preset);
  std::vector<std::string> names = preset_names();
  for (const LawInfo& law : law_infos()) names.push_back(law.name);
  const std::string guess = suggestion(name, names);
  throw InputError("there is no law or preset \"" + name + "\"" +
                   (guess.empty() ? "; there are " + joined(names) : guess));
}

}  // namespace froth
