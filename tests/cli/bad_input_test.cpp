// SPDX-License-Identifier: Apache-2.0
// Whatever a user can get wrong earns one sentence and exit code 2, and every file stays as it was.
#include <doctest/doctest.h>

#include <froth/io/file.h>

#include "support/process.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

using Words = std::vector<std::string>;

/// Runs froth and demands a refusal that names `words` and leaves everything below `folder` untouched.
void check_refusal(const TemporaryFolder& folder, const Words& arguments, const Words& words) {
  const Listing before = listing_of(folder.path());
  const Process froth = run_froth(arguments);
  std::string command = "froth";
  for (const std::string& argument : arguments) command += " " + argument;
  CAPTURE(command);
  CAPTURE(froth.err);
  CHECK(froth.exit_code == 2);
  CHECK(froth.out == "");
  CHECK(lines_of(froth.err).size() == 1);
  CHECK(froth.err.rfind("froth: ", 0) == 0);
  for (const std::string& word : words) {
    CAPTURE(word);
    CHECK(froth.err.find(word) != std::string::npos);
  }
  CHECK(difference(before, listing_of(folder.path())) == "");
}

struct BrokenScene {
  std::string from, to;
  Words words;
};

void check_broken(const std::vector<BrokenScene>& cases) {
  for (const BrokenScene& broken : cases) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("tiny.toml", with(tiny_scene(), broken.from, broken.to));
    CAPTURE(broken.to);
    check_refusal(folder, {"run", scene, "--out", folder / "out"}, broken.words);
    check_refusal(folder, {"check", scene}, broken.words);
  }
}

/// A finished run of two frames in "run", and the scene that made it in "tiny.toml".
struct FinishedRun {
  TemporaryFolder folder;
  std::string scene = folder.write("tiny.toml", tiny_scene()), run = folder / "run";

  FinishedRun() { REQUIRE(run_froth({"run", scene, "--out", run, "--quiet"}).exit_code == 0); }
  std::filesystem::path path() const { return run; }
};

}  // namespace

// Oracle: the promise of the format: file, line and column (counted by hand) or the body, and what to do.
TEST_CASE("a scene with a mistake is refused by run and by check, and no folder appears") {
  check_broken({
      {"youngs_modulus",
       "youngs_modulos",
       {"tiny.toml:12:1: ", "youngs_modulos", "did you mean \"youngs_modulus\"?"}},
      {"end_time = 0.02", "end_time = \"soon\"", {"tiny.toml:3:12: ", "number", "\"soon\""}},
      {"density = 1000", "density = -1000", {"tiny.toml:11:11: ", "density", "positive"}},
      {"density = 1000", "density = nan", {"tiny.toml:11:11: ", "density"}},
      {"youngs_modulus = 1e5", "youngs_modulus = inf", {"tiny.toml:12:18: ", "youngs_modulus"}},
      {"max = [0.2, 0.3]", "max = [0.0, 0.3]", {"tiny.toml:17:41: ", "empty"}},
      {"min = [0, 0.1], max = [0.2, 0.3]",
       "min = [0, 0.1], max = [0.2, 0.100001]",
       {"tiny.toml:17:9: ", "body \"block\"", "no particles"}},
      {"min = [0, 0.1], max = [0.2, 0.3]",
       "min = [0, -0.3], max = [0.2, -0.1]",
       {"tiny.toml:17:9: ", "body \"block\"", "collider \"floor\""}},
      {"max = [0.2, 0.3]", "max = [9000, 9000]", {"tiny.toml:17:9: ", "body \"block\"", "2^31 points"}},
      {"material = \"jelly\"\n",
       "material = \"jelly\"\nlayers = [{ material = \"jelly\", thickness = 1e-9 }]\n",
       {"tiny.toml:17:45: ", "body \"block.jelly\"", "no particles"}},
      {"attributes = []",
       "attributes = [\"presure\"]",
       {"tiny.toml:24:14: ", "output.attributes", "\"presure\"", "pressure"}},
      {"material = \"jelly\"", "material = \"jely\"", {"tiny.toml:16:12: ", "\"jely\"", "jelly"}},
      {"[solver]", "[solver", {"tiny.toml:6:"}},
      {"model = \"neo_hookean\"",
       "model = \"nacc\"\nhardening = 50\ninitial_volume_ratio = 1e-9",
       {"tiny.toml:11:13: ", "hardening 50 and initial_volume_ratio 1e-09", "stronger than any matter"}},
  });
}

