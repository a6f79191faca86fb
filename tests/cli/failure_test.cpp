// SPDX-License-Identifier: Apache-2.0
// Runs that cannot go on: physics that blows up, and a disk that is full.
#include <doctest/doctest.h>

#include "support/process.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

// Oracle: a step ten thousand times the stable one of a stiff body must blow up; the sentence says what,
// where, when.
TEST_CASE("a blow-up ends with one sentence and keeps the checkpoint") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "out";
  const Process froth =
      run_froth({"run", scene, "--out", out, "--quiet", "--set", "solver.dt=0.002", "--set",
                 "materials.jelly.youngs_modulus=1e13", "--set", "bodies.0.velocity.constant=[3.0, -20.0]",
                 "--set", "scene.end_time=10.0"});
  CAPTURE(froth.err);
  CHECK(froth.exit_code == 3);
  CHECK(froth.out == "");
  CHECK(lines_of(froth.err).size() == 1);
  CHECK(froth.err.rfind("froth: ", 0) == 0);
  for (const std::string word :
       {"particle ", "body \"block\"", " at t = ", "solver.dt", "tries", "frames up to"}) {
    CAPTURE(word);
    CHECK(froth.err.find(word) != std::string::npos);
  }
  const std::string report = slurp(out + "/run.json");
  CHECK(report.find("\"status\": \"failed\"") != std::string::npos);
  CHECK(report.find("body \\\"block\\\"") != std::string::npos);
  CHECK(checkpoints_of(out).size() >= 1);
  CHECK(leftovers(out) == "");
  const Process info = run_froth({"info", out});
  CHECK(info.exit_code == 0);
  CHECK(info.out.find("failed") != std::string::npos);
  CHECK(info.out.find("particle ") != std::string::npos);
}

// Oracle: the run whose step was a quarter from the start. The block of 10 MPa hits the floor: a step of 2.5
// ms, seven times the stable one, fails in the first frame, and so does half of it.
TEST_CASE("a step that is too long ends with the frame of one that is not") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene());
  const auto run = [&](const std::string& out, const std::string& dt) {
    const Process froth =
        run_froth({"run", scene, "--out", out, "--frames", "1", "--set", "solver.dt=" + dt, "--set",
                   "materials.jelly.youngs_modulus=1e7", "--set", "bodies.0.velocity.constant=[0.0, -5.0]"});
    CAPTURE(froth.err);
    CHECK(froth.exit_code == 0);
    return froth.err;
  };
  const std::string retried = folder / "retried", quarter = folder / "quarter";
  const std::string said = run(retried, "0.0025");
  for (const std::string word :
       {"step 3 failed: particle ", "going back to frame 0 with half the step (1 of 4)",
        "going back to frame 0 with half the step (2 of 4)"})
    CHECK(said.find(word) != std::string::npos);
  CHECK(run(quarter, "0.000625").find("failed") == std::string::npos);
  CHECK(slurp(retried + "/particles/frame_0001.ply") == slurp(quarter + "/particles/frame_0001.ply"));
  CHECK(slurp(retried + "/run.json").find("\"retries\": 2") != std::string::npos);
  CHECK(slurp(quarter + "/run.json").find("\"retries\": 0") != std::string::npos);
}

// Oracle: a fixed step is the user's choice, so the message must not blame a body for its size.
TEST_CASE("a blow-up under a fixed step blames the fixed step") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene());
  const Process froth =
      run_froth({"run", scene, "--out", folder / "out", "--quiet", "--set", "solver.dt=0.002", "--set",
                 "materials.jelly.youngs_modulus=1e13", "--set", "scene.end_time=10.0", "--set",
                 "bodies.0.velocity.constant=[3.0, -20.0]"});
  CHECK(froth.exit_code == 3);
  CAPTURE(froth.err);
  CHECK(froth.err.find("the step was limited by") == std::string::npos);
}

// Oracle: a file in the place of a folder, by construction; the report must say that there is no run here.
TEST_CASE("a run that cannot begin leaves a report of it") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "out";
  folder.write("out/particles", "in the way");
  const Process froth = run_froth({"run", scene, "--out", out, "--quiet"});
  CAPTURE(froth.err);
  CHECK(froth.exit_code == 2);
  CHECK(froth.err.find("out/particles") != std::string::npos);
  CHECK(froth.err.find("frames up to") == std::string::npos);
  CHECK(slurp(out + "/run.json").find("\"status\": \"failed\"") != std::string::npos);
  CHECK(slurp(out + "/particles") == "in the way");
}

// Oracle: the undisturbed run. The system refuses writes beyond a length that the growing ledger reaches
// mid-run.
TEST_CASE("a full disk ends with one sentence, and --resume goes on to the same bytes") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene());
  const std::vector<std::string> common = {
      "run", scene, "--quiet", "--frames", "30", "--set", "output.diagnostics=step", "--out"};
  const auto into = [&](const std::string& out, const std::string& option) {
    std::vector<std::string> all = common;
    all.insert(all.end(), {out, option});
    return all;
  };
  const std::string straight = folder / "straight", full = folder / "full";
  CHECK(run_froth(into(straight, "--overwrite")).exit_code == 0);
  const std::size_t checkpoint = checkpoints_of(straight).begin()->second.size();
  const std::size_t ledger = slurp(straight + "/diagnostics.csv").size(), limit = ledger / 2;
  REQUIRE(limit > 2 * checkpoint);
  RunningFroth froth(into(full, "--overwrite"), limit);
  const Process end = froth.wait();
  CAPTURE(end.err);
  CHECK(end.exit_code == 4);
  CHECK(lines_of(end.err).size() == 1);
  CHECK(end.err.rfind("froth: ", 0) == 0);
  CHECK(end.err.find("diagnostics.csv") != std::string::npos);
  CHECK(leftovers(full) == "");
  CHECK(slurp(full + "/run.json").find("\"status\": \"failed\"") != std::string::npos);
  CHECK(run_froth(into(full, "--resume")).exit_code == 0);
  CHECK(difference(results_of(straight), results_of(full)) == "");
}

}  // namespace froth
