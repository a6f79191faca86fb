// SPDX-License-Identifier: Apache-2.0
// A scene chooses its solver by name, and a method says what it can do. Two methods of the test's own stand
// for all those that can do less than the explicit one.
#include <froth/scene/solver_methods.h>

#include <froth/scene/build.h>
#include <froth/scene/physics_keys.h>

#include "sample_scene.h"

namespace froth {

namespace {

double built_with = 0;

/// Points that stay where they are: a method without a grid, for one law, that can do nothing else.
SolverMethod idle_method() {
  SolverMethod method{.name = "idle",
                      .schema = Schema("idle", "Points that stay where they are.")
                                    .real("patience", unit::s, "how long they stay", 2.5, positive)
                                    .integer("stubbornness", "how firmly", required, positive),
                      .can = {}};
  method.can.takes_law = [](std::string_view law) { return law == "neo_hookean"; };
  method.read = [](const Values& solver, Scene&) {
    if (solver.integer("stubbornness") > 10)
      throw InputError(solver.where("stubbornness") + ": nobody is that stubborn");
  };
  method.build = [](const Scene& scene) -> std::unique_ptr<Solver> {
    built_with = scene.solver.values.real("patience");
    return nullptr;
  };
  return method;
}

/// The methods of this file, while it lives.
struct Registered {
  Registered() {
    register_solver_method(idle_method());
    register_solver_method({.name = "lawless", .schema = Schema("lawless", "Knows no law."), .can = {}});
  }
  ~Registered() {
    unregister_solver_method("lawless");
    unregister_solver_method("idle");
  }
  Registered(const Registered&) = delete;
  Registered& operator=(const Registered&) = delete;
};

/// Line numbers matter below; the first line is line 1.
const std::string kIdle = R"([scene]
end_time = 1
frame_rate = 10

[solver]
method = "idle"
stubbornness = 3
spacing = 0.1

[materials.rubber]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e4

[[bodies]]
material = "rubber"
shape = { sphere = { center = [0, 1, 0], radius = 0.5 } }
)";

std::string with(const std::string& from, const std::string& to) {
  std::string text = kIdle;
  REQUIRE_MESSAGE(text.find(from) != std::string::npos, from);
  return text.replace(text.find(from), from.size(), to);
}

void says(const std::string& text, const std::string& place, const std::vector<std::string>& words) {
  const std::string message = complaint(text);
  CAPTURE(text);
  CAPTURE(message);
  CHECK(message.rfind("sample.toml:" + place + ": ", 0) == 0);
  for (const std::string& word : words) CHECK_MESSAGE(message.find(word) != std::string::npos, word);
}

const std::string kBall = "shape = { sphere = { center = [0, 1, 0], radius = 0.2 } }\n";

}  // namespace

// Oracle: the contract: a builder finds its own keys, given or by default, among the checked values.
TEST_CASE("a registered method is read, checked and built by its own rules") {
  const Registered methods;
  const Scene scene = read_sample(kIdle);
  CHECK(scene.solver.method == "idle");
  CHECK(scene.solver.values.integer("stubbornness") == 3);
  CHECK(scene.solver.cell_size == 0);
  CHECK(scene.bodies[0].spacing == 0.1);
  CHECK(build_solver(scene) == nullptr);
  CHECK(built_with == 2.5);
  CHECK(read_sample(scene.resolved_text).resolved_text == scene.resolved_text);
  for (const auto& [path, value] : physics_keys(scene))
    if (path == "solver.patience") CHECK(value == "2.5");
  says(with("stubbornness = 3", "stubbornness = 11"), "7:16", {"nobody is that stubborn"});
  says(with("stubbornness = 3", ""), "5:1", {"solver (idle) has no \"stubbornness\", which it needs"});
}

// Oracle: the default is the method that all scenes had before there was a choice.
TEST_CASE("without a method it is the explicit one, whose keys and messages are as they were") {
  const Scene scene = read_sample(kSample);
  CHECK(scene.solver.method == "explicit_mpm");
  CHECK(scene.solver.retries == 4);
  CHECK(read_sample(kSample, {.overrides = {"solver.retries=0"}}).solver.retries == 0);
  CHECK(complaint(sample_with("dt = \"auto\"", "retries = -1")).find("10:11: solver.retries must be") !=
        std::string::npos);
  CHECK(complaint(sample_with("dt = \"auto\"", "method = \"explicit\""))
            .find("10:10: solver has no method called \"explicit\"") != std::string::npos);
}

// Oracle: places counted by hand; the message names the method that has the key.
TEST_CASE("a key of another method is refused by name") {
  const Registered methods;
  says(with("spacing = 0.1", "cell_size = 0.1"), "8:1",
       {"solver (idle) has no key \"cell_size\"", "\"explicit_mpm\"", "remove it"});
  says(with("spacing = 0.1", "particles_per_cell = 8"), "8:1", {"\"explicit_mpm\""});
  says(sample_with("dt = \"auto\"", "patience = 1"), "10:1",
       {"solver has no key \"patience\"", "method = \"idle\" has", "change the method"});
  says(with("spacing = 0.1", "patiense = 1"), "8:1", {"did you mean \"patience\"?"});
}

