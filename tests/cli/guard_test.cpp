// SPDX-License-Identifier: Apache-2.0
// Runs that go wrong without a single number that is none: the guard warns, stops, and lets a run go on from
// where it was still sound.
#include <doctest/doctest.h>

#include <froth/froth.h>
#include <froth/sim/ledger_table.h>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

/// A free block that swings in itself.
const char* const kSwinging = R"toml([scene]
dimension = 2
gravity = [0, 0]
end_time = 0.4
frame_rate = 100
[solver]
cell_size = 0.1
retries = 0
[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 3.8e5
[[bodies]]
name = "block"
material = "jelly"
shape = { box = { min = [0, 0], max = [1, 1] } }
velocity = { expression = ["0.1 * sin(pi * x)", 0] }
)toml";

/// Too long a step, 2.8 times what waves allow: it grows the highest modes by a factor in every step, yet not
/// out of the numbers within a few frames.
const std::string kTooLong = "solver.dt=0.005";

struct Swinging {
  TemporaryFolder folder;
  std::string scene = folder.write("swinging.toml", kSwinging);

  Process run(const std::string& out, const std::vector<std::string>& more) const {
    std::vector<std::string> all = {"run", scene, "--out", folder / out};
    all.insert(all.end(), more.begin(), more.end());
    return run_froth(all);
  }
};

/// The whole number behind these words; -1 where they are not there.
int number_after(const std::string& text, const std::string& words) {
  const std::size_t found = text.find(words);
  return found == std::string::npos ? -1 : std::stoi(text.substr(found + words.size()));
}

int count_of(const std::string& text, const std::string& words) {
  int count = 0;
  for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++count;
  return count;
}

}  // namespace

// Oracle: von Neumann: a free body without loads has no more energy than it started with, so that a run
// beyond the limit of stability creates what it has; one within the limit is left alone.
TEST_CASE("a step beyond the limit of stability is warned of and stopped") {
  const Swinging block;
  const Process stopped = block.run("out", {"--set", kTooLong});
  CAPTURE(stopped.err);
  CHECK(stopped.exit_code == 3);
  CHECK(count_of(stopped.err, "energy is created") == 1);
  for (const char* words : {"energy runs away: ", " J of ", "at t = ", "solver.dt", "[guard]"})
    CHECK(stopped.err.find(words) != std::string::npos);
  const int last = number_after(stopped.err, "frames up to "),
            sound = number_after(stopped.err, "from frame ");
  CHECK(0 < sound);
  CHECK(sound < last);
  CHECK(slurp(block.folder / "out/run.json").find("energy runs away") != std::string::npos);
  const LedgerTable ledger = read_ledger(block.folder / "out/diagnostics.csv");
  const std::vector<double>* drift = ledger.find("energy_drift");
  REQUIRE(drift != nullptr);
  CHECK(drift->back() >= 0.5);  // the row of the frame that was stopped at
  const Process good = block.run("good", {});
  CHECK(good.exit_code == 0);
  CHECK(good.err.find("energy") == std::string::npos);
}

// Oracle: the straight run, to the byte, and its one warning.
TEST_CASE("a run that is resumed between warning and stop ends as the straight one") {
  const Swinging block;
  const std::string log = block.run("straight", {"--set", kTooLong}).err;
  const int last = number_after(log, "frames up to "), sound = number_after(log, "from frame ");
  REQUIRE(sound < last);
  const Process first = block.run("parts", {"--set", kTooLong, "--frames", std::to_string(last)});
  CHECK(first.exit_code == 0);
  CHECK(count_of(first.err, "energy is created") == 1);
  const Process second = block.run("parts", {"--set", kTooLong, "--resume"});
  CHECK(second.exit_code == 3);
  CHECK(count_of(second.err, "energy is created") == 0);
  CHECK(difference(results_of(block.folder / "straight"), results_of(block.folder / "parts")) == "");
  CHECK(difference(checkpoints_of(block.folder / "straight"), checkpoints_of(block.folder / "parts")) == "");
}

// Oracle: the sentence of the first run names the frame; other keys than those of the step stay refused.
TEST_CASE("a stopped run goes on with shorter steps from the frame before the warning") {
  const Swinging block;
  const int sound = number_after(block.run("out", {"--set", kTooLong}).err, "from frame ");
  const Process other = block.run("out", {"--resume", "--set", "materials.jelly.density=900.0"});
  CHECK(other.exit_code == 2);
  const Process fixed = block.run("out", {"--resume", "--set", "solver.dt=0.001"});
  CAPTURE(fixed.err);
  CHECK(fixed.exit_code == 0);
  CHECK(number_after(fixed.err, "resuming from frame ") == sound);
  CHECK(fixed.err.find("solver.dt was 0.005 and is now 0.001") != std::string::npos);
  const Process unguarded = block.run("off", {"--set", kTooLong, "--set", "guard.enabled=false"});
  CHECK(unguarded.err.find("energy") == std::string::npos);
}

// Oracle: a force that pulls a block into a point counts as work, so that only its volume tells: rho a L, 5e9
// Pa, is ten thousand times the modulus of the block.
TEST_CASE("a force that crushes a body is seen by its volume") {
  const TemporaryFolder folder;
  const std::string text = std::string(kSwinging) + "[[forces]]\nacceleration = [\"-1e7*x\", \"-1e7*y\"]\n";
  const Process froth = run_froth(
      {"run", folder.write("crushed.toml", text), "--out", folder / "out", "--set", "solver.max_dt=1e-5"});
  CAPTURE(froth.err);
  CHECK(froth.exit_code == 3);
  CHECK(froth.err.find("volume ratios J reach from ") != std::string::npos);
}

// Oracle: the same warning and the same end through the library.
TEST_CASE("a world tells what the guard says") {
  SceneSource source = scene_text(kSwinging);
  source.overrides = {kTooLong};
  World world(source);
  std::string said;
  world.on_message([&](const std::string& message) { said += message + "\n"; });
  CHECK_THROWS_AS(
      [&] {
        while (!world.is_finished()) world.advance_frame();
      }(),
      SimulationError);
  CHECK(count_of(said, "energy is created") == 1);
  CHECK(world.totals().energy_drift >= 0.5);
}

}  // namespace froth