// Oracle: the same promise for --set, whose mistakes must name the option's text.
TEST_CASE("mistakes on the command line of a run are refused") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "out";
  check_refusal(folder, {"run", scene, "--out", out, "--set", "solver.cellsize=0.1"},
                {"cellsize", "cell_size"});
  check_refusal(folder, {"run", scene, "--out", out, "--set", "solver.cell_size=-1"},
                {"solver.cell_size", "positive"});
  check_refusal(folder, {"run", scene, "--out", out, "--set", "nonsense"}, {"nonsense"});
  check_refusal(folder, {"run", scene, "--out", out, "--set", "cell_size=0.1"},
                {"--set cell_size=0.1: ", "did you mean \"solver.cell_size\"?"});
  check_refusal(folder, {"run", scene, "--out", out, "--set", "scene.cell_sise=0.1"},
                {"did you mean \"solver.cell_size\"?"});
  check_refusal(folder, {"run", scene, "--out", out, "--set", "viscosty=1"},
                {"did you mean \"solver.viscosity\" or \"materials.NAME.viscosity\"?"});
  check_refusal(folder, {"run", scene, "--out", out, "--set", "color=[0,0,0]"}, {"froth help color"});
  check_refusal(folder, {"run", scene, "--out", out, "--quality", "smoke"}, {"smoke"});
  check_refusal(folder, {"run", scene, "--out", out, "--frames", "0"}, {"--frames"});
  check_refusal(folder, {"run", scene, "--out", out, "--frames", "many"}, {"--frames"});
  check_refusal(folder, {"run", scene, "--out", out, "--threads", "-1"}, {"--threads"});
}

// Oracle: files that cannot be there, whoever runs the test: below a regular file, and in /proc.
TEST_CASE("scenes that are not there and folders that cannot be written are refused") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene());
  check_refusal(folder, {"run", folder / "nothing.toml", "--out", folder / "out"},
                {"nothing.toml", "froth scenes"});
  check_refusal(folder, {"run", "jellis", "--out", folder / "out"}, {"did you mean \"jellies\"?"});
  check_refusal(folder, {"run", "basic/jellies", "--out", folder / "out"},
                {"did you mean \"basics/jellies\"?"});
  check_refusal(folder, {"check", folder / "tny.toml"}, {"did you mean \"" + scene + "\"?"});
  check_refusal(folder, {"check", folder.path().string()}, {"folder"});
  check_refusal(folder, {"run", scene, "--out", scene + "/x"}, {"tiny.toml/x", "--out"});
  check_refusal(folder, {"run", scene, "--out", scene}, {"tiny.toml", "--out"});
  check_refusal(folder, {"run", scene, "--out", "/proc/x"}, {"/proc/x", "--out"});
}

// Oracle: the convention of the exit code and of one sentence, for the command line itself.
TEST_CASE("unknown commands and options are refused in one sentence") {
  const TemporaryFolder folder;
  check_refusal(folder, {"simulate"}, {"no command \"simulate\"", "froth --help"});
  check_refusal(folder, {"rnu", "drop.toml"}, {"\"rnu\"", "did you mean \"run\"?", "froth --help"});
  check_refusal(folder, {"drop.toml"}, {"froth run drop.toml"});
  check_refusal(folder, {"--bogus"}, {"froth has no option --bogus", "froth --help"});
  check_refusal(folder, {"run", "--bogus"}, {"run has no option --bogus", "froth run --help"});
  check_refusal(folder, {"run", "x", "--frame", "3"}, {"--frame;", "\"--frames\"?", "froth run --help"});
  check_refusal(folder, {"run", "x", "--frame=3"}, {"--frame;", "\"--frames\"?", "froth run --help"});
  check_refusal(folder, {"sweep", "x", "--varry", "a=1"}, {"no option --varry", "\"--vary\"?"});
  check_refusal(folder, {"info", "a", "b"}, {"info has no use for \"b\"", "froth info --help"});
  check_refusal(folder, {"check"}, {"SCENE", "froth check --help"});
}

