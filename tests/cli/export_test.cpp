// SPDX-License-Identifier: Apache-2.0
// froth export and output.formats: the same files from either, whatever happens to the run in between. What
// is in the files is read by others in io/read_back.py.
#include <doctest/doctest.h>

#include "support/process.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

const std::string kAll = "formats = [\"vdb\", \"vtp\", \"csv\"]";

std::string writing(const std::string& scene) { return with(scene, "attributes", kAll + "\nattributes"); }

/// Runs froth, which must succeed, and returns what it said.
Process run_well(const Words& arguments) {
  const Process froth = run_froth(arguments);
  CAPTURE(froth.err);
  REQUIRE(froth.exit_code == 0);
  return froth;
}

/// The files for other programs below a folder.
Listing exports_of(const fs::path& folder) {
  Listing found;
  for (const auto& [name, content] : listing_of(folder))
    if (name.rfind("vdb", 0) == 0 || name.rfind("vtk", 0) == 0 || name.rfind("csv", 0) == 0)
      found[name] = content;
  return found;
}

void check_refusal(const TemporaryFolder& folder, const Words& arguments, const Words& words) {
  const Listing before = listing_of(folder.path());
  const Process froth = run_froth(arguments);
  CAPTURE(froth.err);
  CHECK(froth.exit_code == 2);
  CHECK(froth.out == "");
  CHECK(lines_of(froth.err).size() == 1);
  for (const std::string& word : words) {
    CAPTURE(word);
    CHECK(froth.err.find(word) != std::string::npos);
  }
  CHECK(difference(before, listing_of(folder.path())) == "");
}

}  // namespace

// Oracle: two ways to the same files, byte for byte; the second goes through the PLY files.
TEST_CASE("a run writes the same files as an export of it, for any number of threads") {
  for (const int dimension : {2, 3})
    for (const std::string precision : {"float", "double"}) {
      const TemporaryFolder folder;
      const std::string scene = folder.write("busy.toml", writing(busy_scene(dimension, precision)));
      const std::string run = folder / "run";
      run_well({"run", scene, "--out", run, "--frames", "2", "--quiet"});
      for (const std::string threads : {"1", "3"}) {
        const std::string out = folder / ("out" + threads);
        run_well({"export", run, "--format", "vdb,vtp,csv", "--out", out, "--threads", threads, "--quiet"});
        CHECK(exports_of(run).size() == 3 * 3 + 1 + 3);  // three frames each, the collection, the folders
        CHECK(difference(exports_of(run), exports_of(out)) == "");
      }
    }
}

// Oracle: a straight run. Frames beyond the checkpoint must go, and the collection must not name them.
TEST_CASE("files for other programs are in step after --resume") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", writing(tiny_scene()));
  const std::string straight = folder / "straight", torn = folder / "torn";
  run_well({"run", scene, "--out", straight, "--frames", "5", "--quiet"});
  run_well({"run", scene, "--out", torn, "--frames", "3", "--quiet"});
  for (const std::string name : {"vdb/frame_0004.vdb", "vtk/frame_0007.vtp", "csv/frame_0004.csv"})
    spill(torn + "/" + name, "of a state that no checkpoint has");
  run_well({"run", scene, "--out", torn, "--frames", "5", "--resume", "--quiet"});
  CHECK(difference(exports_of(straight), exports_of(torn)) == "");
  CHECK(leftovers(torn) == "");
}

// Oracle: a straight run that had the formats from its start; they do not change the state that goes on.
TEST_CASE("formats can be chosen late") {
  const TemporaryFolder folder;
  const std::string plain = folder.write("plain.toml", tiny_scene()),
                    rich = folder.write("rich.toml", writing(tiny_scene()));
  const std::string straight = folder / "straight", late = folder / "late";
  run_well({"run", rich, "--out", straight, "--frames", "4", "--quiet"});
  run_well({"run", plain, "--out", late, "--frames", "2", "--quiet"});
  CHECK(exports_of(late).empty());
  run_well({"run", rich, "--out", late, "--frames", "4", "--resume", "--quiet"});
  CHECK(difference(exports_of(straight), exports_of(late)) == "");
  CHECK(difference(results_of(straight), results_of(late)) == "");
}

