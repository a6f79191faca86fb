// SPDX-License-Identifier: Apache-2.0
// The solver `embedding` as scenes use it.
#include <csignal>

#include <doctest/doctest.h>

#include <froth/base/error.h>
#include <froth/scene/build.h>
#include <froth/scene/read.h>
#include <froth/sim/run.h>
#include <froth/sim/run_folder.h>
#include <froth/solvers/embedding/embedding_solver.h>

#include "support/process.h"
#include "support/temporary_folder.h"

using namespace froth;

namespace {

/// A plastic block that lands on its edge and is squashed: contact, flow, embedding and new neighbours.
const char* const kScene = R"(
[scene]
end_time = 0.1
frame_rate = 50

[solver]
method = "embedding"
spacing = 0.05
viscosity = 5

[materials.dough]
model = "bargteil"
density = 1000
youngs_modulus = 2e4
yield_stress = 100
flow_rate = 0.3

[[bodies]]
name = "block"
material = "dough"
shape = { box = { min = [0, 0.02, 0], max = [0.25, 0.27, 0.25] } }
velocity = { constant = [0.3, -4, 0] }

[[colliders]]
shape = { half_space = { point = [0, 0, 0], normal = [0.2, 1, 0] } }
contact = { kind = "separating", friction = 0.5 }
)";

/// The scene with every (from, to) replaced.
std::string scene_text(const std::vector<std::pair<std::string, std::string>>& changes = {}) {
  std::string text = kScene;
  for (const auto& [from, to] : changes) {
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
  }
  return text;
}

std::string complaint(const std::vector<std::pair<std::string, std::string>>& changes) {
  try {
    build_solver(read_scene_text(scene_text(changes), "block.toml"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// Free flight, spinning, without anything that could change a momentum.
std::string flight_text(const std::string& more = "") {
  return R"(
[scene]
gravity = [0, 0, 0]
end_time = 1
frame_rate = 10

[solver]
method = "embedding"
spacing = 0.05
)" + more +
         R"(
[materials.rubber]
model = "bargteil"
density = 1000
youngs_modulus = 1e4

[[bodies]]
material = "rubber"
shape = { box = { min = [0, 0, 0], max = [0.2, 0.3, 0.2] } }
velocity = { rotating = { center = [0.1, 0.15, 0.1], axis = [0, 3, 5], rate = 6, constant = [1, 2, 3] } }
)";
}

}  // namespace

// Oracle: uniform acceleration. Kick, drift, kick is exact for it: after 1 s, -g/2 and -g.
TEST_CASE("an embedded body falls as a stone does") {
  std::string text = flight_text();
  text.replace(text.find("gravity = [0, 0, 0]"), 19, "gravity = [0, -9.81, 0]");
  const auto solver = build_solver(read_scene_text(text, "fall.toml"));
  const Totals start = solver->totals(0);
  for (int n = 0; n < 1000; ++n) REQUIRE(solver->advance(n * 1e-3, 1e-3).ok());
  const Totals end = solver->totals(1);
  const double mass = start["mass"];
  CHECK(std::abs((end["momentum_y"] - start["momentum_y"]) / mass + 9.81) < 1e-10);
  const double risen = (end["gravitational_energy"] - start["gravitational_energy"]) / (9.81 * mass);
  CHECK(std::abs(risen - (start["momentum_y"] / mass - 4.905)) < 1e-9);
}

// Oracle: conservation laws. Free of contact and viscosity all momenta are kept to rounding (1000 steps), and
// energy to the bounded error of a symplectic scheme; with viscosity linear momentum still is, and rotation
// slows down, which is the negative control of the angular one.
TEST_CASE("a free embedded body keeps its momenta") {
  for (const bool is_viscous : {false, true}) {
    const auto solver =
        build_solver(read_scene_text(flight_text(is_viscous ? "viscosity = 20\n" : ""), "flight.toml"));
    const Totals start = solver->totals(0);
    const double dt = solver->time_step_limit(0).dt;
    for (int n = 0; n < 1000; ++n) REQUIRE(solver->advance(n * dt, dt).ok());
    const Totals end = solver->totals(1000 * dt);
    const double scale = start["absolute_momentum"];
    CHECK(norm(end.vector("momentum") - start.vector("momentum")) < 1e-12 * scale);
    const double turned = norm(end.vector("angular") - start.vector("angular"));
    if (is_viscous) {
      CHECK(turned > 1e-6 * scale);
    } else {
      CHECK(turned < 1e-12 * scale);
      const double before = start["kinetic_energy"] + start["elastic_energy"];
      CHECK(std::abs(end["kinetic_energy"] + end["elastic_energy"] - before) < 1e-2 * before);
    }
  }
}

// Oracle: conservation. Two viscous bodies of different size that flow and are resampled, in free flight: the
// momentum of all is kept to rounding. Forces of one body given to another, or to particles that have come or
// gone since, would not.
TEST_CASE("viscous bodies that are resampled keep their momentum") {
  const std::string text = R"(
[scene]
gravity = [0, 0, 0]
end_time = 1
frame_rate = 10

[solver]
method = "embedding"
spacing = 0.05
jitter = 0
viscosity = 5
resample_steps = 3
split_below = 0.7
merge_above = 3

[materials.dough]
model = "bargteil"
density = 1000
youngs_modulus = 2e4
flow_rate = 0.3

[[bodies]]
name = "large"
material = "dough"
shape = { box = { min = [0, 0, 0], max = [0.35, 0.3, 0.3] } }
velocity = { affine = { center = [0.17, 0.15, 0.15], gradient = [[20, 0, 0], [0, -10, 0], [0, 0, -10]] } }

[[bodies]]
name = "small"
material = "dough"
shape = { box = { min = [2, 0, 0], max = [2.2, 0.25, 0.2] } }
velocity = { rotating = { center = [2.1, 0.1, 0.1], axis = [0, 3, 5], rate = 6, constant = [1, 2, 3] } }
)";
  const auto solver = build_solver(read_scene_text(text, "two.toml"));
  const Totals start = solver->totals(0);
  double t = 0;
  for (int n = 0; n < 60; ++n) {
    const double dt = std::min(solver->time_step_limit(t).dt, 2e-3);
    REQUIRE(solver->advance(t, dt).ok());
    t += dt;
  }
  const Totals end = solver->totals(t);
  CHECK(end["split"] + end["merged"] > 0);
  CHECK(norm(end.vector("momentum") - start.vector("momentum")) < 1e-12 * start["absolute_momentum"]);
}