// Oracle: byte comparison of the whole folder before and after.
TEST_CASE("a folder that holds a run is not touched without being asked to") {
  const FinishedRun done;
  const std::string other =
      done.folder.write("other.toml", with(tiny_scene(), "density = 1000", "density = 900"));
  check_refusal(done.folder, {"run", other, "--out", done.run}, {"--resume", "--overwrite", "--out"});
  check_refusal(done.folder, {"run", done.scene, "--out", done.run, "--frames", "4"}, {"--resume"});

  const std::string broken = done.folder.write("broken.toml", with(tiny_scene(), "[0, 0.1]", "[0, -0.3]"));
  check_refusal(done.folder, {"run", broken, "--out", done.run, "--overwrite"}, {"block", "floor"});
  const std::string typo =
      done.folder.write("typo.toml", with(tiny_scene(), "attributes = []", "attributes = [\"q\"]"));
  check_refusal(done.folder, {"run", typo, "--out", done.run, "--overwrite"}, {"output.attributes"});
}

// Oracle: byte comparison; somebody's pictures in the chosen folder were not made by a run.
TEST_CASE("files that no run has made survive a run into their folder") {
  for (const std::string option : {"--quiet", "--resume", "--overwrite"}) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("tiny.toml", tiny_scene());
    for (const std::string name : {"out/pictures/holiday.jpg", "out/particles/dust.txt", "out/notes.md"})
      folder.write(name, "mine");
    CHECK(run_froth({"run", scene, "--out", folder / "out", option}).exit_code == 0);
    CAPTURE(option);
    const Listing after = listing_of(folder / "out");
    for (const std::string name : {"pictures/holiday.jpg", "particles/dust.txt", "notes.md"}) {
      CAPTURE(name);
      CHECK(after.count(name) == 1);
    }
  }
}

// Oracle: a lock of the system, held by this process, not by froth.
TEST_CASE("a folder in use by another process is refused") {
  const FinishedRun done;
  const FileLock lock(done.run + "/.lock", "busy");
  check_refusal(done.folder, {"run", done.scene, "--out", done.run, "--resume", "--frames", "4"},
                {"another froth"});
  check_refusal(done.folder, {"run", done.scene, "--out", done.run, "--overwrite"}, {"another froth"});
}

// Oracle: a checkpoint of other physics can only give wrong numbers, so it must be refused.
TEST_CASE("a checkpoint of another scene or of other settings is refused") {
  const FinishedRun done;
  const std::string other = done.folder.write("other.toml", with(tiny_scene(), "[0.2, 0.3]", "[0.2, 0.4]"));
  check_refusal(done.folder, {"run", other, "--out", done.run, "--resume"}, {"another scene", "--overwrite"});
  check_refusal(
      done.folder,
      {"run", done.scene, "--out", done.run, "--resume", "--set", "materials.jelly.youngs_modulus=2e5"},
      {"other settings"});
  check_refusal(done.folder, {"run", done.scene, "--out", done.run, "--resume", "--set", "scene.seed=2"},
                {"other settings"});
}

// Oracle: files cut by hand; the ledger and the frames of the run must still be there afterwards.
TEST_CASE("a run whose checkpoints are all damaged is refused") {
  for (const bool cut : {true, false}) {
    const FinishedRun done;
    for (auto [name, content] : checkpoints_of(done.path())) {
      if (cut)
        content.resize(content.size() / 2);
      else
        content[0] = '?';
      spill(done.path() / "checkpoints" / name, content);
    }
    check_refusal(done.folder, {"run", done.scene, "--out", done.run, "--resume", "--frames", "4"},
                  {"checkpoint", "damaged", "--overwrite"});
  }
}

