// SPDX-License-Identifier: Apache-2.0
// The reference page of the scene format, written from the schema.
#include <algorithm>
#include <fmt/format.h>

#include <froth/scene/describe_key.h>
#include <froth/scene/read.h>
#include <froth/scene/scene_schema.h>
#include <froth/base/suggest.h>

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

/// The plain type, with a link to the table that it speaks of.
std::string linked_type(const Key& key) {
  if (key.nested == nullptr) return type_text(key);
  const std::string name = key.nested().name();
  return type_text(key) + " [" + name + "](#" + name + ")";
}

std::string key_rows(const Schema& schema) {
  std::string out = "| key | type | unit | default | range | meaning |\n|---|---|---|---|---|---|\n";
  for (const Key& key : schema.keys())
    out += "| `" + key.name + "` | " + linked_type(key) + " | " + unit_text(key) + " | " + default_text(key) +
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

std::string expressions_section() {
  return "\n## Expressions\n\n"
         "Where the type says so, a number may be a text in quotes, as in `youngs_modulus = \"1e4 * (1 + "
         "x)\"` or\n"
         "`shift = [\"0.1 * sin(2*pi*t)\", 0, 0]`. Variables are the place `x`, `y`, `z` (no `z` in 2D) and "
         "the time "
         "`t` in\n"
         "the scene's units, and so is the result; constants are `pi` and `e`. There are `+ - * / ^`, "
         "comparisons, "
         "`&&`,\n"
         "`||`, `condition ? a : b`, and the functions " +
         joined(expression_functions()) +
         ".\nAngles of the functions are in radians; `log` is natural; `step(edge, x)` is 0 below the edge "
         "and 1 from "
         "it on;\n"
         "`smoothstep(a, b, x)` rises from 0 to 1 between a and b; `clamp(x, low, high)`; `mod(a, b)` has "
         "the sign of "
         "b.\n"
         "A value that is not finite or outside the key's range is an error that says where it is.\n\n"
         "The table `[definitions]` names terms that expressions then use, as in\n\n"
         "```toml\n[definitions]\nswing = \"sin(2*pi*t)\"\npush = \"3 * swing * exp(-x^2)\"\n\n"
         "[[forces]]\nacceleration = [\"push\", \"0.1 * swing\", 0]\n```\n\n"
         "They may use each other in any order, are in the scene's units, and count in parentheses. A number "
         "that "
         "may\nvary in time only cannot use a term that depends on place.\n";
}

/// Which keys checkpoints do not compare (physics_keys.h).
std::string resuming_section() {
  std::vector<std::string> paths;
  for (const KeyPlace& place : scene_key_places()) {
    const std::string path = fmt::format("`{}`", settable_path(place.path));
    if (!place.key->decides_physics && std::find(paths.begin(), paths.end(), path) == paths.end())
      paths.push_back(path);
  }
  return "\n## Resuming\n\n"
         "A run is resumed with the scene that it began with. These keys decide nothing of what is simulated "
         "and may\nchange: " +
         joined(paths) + ".\n";
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
  out += expressions_section() + resuming_section();
  std::vector<const Schema*> done;
  describe(scene_schema(), done, out);
  return out;
}

std::string scene_example() { return kExample; }

std::vector<std::string> scene_key_paths() {
  std::vector<std::string> paths;
  for (const KeyPlace& place : scene_key_places()) paths.push_back(place.path);
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

}  // namespace froth