// Oracle: one thread, and a run that is never stopped, byte by byte; the scene really flows and changes
// neighbours.
TEST_CASE("an embedded body has the same bits for any threads and after a kill") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("block.toml", scene_text());
  const std::vector<std::string> common = {"run", scene, "--quiet", "--out"};
  const auto run_to = [&](const std::string& name, const std::vector<std::string>& more) {
    std::vector<std::string> all = common;
    all.push_back(folder / name);
    all.insert(all.end(), more.begin(), more.end());
    const Process froth = run_froth(all);
    CAPTURE(froth.err);
    CHECK(froth.exit_code == 0);
    return folder / name;
  };
  const std::string one = run_to("one", {"--threads", "1"}), two = run_to("two", {"--threads", "2"});
  CHECK(difference(results_of(one), results_of(two)) == "");
  CHECK(difference(checkpoints_of(one), checkpoints_of(two)) == "");
  const std::string cut = run_to("cut", {"--frames", "2"});
  run_to("cut", {"--resume", "--frames", "5"});
  CHECK(difference(results_of(one), results_of(cut)) == "");
  CHECK(difference(checkpoints_of(one), checkpoints_of(cut)) == "");

  const auto solver = build_solver(read_scene_text(scene_text(), "block.toml"));
  double t = 0;
  while (t < 0.1) {
    const double dt = solver->time_step_limit(t).dt;
    REQUIRE(solver->advance(t, dt).ok());
    t += dt;
  }
  CHECK(solver->totals(t)["embeddings"] > 10);
  CHECK(solver->totals(t)["neighbor_changes"] > 100);
}

// Oracle: the undisturbed run, byte by byte, after the process was ended by SIGKILL in the middle of it.
TEST_CASE("an embedded run that is killed goes on to the same bytes") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("block.toml", scene_text());
  const std::string whole = folder / "whole", killed = folder / "killed";
  CHECK(run_froth({"run", scene, "--quiet", "--out", whole}).exit_code == 0);
  {
    RunningFroth froth({"run", scene, "--quiet", "--out", killed});
    REQUIRE(appears(killed + "/particles/frame_0002.ply"));
    froth.send(SIGKILL);
    froth.wait();
  }
  CHECK(run_froth({"run", scene, "--quiet", "--out", killed, "--resume"}).exit_code == 0);
  CHECK(difference(results_of(whole), results_of(killed)) == "");
  CHECK(difference(checkpoints_of(whole), checkpoints_of(killed)) == "");
}

// Oracle: the undisturbed run on one thread, byte by byte, with all that can change particles and lists:
// resampling, quadratic fits, nonlinear embedding, contact of parts, a rigid block. Two threads and SIGKILL.
TEST_CASE("an embedded run with everything in it has the same bytes after a kill") {
  const std::string everything =
      "viscosity = 5\nfit = \"quadratic\"\nembedding = \"nonlinear\"\nresample_steps = 3\n"
      "split_below = 0.7\nmerge_above = 3\ncontact_distance = 0.9\nstrays = \"rescue\"";
  const std::string text = scene_text({{"viscosity = 5", everything}, {"0.3, -4, 0", "0.3, -2, 0"}}) + R"(
[[colliders]]
shape = { box = { min = [0, 0.32, 0], max = [0.25, 0.4, 0.25] } }
contact = { kind = "separating", friction = 0.3 }
dynamic = { density = 300, velocity = [0, -4, 0] }
)";
  const TemporaryFolder folder;
  const std::string scene = folder.write("block.toml", text);
  const std::string whole = folder / "whole", killed = folder / "killed";
  CHECK(run_froth({"run", scene, "--quiet", "--threads", "1", "--out", whole}).exit_code == 0);
  {
    RunningFroth froth({"run", scene, "--quiet", "--threads", "2", "--out", killed});
    REQUIRE(appears(killed + "/particles/frame_0002.ply"));
    froth.send(SIGKILL);
    froth.wait();
  }
  CHECK(run_froth({"run", scene, "--quiet", "--threads", "2", "--out", killed, "--resume"}).exit_code == 0);
  CHECK(difference(results_of(whole), results_of(killed)) == "");
  CHECK(difference(checkpoints_of(whole), checkpoints_of(killed)) == "");

  const auto solver = build_solver(read_scene_text(text, "block.toml"));
  double t = 0;
  while (t < 0.1) {
    const double dt = std::min(solver->time_step_limit(t).dt, 2e-3);
    REQUIRE(solver->advance(t, dt).ok());
    t += dt;
  }
  CHECK(solver->totals(t)["split"] + solver->totals(t)["merged"] > 0);
  CHECK(solver->totals(t)["neighbor_changes"] > 100);
}