// Oracle: what is chosen and what is there, counted by hand.
TEST_CASE("frames are chosen by their ends, and the collection lists all that are there") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), run = folder / "run";
  run_well({"run", scene, "--out", run, "--frames", "4", "--quiet"});
  const std::vector<std::pair<std::string, std::size_t>> choices = {
      {"1:2", 2}, {"3:", 2}, {":1", 2}, {"2", 1}, {"0:4", 5}};
  for (const auto& [frames, count] : choices) {
    CAPTURE(frames);
    const std::string out = folder / ("out_" + frames);
    const Process froth = run_well({"export", run, "--format", "csv", "--frames", frames, "--out", out});
    CHECK(listing_of(out + "/csv").size() == count);
    CHECK(froth.out.rfind(std::to_string(count) + " frame", 0) == 0);
  }
  run_well({"export", run, "--format", "vtp", "--frames", "3:", "--quiet"});
  run_well({"export", run, "--format", "vtp", "--frames", "0", "--quiet"});
  const std::string list = slurp(run + "/vtk/particles.pvd");
  for (const std::string name : {"frame_0000", "frame_0003", "frame_0004"})
    CHECK(list.find(name) != std::string::npos);
  CHECK(list.find("frame_0001") == std::string::npos);
}

// Oracle: a frame taken away by hand must be missed aloud.
TEST_CASE("a gap in a run is not passed over in silence") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), run = folder / "run";
  run_well({"run", scene, "--out", run, "--frames", "3", "--quiet"});
  fs::remove(run + "/particles/frame_0001.ply");
  check_refusal(folder, {"export", run, "--format", "csv", "--frames", "0:2"}, {"no frame 1"});
  const Process froth = run_well({"export", run, "--format", "csv"});
  CHECK(froth.err.find("frame 1 is not there") != std::string::npos);
  CHECK(froth.out.rfind("3 frames", 0) == 0);
}

// Oracle: what is not there, or cannot be, by construction.
TEST_CASE("exports that make no sense are refused in one sentence") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), run = folder / "run";
  run_well({"run", scene, "--out", run, "--quiet"});
  const std::string empty = folder / "empty", bare = folder / "bare";
  fs::create_directory(empty);
  folder.write("bare/view.json", slurp(run + "/view.json"));
  check_refusal(folder, {"export", folder / "nowhere", "--format", "vdb"},
                {"nowhere", "not the folder of a run"});
  check_refusal(folder, {"export", empty, "--format", "vdb"}, {"not the folder of a run"});
  check_refusal(folder, {"export", scene, "--format", "vdb"}, {"not the folder of a run"});
  check_refusal(folder, {"export", bare, "--format", "vdb"}, {"no frames yet"});
  check_refusal(folder, {"export", run}, {"--format"});
  check_refusal(folder, {"export", "--format", "vdb"}, {"FOLDER"});
  check_refusal(folder, {"export", run, "--format", "vtb"}, {"\"vtb\"", "did you mean", "vdb, vtp, csv"});
  check_refusal(folder, {"export", run, "--format", "csv,obj"}, {"\"obj\"", "vdb, vtp, csv"});
  for (const std::string frames : {"0:7", "7", "3:3"})
    check_refusal(folder, {"export", run, "--format", "csv", "--frames", frames}, {"no frame", "0 to 2"});
  check_refusal(folder, {"export", run, "--format", "csv", "--frames", "2:1"}, {"2:1", "ends before"});
  for (const std::string frames : {"a:b", "0-2", "1:2:3", "-1:2", "1.5", "99999999999"})
    check_refusal(folder, {"export", run, "--format", "csv", "--frames=" + frames}, {"--frames", frames});
  check_refusal(folder, {"export", run, "--format", "csv", "--threads", "0"}, {"--threads"});
  check_refusal(folder, {"export", run, "--format", "csv", "--out", scene}, {"tiny.toml", "--out"});
  check_refusal(folder, {"export", run, "--format", "csv", "--out", "/proc/x"}, {"/proc/x", "--out"});
}

// Oracle: a file cut by hand; the message names it.
TEST_CASE("a damaged frame is named") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), run = folder / "run";
  run_well({"run", scene, "--out", run, "--quiet"});
  const std::string frame = slurp(run + "/particles/frame_0000.ply");
  spill(run + "/particles/frame_0000.ply", frame.substr(0, frame.size() - 5));
  const Process froth = run_froth({"export", run, "--format", "csv", "--out", folder / "out"});
  CHECK(froth.exit_code == 2);
  CHECK(froth.err.find("frame_0000.ply: the file is cut off") != std::string::npos);
  CHECK(listing_of(folder / "out/csv").empty());
}

// Oracle: a limit on the size of files, as a full disk sets one: the tool says so and leaves nothing
// half-written.
TEST_CASE("a full disk ends an export with code 4 and whole files") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), run = folder / "run";
  run_well({"run", scene, "--out", run, "--quiet"});
  for (const std::string format : {"vdb", "vtp", "csv"}) {
    CAPTURE(format);
    RunningFroth child({"export", run, "--format", format, "--out", folder / format}, 500);
    const Process froth = child.wait();
    CHECK(froth.exit_code == 4);
    CHECK(froth.err.find("cannot write") != std::string::npos);
    CHECK(leftovers(folder / format) == "");
  }
}

}  // namespace froth
