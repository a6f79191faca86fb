// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include <froth/io/ply.h>

#include "support/process.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

double mean_speed(const std::string& path) {
  const PointCloud frame = read_ply(path);
  const PointVector v = find_vector(frame, "v");
  double sum = 0;
  for (std::size_t p = 0; p < frame.count(); ++p)
    sum += std::hypot(v.part[0]->values[p], v.part[1]->values[p]);
  return sum / double(frame.count());
}

}  // namespace

// Oracle: a block of 16 particles in two cells each way, counted by hand; its mean speed is that of the
// particles in the frame, summed here; it falls for 0.02 s.
TEST_CASE("froth measure tells, lists and tabulates") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), run = folder / "run";
  REQUIRE(run_froth({"run", scene, "--out", run, "--quiet"}).exit_code == 0);
  const Process last = run_froth({"measure", run, "--fragments", "--json", folder / "m.json"});
  CAPTURE(last.err);
  REQUIRE(last.exit_code == 0);
  CHECK(last.out.find("frame 2, t = 0.02 s: 16 particles") != std::string::npos);
  CHECK(last.out.find("1 pieces") != std::string::npos);
  CHECK(last.out.find("piece 1: 16 particles") != std::string::npos);
  CHECK(last.out.find("collider floor: 0 particles inside") != std::string::npos);
  const nlohmann::json json = nlohmann::json::parse(slurp(folder / "m.json"));
  CHECK(json["particles"] == 16);
  CHECK(json["pieces"].size() == 1);
  const double speed = json["mean_speed"].get<double>();
  CHECK(speed == doctest::Approx(mean_speed(run + "/particles/frame_0002.ply")).epsilon(1e-6).scale(0));
  // Nearly free fall: the kernels of the lowest particles reach the floor, which holds the block back a
  // little.
  CHECK((speed < 0.02 * 9.81 && speed > 0.9 * 0.02 * 9.81));
  CHECK(json["bodies"][0]["name"] == "block");
  // Particles are half a cell apart: far too far for a hundredth of one.
  CHECK(run_froth({"measure", run, "--frame", "0", "--link", "0.01"}).out.find("16 of them single") !=
        std::string::npos);
  const Process all = run_froth({"measure", run, "--all"});
  CHECK(lines_of(all.out).size() == 4);
  CHECK(lines_of(all.out)[0].starts_with("frame,time,particles,pieces,isolated,"));
  CHECK(lines_of(all.out)[1].starts_with("0,0,16,1,0,16,0,"));
}

// Oracle: the convention of one sentence and exit code 2.
TEST_CASE("froth measure refuses what it cannot measure") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("tiny.toml", tiny_scene()), run = folder / "run";
  REQUIRE(run_froth({"run", scene, "--out", run, "--quiet"}).exit_code == 0);
  const std::vector<std::pair<std::vector<std::string>, std::string>> rows = {
      {{"measure", folder.path().string()}, "view.json"},
      {{"measure", run, "--frame", "9"}, "has no frame 9"},
      {{"measure", run, "--link", "0"}, "--link"},
      {{"measure", run, "--all", "--frame", "1"}, "--all"},
      {{"measure"}, "RUN"},
  };
  for (const auto& [arguments, word] : rows) {
    const Process froth = run_froth(arguments);
    CAPTURE(froth.err);
    CHECK(froth.exit_code == 2);
    CHECK(froth.out == "");
    CHECK(lines_of(froth.err).size() == 1);
    CHECK(froth.err.find(word) != std::string::npos);
  }
}

}  // namespace froth
