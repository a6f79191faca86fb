// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/io/run_view.h>

#include "support/temporary_folder.h"

namespace froth {

namespace {

Look clear_look() {
  return {.kind = LookKind::Clear,
          .color = Vec3<double>{0.7, 0.8, 1.0 / 3},
          .roughness = 1.0 / 7,
          .index = 4.0 / 3,
          .depth = 1.0 / 9,
          .variation = 1.0 / 11,
          .angularity = 1.0 / 13,
          .pores = 1.0 / 17};
}

/// Nothing in it is as by default, and no number is a short decimal.
RunView full_view() {
  RunView view;
  view.name = "tiny", view.title = "A \"title\"\n", view.scene_digest = "abc";
  view.units = "cgs", view.dimension = 2, view.frame_rate = 1 / 0.3;
  view.period = {0.1 + 0.2, 0, 0};
  view.link_length = 1.0 / 3, view.voxel_size = 1.0 / 7;
  view.bodies = {{"one", Vec3<double>{0.1, 0.2, 0.3}, clear_look()}, {"two", std::nullopt}};
  view.colliders = {{"floor", Shape::half_space({0, 1.0 / 3, 0}, {0, 1, 0}), false, Vec3<double>{1, 0, 0}},
                    {"ball", Shape::sphere({0, 0, 0}, 0.1), true, std::nullopt}};
  view.render = {.width = 17,
                 .height = 18,
                 .samples = 19,
                 .color_by = "J",
                 .eye = Vec3<double>{1, 2, 1.0 / 3},
                 .target = Vec3<double>{4, 5, 6},
                 .field_of_view = 20.1,
                 .ground = false,
                 .particle_radius = 0.01,
                 .light = "sky",
                 .exposure = 1.0 / 3,
                 .shutter = 1.0 / 7,
                 .max_bounces = 3,
                 .filter = false,
                 .color_range = Vec2<double>{0.1, 1.0 / 3},
                 .as = "both",
                 .cut = "z>0.1",
                 .camera = {{0, {1, 2, 1.0 / 3}, {4, 5, 6}, {}}, {0.1, {1, 2, 3}, {4, 5, 6}, 1.0 / 3}}};
  view.bodies[1].skin = "spheres";
  view.mesh = {.is_on = true,
               .formats = {"glb", "fog"},
               .method = "anisotropic",
               .voxel = 1.0 / 3,
               .smoothing = 0.7,
               .adaptivity = 0.1,
               .join = {"one, two"},
               .attributes = {"J"},
               .cut = "z>0.1"};
  return view;
}

struct ViewFolder {
  TemporaryFolder folder;
  std::string path = folder / "view.json", samples = folder / "samples.bin";