// Oracle: free flight. A body whose pieces part is a body still: each goes its own way, at its own speed to
// rounding, since no neighbourhood reaches across; nothing is loose.
TEST_CASE("pieces of a body that come apart fly on") {
  std::string text = flight_text();
  text.replace(text.find("shape ="), text.find("velocity =") - text.find("shape ="),
               "shape = { union = [ { box = { min = [0, 0, 0], max = [0.2, 0.2, 0.2] } }, "
               "{ box = { min = [0.5, 0, 0], max = [0.7, 0.2, 0.2] } } ] }\n");
  text.replace(text.find("velocity ="), std::string::npos,
               "velocity = { expression = [\"x > 0.35 ? 1 : -2\", \"0\", \"0\"] }\n");
  const auto solver = build_solver(read_scene_text(text, "pieces.toml"));
  const Totals start = solver->totals(0);
  for (int n = 0; n < 200; ++n) REQUIRE(solver->advance(n * 1e-3, 1e-3).ok());
  const Totals end = solver->totals(0.2);
  CHECK(end["loose_particles"] == 0);
  CHECK(end["elastic_energy"] < 1e-20);
  CHECK(std::abs(end["momentum_x"] - start["momentum_x"]) < 1e-12 * start["absolute_momentum"]);
  CHECK(std::abs(end["kinetic_energy"] - start["kinetic_energy"]) < 1e-12 * start["kinetic_energy"]);
}

// Oracle: what the message must say to be of use.
TEST_CASE("coincident particles are named") {
  std::vector<Vec3<double>> x;
  for (int k = 0; k < 64; ++k) x.push_back({0.1 * (k % 4), 0.1 * (k / 4 % 4), 0.1 * (k / 16)});
  x.push_back(x[21]);
  EmbeddingSolver solver(EmbeddingSettings{});
  try {
    solver.add_body("block", 1000, std::vector<double>(x.size(), 1e-3), 0.1, EmbeddedLaw{1e4, 1e4, 0, 0, 0},
                    {}, x, std::vector<Vec3<double>>(x.size()));
    FAIL("coincident particles were taken");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find("two particles start at the same place") != std::string::npos);
  }
}

// Oracle: the volumes of the samples, by the scene: all alike on a lattice, and in all those of the body.
TEST_CASE("particles may have the volumes of their samples") {
  for (const bool is_sampled : {false, true}) {
    const auto solver = build_solver(read_scene_text(
        flight_text(is_sampled ? "jitter = 0\nvolumes = \"sampled\"\n" : "jitter = 0\n"), "block.toml"));
    const EmbeddedBody& body = dynamic_cast<EmbeddingSolver&>(*solver).embedded_bodies().front();
    double least = 1e9, most = 0;
    for (const double m : body.mass) least = std::min(least, m), most = std::max(most, m);
    CHECK(solver->totals(0)["mass"] == doctest::Approx(1000 * 0.2 * 0.3 * 0.2).epsilon(1e-12));
    if (is_sampled)
      CHECK(most - least < 1e-12 * most);
    else
      CHECK(most > 1.3 * least);
  }
}

// Oracle: what the messages must say to be of use.
TEST_CASE("what embedding cannot do is said in a sentence") {
  CHECK(complaint({}) == "");
  const std::string thin =
      complaint({{"max = [0.25, 0.27, 0.25]", "max = [0.25, 0.06, 0.25]"}, {"-4, 0]", "0, 0]"}});
  CHECK(thin.find("nearly lie in a plane or on a line") != std::string::npos);
  const std::string law =
      complaint({{"bargteil", "neo_hookean"}, {"yield_stress = 100\n", ""}, {"flow_rate = 0.3\n", ""}});
  CHECK(law.find("give it one of bargteil") != std::string::npos);
  const std::string key = complaint({{"viscosity = 5", "viscocity = 5"}});
  CHECK(key.find("did you mean \"viscosity\"") != std::string::npos);
  const std::string cells = complaint({{"spacing = 0.05", "spacing = 0.05\ncell_size = 0.1"}});
  CHECK(cells.find("cell_size") != std::string::npos);
}
