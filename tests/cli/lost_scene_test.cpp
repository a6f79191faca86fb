// SPDX-License-Identifier: Apache-2.0
// A run whose scene.toml is gone, or cannot be read any more, is looked at as before.
#include <doctest/doctest.h>

#include "support/process.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string said(const Words& words) {
  const Process froth = run_froth(words);
  CAPTURE(froth.err);
  REQUIRE(froth.exit_code == 0);
  return froth.out;
}

/// Everything that pictures, measures and exports say of a run.
Listing looked_at(const std::string& run, const std::string& out) {
  Listing found;
  said({"render", run, "--quiet", "--width", "96", "--height", "54", "--samples", "2", "--label", "--time"});
  for (const auto& [name, content] : listing_of(run + "/pictures")) found["pictures/" + name] = content;
  fs::remove_all(run + "/pictures");
  found["measure"] = said({"measure", run, "--fragments"});
  found["table"] = said({"measure", run, "--all"});
  found["info"] = said({"info", run});
  said({"export", run, "--format", "vdb,vtp,csv", "--out", out, "--quiet"});
  for (const auto& [name, content] : listing_of(out)) found["export/" + name] = content;
  fs::remove_all(out);
  return found;
}

}  // namespace

// Oracle: the same words on the same run before its scene went away, byte for byte.
TEST_CASE("render, measure, export and info need no scene") {
  for (const int dimension : {2, 3}) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("busy.toml", busy_scene(dimension, "float")), run = folder / "run";
    said({"run", scene, "--out", run, "--frames", "2", "--quiet"});
    const Listing before = looked_at(run, folder / "out");
    CHECK(before.size() > 20);
    spill(run + "/scene.toml", "of another = [time");
    CHECK(difference(before, looked_at(run, folder / "out")) == "");
    fs::remove(run + "/scene.toml");
    CHECK(difference(before, looked_at(run, folder / "out")) == "");
    // The run is still known to be finished: nothing is run again.
    CHECK(said({"run", scene, "--out", run, "--frames", "2"}).find("already run to its end") !=
          std::string::npos);
  }
}

// Oracle: the table and the sheet of the sweep before; finished variants are not run again.
TEST_CASE("a sweep over finished runs needs no scenes in their folders") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "sweep";
  const Words words = {"sweep", scene, "--vary",  "materials.jelly.youngs_modulus=1e5,2e5",
                       "--out", out,   "--quiet", "--resume"};
  said(words);
  const Listing before = listing_of(out);
  for (const auto& entry : fs::directory_iterator(out))
    if (entry.is_directory()) CHECK(fs::remove(entry.path() / "scene.toml"));
  said(words);
  Listing after = listing_of(out);
  std::size_t lost = 0;
  for (const auto& [name, content] : before)
    if (name.ends_with("scene.toml"))
      ++lost;
    else
      CHECK((after.count(name) == 1 && after[name] == content));
  CHECK(lost == 2);
}

// Oracle: the convention of one sentence and exit code 2, for a folder as an older froth leaves it.
TEST_CASE("runs without a view are refused in one sentence") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), run = folder / "run";
  said({"run", scene, "--out", run, "--quiet"});
  fs::remove(run + "/view.json");
  for (const Words& words :
       {Words{"render", run}, Words{"measure", run}, Words{"export", run, "--format", "csv"}}) {
    const Process froth = run_froth(words);
    CAPTURE(froth.err);
    CHECK(froth.exit_code == 2);
    CHECK(lines_of(froth.err).size() == 1);
    CHECK(froth.err.find("run the scene again") != std::string::npos);
  }
}

}  // namespace froth
