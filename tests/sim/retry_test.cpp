// SPDX-License-Identifier: Apache-2.0
// Steps that fail: going back, shorter steps, giving up; by a point in free fall that refuses long steps.
#include <doctest/doctest.h>

#include <atomic>
#include <cmath>

#include <froth/base/error.h>
#include <froth/scene/read.h>
#include <froth/sim/ledger_table.h>
#include <froth/sim/run.h>

#include "support/failing_solver.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

using test::FailureRule;
using test::FallingPoint;

constexpr double kStep = 0.0025;  ///< four to a frame of 10 ms

/// Steps longer than `longest` fail from the third of the second frame on, to its end.
FailureRule in_second_frame(double longest, AfterFailure after = AfterFailure::StateIsLost) {
  return {0.0149, 0.02, longest, after};
}

Simulation falling(const FailureRule& rule, int retries = 4) {
  Scene scene = read_scene_text(tiny_scene(), "tiny.toml",
                                {.overrides = {"scene.end_time=0.03", "output.diagnostics=step"}});
  scene.solver.retries = retries;
  return Simulation(std::move(scene), std::make_unique<FallingPoint>(kStep, rule));
}

/// The closed form of free fall from rest; each of at most 100 steps rounds a few times.
bool has_fallen_freely(const Simulation& simulation) {
  const double t = simulation.progress().time, g = FallingPoint::kGravity;
  const Totals totals = simulation.solver().totals(t);
  return std::abs(totals["height"] + g * t * t / 2) < 1e-14 && std::abs(totals["speed"] + g * t) < 1e-13;
}