// Oracle: the rule for choices of the command line: what the scene says for its own method goes.
TEST_CASE("another method on the command line takes the scene's other keys along") {
  const Registered methods;
  const ReadOptions to_idle{.overrides = {"solver.method=idle", "solver.stubbornness=1"}};
  const std::string message = complaint(kSample, to_idle);
  CHECK_MESSAGE(message.find("cell_size") == std::string::npos, message);
  CHECK(message.find("method = \"idle\"") != std::string::npos);  // which cannot do what the sample asks for
  const Scene back = read_sample(
      kIdle, {.overrides = {"solver.method=explicit_mpm", "solver.cell_size=0.2", "solver.spacing=0.05"}});
  CHECK(back.solver.cell_size == 0.2);
  CHECK(back.bodies[0].spacing == 0.05);
}

// Oracle: places counted by hand, and a method whose capabilities are all false.
TEST_CASE("what a method cannot do is refused with its place") {
  const Registered methods;
  const std::string other = "or choose a method that does: explicit_mpm";
  const auto piece = [](const std::string& text) { return kIdle + text; };
  says(piece("[[emitters]]\nmaterial = \"rubber\"\nvelocity = [1, 0, 0]\n" + kBall), "18:1",
       {"method = \"idle\" makes no particles", "remove [[emitters]]", other});
  says(piece("[[colliders]]\n" + kBall), "18:1", {"knows no colliders", "[[colliders]]", other});
  says(piece("[[held]]\n" + kBall), "18:1", {"holds no regions", "[[held]]", other});
  says(piece("[[kill_zones]]\n" + kBall), "18:1", {"removes no particles", "[[kill_zones]]", other});
  says(piece("[[forces]]\nacceleration = [1, 0, 0]\n"), "18:1", {"no forces", "[[forces]]", other});
  const std::string box = "[domain]\nmin = [-1, -1, -1]\nmax = [1, 1, 1]\n";
  says(piece(box), "18:1", {"knows no walls", "walls = []", other});
  says(piece(box + "walls = []\nperiodic = [\"x\"]\n"), "22:12", {"no periodic domains", other});
  CHECK(complaint(piece(box + "walls = []\n")) == "");
}

// Oracle: as above, for keys of bodies and materials.
TEST_CASE("what a method cannot do with a body is refused with its place") {
  const Registered methods;
  const std::string other = "or choose a method that does: explicit_mpm";
  says(kIdle + "layers = [{ material = \"rubber\", thickness = 0.1 }]\n", "18:10", {"no layers", other});
  says(kIdle + "resampling = { }\n", "18:14", {"does not resample", other});
  CHECK(complaint(kIdle + "resampling = { enabled = false }\n") == "");
  says(kIdle + "particles_per_cell = 8\n", "18:22", {"has no cells", "remove particles_per_cell"});
  says(kIdle + "rest_volumes = \"grid_density\"\n", "18:16", {"no grid", other});
  says(with("spacing = 0.1", ""), "15:1", {"how far apart", "\"body_0\"", "no cells", "spacing"});
  says(with("model = \"neo_hookean\"\ndensity = 1000\nyoungs_modulus = 1e4",
            "model = \"liquid\"\ndensity = 1000\nbulk_modulus = 1e4"),
       "16:12", {"does not know the model \"liquid\"", "give it one of neo_hookean", other});
  says(with("youngs_modulus = 1e4", "youngs_modulus = \"1e4 + x\""), "13:18", {"no expressions", other});
  says(with("method = \"idle\"\nstubbornness = 3", "method = \"lawless\"\n"), "16:12",
       {"method = \"lawless\"", "it knows none", "explicit_mpm"});
  std::string planar = with("end_time = 1", "dimension = 2");
  planar.replace(planar.find("frame_rate"), 0, "end_time = 1\n");
  planar.replace(planar.find("[0, 1, 0]"), 9, "[0, 1]");
  says(planar, "2:13", {"dimension 3 only", other});
}

// Oracle: what was registered is gone, so that other tests and the reference page do not see it.
TEST_CASE("methods can be taken away again") {
  { const Registered methods; }
  CHECK(solver_methods().front().name == "explicit_mpm");
  CHECK(solver_schema().find_variant("idle") == nullptr);
  CHECK(complaint(kIdle).find("6:10: solver has no method called \"idle\"") != std::string::npos);
  CHECK_THROWS_AS(
      register_solver_method({.name = "explicit_mpm", .schema = Schema("explicit_mpm", ""), .can = {}}),
      InternalError);
}

}  // namespace froth