  RunView read(const std::string& text) const {
    folder.write("view.json", text);
    return read_run_view(path, samples);
  }
};

}  // namespace

// Oracle: round trip, every member.
TEST_CASE("a view comes back as it was written") {
  const ViewFolder at;
  const RunView view = full_view();
  write_run_view(at.path, at.samples, view);
  const RunView again = read_run_view(at.path, at.samples);
  CHECK((again.name == view.name && again.title == view.title && again.scene_digest == view.scene_digest));
  CHECK((again.dimension == 2 && again.frame_rate == view.frame_rate && again.period == view.period));
  CHECK((again.link_length == view.link_length && again.voxel_size == view.voxel_size));
  REQUIRE(again.bodies.size() == 2);
  CHECK((again.bodies[0].name == "one" && again.bodies[0].color == view.bodies[0].color));
  CHECK(again.bodies[0].look == clear_look());
  CHECK(again.bodies[1].look == Look{});
  CHECK((again.bodies[1].name == "two" && !again.bodies[1].color));
  CHECK((again.bodies[0].skin == "level_set" && again.bodies[1].skin == "spheres"));
  const MeshView &mesh = again.mesh, &before = view.mesh;
  CHECK((mesh.is_on && mesh.formats == before.formats && mesh.method == before.method));
  CHECK((mesh.voxel == before.voxel && mesh.smoothing == before.smoothing && mesh.cut == before.cut));
  CHECK((mesh.adaptivity == before.adaptivity && mesh.join == before.join));
  CHECK(mesh.attributes == before.attributes);
  REQUIRE(again.colliders.size() == 2);
  CHECK((again.colliders[0].name == "floor" && !again.colliders[0].is_visible));
  CHECK(again.colliders[0].color == view.colliders[0].color);
  CHECK((again.colliders[1].is_visible && !again.colliders[1].color));
  CHECK(again.colliders[0].shape.signed_distance({0, 0, 0}) == -1.0 / 3);
  const RenderView &a = again.render, &b = view.render;
  CHECK((a.width == 17 && a.height == 18 && a.samples == 19 && a.color_by == "J" && !a.ground));
  CHECK((a.eye == b.eye && a.target == b.target && a.field_of_view == b.field_of_view));
  CHECK(a.particle_radius == b.particle_radius);
  CHECK((a.light == "sky" && a.exposure == b.exposure && a.shutter == b.shutter && a.max_bounces == 3));
  CHECK_FALSE(a.filter);
  CHECK((a.color_range == b.color_range && a.as == "both" && a.cut == "z>0.1" && again.units == "cgs"));
  REQUIRE(a.camera.size() == 2);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK((a.camera[k].time == b.camera[k].time && a.camera[k].eye == b.camera[k].eye));
    CHECK(
        (a.camera[k].target == b.camera[k].target && a.camera[k].field_of_view == b.camera[k].field_of_view));
  }
  CHECK_FALSE(std::filesystem::exists(at.samples));  // nothing is sampled
}

// Oracle: the members of one view or the other, key by key.
TEST_CASE("chosen keys of a view change and the others stay") {
  const RenderView full = full_view().render, plain;
  const RenderView mixed = with_keys(full, plain, {"width", "eye", "camera"});
  CHECK((mixed.width == plain.width && !mixed.eye && mixed.camera.empty()));
  CHECK(
      (mixed.height == full.height && mixed.target == full.target && mixed.color_range == full.color_range));
  const RenderView other = with_keys(plain, full, {"eye", "color_range"});
  CHECK((other.eye == full.eye && other.color_range == full.color_range && other.width == plain.width));
}

// Oracle: the defaults of a view, and a key of a version that is not there yet.
TEST_CASE("missing keys have defaults and unknown ones are ignored") {
  const ViewFolder at;
  const RunView view =
      at.read(R"({"version": 1, "frame_rate": 24, "link_length": 1, "voxel_size": 1, "moons": 3,
                                   "render": {"eye": null, "lens": "wide"}})");
  CHECK(view.dimension == 3);
  CHECK(view.bodies.empty());
  CHECK(view.render.width == 960);
  CHECK_FALSE(view.render.eye);
}