std::string failure_of(Simulation simulation) {
  try {
    for (int frame = 0; frame < 3; ++frame) simulation.advance_frame();
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

// Oracle: free fall in closed form, and steps by hand: 4 to a frame, 8 in the frame whose steps are halved
// once, 16 where they are halved twice.
TEST_CASE("a failed step goes back to the last frame and is tried with half its length") {
  for (const auto& [longest, halvings, steps] : {std::tuple{0.0013, 1, 16}, std::tuple{0.0007, 2, 24}}) {
    Simulation simulation = falling(in_second_frame(longest));
    std::vector<std::string> said;
    simulation.on_message([&](const std::string& message) { said.push_back(message); });
    simulation.keep_frame_start();
    for (int frame = 0; frame < 3; ++frame) simulation.advance_frame();
    CHECK(simulation.progress().frame == 3);
    CHECK(simulation.progress().step == steps);
    CHECK(simulation.progress().retries == halvings);
    CHECK(simulation.progress().dt == doctest::Approx(kStep).scale(0));  // long steps again behind the frame
    CHECK(simulation.solver().totals(0)["kept_steps"] == steps);
    CHECK(has_fallen_freely(simulation));
    REQUIRE(said.size() == std::size_t(1 + halvings));
    CHECK(said[0].find(" bytes") != std::string::npos);
    CHECK(said[1] == "step 7 failed: the point refuses; going back to frame 1 with half the step (1 of 4)");
  }
}

// Oracle: what the solver promises: with its state kept, no step is lost, and only the failed one is
// shortened.
TEST_CASE("a step that keeps the state is tried again from its own start") {
  Simulation simulation = falling(in_second_frame(0.0013, AfterFailure::StateIsKept));
  std::vector<std::string> said;
  simulation.on_message([&](const std::string& message) { said.push_back(message); });
  for (int frame = 0; frame < 3; ++frame) simulation.advance_frame();
  CHECK(has_fallen_freely(simulation));
  CHECK(simulation.solver().totals(0)["kept_steps"] == double(simulation.progress().step));
  CHECK(simulation.progress().retries == std::int64_t(said.size()));
  CHECK(simulation.progress().halvings == 0);
  REQUIRE_FALSE(said.empty());
  CHECK(said[0] == "step 7 failed: the point refuses; trying again with half the step (1 of 4)");
}

// Oracle: the number of tries that the scene allows, and the first one.
TEST_CASE("a run gives up in one sentence when all tries have failed") {
  const FailureRule never = in_second_frame(0), never_kept = in_second_frame(0, AfterFailure::StateIsKept);
  const auto keeping = [](Simulation simulation) {
    simulation.keep_frame_start();
    return simulation;
  };
  for (const std::string& sentence : {failure_of(keeping(falling(never))), failure_of(falling(never_kept))}) {
    CAPTURE(sentence);
    CHECK(sentence.rfind("the point refuses, in step ", 0) == 0);
    CHECK(sentence.find("after 5 tries") != std::string::npos);
    CHECK(sentence.find("solver.dt") != std::string::npos);
  }
  CHECK(failure_of(keeping(falling(never, 2))).find("after 3 tries") != std::string::npos);
  // Nothing to go back to, or no try allowed: the first failure is the last.
  for (const std::string& sentence :
       {failure_of(falling(in_second_frame(0.0013))), failure_of(keeping(falling(never, 0)))}) {
    CAPTURE(sentence);
    CHECK(sentence.find("the point refuses, in step 7 of 0.0025 s") == 0);
    CHECK(sentence.find("tries") == std::string::npos);
  }
}

// Oracle: the closed form in every row, and the rows that steps by hand give: none of the abandoned part.
TEST_CASE("a run to files goes back to its checkpoint and drops the rows of the abandoned part") {
  const TemporaryFolder folder;
  const std::string out = folder / "out";
  REQUIRE(run(falling(in_second_frame(0.0013)), {.folder = out}) == RunOutcome::Finished);
  const LedgerTable ledger = read_ledger(out + "/diagnostics.csv");
  const auto column = [&](const char* name) { return *ledger.find(name); };
  REQUIRE(column("time").size() == 17);  // the start, 4 steps, 8, 4
  for (std::size_t row = 0; row < 17; ++row) {
    CAPTURE(row);
    const double t = column("time")[row];
    CHECK(column("step")[row] == double(row));
    CHECK(std::abs(column("height")[row] + FallingPoint::kGravity * t * t / 2) < 1e-14);
    CHECK(column("retries")[row] == (row > 4 ? 1 : 0));
    CHECK(column("iterations")[row] == (row > 0 ? 3 : 0));
    CHECK(column("residual")[row] == (row > 0 ? column("dt")[row] : 0));
  }
  CHECK(slurp(out + "/log.txt").find("going back to frame 1 with half the step") != std::string::npos);
  const std::string report = slurp(out + "/run.json");
  CHECK(report.find("\"retries\": 1") != std::string::npos);
  CHECK(report.find("\"name\": \"height\",\n      \"unit\": \"m\"") != std::string::npos);
  CHECK(listing_of(out + "/checkpoints").size() == 2);
}

// Oracle: the undisturbed run, byte by byte, by one that is stopped at every step, tries included: a retry
// after a resume must still find the start of its frame.
TEST_CASE("a run that is stopped at every step retries as one that never was") {
  for (const double longest : {0.0013, 0.0007}) {
    const TemporaryFolder folder;
    const std::string straight = folder / "straight", stopped = folder / "stopped";
    REQUIRE(run(falling(in_second_frame(longest)), {.folder = straight}) == RunOutcome::Finished);
    std::atomic<bool> stop{false};
    int stops = 0;
    RunOptions options{.folder = stopped, .resume = true};
    options.on_step = [&](const Simulation&) { stop = true; };
    options.stop = &stop;
    while (run(falling(in_second_frame(longest)), options) == RunOutcome::Stopped) {
      stop = false;
      REQUIRE(++stops < 100);
      CHECK(listing_of(stopped + "/checkpoints").size() <= 3);
    }
    CHECK(stops > 16);
    CHECK(difference(results_of(straight), results_of(stopped)) == "");
    CHECK(slurp(stopped + "/run.json").find(longest > 0.001 ? "\"retries\": 1" : "\"retries\": 2") !=
          std::string::npos);
  }
}

}  // namespace froth
