// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <set>
#include <string>

#include <froth/base/error.h>
#include <froth/materials/presets.h>
#include <froth/scene/preset_looks.h>
#include <froth/scene/read.h>
#include <froth/sim/scene_view.h>

using namespace froth;

namespace {

Scene read_with(const std::string& material, const std::string& more = "", const std::string& units = "si") {
  return read_scene_text(
      "[scene]\nend_time = 1\nframe_rate = 30\nunits = \"" + units +
          "\"\n[solver]\ncell_size = 0.1\n[materials.stuff]\n" + material +
          "[[bodies]]\nmaterial = \"stuff\"\nshape = { sphere = { center = [0, 0, 0], radius = 1 } }\n" +
          more,
      "looks.toml");
}

}  // namespace

// Oracle: the list of presets: every preset has a look and a colour that no other has.
TEST_CASE("every preset has a look and a colour of its own") {
  std::set<std::string> colors;
  for (const Preset& preset : material_presets()) {
    CAPTURE(preset.name);
    const Look* look = look_of_preset(preset.name);
    REQUIRE(look != nullptr);
    REQUIRE(look->color);
    const auto& c = *look->color;
    CHECK(colors.insert(std::to_string(c[0]) + std::to_string(c[1]) + std::to_string(c[2])).second);
    CHECK(read_with("preset = \"" + preset.name + "\"\n").materials[0].look == *look);
  }
}

// Oracle: keys written by hand: those that are given win, the others stay the preset's; a look of another
// kind keeps the colour alone; lengths follow the scene's units; what no preset says, the law does.
TEST_CASE("keys of a look override the preset's") {
  const Look cream = *look_of_preset("shaving_cream");
  Look mine = read_with("preset = \"shaving_cream\"\nlook = { roughness = 0.1 }\n").materials[0].look;
  CHECK((mine.roughness == 0.1 && mine.kind == cream.kind && mine.color == cream.color &&
         mine.depth == cream.depth));
  mine = read_with("preset = \"shaving_cream\"\nlook = { kind = \"matte\" }\n").materials[0].look;
  CHECK((mine.kind == LookKind::Matte && mine.color == cream.color && mine.depth == 0));
  mine = read_with("preset = \"water\"\nlook = { depth = 12 }\n", "", "cgs").materials[0].look;
  CHECK(mine.depth == doctest::Approx(0.12).scale(0));
  mine = read_with("preset = \"water\"\n", "", "cgs").materials[0].look;
  CHECK(mine.depth == doctest::Approx(look_of_preset("water")->depth).scale(0));
  mine = read_with("model = \"liquid\"\ndensity = 1\nbulk_modulus = 1\n").materials[0].look;
  CHECK((mine.kind == LookKind::Clear && !mine.color));
}

// Oracle: the tables that were written come out as looks of the view; wrong values are refused by place.
TEST_CASE("looks of bodies and colliders reach the view of a run") {
  const std::string collider =
      "[[colliders]]\nshape = { half_space = { point = [0, 0, 0], normal = [0, 1, 0] } }\nlook = { kind = "
      "\"wood\" }\n";
  const RunView view = view_of_scene(
      read_with("preset = \"honey\"\n", collider + "[render]\nlight = \"sky\"\nshutter = 0.5\n"));
  CHECK(view.bodies[0].look == *look_of_preset("honey"));
  CHECK(view.colliders[0].look.kind == LookKind::Wood);
  CHECK((view.render.light == "sky" && view.render.shutter == 0.5));
  for (const char* wrong :
       {"look = { kind = \"shiny\" }\n", "look = { roughness = 2 }\n", "look = { index = 0.5 }\n",
        "look = { color = [1, 1] }\n", "look = { depth = -1 }\n", "look = 3\n",
        "look = { body_variation = 1.5 }\n", "look = { angularity = -1 }\n", "look = { pores = -1 }\n"}) {
    CAPTURE(wrong);
    CHECK_THROWS_WITH_AS(read_with(std::string("preset = \"honey\"\n") + wrong),
                         doctest::Contains("looks.toml:9:"), InputError);
  }
}

// Oracle: rules by hand. The first body has the preset's colour, the others of the same preset do not, nor
// that of each other; a colour of the body or of the look holds as it is, and so does everything where the
// variation is 0. Joined bodies are one thing.
TEST_CASE("bodies of one preset differ a little in shade") {
  const std::string ball = "shape = { sphere = { center = [0, 0, 0], radius = 1 } }\n";
  const auto body = [&](const std::string& name, const std::string& more = "") {
    return "[[bodies]]\nname = \"" + name + "\"\nmaterial = \"stuff\"\n" + ball + more;
  };
  const std::string three = body("b") + body("c") + body("d", "color = [0.1, 0.2, 0.3]\n");
  const auto looks = [&](const std::string& material, const std::string& more = "") {
    return view_of_scene(read_with(material, three + more)).bodies;
  };
  const Vec3<double> jelly = *look_of_preset("jelly")->color;
  const auto varied = looks("preset = \"jelly\"\n");
  CHECK(*varied[0].look.color == jelly);
  CHECK(*varied[1].look.color != jelly);
  CHECK(*varied[2].look.color != jelly);
  CHECK(*varied[1].look.color != *varied[2].look.color);
  for (const BodyLook& one : varied) {
    CHECK(one.look.body_variation == 0);  // it is in the colour
    for (int d = 0; d < 3; ++d) CHECK(std::abs((*one.look.color)[d] - jelly[d]) <= 0.25);
  }
  CHECK(*varied[3].color == Vec3<double>{0.1, 0.2, 0.3});
  for (const auto& same : {looks("preset = \"jelly\"\nlook = { body_variation = 0 }\n"),
                           looks("preset = \"jelly\"\n", "[output.mesh]\njoin = [\"all\"]\n")})
    for (const BodyLook& one : same) CHECK(*one.look.color == jelly);
  for (const BodyLook& one : looks("preset = \"jelly\"\nlook = { color = [0.5, 0.5, 0] }\n"))
    CHECK(*one.look.color == Vec3<double>{0.5, 0.5, 0});
  for (const BodyLook& one : looks("preset = \"water\"\n"))  // which runs together
    CHECK(*one.look.color == *look_of_preset("water")->color);
}
