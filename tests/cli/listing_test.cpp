// SPDX-License-Identifier: Apache-2.0
// What the program tells a person: its version, its scenes, its materials, what is in a folder.
#include <doctest/doctest.h>

#include <cmath>
#include <regex>
#include <set>

#include <froth/materials/law_list.h>
#include <froth/version.h>

#include "support/process.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

std::string said(const std::vector<std::string>& arguments) {
  const Process froth = run_froth(arguments);
  CHECK(froth.exit_code == 0);
  CHECK(froth.err == "");
  return froth.out;
}

void check_names(const std::string& text, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(text.find(name) != std::string::npos);
  }
}

}  // namespace

// Oracle: the version that the build was given, and the commands of the design.
TEST_CASE("version and help") {
  CHECK(said({"--version"}).rfind(std::string("froth ") + kVersion, 0) == 0);
  check_names(said({"--help"}), {"run", "render", "check", "info", "scenes", "materials", "reference"});
  check_names(said({"run", "--help"}),
              {"--set", "--quality", "--frames", "--resume", "--overwrite", "--threads"});
}

// Oracle: the files under scenes/, listed here by the file system.
TEST_CASE("scenes are listed by the name that run takes") {
  const std::string text = said({"scenes"});
  REQUIRE(std::filesystem::is_directory("scenes"));
  for (const auto& entry : std::filesystem::recursive_directory_iterator("scenes"))
    if (entry.path().extension() == ".toml")
      check_names(text,
                  {std::filesystem::relative(entry.path(), "scenes").replace_extension().string() + " "});
}

// Oracle: the titles as they stand in the files; the mesh of the bunny is there or its script is named.
TEST_CASE("scenes are listed with their titles, whether their meshes are there or not") {
  const std::string text = said({"scenes"});
  const std::regex title("\ntitle = \"([^\"]*)\"");
  for (const auto& entry : std::filesystem::recursive_directory_iterator("scenes")) {
    const std::string file = entry.path().extension() == ".toml" ? slurp(entry.path()) : "";
    std::smatch found;
    if (std::regex_search(file, found, title)) check_names(text, {found[1].str()});
  }
  CHECK(text.find(std::filesystem::current_path().string()) == std::string::npos);
  if (std::filesystem::exists("scenes/meshes/bunny.obj")) return;
  check_names(text, {"not here yet, get it by scenes/meshes/fetch_bunny\n"});
  const Process refused = run_froth({"check", "bunny"});
  CHECK(refused.exit_code == 2);
  check_names(refused.err, {"bunny.toml", "scenes/meshes/fetch_bunny"});
}

// Oracle: the list of laws and the keys that scenes of this project use.
TEST_CASE("materials are listed with their keys and units") {
  const std::string text = said({"materials"});
  for (const LawInfo& law : law_infos()) check_names(text, {law.name});
  check_names(text, {"youngs_modulus [Pa]", "friction_angle", "bulk_modulus [Pa]", "density [kg/m^3]"});
}

// Oracle: counted by hand: a block of 0.2 m by 0.2 m at 4 particles in a cell of 0.1 m is 16 particles.
TEST_CASE("check and info name bodies, laws and numbers") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "out";
  check_names(said({"check", scene}),
              {"tiny is fine", "2D", "float", "body block: 16 particles of neo_hookean", "collider floor",
               "2 frames", "wave speed"});
  CHECK(listing_of(folder.path()).size() == 1);  // check writes nothing
  said({"run", scene, "--out", out, "--quiet"});
  check_names(said({"info", out}), {"tiny: finished", "2 of 2 frames", "16 particles", "block", "neo_hookean",
                                    "3 frames of particles", "not drawn yet"});
}

// Oracle: shares of one whole: they sum to 100, but for the rounding of each by half.
TEST_CASE("info accounts for all of the time") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "out";
  said({"run", scene, "--out", out, "--quiet"});
  const std::string text = said({"info", out});
  CAPTURE(text);
  check_names(text, {", write ", ", the rest "});
  const std::regex share(" ([0-9]+) %");
  const std::string line = text.substr(text.find("of wall time"));
  double sum = 0, count = 0;
  const std::string shares = line.substr(0, line.find('\n'));
  for (std::sregex_iterator one(shares.begin(), shares.end(), share), end; one != end; ++one)
    sum += std::stod((*one)[1]), ++count;
  CHECK(count >= 4);
  CHECK(std::abs(sum - 100) <= 0.5 * count);
}

// Oracle: columns of a table: every summary begins at the same place.
TEST_CASE("cases of verify are listed in columns") {
  const std::vector<std::string> lines = lines_of(said({"verify", "--list"}));
  REQUIRE(lines.size() > 20);
  std::set<std::size_t> begins;
  for (const std::string& line : lines) {
    const std::size_t name = line.find_first_not_of(' ', line.find(' '));
    begins.insert(line.find_first_not_of(' ', line.find(' ', name)));
  }
  CHECK(begins.size() == 1);
}

// Oracle: the keys of the schema that scenes of this project use.
TEST_CASE("the reference names tables and keys") {
  check_names(said({"reference"}), {"cell_size", "friction_angle", "half_space", "oscillation", "end_time"});
}

// Oracle: the eight bytes that every PNG begins with; one picture per frame.
TEST_CASE("a run can be drawn") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), out = folder / "out";
  said({"run", scene, "--out", out, "--quiet"});
  said(
      {"render", out, "--quiet", "--width", "64", "--height", "32", "--samples", "1", "--color-by", "speed"});
  Listing pictures = listing_of(out + "/pictures");
  CHECK(pictures.erase("record.json") == 1);  // how they were drawn
  CHECK(pictures.size() == 3);
  for (const auto& [name, content] : pictures) CHECK(content.substr(0, 8) == "\x89PNG\r\n\x1a\n");
}

}  // namespace froth
