// SPDX-License-Identifier: Apache-2.0
// Every way to get a scene wrong earns one message with the right place and the right words.
#include "broken_rows.h"

namespace froth {

// Oracle: places counted by hand; the message must name the key, the table and the nearest known word.
TEST_CASE("unknown keys are errors at every level") {
  check_all({
      {"[solver]", "[sovler]", "6:2", {"the scene has no key \"sovler\"", "did you mean \"solver\"?"}},
      {"title =", "titel =", "2:1", {"scene has no key \"titel\"", "did you mean \"title\""}},
      {"cell_size = 0.01",
       "cellsize = 0.01",
       "9:1",
       {"solver", "\"cellsize\"", "did you mean \"cell_size\""}},
      {"friction_angle",
       "frictionangle",
       "22:1",
       {"material \"sand\" (drucker_prager) has no key \"frictionangle\"; did you mean \"friction_angle\"?"}},
      {"youngs_modulus = 1e4",
       "youngs_modulus = 1e4\nfriction_angle = 30",
       "28:1",
       {"material \"jelly\" (neo_hookean) has no key \"friction_angle\"", "it has"}},
      {"velocity =", "velcity =", "32:1", {"bodies.0", "did you mean \"velocity\""}},
      {"box = { min", "box = { mim", "31:19", {"bodies.0.shape.box", "\"mim\"", "did you mean \"min\""}},
      {"{ box =", "{ bocks =", "31:11", {"bodies.0.shape", "\"bocks\""}},
      {"{ time = 0 }", "{ tyme = 0 }", "44:27", {"colliders.0.motion.keyframes.0", "did you mean \"time\""}},
      {"friction = 0.5", "frction = 0.5", "43:34", {"colliders.0.contact", "did you mean \"friction\""}},
  });
}

// Oracle: places counted by hand; the message must say what it got and what it needs.
TEST_CASE("wrong types say what they got and what they need") {
  check_all({
      {"end_time = 1.5", "end_time = \"soon\"", "3:12", {"scene.end_time needs a number [s]", "\"soon\""}},
      {"dt = \"auto\"", "dt = \"fast\"", "10:6", {"number [s] or \"auto\"", "\"fast\""}},
      {"title = \"Sand and jelly\"", "title = 3", "2:9", {"needs text in quotes", "the number 3"}},
      {"frame_rate = 60", "frame_rate = 60\nseed = 1.5", "5:8", {"seed needs a whole number", "1.5"}},
      {"frame_rate = 60", "frame_rate = 60\nseed = 1979-05-27", "5:8", {"whole number", "a date"}},
      {"min = [0, 0, 0]", "min = 0", "13:7", {"domain.min needs 3 numbers in brackets [m]", "the number 0"}},
      {"min = [0, 0, 0]", "min = [0, true, 0]", "13:11", {"each part of domain.min", "number", "true"}},
      {"contact = { kind = \"slip\" }",
       "contact = \"slip\"",
       "16:11",
       {"domain.contact needs a table", "\"slip\""}},
      {"[[colliders]]", "[colliders]", "40:1", {"colliders needs a list of tables", "[[colliders]]"}},
      {"motion = {", "visible = 1\nmotion = {", "44:11", {"true or false", "the number 1"}},
      {"periodic = [\"x\"]", "periodic = \"x\"", "15:12", {"domain.periodic needs a list", "\"x\""}},
      {"[materials.sand]",
       "[materials]\nsand = 1\n[materials.x]",
       "19:8",
       {"material \"sand\" needs a table"}},
  });
}

// Oracle: places counted by hand.
TEST_CASE("impossible values name the allowed ones") {
  check_all({
      {"density = 1580", "density = -1580", "20:11", {"density must be positive [kg/m^3], but is -1580"}},
      {"end_time = 1.5", "end_time = 0.0001", "3:12", {"end_time is shorter than one frame"}},
      {"density = 1580", "density = nan", "20:11", {"must be finite", "nan"}},
      {"density = 1580", "density = inf", "20:11", {"must be finite", "inf"}},
      {"min = [0, 0, 0]", "min = [0, -inf, 0]", "13:11", {"finite"}},
      {"dt = \"auto\"", "method = 3", "10:10", {"solver needs a name as \"method\"", "3"}},
      {"dt = \"auto\"", "method = \"explicit_mmp\"", "10:10", {"did you mean \"explicit_mpm\"?"}},
      {"dt = \"auto\"", "retries = 1.5", "10:11", {"solver.retries", "whole number"}},
      {"dt = \"auto\"", "spacing = -1", "10:11", {"solver.spacing must be positive [m]"}},
      {"flip_ratio = 0.95", "flip_ratio = 1.5", "8:14", {"between 0 and 1", "1.5"}},
      {"flip_ratio = 0.95", "flip_ratio = -0.1", "8:14", {"flip_ratio must be between 0 and 1", "-0.1"}},
      {"title", "dimension = 4\ntitle", "2:13", {"between 2 and 3", "4"}},
      {"transfer = \"flip\"", "transfer = \"filp\"", "7:12", {"pic, apic, flip", "did you mean \"flip\"?"}},
      {"model = \"neo_hookean\"",
       "model = \"neohookean\"",
       "25:9",
       {"material \"jelly\"", "\"neohookean\"", "did you mean \"neo_hookean\""}},
      {"periodic = [\"x\"]", "periodic = [\"w\"]", "15:13", {"one of x, y, z"}},
      {"[quality.smoke]",
       "[output]\nformats = [\"csv\", \"vtk\"]\n[quality.smoke]",
       "47:19",
       {"each part of output.formats must be one of vdb, vtp, csv, not \"vtk\"", "did you mean"}},
      {"[quality.smoke]",
       "[output]\nformats = \"vdb\"\n[quality.smoke]",
       "47:11",
       {"output.formats", "list"}},
      {"friction = 0.5", "friction = -0.5", "43:45", {"must not be negative"}},
      {"transfer = \"flip\"", "transfer = \"apic\"", "8:14", {"flip_ratio", "\"apic\"", "remove"}},
      {"flip_ratio = 0.95", "beta_max = 0.5", "8:12", {"beta_max", "\"flip\"", "choose sflip, asflip"}},
      {"transfer = \"flip\"", "transfer = \"asflip\"\nbeta_max = 1.5", "8:12", {"between 0 and 1", "1.5"}},
      {"transfer = \"flip\"", "transfer = \"asflip\"\nbeta_min = -0.1", "8:12", {"between 0 and 1", "-0.1"}},
      {"transfer = \"flip\"", "transfer = \"asflip\"\nbeta_max = nan", "8:12", {"beta_max"}},
      {"transfer = \"flip\"",
       "transfer = \"sflip\"\nbeta_min = 0.5\nbeta_max = 0.2",
       "9:12",
       {"beta_min is 0.5, above beta_max, which is 0.2"}},
      {"flip_ratio = 0.95", "polynomial_modes = 9", "8:20", {"polynomial_modes", "\"polypic\" only"}},
      {"transfer = \"flip\"\nflip_ratio = 0.95",
       "transfer = \"polypic\"\npolynomial_modes = 3",
       "8:20",
       {"polynomial_modes is 3, but in 3D it is from 4 to 27"}},
      {"transfer = \"flip\"\nflip_ratio = 0.95",
       "transfer = \"polypic\"\nmode_scales = [0.5]",
       "8:15",
       {"mode_scales has 1 numbers, but there are 23 modes beyond the 4 of APIC"}},
      {"transfer = \"flip\"\nflip_ratio = 0.95",
       "transfer = \"polypic\"\nkernel = \"cubic\"",
       "7:12",
       {"polypic", "quadratic"}},
      {"kind = \"slip\"", "kind = \"slip\", friction = 0.1", "16:39", {"separating", "slip"}},
  });
}

// Oracle: places counted by hand; a missing key is reported at the table that lacks it.
TEST_CASE("missing keys are reported at their table") {
  check_all({
      {"cell_size = 0.01", "", "6:1", {"solver has no \"cell_size\"", "needs"}},
      {"density = 1000", "", "24:1", {"material \"jelly\" (neo_hookean)", "\"density\""}},
      {"model = \"neo_hookean\"", "", "24:1", {"material \"jelly\"", "\"model\"", "drucker_prager"}},
      {"youngs_modulus = 1e4", "", "24:1", {"\"youngs_modulus\""}},
      {"radius = 0.1,", "", "37:22", {"bodies.1.shape.cylinder", "\"radius\""}},
      {"max = [1.2, 0.8, 0.4]", "", "12:1", {"domain", "\"max\""}},
      {", max = [0.3, 0.2, 0.2]", "", "31:17", {"a box needs either \"min\" and \"max\" or"}},
  });
  CHECK(complaint("").substr(0, 17) == "sample.toml:1:1: ");
  CHECK(complaint("[scene]\nend_time = 1\nframe_rate = 1\n").find("\"solver\"") != std::string::npos);
}

// Oracle: places counted by hand.
TEST_CASE("shapes, bodies and motions that make no sense") {
  check_all({
      {"{ box =",
       "{ sphere = { center = [0, 0, 0], radius = 1 }, box =",
       "31:56",
       {"bodies.0.shape has both \"sphere\" and \"box\"", "keep one"}},
      {"{ constant = [1, 0, 0] }", "{}", "32:12", {"bodies.0.velocity", "constant, rotating, affine"}},
      {"material = \"sand\"",
       "material = \"snad\"",
       "36:12",
       {"no material \"snad\"", "did you mean \"sand\"?"}},
      {"material = \"sand\"", "material = \"concrete\"", "36:12", {"the scene has sand, jelly"}},
      {"center = [0.5, 0.5, 0.2]",
       "center = [0.5, 0.5]",
       "42:31",
       {"needs 3 numbers", "dimension 3", "has 2"}},
      {"max = [0.3, 0.2, 0.2]", "max = [0.3, 0.0, 0.2]", "31:48", {"empty along y"}},
      {"axis = [0, 2, 0]", "axis = [0, 0, 0]", "37:53", {"axis", "must not be zero"}},
      {"{ time = 0 }", "{ time = 2 }", "44:48", {"keyframes must be in order"}},
      {"name = \"column\"", "name = \"body_0\"", "35:8", {"two called \"body_0\""}},
      {"[[colliders]]",
       "[[bodies]]\nmaterial = \"sand\"\nshape = { union = [] }\n[[colliders]]",
       "42:19",
       {"bodies.2.shape.union", "empty"}},
  });
}

// Oracle: 1.19 m is 29.75 blocks of 0.04 m, so 30 blocks or 1.2 m is nearest; 0.01 m is below one block.
TEST_CASE("a periodic length that does not fit names the nearest one that does") {
  check_all({
      {"max = [1.2,",
       "max = [1.19,",
       "14:7",
       {"1.19", "periodic axis x", "0.04", "nearest good length is 1.2"}},
      {"max = [1.2,", "max = [0.01,", "14:7", {"nearest good length is 0.04"}},
      {"max = [1.2,", "max = [-1.2,", "14:7", {"empty along x"}},
      {"periodic = [\"x\"]", "periodic = [\"x\"]\nwalls = [\"x\"]", "16:9", {"axis x is periodic"}},
  });
}

// Oracle: the rules of planar scenes in the reference page.
TEST_CASE("planar scenes refuse what only space has") {
  const std::string plane = R"([scene]
dimension = 2
end_time = 1
frame_rate = 10
[solver]
cell_size = 0.1
[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e4
[[bodies]]
material = "jelly"
)";
  CHECK(complaint(plane + "shape = { sphere = { center = [0, 0], radius = 1 } }") == "");
  const std::string vector = complaint(plane + "shape = { sphere = { center = [0, 0, 0], radius = 1 } }");
  CHECK(vector ==
        "sample.toml:13:31: bodies.0.shape.sphere.center needs 2 numbers in a scene of dimension 2, "
        "but has 3");
  const std::string cylinder = complaint(plane + "shape = { cylinder = {} }");
  CHECK(cylinder.find("13:11: bodies.0.shape: \"cylinder\" is for scenes of dimension 3 only") !=
        std::string::npos);
}

// Oracle: TOML's grammar; places counted by hand.
TEST_CASE("syntax errors have the same form") {
  // toml++ chooses the column; ours is the file and the line.
  const auto starts = [](const std::string& message, const std::string& start) {
    CAPTURE(message);
    CHECK(message.substr(0, start.size()) == start);
  };
  starts(complaint(sample_with("end_time = 1.5", "end_time = ")), "sample.toml:3:");
  starts(complaint(sample_with("cell_size = 0.01", "cell_size = 0.01\ncell_size = 0.02")), "sample.toml:10:");
  starts(complaint(sample_with("min = [0, 0, 0]", "min = [0, , 0]")), "sample.toml:13:11:");
  starts(complaint(sample_with("[[bodies]]", "[[bodies]")), "sample.toml:29:");
  CHECK_THROWS_AS(read_scene("no/such/file.toml"), InputError);
  CHECK_THROWS_AS(read_scene("/"), InputError);
}

}  // namespace froth
