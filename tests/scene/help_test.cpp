// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/materials/presets.h>
#include <froth/scene/build.h>
#include <froth/scene/describe_key.h>
#include <froth/scene/help.h>
#include <froth/scene/read.h>
#include <froth/scene/scene_schema.h>
#include <froth/scene/validate.h>

#include "support/temporary_folder.h"

namespace froth {

namespace {

void check_words(const std::string& name, const std::vector<std::string>& words) {
  const std::string text = key_help(name);
  CAPTURE(name);
  CAPTURE(text);
  for (const std::string& word : words) {
    CAPTURE(word);
    CHECK(text.find(word) != std::string::npos);
  }
}

std::string complaint(const std::string& name) {
  try {
    key_help(name);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// Puts the example of a place into a scene, and examples of the tables around it where the scene has none.
void put_example(Node& scene, const KeyPlace& place) {
  const std::vector<std::string> parts = split_path(place.path);
  Node* node = &scene;
  const Schema* schema = &scene_schema();
  std::string path;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    path += (path.empty() ? "" : ".") + parts[k];
    if (parts[k] == "N") {
      node = &node->items.at(0);
    } else if (parts[k] == "*") {
      node = &node->entries.at(0).value;
    } else {
      const Key& key = *schema->find(parts[k]);
      if (key.need.kind == Need::Kind::Alternative)
        for (const std::string& other : schema->alternatives())
          if (other != key.name) node->remove(other);
      for (const std::string& other : key.excludes) node->remove(other);
      const bool is_new = node->find(key.name) == nullptr || k + 1 == parts.size();
      if (is_new) node->set(key.name, "", example_node({path, schema, false, &key}));
      node = node->find(key.name);
      if (key.nested != nullptr) schema = &key.nested();
    }
  }
}

/// A tetrahedron of the size of the examples, a little above the floor.
const char* const kMesh = "v 0 5 0\nv 2 5 0\nv 0 7 0\nv 0 5 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/// The page's example in the plane, for shapes that are for it alone.
const char* const kPlanar =
    "[scene]\ndimension = 2\nend_time = 1\nframe_rate = 30\n[solver]\ncell_size = 0.02\n"
    "[materials.jelly]\npreset = \"jelly\"\n[[bodies]]\nmaterial = \"jelly\"\n"
    "shape = { sphere = { center = [-0.5, 0.6], radius = 0.1 } }\n[[emitters]]\nmaterial = \"jelly\"\n"
    "shape = { sphere = { center = [0, 0.9], radius = 0.1 } }\nvelocity = [0, -1]\n[[colliders]]\n"
    "shape = { sphere = { center = [0, 0], radius = 0.1 } }\n[[held]]\n"
    "shape = { sphere = { center = [0, 0], radius = 0.1 } }\n[[kill_zones]]\n"
    "shape = { sphere = { center = [0, 0], radius = 0.1 } }\n[[forces]]\nacceleration = [1, 0]\n"
    "[[tractions]]\nbody = \"body_0\"\ntraction = [1, 0]\n"
    "region = { box = { min = [-1, -1], max = [1, 1] } }\n";

}  // namespace

// Oracle: the reader and the builder, as `froth check` uses them: the example of every table, put into the
// scene of the reference page, makes a scene that can run.
TEST_CASE("the example of every table makes a scene that passes the check") {
  const TemporaryFolder folder;
  folder.write("model.obj", kMesh);
  int checked = 0;
  for (const KeyPlace& place : scene_key_places()) {
    const std::string& name = place.key->name;
    if (place.key->nested == nullptr) continue;
    const bool is_filled = place.path.rfind("bodies", 0) == 0 || place.path.rfind("emitters", 0) == 0;
    if (name == "half_space" && is_filled) continue;  // no finite solid
    CAPTURE(place.path);
    const Node example = example_node(place);
    CHECK(example.entries.size() + example.items.size() > 0);
    Node scene = parse_toml(name == "polygon" ? kPlanar : scene_example(), "example");
    if (place.path.rfind("colliders", 0) == 0 && name != "polygon")  // out of the way of what is put in
      scene.find("bodies")->items.at(0).set(
          "shape", "", parse_toml("box = { center = [0.5, 0.2, 0.5], size = [0.1, 0.1, 0.1] }", ""));
    if (name == "dynamic") {  // a floor without end has no mass, and what moves as told not by itself
      scene.find("colliders")->items.at(0).remove("motion");
      scene.find("colliders")
          ->items.at(0)
          .set("shape", "", parse_toml("box = { center = [0.5, 0.6, 0.5], size = [0.1, 0.1, 0.1] }", ""));
    }
    scene.find("solver")->set("cell_size", "", Node::of(0.03));  // few particles
    put_example(scene, place);
    const std::string text = write_toml(scene, {"materials"});
    CAPTURE(text);
    const auto read = [&] { return read_scene_text(text, folder / "example.toml"); };
    if (place.path.rfind("tractions.N.region.", 0) == 0)  // not every shape holds a piece of the surface
      CHECK_NOTHROW(read());
    else
      CHECK_NOTHROW(build_solver(read()));
    ++checked;
  }
  CHECK(checked > 100);
}

// Oracle: TOML itself: what help prints for a table of the first level is a piece of a file.
TEST_CASE("the example of a table of the first level can be copied") {
  for (const Key& table : scene_schema().keys()) {
    const std::string text = key_help(table.name), mark = "  example  ";
    const std::size_t begin = text.find(mark), end = text.find("\n\n", begin);
    REQUIRE(begin != std::string::npos);
    const std::string piece = text.substr(begin + mark.size(), end - begin - mark.size());
    CAPTURE(piece);
    const Node parsed = parse_toml(piece, "example");
    CHECK(parsed.find(table.name) != nullptr);
    CHECK(std::count(piece.begin(), piece.end(), '\n') > 0);  // more than the header
  }
}

// Oracle: the reader, which must accept the example of every key that is not a table.
TEST_CASE("the example of every key is a value that the reader accepts") {
  int checked = 0;
  for (const KeyPlace& place : scene_key_places()) {
    if (place.key->nested != nullptr) continue;
    CAPTURE(place.path);
    Values values;
    CHECK_NOTHROW(detail::validate_plain(example_node(place), *place.key, place.path, {}, values));
    ++checked;
  }
  CHECK(checked > 60);
}

// Oracle: facts of the reference page, by hand.
TEST_CASE("help names path, meaning, unit, range, default, choices and an example") {
  check_words("solver.cell_size",
              {"solver.cell_size (explicit_mpm)\n", "edge of a grid cell", "m (cm)", "positive", "required",
               "cell_size = 0.02", "[solver]", "--set 'solver.cell_size=0.02'"});
  CHECK(key_help("cell_size") == key_help("solver.cell_size"));
  check_words("contact.friction",
              {"domain.contact.friction", "colliders.N.contact.friction", "not negative"});
  check_words("youngs_modulus", {"materials.*.youngs_modulus (neo_hookean)", "(von_mises)", "Pa (dyn/cm^2)"});
  check_words("neo_hookean", {"Rubber and jelly", "youngs_modulus [Pa]", "poisson_ratio"});
  check_words("consistency", {"Pa s^h (dyn s^h/cm^2)"});
  check_words("kind", {"choices", "sticky, slip, separating"});
  check_words("materials.sand.density", {"materials.*.density", "kg/m^3"});
  check_words("bodies.3.velocity", {"bodies.N.velocity", "rotating"});
  check_words("apic", {"solver.transfer"});
  check_words("modulus", {"youngs_modulus", "bulk_modulus"});
  check_words("particles_per_cell", {"8.0 in 3D, 4.0 in 2D", "bodies.N.particles_per_cell"});
  check_words("contact", {"domain.contact", "friction"});
  check_words("bodies", {"[[bodies]]", "material:"});
}

// Oracle: the list of key paths: whatever the schema has can be asked for by its full path.
TEST_CASE("every key can be asked for") {
  for (const std::string& path : scene_key_paths()) {
    CAPTURE(path);
    CHECK(key_help(path).find(path) != std::string::npos);
  }
  for (const std::string& word : help_words()) CHECK_NOTHROW(key_help(word));
}

// Oracle: the promise of a suggestion.
TEST_CASE("unknown names are refused with the nearest known one") {
  CHECK(complaint("cellsize").find("did you mean \"cell_size\"?") != std::string::npos);
  CHECK(complaint("solver.cel_size").find("did you mean \"cell_size\"?") != std::string::npos);
  CHECK(complaint("neohookean").find("did you mean \"neo_hookean\"?") != std::string::npos);
  CHECK(complaint("xyzzy").find("froth help") != std::string::npos);
  for (const char* odd : {"", ".", "..", "solver.", ".cell_size", "N", "*"}) {
    CAPTURE(odd);
    CHECK(complaint(odd) != "");
  }
}

// Oracle: the data of the presets.
TEST_CASE("materials show their numbers") {
  const std::string all = materials_overview();
  for (const Preset& preset : material_presets()) {
    CHECK(all.find("\n" + preset.name + ": ") != std::string::npos);
    const std::string one = material_help(preset.name);
    for (const std::string& text : {preset.law, preset.purpose, preset.limits, preset.source})
      CHECK(one.find(text) != std::string::npos);
  }
  CHECK(material_help("water").find("viscosity = 0.001002 Pa s") != std::string::npos);
  CHECK(material_help("liquid").find("water glycerine honey") != std::string::npos);
  CHECK_THROWS_WITH_AS(material_help("rubbr"), doctest::Contains("did you mean \"rubber\"?"), InputError);
}

}  // namespace froth
