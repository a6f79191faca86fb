// SPDX-License-Identifier: Apache-2.0
// froth rheometer and froth plot as users call them.
#include <doctest/doctest.h>

#include <cmath>

#include <froth/materials/presets.h>
#include <froth/rheometry/rheometer.h>
#include <froth/sim/ledger_table.h>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

using Words = std::vector<std::string>;

Process rheometer(Words words) {
  words.insert(words.begin(), "rheometer");
  return run_froth(words);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

// Oracle: honey is 10 Pa s, so that its stress is ten times the rate; the files are read by others.
TEST_CASE("a flow curve of honey is ten times the rate") {
  const TemporaryFolder folder;
  const Process p = rheometer({"--material", "honey", "--rate", "0.5,2,30", "--steps", "50", "--csv",
                               folder / "flow.csv", "--plot", folder / "flow.svg"});
  CHECK(p.exit_code == 0);
  CHECK(contains(p.out, "honey (liquid), shear"));
  CHECK(slurp(folder / "flow.csv") == "rate,stress,closed_form\n0.5,5,5\n2,20,20\n30,300,300\n");
  CHECK(contains(slurp(folder / "flow.svg"), ">rate [1/s]<"));
}

// Oracle: a Newtonian liquid has one viscosity; a label names the curve.
TEST_CASE("a flow curve of two liquids in one table and one chart") {
  const TemporaryFolder folder;
  const Process p = rheometer({"--test", "flow_curve", "--material", "honey", "--material",
                               "thin=honey:viscosity=2", "--rates", "1:10", "--steps", "100", "--csv",
                               folder / "flow.csv", "--plot", folder / "flow.svg"});
  CHECK(p.exit_code == 0);
  const std::vector<std::string> rows = lines_of(slurp(folder / "flow.csv"));
  REQUIRE(rows.size() == 13);  // six rates each
  CHECK(rows[0] == "material,rate,stress,closed_form,viscosity,viscosity_above_yield");
  CHECK(rows[1] == "honey,1,10,10,10,nan");
  CHECK(rows[12] == "thin,10,20,20,2,nan");
  const std::string svg = slurp(folder / "flow.svg");
  for (const char* text : {">honey<", ">thin<", ">viscosity [Pa s]<"}) CHECK(contains(svg, text));
}

// Oracle: a material of a scene gives what its numbers say: tau_xy = E / (2 (1 + nu)) gamma.
TEST_CASE("a material may come from a scene, with numbers changed") {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "goo.toml",
      "[scene]\nend_time = 1\nframe_rate = 1\n[solver]\ncell_size = 1\n[[bodies]]\nmaterial = \"goo\"\n"
      "shape = { sphere = { center = [0, 0, 0], radius = 1 } }\n[materials.goo]\nmodel = \"neo_hookean\"\n"
      "density = 1000\nyoungs_modulus = 3000\npoisson_ratio = 0.25\n");
  const std::string csv = folder / "goo.csv";
  CHECK(rheometer({"--material", "goo", "--scene", scene, "--strain", "0.5", "--csv", csv}).exit_code == 0);
  CHECK(read_ledger(csv).find("stress")->back() == doctest::Approx(600));
  CHECK(rheometer({"--material", "goo", "--scene", scene, "--strain", "0.5", "--csv", csv, "--set",
                   "youngs_modulus=6000"})
            .exit_code == 0);
  CHECK(read_ledger(csv).find("stress")->back() == doctest::Approx(1200));
  const Process p = rheometer({"--material", "foo", "--scene", scene});
  CHECK(p.exit_code == 2);
  CHECK(contains(p.err, "has no material \"foo\"; did you mean \"goo\"?"));
}

