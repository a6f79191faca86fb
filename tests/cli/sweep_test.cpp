// SPDX-License-Identifier: Apache-2.0
// Sweeps by the real program: what runs, what is skipped, what is refused, what is left.
#include <doctest/doctest.h>

#include <csignal>
#include <fmt/format.h>
#include <sstream>

#include <froth/render/picture.h>

#include "support/process.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

const Words kGrid = {"--vary", "solver.transfer=apic,flip", "--vary",
                     "materials.jelly.youngs_modulus=1e5,3e5"};
const Words kNames = {"transfer=apic,youngs_modulus=1e5", "transfer=apic,youngs_modulus=3e5",
                      "transfer=flip,youngs_modulus=1e5", "transfer=flip,youngs_modulus=3e5"};

/// A scene in a folder of its own, and sweeps of it.
struct Bench {
  TemporaryFolder folder;
  std::string scene, out = folder / "out";

  explicit Bench(const std::string& text = tiny_scene()) : scene(folder.write("tiny.toml", text)) {}

  Words words(const std::vector<Words>& parts) const {
    Words all = {"sweep", scene, "--out", out, "--threads", "1"};
    for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }
  Process sweep(const std::vector<Words>& parts) const { return run_froth(words(parts)); }

  /// Demands a refusal in one sentence that names `words`, with every file as it was.
  void check_refusal(const Words& more, const Words& words_of) const {
    const Listing before = listing_of(folder.path());
    const Process froth = sweep({more});
    CAPTURE(froth.err);
    CHECK(froth.exit_code == 2);
    CHECK(froth.out == "");
    CHECK(lines_of(froth.err).size() == 1);
    for (const std::string& word : words_of) {
      CAPTURE(word);
      CHECK(froth.err.find(word) != std::string::npos);
    }
    CHECK(difference(before, listing_of(folder.path())) == "");
  }
};

/// The table without the time on the clock, which is its last column.
std::string without_clock(const std::string& csv) {
  std::string out;
  for (const std::string& line : lines_of(csv)) out += line.substr(0, line.rfind(',')) + "\n";
  return out;
}

/// What a sweep leaves and must be the same however often it was interrupted.
Listing results_of_sweep(const std::string& out, const Words& names) {
  Listing all;
  for (const std::string& name : names)
    for (const auto& [file, content] : results_of(out + "/" + name)) all[name + "/" + file] = content;
  for (const char* file : {"sweep_sheet.png", "sweep_energy.png", "sweep_energy.svg"})
    all[file] = slurp(out + "/" + std::string(file));
  all["sweep.csv"] = without_clock(slurp(out + "/sweep.csv"));
  return all;
}

}  // namespace

// Oracle: froth run of the same overrides, byte by byte; the table's numbers are those of the ledgers.
TEST_CASE("every variant is the run that froth run makes of it") {
  const Bench bench;
  const Process froth = bench.sweep({kGrid, {"--set", "materials.jelly.density=900", "--frames", "3"}});
  CAPTURE(froth.err);
  REQUIRE(froth.exit_code == 0);
  std::size_t k = 0;
  const std::string csv = slurp(bench.out + "/sweep.csv");
  CHECK(lines_of(csv).size() == 5);
  for (const std::string transfer : {"apic", "flip"})
    for (const std::string modulus : {"1e5", "3e5"}) {
      const std::string plain = bench.folder / ("plain" + std::to_string(k)),
                        swept = bench.out + "/" + kNames[k];
      ++k;
      REQUIRE(run_froth({"run", bench.scene, "--out", plain, "--frames", "3", "--threads", "1", "--quiet",
                         "--set", "materials.jelly.density=900", "--set", "solver.transfer=" + transfer,
                         "--set", "materials.jelly.youngs_modulus=" + modulus})
                  .exit_code == 0);
      CHECK(results_of(plain).size() == 5);
      CHECK(difference(results_of(plain), results_of(swept)) == "");
      CHECK(slurp(plain + "/scene.toml") == slurp(swept + "/scene.toml"));
      std::istringstream last(lines_of(slurp(plain + "/diagnostics.csv")).back());
      std::vector<std::string> cells;
      for (std::string cell; std::getline(last, cell, ',');) cells.push_back(cell);
      CHECK(csv.find("," + transfer + "," + modulus + ",finished,3,") != std::string::npos);
      CHECK(csv.find("," + cells.at(12) + "," + cells.at(13) + ",") != std::string::npos);  // energies
    }
  CHECK(froth.out.find("transfer=flip, youngs_modulus=3e5") != std::string::npos);
  CHECK(leftovers(bench.out) == "");
}

