// SPDX-License-Identifier: Apache-2.0
// Every way to get an emitter, a held region, a kill zone, a layer, a force or a varying law wrong earns one
// message with the right place and words.
#include "broken_rows.h"
#include "support/solver_of.h"

namespace froth {

namespace {

/// A row that puts a piece before the last tables of the sample, from line 46 on.
Broken piece(const std::string& text, const char* place, const std::vector<std::string>& words) {
  return {"[quality.smoke]", text + "\n[quality.smoke]", place, words};
}

const std::string kBall = "shape = { sphere = { center = [0.5, 0.5, 0.2], radius = 0.05 } }\n";
const std::string kJet = "[[emitters]]\nmaterial = \"jelly\"\n" + kBall;

}  // namespace

// Oracle: places counted by hand in the sample, whose line 46 the piece begins.
TEST_CASE("emitters that make no sense") {
  check_all({
      piece("[[emitters]]\n" + kBall, "46:1", {"emitters.0 has no \"material\""}),
      piece("[[emitters]]\nmaterial = \"jelly\"", "46:1", {"emitters.0 has no \"shape\""}),
      piece("[[emitters]]\nmaterial = \"jely\"\n" + kBall, "47:12", {"\"jely\"", "did you mean \"jelly\"?"}),
      piece("[emitters]\nmaterial = \"jelly\"", "46:1", {"emitters needs a list of tables", "[[emitters]]"}),
      piece(kJet, "46:1", {"a flow needs a velocity", "kind = \"fill\""}),
      piece(kJet + "velocity = [0, 0, 0]", "49:12", {"a flow needs a velocity"}),
      piece(kJet + "velocity = [1, 0]", "49:12", {"velocity needs 3 numbers", "has 2"}),
      piece(kJet + "velocity = [\"t\", 0, 0]", "49:13", {"emitters.0.velocity", "number"}),
      piece(kJet + "velocity = [1, 0, 0]\nevery = 0.1", "50:9", {"every is for kind = \"fill\""}),
      piece(kJet + "kind = \"spray\"", "49:8", {"emitters.0.kind", "flow, fill"}),
      piece(kJet + "kind = \"fil\"", "49:8", {"did you mean \"fill\"?"}),
      piece(kJet + "kind = \"fill\"\nevery = 0", "50:9", {"every must be positive [s]"}),
      piece(kJet + "velocity = [1, 0, 0]\nstart = -1", "50:9", {"start must not be negative"}),
      piece(kJet + "velocity = [1, 0, 0]\nstart = 0.5\nend = 0.5", "51:7", {"ends before it begins"}),
      piece(kJet + "velocity = [1, 0, 0]\nmax_particles = 0", "50:17", {"max_particles must be positive"}),
      piece(kJet + "velocity = [1, 0, 0]\nmax_particles = 1.5", "50:17", {"whole number"}),
      piece(kJet + "velocity = [1, 0, 0]\njitter = 2", "50:10", {"jitter must be between 0 and 1"}),
      piece(kJet + "velocity = [1, 0, 0]\nrate = 2", "50:1", {"emitters.0 has no key \"rate\""}),
      piece(kJet + "velocity = [1, 0, 0]\nname = \"column\"", "50:8", {"two called \"column\""}),
      piece("[[emitters]]\nmaterial = \"jelly\"\nvelocity = [0, -1, 0]\nshape = { half_space = { point = [0, "
            "0, 0], "
            "normal = [0, 1, 0] } }",
            "49:9", {"unbounded"}),
      piece("[[emitters]]\nmaterial = \"jelly\"\nvelocity = [0, -1, 0]\nshape = { box = { min = [0.4, 0.5, "
            "0.1], "
            "max = [0.6, 0.501, 0.3] } }",
            "49:9", {"shorter along its velocity", "cell_size"}),
      piece(kJet + "velocity = [1, 0, 0]", "48:9",
            {"the source lies inside of collider \"bat\"", "move one"}),
  });
}

// Oracle: places counted by hand.
TEST_CASE("held regions, kill zones and layers that make no sense") {
  const std::string held = "[[held]]\n" + kBall, zone = "[[kill_zones]]\n" + kBall;
  const std::string layered = "particles_per_cell = 4";
  check_all({
      piece("[[held]]", "46:1", {"held.0 has no \"shape\""}),
      piece("[held]\n" + kBall, "46:1", {"held needs a list of tables"}),
      piece(held + "start = 2\nend = 1", "49:7", {"lets go before it takes hold"}),
      piece(held + "velocity = [1, 0, 0]", "48:1", {"held.0 has no key \"velocity\""}),
      piece(held + "name = \"\"", "48:8", {"name must not be empty"}),
      piece(held + "name = \"a\"\n" + held + "name = \"a\"", "51:8", {"two called \"a\""}),
      piece(held + "motion = { shift = [\"sqrt(1 - t)\", 0, 0] }", "48:21",
            {"must be finite [m]", "t = 1.0"}),
      piece(held + "motion = { angle = \"x\" }", "48:20", {"held.0.motion.angle", "it may use t"}),
      piece("[[kill_zones]]", "46:1", {"kill_zones.0 has no \"shape\""}),
      piece(zone + "removes = \"all\"", "48:11", {"kill_zones.0.removes", "inside, outside"}),
      piece(zone + "removes = \"outsde\"", "48:11", {"did you mean \"outside\"?"}),
      piece(zone + "motion = { shift = [0, \"1/(t-1)\", 0] }", "48:24", {"must be finite [m]", "t = 1"}),
      piece("[[kill_zone]]\n" + kBall, "46:3", {"no key \"kill_zone\"", "did you mean \"kill_zones\"?"}),
      {layered, "layers = [{ material = \"jelly\" }]", "38:11", {"bodies.1.layers.0 has no \"thickness\""}},
      {layered, "layers = [{ thickness = 0.01 }]", "38:11", {"bodies.1.layers.0 has no \"material\""}},
      {layered,
       "layers = [{ material = \"jam\", thickness = 0.01 }]",
       "38:24",
       {"there is no material \"jam\""}},
      {layered,
       "layers = [{ material = \"jelly\", thickness = 0 }]",
       "38:45",
       {"thickness must be positive [m]"}},
      {layered, "layers = [{ material = \"jelly\", thickness = \"x\" }]", "38:45", {"needs a number [m]"}},
      {layered,
       "layers = [{ material = \"jelly\", thickness = 0.01 }, { material = \"jelly\", thickness = 0.01 }]",
       "38:66",
       {"two layers of one body"}},
      {layered,
       "layers = { material = \"jelly\", thickness = 0.01 }",
       "38:10",
       {"bodies.1.layers needs a list"}},
      {layered, "layers = [{ material = \"jelly\", depth = 0.01 }]", "38:33", {"no key \"depth\""}},
  });
}

// Oracle: places counted by hand.
TEST_CASE("forces and varying laws that make no sense") {
  check_all({
      piece("[[forces]]\nacceleration = [1, 2]", "47:16", {"acceleration needs 3 numbers", "has 2"}),
      piece("[[forces]]\nacceleration = [0, \"1/0\", 0]", "47:20", {"must be finite [m/s^2]", "inf"}),
      piece("[[forces]]\nname = \"a\"\nacceleration = [0, 0, 0]\n[[forces]]\nname = \"a\"\nacceleration = "
            "[0, 0, 0]",
            "50:8", {"two called \"a\""}),
      piece("[[forces]]\nacceleration = [0, 0, 0]\nshape = 1", "48:1", {"forces.0 has no key \"shape\""}),
      {"friction_angle = 35", "friction_angle = \"90 + 0\"", "22:18", {"friction_angle", "is 90"}},
      {"friction_angle = 35",
       "friction_angle = \"30 + q\"",
       "22:18",
       {"unexpected token \"q\" at character 6"}},
      {"friction_angle = 35", "friction_angle = [30, 31]", "22:18", {"friction_angle needs a number"}},
  });
}

// Oracle: the message's own promise, at the time when particles are made: an emitter that is thinner than the
// distance between particles, or as far away as positions can be, is refused before the run.
TEST_CASE("emitters that could never emit are refused before the run") {
  const auto with = [](const std::string& shape, const std::string& more) {
    return test::build_complaint(
        "[scene]\ndimension = 2\nend_time = 1\nframe_rate = 10\n[solver]\ncell_size = 0.1\njitter = 0\n"
        "[materials.water]\nmodel = \"liquid\"\ndensity = 1000\nbulk_modulus = 1e4\n[[emitters]]\nname = "
        "\"tap\"\nmaterial = \"water\"\nshape = " +
        shape + "\n" + more + "\n");
  };
  const std::string thin = "{ box = { min = [0, 0.001], max = [1, 0.002] } }";
  for (const char* kind : {"velocity = [1, 0]", "kind = \"fill\""})
    CHECK(with(thin, kind).find("sample.toml:15:9: emitter \"tap\" makes no particles") != std::string::npos);
  CHECK(
      with("{ sphere = { center = [9e6, 0], radius = 0.5 } }", "velocity = [1, 0]").find("from the origin") !=
      std::string::npos);
  CHECK(with("{ sphere = { center = [0, 0], radius = 0.5 } }", "velocity = [1, 0]") == "");
}

// Oracle: the message's own promise. Two grips that share material are refused where they take it to
// different places while both hold, and only there.
TEST_CASE("held regions that pull the same material apart are refused before the run") {
  const auto with = [](double from, const std::string& first, const std::string& second) {
    return test::build_complaint(
        "[scene]\ndimension = 2\nend_time = 1\nframe_rate = 10\n[solver]\ncell_size = 0.1\n"
        "[materials.jelly]\nmodel = \"neo_hookean\"\ndensity = 1000\nyoungs_modulus = 1e4\n"
        "[[bodies]]\nname = \"bar\"\nmaterial = \"jelly\"\n"
        "shape = { box = { min = [0, 0], max = [1, 0.3] } }\n"
        "[[held]]\nname = \"left\"\nshape = { box = { min = [-1, -1], max = [0.5, 1] } }\n" +
        first + "\n[[held]]\nname = \"right\"\nshape = { box = { min = [" + std::to_string(from) +
        ", -1], max = [2, 1] } }\n" + second + "\n");
  };
  const std::string turns = "motion = { spin = { rate = 1 } }", pulls = "motion = { shift = [\"t\", 0] }";
  const std::string words = "body \"bar\" is held by \"left\" and \"right\" at once, which move differently";
  CHECK(with(0.3, "", turns).find(words) != std::string::npos);
  CHECK(with(0.3, pulls, "").find("sample.toml:14:9: " + words) != std::string::npos);
  const std::string later = "motion = { shift = [\"max(t - 0.4, 0)\", 0] }";
  CHECK(with(0.3, "end = 0.5", "start = 0.4\n" + later).find(words) != std::string::npos);
  CHECK(with(0.3, "end = 0.4", later) == "");
  CHECK(with(0.3, pulls, pulls) == "");
  CHECK(with(0.3, "", "") == "");
  CHECK(with(0.6, "", turns) == "");
  CHECK(with(0.3, "end = 0.5", "start = 0.5\n" + pulls) == "");
}

}  // namespace froth
