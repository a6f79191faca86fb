// SPDX-License-Identifier: Apache-2.0
// An undisturbed run of a scene, and runs of it that are killed and go on: both must end with the same bytes.
#pragma once

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <froth/base/random.h>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace froth {

using Arguments = std::vector<std::string>;

/// A scene in a folder of its own, and its undisturbed run.
struct Reference {
  TemporaryFolder folder;
  std::string scene, run = folder / "reference";
  double seconds = 0;  ///< that the undisturbed run took
  Listing results;

  explicit Reference(const std::string& text) : scene(folder.write("busy.toml", text)) {
    const auto start = std::chrono::steady_clock::now();
    const Process froth = run_froth(arguments(run));
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    CAPTURE(froth.err);
    REQUIRE(froth.exit_code == 0);
    results = results_of(run);
  }

  Arguments arguments(const std::string& out, const Arguments& more = {}) const {
    Arguments all = {"run", scene, "--out", out, "--threads", "2"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
};

struct Kills {
  int hits = 0;          ///< that found the program at work
  bool resumed = false;  ///< some continuation began after the first frame
};

inline void note_continuation(const Process& froth, Kills& kills) {
  const bool begins_late = froth.err.find("resuming from frame") != std::string::npos &&
                           froth.err.find("resuming from frame 0") == std::string::npos;
  kills.resumed = kills.resumed || begins_late;
}

/// Starts (or continues) a run and kills it a random moment after `frame` appeared: how fast a machine is
/// must not decide whether a kill hits. `within` is the time of one frame.
inline void kill_after(int frame, double within, const std::string& out, const Arguments& arguments,
                       Kills& kills) {
  RunningFroth froth(arguments);
  CHECK(appears(fmt::format("{}/particles/frame_{:04d}.ply", out, frame)));
  std::this_thread::sleep_for(std::chrono::duration<double>(within));
  froth.send(SIGKILL);
  const Process end = froth.wait();
  CHECK((end.exit_code == -SIGKILL || end.exit_code == 0));
  kills.hits += end.exit_code == -SIGKILL;
  note_continuation(end, kills);
}

/// Continues to the end and compares with the undisturbed run.
inline void finish(const Reference& reference, const std::string& out, Kills& kills) {
  const Process end = run_froth(reference.arguments(out, {"--resume"}));
  CAPTURE(end.err);
  CHECK(end.exit_code == 0);
  note_continuation(end, kills);
  CHECK(difference(reference.results, results_of(out)) == "");
  CHECK(leftovers(out) == "");
}

/// A number in [0, 1) for one kill of one test.
inline double chance(std::uint64_t test, int kill) {
  return uniform4({2024, Purpose::Test}, test, 0, static_cast<std::uint32_t>(kill))[0];
}

}  // namespace froth
