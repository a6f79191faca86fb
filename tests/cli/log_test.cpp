// SPDX-License-Identifier: Apache-2.0
// The log of a run, and output folders that are not froth's to replace.
#include <doctest/doctest.h>

#include <regex>

#include "support/process.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

int count(const std::string& text, const std::string& word) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++found;
  return found;
}

}  // namespace

// Oracle: the messages that the program says on the terminal, and a form of time stamps by hand.
TEST_CASE("a run keeps a log of what it says, with times") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "out";
  const Process froth = run_froth({"run", scene, "--out", out});
  REQUIRE(froth.exit_code == 0);
  const std::string log = slurp(out + "/log.txt");
  CAPTURE(log);
  const std::regex form("[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}  .+");
  for (const std::string& line : lines_of(log)) CHECK(std::regex_match(line, form));
  for (const std::string& line : lines_of(froth.err))
    if (line.find('%') == std::string::npos) CHECK(log.find(line) != std::string::npos);  // not the bar
  CHECK(log.find("limited by the wave speed of body \"block\"") != std::string::npos);
  for (const std::string word : {"runs tiny", "frame 0/2", "frame 2/2", "finished"})
    CHECK(count(log, word) == 1);
}

// Oracle: the terminal is empty and the log has the same messages.
TEST_CASE("quiet silences the terminal and not the log") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "out";
  const Process froth = run_froth({"run", scene, "--out", out, "--quiet", "--threads", "1", "--frames", "1"});
  CHECK(froth.exit_code == 0);
  CHECK(froth.out + froth.err == "");
  CHECK(slurp(out + "/log.txt").find("limited by") != std::string::npos);
}

// Oracle: the old lines are still there; a new start has none of them.
TEST_CASE("resuming appends to the log, starting over begins a new one") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "out";
  const auto run = [&](const std::string& frames, const std::string& option) {
    CHECK(run_froth({"run", scene, "--out", out, "--frames", frames, option}).exit_code == 0);
    return slurp(out + "/log.txt");
  };
  const std::string first = run("2", "--quiet"), second = run("4", "--resume");
  CHECK(second.rfind(first, 0) == 0);
  CHECK(second.find("resuming from frame 2") != std::string::npos);
  CHECK(count(second, "finished") == 2);
  const std::string third = run("4", "--overwrite");
  CHECK(count(third, "finished") == 1);
}

// Oracle: a floor that swings at 2 pi km/s crosses a cell of 0.1 m in 16 us, far below the step of 10 ms.
TEST_CASE("a step that is too long is warned of by run and by check, with the name of what limits it") {
  const TemporaryFolder folder;
  const std::string slow = with(tiny_scene(), "cell_size = 0.1", "cell_size = 0.1\ndt = 0.01");
  const std::string fast = with(slow, "normal = [0, 1] } }",
                                "normal = [0, 1] } }\nmotion = { oscillation = { amplitude = [1, 0], "
                                "frequency = 1000 } }");
  for (const auto& [text, name] :
       {std::pair{fast, "collider \"floor\""}, std::pair{slow, "body \"block\" (neo_hookean)"}}) {
    CAPTURE(name);
    const std::string scene = folder.write("tiny.toml", text), out = folder / "out";
    const Process check = run_froth({"check", scene});
    CAPTURE(check.out);
    CHECK(check.exit_code == 0);
    CHECK(check.out.find("is fine") == std::string::npos);
    run_froth({"run", scene, "--out", out, "--quiet", "--overwrite"});
    const std::string log = slurp(out + "/log.txt");
    CAPTURE(log);
    for (const std::string& said : {check.out, log}) {
      const std::size_t at = said.find("warning: the ");
      REQUIRE(at != std::string::npos);
      CHECK(said.substr(at, said.find('\n', at) - at).find(name) != std::string::npos);
      CHECK(said.find("expect trouble", at) != std::string::npos);
    }
  }
}

// Oracle: the error that the program prints, and its warning, which a step far too long must earn.
TEST_CASE("warnings and the final error are in the log") {
  const TemporaryFolder folder;
  const std::string text = with(with(tiny_scene(), "cell_size = 0.1", "cell_size = 0.1\ndt = 0.01"),
                                "youngs_modulus = 1e5", "youngs_modulus = 1e12");
  const std::string scene = folder.write("tiny.toml", text), out = folder / "out";
  const Process froth = run_froth({"run", scene, "--out", out, "--quiet", "--frames", "50"});
  CAPTURE(froth.err);
  REQUIRE(froth.exit_code == 3);
  const std::string log = slurp(out + "/log.txt");
  CAPTURE(log);
  CHECK(log.find("warning: ") != std::string::npos);
  const std::string reason = froth.err.substr(7, froth.err.find("; frames up to") - 7);
  CHECK(log.find("error: " + reason) != std::string::npos);
}

// Oracle: bytes before and after, for each name that a run writes: a file of somebody else is a file of
// somebody else, whatever it is called.
TEST_CASE("files with the names of a run's are not replaced without being asked to") {
  for (const std::string name : {"scene.toml", "view.json", "run.json", "diagnostics.csv", "log.txt",
                                 "movie.mp4", "particles/frame_0000.ply", "pictures/frame_0007.png"}) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "out";
    folder.write("out/" + name, "mine");
    CAPTURE(name);
    const Process froth = run_froth({"run", scene, "--out", out});
    CHECK(froth.exit_code == 2);
    CHECK(froth.err.find("--overwrite") != std::string::npos);
    CHECK(slurp(out + "/" + name) == "mine");
    CHECK(run_froth({"run", scene, "--out", out, "--overwrite"}).exit_code == 0);
  }
}

// Oracle: bytes of the scene file: the run would write its resolved copy over it.
TEST_CASE("a scene is never replaced by the copy that its run writes") {
  for (const std::string option : {"--quiet", "--resume", "--overwrite"}) {
    const TemporaryFolder folder;
    const std::string scene = folder.write("scene.toml", tiny_scene());
    CAPTURE(option);
    const Process froth = run_froth({"run", scene, "--out", folder.path().string(), option});
    CHECK(froth.exit_code == 2);
    CHECK(froth.err.find("--out") != std::string::npos);
    CHECK(slurp(scene) == tiny_scene());
    CHECK(listing_of(folder.path()).size() == 1);
  }
}

}  // namespace froth