// Oracle: messages by hand; nothing is printed or written when input is wrong.
TEST_CASE("wrong input of the rheometer is one clear sentence") {
  const TemporaryFolder folder;
  const std::string csv = folder / "x.csv";
  const std::vector<std::pair<Words, std::string>> rows = {
      {{"--material", "hony"}, "there is no preset and no law \"hony\"; did you mean \"honey\"?"},
      {{"--material", "honey", "--test", "sheer"}, "there is no test \"sheer\""},
      {{"--material", "honey", "--rate", "-1"}, "the rate must be a positive number, not -1"},
      {{"--material", "honey", "--rate", "1,nan"}, "the rate must be a positive number"},
      {{"--material", "honey", "--rate", "fast"}, "fast"},
      {{"--material", "honey", "--strain", "0"}, "the strain must be a positive number"},
      {{"--material", "honey", "--steps", "1"}, "a test takes 2 to 10000000 steps, not 1"},
      {{"--material", "honey", "--frequency", "3"}, "--frequency is for --test oscillation"},
      {{"--material", "honey", "--test", "relaxation", "--rate", "1,2"}, "several rates make a flow curve"},
      {{"--material", "honey", "--test", "oscillation", "--rate", "1"}, "an oscillation has no --rate"},
      {{"--material", "honey", "--plot", "x.gif"}, "a chart is a .png or .svg file, not \"x.gif\""},
      {{"--material", "honey", "--set", "viscosity=-1"}, "viscosity"},
      {{"--material", "honey", "--rate", "1:"},
       "--rate needs a number, or a range like 0.01:100, not \"1:\""},
      {{"--material", "honey", "--rates", "3:1"}, "must go from a positive number up to a larger one"},
      {{"--material", "honey", "--test", "flow_curve", "--frequency", "1"},
       "--frequency is for --test oscillation"},
      {{"--material", "honey:viscosity"}, "viscosity"},
      {{"--material", "honey", "--material", "thin=hony:viscosity=2"}, "did you mean \"honey\"?"},
      {{"--material", "shaving_cream:flow_rule=bargteil"}, "go together"},
      {{"--material", "von_mises"}, "youngs_modulus"}};
  for (const auto& [words, message] : rows) {
    CAPTURE(message);
    Words all = words;
    all.insert(all.end(), {"--csv", csv});
    const Process p = rheometer(all);
    CHECK(p.exit_code == 2);
    CHECK(contains(p.err, message));
    CHECK(lines_of(p.err).size() == 1);
    CHECK(p.out.empty());
    CHECK_FALSE(std::filesystem::exists(csv));
  }
}

// Oracle: the ledger's own columns; files where they were asked for.
TEST_CASE("froth plot draws ledgers of runs") {
  const TemporaryFolder folder;
  const auto make_run = [&](const std::string& name) {
    std::filesystem::create_directories(folder / name);
    return folder.write(name + "/diagnostics.csv", "time,dt,kinetic_energy\n0,0,1\n0.1,0.01,2\n");
  };
  make_run("one"), make_run("two");
  CHECK(run_froth({"plot", folder / "one"}).exit_code == 0);
  CHECK(slurp(folder / "one/plot.png").substr(1, 3) == "PNG");
  const Process both = run_froth(
      {"plot", folder / "one", folder / "two", "--what", "energy,dt", "--out", folder / "both.svg"});
  CHECK(both.exit_code == 0);
  const std::string svg = slurp(folder / "both.svg");
  CHECK(contains(svg, ">energy: kinetic<"));
  CHECK(contains(svg, ">two<"));

  CHECK(run_froth({"plot", folder / "three"}).exit_code == 2);
  CHECK(contains(run_froth({"plot", folder / "three"}).err, "it has no diagnostics.csv"));
  folder.write("two/diagnostics.csv", "time,dt\n0,zero\n");
  const Process broken = run_froth({"plot", folder / "two"});
  CHECK(broken.exit_code == 2);
  CHECK(contains(broken.err, "diagnostics.csv:2: \"zero\" in column 2 (dt) is not a number"));
  CHECK_FALSE(std::filesystem::exists(folder / "two/plot.png"));
}

}  // namespace froth
