// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/materials/presets.h>
#include <froth/scene/describe_key.h>
#include <froth/scene/help.h>
#include <froth/scene/read.h>
#include <froth/scene/validate.h>

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

}  // namespace

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
              {"solver.cell_size\n", "edge of a grid cell", "m (cm)", "positive", "required",
               "cell_size = 0.02", "[solver]", "--set 'solver.cell_size=0.02'"});
  CHECK(key_help("cell_size") == key_help("solver.cell_size"));
  check_words("contact.friction",
              {"domain.contact.friction", "colliders.N.contact.friction", "not negative"});
  check_words("youngs_modulus", {"materials.*.youngs_modulus (neo_hookean)", "(von_mises)", "Pa (dyn/cm^2)"});
  check_words("neo_hookean", {"Rubber and jelly", "youngs_modulus [Pa]", "poisson_ratio"});
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
