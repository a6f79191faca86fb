// SPDX-License-Identifier: Apache-2.0
// A solver without a grid goes through scene, frame loop, checkpoint, resume, ledger, frames, picture and
// measure: the test of the interface that every solver stands on. The solver lives in solvers/spring_points/.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/io/ply.h>
#include <froth/render/run_pictures.h>
#include <froth/scene/read.h>
#include <froth/sim/ledger_table.h>
#include <froth/sim/measure.h>
#include <froth/sim/run.h>
#include <froth/sim/run_folder.h>

#include "solvers/spring_points/method.h"
#include "solvers/spring_points/spring_points.h"
#include "support/process.h"
#include "support/temporary_folder.h"

using namespace froth;
using namespace froth::test;

namespace {

/// Two blocks of springs, of which one falls on the floor.
const char* const kScene = R"(
[scene]
dimension = 3
end_time = 0.4
frame_rate = 20
precision = "double"

[solver]
method = "spring_points"
spacing = 0.05
jitter = 0

[materials.rubber]
model = "neo_hookean"
density = 1000
youngs_modulus = 2e4

[[bodies]]
name = "block"
material = "rubber"
shape = { box = { min = [0, 0.1, 0], max = [0.2, 0.3, 0.2] } }
velocity = { constant = [0.3, -1, 0] }

[[bodies]]
name = "far"
material = "rubber"
spacing = 0.1
shape = { box = { min = [1, 1, 0], max = [1.2, 1.2, 0.2] } }

[[colliders]]
name = "floor"
shape = { half_space = { point = [0, 0, 0], normal = [0, 1, 0] } }
contact = { kind = "separating" }

[output]
attributes = ["force"]
)";

Scene scene(const std::string& from = "", const std::string& to = "") {
  std::string text = kScene;
  if (!from.empty()) text.replace(text.find(from), from.size(), to);
  return read_scene_text(text, "springs.toml");
}

std::string complaint(const std::string& from, const std::string& to) {
  try {
    scene(from, to);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

// Oracle: two masses m on a spring k swing at 2 pi sqrt(m / 2k); velocity Verlet is of second order, so that
// halving the step divides the error of the energy by four.
TEST_CASE("the test solver itself: two masses on a spring") {
  const double m = 2, k = 50, period = 2 * std::numbers::pi * std::sqrt(m / (2 * k));
  double drift[2] = {0, 0};
  for (const int halved : {0, 1}) {
    SpringPoints solver({.dim = 2, .gravity = {}, .cfl = 0.2, .obstacles = {}});
    solver.add_body("pair", m, k, 1, {{0, 0, 0}, {1, 0, 0}}, {{-0.1, 0, 0}, {0.1, 0, 0}});
    const int steps = 200 << halved;
    const double energy = solver.totals(0)["kinetic_energy"];
    for (int n = 0; n < steps; ++n) {
      REQUIRE(solver.advance(n * period / steps, period / steps).ok());
      const Totals now = solver.totals(0);
      drift[halved] =
          std::max(drift[halved], std::abs(now["kinetic_energy"] + now["elastic_energy"] - energy));
      CHECK(std::abs(now["momentum_x"]) < 1e-13);
    }
    CHECK(norm(solver.positions(0)[0]) < 1e-3 / (1 << halved));  // back where it was
  }
  CHECK(drift[0] / drift[1] == doctest::Approx(4).epsilon(0.02));
}

// Oracle: a run that is never stopped, byte by byte; the numbers of the scene; conservation.
TEST_CASE("a solver without a grid runs, stops, resumes, and is written, measured and drawn") {
  const WithSpringPoints known;
  const TemporaryFolder folder;
  const std::string straight = folder / "straight", stopped = folder / "stopped";
  REQUIRE(run(scene(), {.folder = straight}) == RunOutcome::Finished);
  std::atomic<bool> stop{false};
  RunOptions options{.folder = stopped};
  options.stop = &stop;
  options.on_step = [&](const Simulation& s) { stop = s.progress().step == 33; };
  REQUIRE(run(scene(), options) == RunOutcome::Stopped);
  REQUIRE(run(scene(), {.folder = stopped, .resume = true}) == RunOutcome::Finished);
  const RunFolder files{straight};
  REQUIRE(files.frames().size() == 9);
  for (const int frame : files.frames())
    CHECK(slurp(files.frame(frame)) == slurp(RunFolder{stopped}.frame(frame)));
  CHECK(slurp(files.ledger()) == slurp(RunFolder{stopped}.ledger()));

  const LedgerTable ledger = read_ledger(files.ledger());
  CHECK(ledger.find("particles")->front() == 64 + 8);
  CHECK(ledger.find("mass")->back() == doctest::Approx(1000 * 2 * 0.008).epsilon(1e-12));
  CHECK(ledger.find("J_min") == nullptr);                                  // springs have no such thing
  CHECK(*std::ranges::max_element(*ledger.find("elastic_energy")) > 0.1);  // it did hit the floor

  const PointCloud frame = parse_ply(read_file(files.frame(8)), files.frame(8));
  CHECK(frame.count() == 72);
  CHECK(frame.find("force_1") != nullptr);
  CHECK(frame.edges.count() == 3 * 3 * 4 * 4 + 12);  // of lattices of 4^3 and 2^3 points

  const FrameMeasure measured = measure_frame(view_of_run(straight), frame, 1.5);
  REQUIRE(measured.bodies.size() == 2);
  CHECK(measured.bodies[0].all.count == 64);
  CHECK(measured.bodies[1].name == "far");
  // Free fall: y = y0 - g t^2 / 2, the mean of a body that only falls.
  CHECK(measured.bodies[1].all.center[1] == doctest::Approx(1.1 - 9.81 * 0.16 / 2).epsilon(1e-9));

  const std::vector<Image> pictures =
      draw_run({.folder = straight, .frames = {8}, .width = 80, .height = 60, .samples = 4});
  REQUIRE(pictures.size() == 1);
  CHECK(pictures[0].width == 80);
}

// Oracle: what the method says it can do.
TEST_CASE("what the test solver cannot do is refused with its place") {
  const WithSpringPoints known;
  CHECK(complaint("", "") == "");
  CHECK(complaint("spacing = 0.05\n", "spacing = 0.05\ncell_size = 0.1\n").find("springs.toml:11:") == 0);
  CHECK(complaint("[output]",
                  "[[kill_zones]]\nshape = { sphere = { center = [0, 0, 0], radius = 1 } }\n[output]")
            .find("springs.toml:") == 0);
  CHECK(complaint("neo_hookean", "fixed_corotated").find("springs.toml:20:") == 0);
}

// A method that nobody registered is not there.
TEST_CASE("without registration the method is unknown") {
  CHECK(complaint("", "").find("spring_points") != std::string::npos);
}
