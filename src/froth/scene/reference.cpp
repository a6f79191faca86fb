// SPDX-License-Identifier: Apache-2.0
// The reference page of the scene format, written from the schema.
#include <algorithm>

#include <froth/scene/node.h>
#include <froth/scene/read.h>
#include <froth/scene/scene_schema.h>
#include <froth/scene/suggest.h>
#include <froth/scene/validate.h>

namespace froth {

namespace {

const char* const kExample = R"(# A jelly cube falls onto a rough floor.
[scene]
title = "Jelly on a floor"
end_time = 2.0                # seconds
frame_rate = 30               # frames per second

[solver]
transfer = "apic"
cell_size = 0.02              # metres
dt = "auto"

[domain]                      # walls on all sides
min = [-0.6, 0, -0.6]
max = [0.6, 1.2, 0.6]
contact = { kind = "separating", friction = 0.3 }

[materials.jelly]             # the name is yours
model = "neo_hookean"
density = 1000
youngs_modulus = 2e4
poisson_ratio = 0.4

[[bodies]]
material = "jelly"
shape = { box = { center = [0, 0.6, 0], size = [0.2, 0.2, 0.2] } }
velocity = { rotating = { center = [0, 0.6, 0], axis = [0, 0, 1], rate = 3 } }

[[bodies]]                    # a ball with a bite taken out of it
material = "jelly"
shape = { difference = [
  { sphere = { center = [0.3, 0.3, 0], radius = 0.1 } },
  { box = { min = [0.3, 0.3, -1], max = [1, 1, 1] }, transform = { translate = [0, 0.02, 0] } },
] }

[[colliders]]                 # a paddle that turns
shape = { capsule = { from = [-0.3, 0.1, 0], to = [0, 0.1, 0], radius = 0.03 } }
motion = { pivot = [-0.15, 0.1, 0], axis = [0, 1, 0], spin = { rate = 2 } }
contact = { kind = "sticky" }

[render]
eye = [1.5, 1, 2]
target = [0, 0.3, 0]

[quality.smoke]               # froth run --quality smoke
scene.end_time = 0.1
solver.cell_size = 0.05
bodies.0.particles_per_cell = 4
)";

std::string link(const Schema& schema) { return "[" + schema.name() + "](#" + schema.name() + ")"; }

std::string type_text(const Key& key) {
  switch (key.kind) {
    case KeyKind::Real: return key.word.empty() ? "number" : "number or \"" + key.word + "\"";
    case KeyKind::Integer: return "whole number";
    case KeyKind::Boolean: return "true or false";
    case KeyKind::Text: return "text";
    case KeyKind::Choice: return "name";
    case KeyKind::File: return "path";
    case KeyKind::Points: return "list of points";
    case KeyKind::Vector: return "vector";
    case KeyKind::Reals: return key.count > 0 ? std::to_string(key.count) + " numbers" : "list of numbers";
    case KeyKind::Texts: return key.choices.empty() ? "list of texts" : "list of names";
    case KeyKind::Matrix: return "matrix";
    case KeyKind::Table: return "table " + link(key.nested());
    case KeyKind::List: return "list of tables " + link(key.nested());
    case KeyKind::Map: return "tables by name " + link(key.nested());
  }
  return "";
}

std::string unit_text(const Key& key) {
  const std::string si(key.unit.si), cgs(key.unit.cgs);
  return si == cgs ? si : si + " (" + cgs + ")";
}

std::string value_text(const Key& key, int dimension) {
  const Node node = detail::default_node(key, {.dimension = dimension});
  if (node.kind == Node::Kind::Text) return "\"" + node.text + "\"";
  if (node.is_table()) return "its defaults";
  if (!node.is_array()) return node.description().substr(node.description().find_last_of(' ') + 1);
  std::string out;
  for (const Node& item : node.items) out += (out.empty() ? "" : ", ") + format_real(item.real);
  return "[" + out + "]";
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

std::string key_rows(const Schema& schema) {
  std::string out = "| key | type | unit | default | range | meaning |\n|---|---|---|---|---|---|\n";
  for (const Key& key : schema.keys())
    out += "| `" + key.name + "` | " + type_text(key) + " | " + unit_text(key) + " | " + default_text(key) +
           " | " + range_text(key) + " | " + key.doc + " |\n";
  return out;
}

std::string heading(const std::string& level, const Schema& schema) {
  return "\n" + level + " " + schema.name() + "\n\n" + schema.doc() + "\n\n";
}

/// Every schema once, each before those that it mentions first.
void describe(const Schema& schema, std::vector<const Schema*>& done, std::string& out) {
  if (std::find(done.begin(), done.end(), &schema) != done.end()) return;
  done.push_back(&schema);
  out += heading("##", schema) + key_rows(schema);
  for (const Schema& variant : schema.variants()) out += heading("###", variant) + key_rows(variant);
  for (const Key& key : schema.keys())
    if (key.nested != nullptr) describe(key.nested(), done, out);
}

void add_paths(const Schema& schema, const std::string& prefix, std::vector<const Schema*> open,
               std::vector<std::string>& paths) {
  // A shape inside a shape, and a scene inside a quality level, have the keys of the outer one.
  if (std::find(open.begin(), open.end(), &schema) != open.end()) return;
  open.push_back(&schema);
  for (const Schema& variant : schema.variants()) add_paths(variant, prefix, open, paths);
  for (const Key& key : schema.keys()) {
    const std::string path = prefix + key.name;
    paths.push_back(path);
    if (key.nested == nullptr) continue;
    const char* element = key.kind == KeyKind::List ? ".N." : key.kind == KeyKind::Map ? ".*." : ".";
    add_paths(key.nested(), path + element, open, paths);
  }
}

}  // namespace

std::string scene_reference_markdown() {
  std::string out =
      "# Scene format\n\n"
      "This page is generated from the schema that the reader uses; `froth check` says whether a scene "
      "follows it.\n"
      "Unknown keys are errors. Units are SI unless the scene says `units = \"cgs\"`; the unit then used is "
      "in\n"
      "parentheses. A vector has as many numbers as the scene has dimensions, and a matrix as many rows of "
      "as many.\n"
      "Not-a-number and infinity are never accepted. The command line sets any key by its dotted path, as "
      "in\n"
      "`--set solver.cell_size=0.01` or `--set bodies.0.velocity.constant=[1,0,0]`.\n\n## "
      "Example\n\n```toml\n";
  out += kExample;
  out += "```\n";
  std::vector<const Schema*> done;
  describe(scene_schema(), done, out);
  return out;
}

std::vector<std::string> scene_key_paths() {
  std::vector<std::string> paths;
  add_paths(scene_schema(), "", {}, paths);
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

}  // namespace froth