// Oracle: sizes of the sheet: two columns of 240 pixels, two rows a time; more times are more rows.
TEST_CASE("the sheet has a picture of each variant at each time") {
  const Bench bench;
  REQUIRE(bench.sweep({kGrid, {"--width", "240"}}).exit_code == 0);
  const Image one = read_png(bench.out + "/sweep_sheet.png");
  CHECK(one.width > 2 * 240);
  CHECK(one.width < 3 * 240);
  CHECK(one.height > 2 * 135);
  CHECK(one.height < 4 * 135);
  // What has run is not run again, and only the pictures change.
  const Listing before = results_of(bench.out + "/" + kNames[0]);
  const Process again =
      bench.sweep({kGrid, {"--width", "240", "--time", "0", "--time", "0.02", "--columns", "4"}});
  REQUIRE(again.exit_code == 0);
  CHECK(difference(before, results_of(bench.out + "/" + kNames[0])) == "");
  const Image two = read_png(bench.out + "/sweep_sheet.png");
  CHECK(two.width > 4 * 240);
  CHECK(two.height > 2 * 135);
  REQUIRE(bench.sweep({kGrid, {"--no-render", "--overwrite"}}).exit_code == 0);
  CHECK(read_png(bench.out + "/sweep_sheet.png").width == two.width);
}

// Oracle: an undisturbed sweep. Killed at three places, among them the middle of a variant; finished variants
// are not touched again.
TEST_CASE("a killed sweep goes on and ends with the same bytes") {
  const Bench straight(busy_scene(2, "float")), killed(busy_scene(2, "float"));
  const Words grid = {"--vary", "solver.transfer=apic,flip", "--frames", "3", "--width", "160"};
  REQUIRE(straight.sweep({grid}).exit_code == 0);
  const std::string first = killed.out + "/transfer=apic", second = killed.out + "/transfer=flip";
  for (const std::string& file :
       {first + "/run.json", first + "/particles/frame_0002.ply", second + "/particles/frame_0001.ply"}) {
    RunningFroth froth(killed.words({grid, {"--resume"}}));
    REQUIRE(appears(file));
    froth.send(SIGKILL);
    froth.wait();
  }
  const fs::file_time_type done = fs::last_write_time(first + "/diagnostics.csv");
  const Process froth = killed.sweep({grid, {"--resume"}});
  CAPTURE(froth.err);
  CHECK(froth.exit_code == 0);
  CHECK(fs::last_write_time(first + "/diagnostics.csv") == done);
  const Words names = {"transfer=apic", "transfer=flip"};
  CHECK(difference(results_of_sweep(straight.out, names), results_of_sweep(killed.out, names)) == "");
  CHECK(leftovers(killed.out) == "");
}

// Oracle: a step ten thousand times the stable one must blow up; the others are as if it were not there.
TEST_CASE("a variant that fails is reported and stops no other") {
  const Bench bench(with(tiny_scene(), "shape = { box", "velocity.constant = [3, -20]\nshape = { box"));
  const Words grid = {"--vary", "materials.jelly.youngs_modulus=1e13,1e4",
                      "--set",  "solver.dt=0.0005",
                      "--set",  "scene.end_time=0.3"};
  const Process froth = bench.sweep({grid});
  CAPTURE(froth.err);
  CAPTURE(froth.out);
  CHECK(froth.exit_code == 3);
  CHECK(froth.out.find("youngs_modulus=1e13: failed: ") != std::string::npos);
  CHECK(froth.err.find("1 of 2 variants failed") != std::string::npos);
  const std::string csv = slurp(bench.out + "/sweep.csv");
  const bool has_reason = csv.find("1e13,\"failed: ") != std::string::npos;  // with a comma in it
  CHECK((has_reason || csv.find("1e13,failed: ") != std::string::npos));
  CHECK(csv.find("youngs_modulus=1e4,1e4,finished,30,") != std::string::npos);
  CHECK(fs::exists(bench.out + "/sweep_sheet.png"));
  // One that cannot even start: its body is thinner than a cell.
  const Process thin = run_froth({"sweep", bench.scene, "--out", bench.folder / "thin", "--vary",
                                  "solver.cell_size=0.1,10", "--width", "160", "--quiet"});
  CAPTURE(thin.err);
  CHECK(thin.exit_code == 3);
  CHECK(thin.out.find("cell_size=10: failed: ") != std::string::npos);
  CHECK(slurp(bench.folder / "thin/sweep.csv").find("cell_size=0.1,0.1,finished,2,") != std::string::npos);
}

