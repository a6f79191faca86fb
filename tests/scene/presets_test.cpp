// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include <froth/base/error.h>
#include <froth/materials/law_list.h>
#include <froth/materials/presets.h>
#include <froth/scene/read.h>

namespace froth {

namespace {

std::string scene_with(const std::string& material, const std::string& units = "si") {
  return "[scene]\nend_time = 1\nframe_rate = 10\nunits = \"" + units +
         "\"\n[solver]\ncell_size = 0.1\n[[bodies]]\nmaterial = \"goo\"\n"
         "shape = { sphere = { center = [0, 0, 0], radius = 1 } }\n[materials.goo]\n" +
         material;
}

MaterialSpec read_material(const std::string& material, const std::string& units = "si") {
  return read_scene_text(scene_with(material, units), "goo.toml").materials.at(0);
}

std::string complaint(const std::string& material) {
  try {
    read_material(material);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

// Oracle: the reader and the laws' schemas: every preset is a valid material with exactly its own numbers, in
// SI, whatever the units of the scene; relative rounding of one conversion each way.
TEST_CASE("every preset is a valid material in both systems of units") {
  CHECK(material_presets().size() >= 10);
  for (const Preset& preset : material_presets())
    for (const std::string units : {"si", "cgs"}) {
      CAPTURE(preset.name);
      CAPTURE(units);
      const MaterialSpec material = read_material("preset = \"" + preset.name + "\"\n", units);
      CHECK(material.model == preset.law);
      CHECK(material.law.has("density"));
      for (const PresetValue& value : preset.values) {
        CAPTURE(value.key);
        CHECK(material.law.real(value.key) == doctest::Approx(value.value).epsilon(1e-15));
      }
    }
}

// Oracle: orders of magnitude that everybody can check: what floats on water, and how fast waves may travel.
TEST_CASE("presets are plausible") {
  for (const Preset& preset : material_presets()) {
    CAPTURE(preset.name);
    const MaterialSpec material = read_material("preset = \"" + preset.name + "\"\n");
    CHECK(material.density > 10);
    CHECK(material.density < 3000);
    for (const LawInfo& law : law_infos()) CHECK(law.name != preset.name);  // one name, one thing
    CHECK_FALSE(preset.purpose.empty());
    CHECK_FALSE(preset.limits.empty());
    CHECK_FALSE(preset.source.empty());
    // Explicit steps at 1 cm and a CFL number of 0.4 stay above 2e-5 s, so that a second takes minutes.
    const double speed =
        std::visit([&](const auto& law) { return law.wave_speed(law.rest(), material.density); },
                   make_law<3, double>(material.model, material.law));
    CHECK(speed < 200);
    CHECK(speed > 2);
  }
  const auto density = [](const char* name) {
    return read_material(std::string("preset = \"") + name + "\"\n").density;
  };
  CHECK(density("butter") < density("water"));
  CHECK(density("sponge") < density("butter"));
  CHECK(density("honey") > density("water"));
}

// Oracle: keys written by hand beside a preset.
TEST_CASE("keys beside a preset override it") {
  const MaterialSpec thick = read_material("viscosity = 5\npreset = \"water\"\ndensity = 1200\n");
  CHECK(thick.law.real("viscosity") == 5);
  CHECK(thick.density == 1200);
  CHECK(thick.law.real("bulk_modulus") == 4e5);
  CHECK(read_material("preset = \"jelly\"\nmodel = \"neo_hookean\"\n").model == "neo_hookean");
  const Scene changed = read_scene_text(scene_with("preset = \"water\"\n"), "goo.toml",
                                        {.overrides = {"materials.goo.preset=honey"}});
  CHECK(changed.materials.at(0).law.real("viscosity") == 10);
}

// Oracle: the promise of the resolved text: all numbers, no preset, and reading it again changes nothing.
TEST_CASE("the resolved scene spells the preset out") {
  for (const std::string units : {"si", "cgs"}) {
    const Scene scene = read_scene_text(scene_with("preset = \"dry_sand\"\n", units), "goo.toml");
    CHECK(scene.resolved_text.find("preset") == std::string::npos);
    CHECK(scene.resolved_text.find("model = \"drucker_prager\"") != std::string::npos);
    CHECK(scene.resolved_text.find("friction_angle = 33.0") != std::string::npos);
    CHECK(scene.resolved_text.find(units == "si" ? "density = 1600.0" : "density = 1.6") !=
          std::string::npos);
    CHECK(read_scene_text(scene.resolved_text, "goo.toml").resolved_text == scene.resolved_text);
  }
}

// Oracle: places counted by hand: the material's first key stands on line 11.
TEST_CASE("presets that make no sense are refused where they stand") {
  const auto check = [](const std::string& material, const std::string& place,
                        const std::vector<std::string>& words) {
    const std::string message = complaint(material);
    CAPTURE(message);
    CHECK(message.rfind("goo.toml:" + place + ": ", 0) == 0);
    for (const std::string& word : words) CHECK(message.find(word) != std::string::npos);
  };
  check("preset = \"watre\"\n", "11:10", {"\"goo\"", "watre", "did you mean \"water\"?"});
  check("preset = \"concrete\"\n", "11:10", {"concrete", "modelling_clay"});
  check("preset = 3\n", "11:10", {"name of a preset", "the number 3"});
  check("preset = \"water\"\nmodel = \"neo_hookean\"\n", "12:9",
        {"water", "liquid", "neo_hookean", "remove"});
  check("preset = \"water\"\nyoungs_modulus = 3\n", "12:1", {"liquid", "youngs_modulus"});
  check("preset = \"water\"\ndensity = -1\n", "12:11", {"positive"});
  check("preset = \"jelly\"\ndensity = 1\nyoungs_modulus = 1\npoisson_ratio = 0.1\n", "11:10",
        {"changes nothing", "remove"});
  check("preset = \"water\"\nmodel = 7\n", "12:9", {"the number 7"});
}

// Oracle: the reader: levels of quality are checked with their presets even when they are not chosen.
TEST_CASE("quality levels know presets") {
  const std::string text = scene_with("preset = \"water\"\n") + "[quality.smoke.materials.goo]\n";
  CHECK(read_scene_text(text + "preset = \"honey\"\n", "goo.toml", {.quality = "smoke"})
            .materials.at(0)
            .law.real("viscosity") == 10);
  CHECK_THROWS_AS(read_scene_text(text + "preset = \"hony\"\n", "goo.toml"), InputError);
}

// Oracle: the page in docs/, written by hand: name, law and density of every preset stand in its table, and
// no other preset does.
TEST_CASE("docs/materials.md has every preset") {
  std::ifstream file("docs/materials.md");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::string table =
      page.substr(page.find("## By preset"), page.find("Sources stand") - page.find("## By preset"));
  for (const Preset& preset : material_presets()) {
    CAPTURE(preset.name);
    const std::size_t at = table.find(fmt::format("\n| `{}` | `{}` | ", preset.name, preset.law));
    REQUIRE(at != std::string::npos);
    const std::string row = table.substr(at + 1, table.find('\n', at + 1) - at);
    CHECK(row.find(fmt::format(" | {:g} | ", preset.values.at(0).value)) != std::string::npos);
  }
  std::size_t rows = 0;
  for (std::size_t at = 0; (at = table.find("\n| `", at)) != std::string::npos; ++at) ++rows;
  CHECK(rows == material_presets().size());
}

}  // namespace froth