// Oracle: as above, for a ledger that lost its end: it cannot be continued, and nothing may be removed.
TEST_CASE("a run whose ledger is cut off or gone is refused") {
  for (const bool gone : {false, true}) {
    const FinishedRun done;
    const std::string ledger = slurp(done.path() / "diagnostics.csv");
    if (gone)
      std::filesystem::remove(done.path() / "diagnostics.csv");
    else
      spill(done.path() / "diagnostics.csv", ledger.substr(0, ledger.size() / 2));
    CAPTURE(gone);
    check_refusal(done.folder, {"run", done.scene, "--out", done.run, "--resume", "--frames", "4"},
                  {"diagnostics.csv", "--overwrite"});
  }
}

// Oracle: names and numbers that are not there, by construction.
TEST_CASE("pictures of what is not there are refused") {
  const FinishedRun done;
  const std::string empty = done.folder / "empty";
  std::filesystem::create_directory(empty);
  check_refusal(done.folder, {"render", empty}, {"empty", "not the folder of a run"});
  check_refusal(done.folder, {"render", done.folder / "nowhere"}, {"nowhere"});
  check_refusal(done.folder, {"render", done.run, "--frame", "7"}, {"frame 7", "0 to 2"});
  check_refusal(done.folder, {"render", done.run, "--frame", "-1"}, {"-1"});
  check_refusal(done.folder, {"render", done.run, "--color-by", "taste"}, {"\"taste\"", "vx"});
  check_refusal(done.folder, {"render", done.run, "--width", "3"}, {"--width"});
  check_refusal(done.folder, {"render", done.run, "--eye", "1,2"}, {"--eye 1,2", "three numbers"});
  check_refusal(done.folder, {"render", done.run, "--target", "1,2,up"}, {"--target", "three numbers"});
  check_refusal(done.folder, {"render", done.run, "--fov", "wide"}, {"--fov wide", "degrees"});
  check_refusal(done.folder, {"render", done.run, "--fov", "200"}, {"--fov 200", "170"});
  check_refusal(done.folder, {"render", done.run, "--range", "3:2"}, {"--range 3:2", "larger"});
  check_refusal(done.folder, {"render", done.run, "--as", "mist"}, {"mist", "surface"});
  check_refusal(done.folder, {"render", done.run, "--cut", "high"}, {"high", "z=0.1"});
  check_refusal(done.folder, {"render", done.run, "--set", "render.sample=3"}, {"sample", "samples"});
  check_refusal(done.folder, {"render", done.run, "--set", "solver.dt=1"}, {"solver.dt", "render"});
  check_refusal(done.folder, {"render", done.run, "--turntable", "1"}, {"--turntable"});
  check_refusal(done.folder, {"render", done.run, "--turntable"}, {"planar", "--turntable"});
  check_refusal(done.folder, {"info", empty}, {"empty", "not the folder of a run"});
}

// Oracle: files cut or spoiled by hand are the user's trouble (2), never a fault of ours (70) or a crash.
TEST_CASE("damaged files of a run are refused by render and info") {
  const FinishedRun done;
  const std::string frame = slurp(done.path() / "particles/frame_0001.ply");
  spill(done.path() / "particles/frame_0001.ply", frame.substr(0, frame.size() - 5));
  check_refusal(done.folder, {"render", done.run, "--quiet"}, {"frame_0001.ply", "cut off"});
  for (const std::string report : {"", "{", "{}", "[1]", "{\"status\": 3}", "{\"frames\": 7}"}) {
    spill(done.path() / "run.json", report);
    CAPTURE(report);
    check_refusal(done.folder, {"info", done.run}, {"run.json"});
  }
}

}  // namespace froth
