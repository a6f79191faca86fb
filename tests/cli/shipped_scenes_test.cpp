// SPDX-License-Identifier: Apache-2.0
// Every scene that comes with froth is valid, and its smoke quality runs. A scene whose mesh has to be
// fetched first is left out, with a word, where nobody has fetched it.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

constexpr const char* kBunnyScene = "scenes/meshes/bunny.toml";
constexpr const char* kBunnyMesh = "scenes/meshes/bunny.obj";

/// Scenes that can run here.
std::vector<std::string> shipped() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("scenes"))
    if (entry.path().extension() == ".toml") paths.push_back(entry.path().string());
  if (!std::filesystem::exists(kBunnyMesh)) {
    MESSAGE("skipped " << std::string(kBunnyScene)
                       << ": its mesh is not here, scenes/meshes/fetch_bunny fetches it");
    std::erase(paths, kBunnyScene);
  }
  return paths;
}

/// The last row of a ledger, by column name.
std::map<std::string, double> last_row(const std::string& ledger) {
  const std::vector<std::string> lines = lines_of(ledger);
  std::istringstream names(lines.front()), values(lines.back());
  std::map<std::string, double> row;
  for (std::string name, value; std::getline(names, name, ',') && std::getline(values, value, ',');)
    row[name] = std::stod(value);
  return row;
}

}  // namespace

// Oracle: the program's own validation at every level of quality; a scene that comes with froth has no
// excuse.
TEST_CASE("every shipped scene passes the check") {
  for (const std::string& scene : shipped())
    for (const std::string quality : {"smoke", "draft"}) {
      const Process froth = run_froth({"check", scene, "--quality", quality});
      CAPTURE(scene);
      CAPTURE(quality);
      CAPTURE(froth.err);
      CHECK(froth.exit_code == 0);
    }
}

// Oracle: a line of the scene file, read here: a user without the mesh is led to the line that says how to
// get it.
TEST_CASE("a scene without its mesh says where to look") {
  const TemporaryFolder folder;
  const std::string scene = folder / "bunny.toml", content = slurp(kBunnyScene);
  std::ofstream(scene) << content;
  const Process froth = run_froth({"check", scene});
  CAPTURE(froth.err);
  CHECK(froth.exit_code == 2);
  CHECK(froth.err.find("bunny.obj") != std::string::npos);
  const std::size_t place = froth.err.find(scene + ":");
  REQUIRE(place != std::string::npos);
  const std::size_t line = std::stoul(froth.err.substr(place + scene.size() + 1));
  REQUIRE(line >= 1);
  REQUIRE(line <= lines_of(content).size());
  CHECK(lines_of(content)[line - 1].find("fetch_bunny") != std::string::npos);
}

// Oracle: conserved mass: the last row of the ledger has the mass of the first, and every volume ratio is
// positive, where a solver has such totals.
TEST_CASE("every shipped scene runs in smoke quality") {
  for (const std::string& scene : shipped()) {
    const TemporaryFolder folder;
    const std::string out = folder / "out";
    const Process froth = run_froth({"run", scene, "--quality", "smoke", "--out", out, "--quiet"});
    CAPTURE(scene);
    CAPTURE(froth.err);
    REQUIRE(froth.exit_code == 0);
    const std::string ledger = slurp(out + "/diagnostics.csv");
    const std::vector<std::string> lines = lines_of(ledger);
    CHECK(lines.size() >= 3);  // header, start, at least one frame
    const auto first = last_row(lines[0] + "\n" + lines[1]), last = last_row(ledger);
    // Particles keep their masses, but for what comes and goes; a float mass is rounded to 6e-8 of itself.
    const auto total = [&](const char* name) { return last.count(name) != 0 ? last.at(name) : 0.0; };
    const double come = total("mass_emitted") - total("mass_removed");
    CHECK(last.at("mass") == doctest::Approx(first.at("mass") + come).epsilon(1e-6));
    if (last.count("J_min") != 0) CHECK(last.at("J_min") > 0);
  }
}

}  // namespace froth
