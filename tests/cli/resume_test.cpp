// SPDX-License-Identifier: Apache-2.0
// Going on with a run, going further than planned, and running again what has run.
#include <doctest/doctest.h>

#include <csignal>
#include <sstream>

#include "support/process.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

namespace fs = std::filesystem;

struct Tiny {
  TemporaryFolder folder;
  std::string scene = folder.write("tiny.toml", tiny_scene());

  /// Runs to `frames` in folder `name` and returns the folder.
  std::string run(const std::string& name, int frames, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all = {"run", scene, "--out", folder / name, "--frames", std::to_string(frames)};
    all.insert(all.end(), more.begin(), more.end());
    const Process froth = run_froth(all);
    CAPTURE(froth.err);
    CHECK(froth.exit_code == 0);
    return folder / name;
  }
};

std::map<std::string, fs::file_time_type> times_of(const fs::path& folder) {
  std::map<std::string, fs::file_time_type> times;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (!entry.is_directory()) times[entry.path().string()] = entry.last_write_time();
  return times;
}

}  // namespace

// Oracle: a straight run to the later end.
TEST_CASE("a finished run can be extended") {
  const Tiny tiny;
  const std::string straight = tiny.run("straight", 6), extended = tiny.run("extended", 3);
  CHECK(results_of(extended).size() == 5);  // frames 0 to 3 and the ledger
  tiny.run("extended", 6, {"--resume"});
  CHECK(difference(results_of(straight), results_of(extended)) == "");
  CHECK(difference(checkpoints_of(straight), checkpoints_of(extended)) == "");
  CHECK(slurp(straight + "/scene.toml") == slurp(extended + "/scene.toml"));
}

// Oracle: a straight run; the older checkpoint is one frame behind, so that frame is computed and written
// again.
TEST_CASE("a cut newest checkpoint falls back to the older one") {
  const Tiny tiny;
  const std::string straight = tiny.run("straight", 6);
  for (const double kept : {0.0, 0.3, 0.999}) {
    const std::string cut = tiny.run("cut", 3, {"--overwrite"});
    const Listing checkpoints = checkpoints_of(cut);
    REQUIRE(checkpoints.size() == 2);
    const auto& [name, content] = *checkpoints.rbegin();
    spill(cut + "/checkpoints/" + name, content.substr(0, std::size_t(kept * double(content.size()))));
    const Process froth = run_froth({"run", tiny.scene, "--out", cut, "--frames", "6", "--resume"});
    CHECK(froth.exit_code == 0);
    CHECK(froth.err.find("damaged") != std::string::npos);
    CHECK(froth.err.find("resuming from frame 2") != std::string::npos);
    CHECK(difference(results_of(straight), results_of(cut)) == "");
    CHECK(difference(checkpoints_of(straight), checkpoints_of(cut)) == "");
  }
}

// Oracle: a fresh run; frames and rows beyond the checkpoint must not survive, nor half-written files.
TEST_CASE("frames and rows beyond the checkpoint are written anew") {
  const Tiny tiny;
  const std::string straight = tiny.run("straight", 6), torn = tiny.run("torn", 3);
  spill(torn + "/particles/frame_0004.ply", "of a state that no checkpoint has");
  spill(torn + "/particles/frame_0009.ply", "of a longer run");
  spill(torn + "/particles/frame_0005.ply.tmp", "half");
  spill(torn + "/diagnostics.csv", slurp(torn + "/diagnostics.csv") + "4,9,half a ro");
  tiny.run("torn", 6, {"--resume"});
  CHECK(difference(results_of(straight), results_of(torn)) == "");
}

// Oracle: a fresh run; where a run died before its first checkpoint, --resume starts over.
TEST_CASE("a run without any checkpoint starts over") {
  const Tiny tiny;
  const std::string straight = tiny.run("straight", 3), torn = tiny.run("torn", 3);
  fs::remove_all(torn + "/checkpoints");
  fs::remove(torn + "/run.json");
  tiny.run("torn", 3, {"--resume"});
  CHECK(difference(results_of(straight), results_of(torn)) == "");
  CHECK(difference(results_of(straight), results_of(tiny.run("fresh", 3, {"--resume"}))) == "");
}

// Oracle: modification times and bytes before and after.
TEST_CASE("a finished run is recognised and nothing is written again") {
  const Tiny tiny;
  const std::string done = tiny.run("done", 3);
  const auto times = times_of(done);
  const Listing before = listing_of(done);
  for (const std::string option : {"--no-render", "--resume"}) {
    const Process froth = run_froth({"run", tiny.scene, "--out", done, "--frames", "3", option});
    CHECK(froth.exit_code == 0);
    CHECK(froth.out.find("already run to its end") != std::string::npos);
    CHECK(times_of(done) == times);
    CHECK(difference(before, listing_of(done)) == "");
  }
}

// Oracle: the ledger says how far the run is; asking for less than that must not throw frames away or lie.
TEST_CASE("asking a finished run for fewer frames keeps what is there") {
  const Tiny tiny;
  const std::string done = tiny.run("done", 4);
  const Listing before = results_of(done);
  run_froth({"run", tiny.scene, "--out", done, "--frames", "2", "--resume"});
  CHECK(difference(before, results_of(done)) == "");
  CHECK(slurp(done + "/run.json").find("\"reached\": 4,\n    \"of\": 2") == std::string::npos);
}

// Oracle: the run that wrote scene.toml. Overrides, quality and defaults are all inside it.
TEST_CASE("scene.toml repeats its run") {
  const TemporaryFolder folder;
  const std::string text =
      busy_scene(2, "float") + "[quality.smoke]\nscene.end_time = 0.1\nsolver.cell_size = 0.04\n";
  const std::string scene = folder.write("busy.toml", text), first = folder / "first",
                    second = folder / "second";
  CHECK(run_froth({"run", scene, "--out", first, "--quality", "smoke", "--set", "materials.jelly.density=900",
                   "--set", "bodies.1.velocity.constant=[-2.0, 0.1]"})
            .exit_code == 0);
  CHECK(run_froth({"run", first + "/scene.toml", "--out", second}).exit_code == 0);
  CHECK(results_of(first).size() == 4);  // frames 0 to 2 and the ledger
  CHECK(difference(results_of(first), results_of(second)) == "");
  CHECK(slurp(first + "/scene.toml") == slurp(second + "/scene.toml"));
}

// Oracle: the program's own advice after Ctrl-C: typed in as printed, it must finish this very run.
TEST_CASE("the command printed after an interruption goes on with the run") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("busy.toml", busy_scene(2, "float")), out = folder / "out";
  RunningFroth froth({"run", scene, "--out", out, "--set", "materials.jelly.density=900", "--frames", "7"});
  REQUIRE(appears(out + "/particles/frame_0001.ply"));
  froth.send(SIGINT);
  const Process stopped = froth.wait();
  REQUIRE(stopped.exit_code == 130);
  const std::size_t at = stopped.out.find("froth run ");
  REQUIRE(at != std::string::npos);
  std::string command = stopped.out.substr(at + 6);
  std::erase(command, '\'');  // quotes are for the shell
  std::istringstream words(command);
  std::vector<std::string> arguments;
  for (std::string word; words >> word;) arguments.push_back(word);
  const Process resumed = run_froth(arguments);
  CAPTURE(stopped.out);
  CAPTURE(resumed.err);
  CHECK(resumed.exit_code == 0);
  CHECK(fs::exists(out + "/particles/frame_0007.ply"));
  CHECK_FALSE(fs::exists(out + "/particles/frame_0008.ply"));
}

}  // namespace froth