// Oracle: mistakes by hand; each is refused in a sentence that names the file.
TEST_CASE("a view that is none is refused by name") {
  const ViewFolder at;
  const std::string start = R"({"version": 1, "frame_rate": 24, "link_length": 1, "voxel_size": 1)";
  CHECK_NOTHROW(at.read(start + "}"));
  for (const std::string& text :
       {std::string("{\"version\": 1"), std::string("[]"), std::string("{}"),
        std::string(R"({"version": 2})"),
        std::string(R"({"version": 1, "link_length": 1, "voxel_size": 1, "frame_rate": 0})"),
        start + R"(, "dimension": 4})", start + R"(, "title": 3})", start + R"(, "render": 3})",
        start + R"(, "render": {"width": 1.5}})", start + R"(, "render": {"eye": [1, 2]}})",
        start + R"(, "bodies": {}})", start + R"(, "bodies": [3]})",
        start + R"(, "bodies": [{"look": {"kind": "shiny"}}]})",
        start + R"(, "colliders": [{"shape": {"resolution": 0, "program": [{"kind": "blob"}]}}]})",
        start + R"(, "colliders": [{"shape": 3}]})"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(at.read(text), doctest::Contains("view.json"), InputError);
  }
}

// Oracle: the ranges of the scene's own keys (docs/scene-format.md), each left by a little. The sentence says
// where, what is there, and what may be.
TEST_CASE("numbers that no picture can be taken with are refused where they stand") {
  const ViewFolder at;
  const auto read = [&](const std::string& more) {
    return at.read(R"({"version": 1, "frame_rate": 24, "link_length": 1, "voxel_size": 1, )" + more + "}");
  };
  struct Row {
    std::string wrong, right;  ///< values
    std::string where, key, wanted;
  };
  const auto in = [](const std::string& where, const std::string& key, const std::string& value) {
    const std::string pair = "{\"" + key + "\": " + value + "}";
    if (where == "bodies[0]") return "\"bodies\": [" + pair + "]";
    if (where == "bodies[0].look") return "\"bodies\": [{\"look\": " + pair + "}]";
    if (where == "colliders[0]") return "\"colliders\": [" + pair + "]";
    if (where == "render.camera[0]") return "\"render\": {\"camera\": [" + pair + "]}";
    return "\"" + where + "\": " + pair;
  };
  for (const Row& row : std::vector<Row>{
           {"0", "1", "render", "width", "1 to 16384"},
           {"16385", "16384", "render", "height", "1 to 16384"},
           {"-4", "1", "render", "samples", "1 to 65536"},
           {"0", "0.1", "render", "field_of_view", "at most 170"},
           {"170.1", "170", "render", "field_of_view", "at most 170"},
           {"-1e-9", "0", "render", "particle_radius", "length"},
           {"\"moon\"", "\"sky\"", "render", "light", "studio, sky or dark"},
           {"20.5", "20", "render", "exposure", "-20 to 20"},
           {"1.1", "1", "render", "shutter", "0 to 1"},
           {"65", "64", "render", "max_bounces", "0 to 64"},
           {"[2, 2]", "[2, 2.1]", "render", "color_range", "larger"},
           {"\"blob\"", "\"both\"", "render", "as", "particles"},
           {"\"z?1\"", "\"z>1\"", "render", "cut", "plane"},
           {"[0, 0, 1]", "[0, 0, 0]", "render.camera[0]", "target", "another place"},
           {"180", "90", "render.camera[0]", "field_of_view", "at most 170"},
           {"[0, 0, 1.2]", "[0, 0, 1]", "bodies[0]", "color", "0 to 1"},
           {"[-0.1, 0, 1]", "[0, 0, 1]", "colliders[0]", "color", "0 to 1"},
           {"1.5", "1", "bodies[0].look", "roughness", "0 to 1"},
           {"0.9", "1", "bodies[0].look", "index", "1 to 4"},
           {"-1", "0", "bodies[0].look", "depth", "length"},
           {"2", "1", "bodies[0].look", "variation", "0 to 1"},
           {"[2, 0, 1]", "[1, 0, 1]", "bodies[0].look", "color", "0 to 1"},
           {"-0.1", "0", "bodies[0].look", "angularity", "0 to 1"},
           {"-0.1", "0", "bodies[0].look", "pores", "length"},
           {"0", "10", "mesh", "voxel", "at most 10"},
           {"101", "100", "mesh", "smoothing", "0 to 100"},
           {"-0.1", "0", "mesh", "adaptivity", "0 to 1"},
           {"\"up\"", "\"\"", "mesh", "cut", "plane"},
       }) {
    CAPTURE(row.where);
    CAPTURE(row.key);
    CHECK_NOTHROW(read(in(row.where, row.key, row.right)));
    std::string said;
    try {
      read(in(row.where, row.key, row.wrong));
    } catch (const InputError& error) {
      said = error.what();
    }
    CAPTURE(said);
    CHECK(said.find("view.json." + row.where + ": \"" + row.key + "\" is ") != std::string::npos);
    CHECK(said.find("; make it ") != std::string::npos);
    CHECK(said.find(row.wanted) != std::string::npos);
  }
}

}  // namespace froth