// Oracle: a table by hand; nothing may start where any variant is wrong.
TEST_CASE("sweeps that make no sense are refused before anything runs") {
  const Bench bench;
  bench.check_refusal({}, {"--vary"});
  bench.check_refusal({"--vary", "solver.trnsfer=pic,apic"}, {"--vary solver.trnsfer=pic", "\"transfer\"?"});
  bench.check_refusal({"--vary", "solver.transfer=pic,apc"}, {"--vary solver.transfer=apc", "\"apic\""});
  bench.check_refusal({"--vary", "solver.cell_size=0.1,-1"}, {"--vary solver.cell_size=-1", "positive"});
  bench.check_refusal({"--vary", "solver.transfer=pic,pic"}, {"twice"});
  bench.check_refusal({"--vary", "solver.transfer=pic", "--vary", "solver.transfer=apic"}, {"twice"});
  bench.check_refusal({"--vary", "solver.transfer=pic,apic", "--set", "solver.transfer=flip"},
                      {"--set solver.transfer=flip", "varied"});
  bench.check_refusal({"--vary", "scene.end_time=1,2", "--frames", "2"}, {"end_time=1", "same scene"});
  bench.check_refusal({"--vary", "bodies.0.shape.box.max=[0.2,0.3],[0.0,0.3]"}, {"empty", "max=[0.0,0.3]"});
  bench.check_refusal({"--vary", "solver.transfer"}, {"path.to.key=value"});
  bench.check_refusal({"--vary", "scene.gravity=[0,-1],[0,-2"}, {"brackets"});
  bench.check_refusal({"--vary", "solver.transfer=apic,flip", "--time", "5"}, {"--time 5", "0.02"});
  bench.check_refusal({"--vary", "solver.transfer=apic,flip", "--time", "-1"}, {"--time -1"});
  bench.check_refusal({"--vary", "solver.transfer=apic,flip", "--columns", "0"}, {"--columns"});
  bench.check_refusal({"--vary", "solver.transfer=apic,flip", "--resume", "--overwrite"}, {"--resume"});
  std::string many = "scene.seed=1";
  for (int k = 2; k < 1200; ++k) many += fmt::format(",{}", k);
  bench.check_refusal({"--vary", many}, {"1199", "1000"});
}

// Oracle: bytes before and after: neither a run nor anybody's file is replaced unasked.
TEST_CASE("sweeps do not write over what is there") {
  const Bench bench;
  const Words grid = {"--vary", "solver.transfer=apic,flip", "--no-render"};
  fs::create_directory(bench.out);
  spill(bench.out + "/sweep.csv", "mine");
  bench.check_refusal(grid, {"sweep.csv", "--overwrite"});
  fs::remove(bench.out + "/sweep.csv");
  REQUIRE(bench.sweep({grid}).exit_code == 0);
  Words changed = grid;
  changed.insert(changed.end(), {"--set", "materials.jelly.density=900"});
  bench.check_refusal(changed, {"transfer=apic", "--resume", "--overwrite"});
  changed.push_back("--resume");
  bench.check_refusal(changed, {"transfer=apic", "another scene", "--overwrite"});
  REQUIRE(run_froth({"run", bench.scene, "--out", bench.folder / "run", "--quiet"}).exit_code == 0);
  const std::string run = bench.folder / "run", frame = run + "/diagnostics.csv";
  const std::string before = slurp(frame);
  const Process froth =
      run_froth({"sweep", bench.scene, "--vary", "solver.transfer=apic,flip", "--out", run});
  CHECK(froth.exit_code == 2);
  CHECK(froth.err.find(run) != std::string::npos);
  CHECK(slurp(frame) == before);
}

// Oracle: numbers by hand: a block of 0.2 m has 16 particles in cells of 0.1 m and 64 in cells of 0.05 m.
TEST_CASE("--list shows the variants and runs none") {
  const Bench bench;
  const Listing before = listing_of(bench.folder.path());
  const Process froth = bench.sweep({{"--vary", "solver.cell_size=0.1,0.05", "--list"}});
  CHECK(froth.exit_code == 0);
  CHECK(froth.err == "");
  REQUIRE(lines_of(froth.out).size() == 4);
  CHECK(lines_of(froth.out)[1].find(" 16 ") != std::string::npos);
  CHECK(lines_of(froth.out)[2].find(" 64 ") != std::string::npos);
  CHECK(lines_of(froth.out)[2].find("wave speed") != std::string::npos);
  CHECK(difference(before, listing_of(bench.folder.path())) == "");
}

}  // namespace froth
