// SPDX-License-Identifier: Apache-2.0
// The same scene gives the same bytes: with any number of threads, at any time of day, and however often it
// is killed.
#include <doctest/doctest.h>

#include <csignal>

#include "support/reference_run.h"
#include "support/small_scenes.h"

namespace froth {

namespace {
/// The busy scene with implicit steps, and in place of sand a clay that these can take.
std::string implicit_scene(int dimension, const std::string& precision) {
  const std::string clay =
      with(busy_scene(dimension, precision), "\"drucker_prager\"", "\"von_mises\"\nyield_stress = 2000");
  return with(clay, "[solver]\n", "[solver]\nmethod = \"implicit_mpm\"\n");
}
}  // namespace

// Oracle: bytes of frames, ledger and checkpoints of a second run; the order of sums must not depend on
// threads.
TEST_CASE("the number of threads does not change a bit") {
  for (const int dimension : {2, 3})
    for (const std::string precision : {"float", "double"}) {
      CAPTURE(dimension);
      CAPTURE(precision);
      const Reference two(busy_scene(dimension, precision));
      const std::string one = two.folder / "one";
      CHECK(run_froth({"run", two.scene, "--out", one, "--threads", "1", "--quiet"}).exit_code == 0);
      CHECK(two.results.size() == 10);  // frames 0 to 8 and the ledger
      CHECK(difference(two.results, results_of(one)) == "");
      CHECK(checkpoints_of(one).size() == 2);
      CHECK(difference(checkpoints_of(two.run), checkpoints_of(one)) == "");
    }
}

// Oracle: as above, where every step is a solve with sums over all nodes.
TEST_CASE("the number of threads does not change a bit of an implicit run") {
  for (const std::string precision : {"float", "double"}) {
    CAPTURE(precision);
    const Reference two(implicit_scene(precision == "float" ? 3 : 2, precision));
    const std::string one = two.folder / "one";
    CHECK(run_froth({"run", two.scene, "--out", one, "--threads", "1", "--quiet"}).exit_code == 0);
    CHECK(two.results.size() == 10);
    CHECK(difference(two.results, results_of(one)) == "");
    CHECK(difference(checkpoints_of(two.run), checkpoints_of(one)) == "");
  }
}

// Oracle: bytes of a second invocation; scene.toml is compared as well. Only run.json and log.txt know the
// clock.
TEST_CASE("two invocations give the same bytes") {
  const Reference first(busy_scene(2, "float"));
  const std::string again = first.folder / "again";
  CHECK(run_froth(first.arguments(again)).exit_code == 0);
  Listing a = listing_of(first.run), b = listing_of(again);
  for (const char* timed : {"run.json", "log.txt"}) CHECK(a.erase(timed) + b.erase(timed) == 2);
  CHECK(difference(a, b) == "");
}

// Oracle: the undisturbed run. Negative control: another seed must not give the same frames.
TEST_CASE("another seed gives other bytes") {
  const Reference first(busy_scene(2, "float"));
  const std::string other = first.folder / "other";
  CHECK(run_froth(first.arguments(other, {"--set", "scene.seed=4"})).exit_code == 0);
  CHECK(difference(first.results, results_of(other)) != "");
}

// Oracle: the undisturbed run, byte by byte, after a kill in each fifth of its duration.
TEST_CASE("a killed run goes on to the same bytes") {
  const Reference reference(busy_scene(2, "float"));
  Kills kills;
  for (int k = 0; k < 5; ++k) {
    const std::string out = reference.folder / ("killed_" + std::to_string(k));
    kill_after(k, chance(1, k) * reference.seconds / 8, out, reference.arguments(out), kills);
    finish(reference, out, kills);
  }
  // A faster second run may escape the last kills, and a slow start may eat the first; two are sure to hit.
  CHECK(kills.hits >= 2);
  CHECK(kills.resumed);
}

// Oracle: the undisturbed run, byte by byte, after five kills of one and the same run.
TEST_CASE("a run killed again and again goes on to the same bytes") {
  const Reference reference(busy_scene(3, "double"));
  Kills kills;
  const std::string out = reference.folder / "killed";
  for (int k = 0; k < 5; ++k)
    kill_after(k, chance(2, k) * reference.seconds / 8, out, reference.arguments(out, {"--resume"}), kills);
  finish(reference, out, kills);
  CHECK(kills.hits >= 2);
  CHECK(kills.resumed);
}

// Oracle: the undisturbed run, byte by byte, after three kills of one and the same run.
TEST_CASE("a killed implicit run goes on to the same bytes") {
  const Reference reference(implicit_scene(2, "float"));
  Kills kills;
  const std::string out = reference.folder / "killed";
  for (int k = 0; k < 3; ++k)
    kill_after(2 * k, chance(3, k) * reference.seconds / 8, out, reference.arguments(out, {"--resume"}),
               kills);
  finish(reference, out, kills);
  CHECK(kills.hits >= 1);
  CHECK(kills.resumed);
}

// Oracle: exit code 128 + SIGINT, the report's own words, and the undisturbed run.
TEST_CASE("an interrupted run stops cleanly and goes on to the same bytes") {
  const Reference reference(busy_scene(2, "double"));
  const std::string out = reference.folder / "stopped";
  RunningFroth froth(reference.arguments(out));
  // Two frames in, most of the run is still ahead.
  REQUIRE(appears(out + "/particles/frame_0002.ply"));
  froth.send(SIGINT);
  const Process end = froth.wait();
  CHECK(end.exit_code == 130);
  CHECK(end.out.find("--resume") != std::string::npos);
  CHECK(slurp(out + "/run.json").find("\"status\": \"stopped\"") != std::string::npos);
  CHECK(leftovers(out) == "");
  CHECK_FALSE(std::filesystem::exists(out + "/particles/frame_0008.ply"));
  Kills kills;
  finish(reference, out, kills);
  CHECK(kills.resumed);
  CHECK(slurp(out + "/run.json").find("\"status\": \"finished\"") != std::string::npos);
}

}  // namespace froth
