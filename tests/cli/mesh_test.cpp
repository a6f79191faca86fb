// SPDX-License-Identifier: Apache-2.0
// froth mesh, froth run --mesh and output.mesh: the same surfaces from each, and only those that are not
// there.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include <froth/geometry/mesh_file.h>
#include <froth/sim/ledger_table.h>

#include "support/ball_frames.h"
#include "support/process.h"
#include "support/small_scenes.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

using test::off;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// A jelly ball of 20 particles across that falls, and a pool of a few particles beside it.
std::string ball_scene(const std::string& output = "") {
  return R"([scene]
end_time = 0.03
frame_rate = 100
[solver]
cell_size = 0.04
[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e4
[materials.water]
preset = "water"
[[bodies]]
name = "ball"
material = "jelly"
shape = { sphere = { center = [0, 0.5, 0], radius = 0.2 } }
color = [0.9, 0.2, 0.1]
[[bodies]]
name = "pool"
material = "water"
shape = { box = { min = [0.4, 0.5, 0], max = [0.56, 0.58, 0.16] } }
[output]
attributes = ["J"]
)" + output;
}

/// A tap that opens at a time [s]; before that there are no particles.
std::string pour_scene(double start) {
  return R"([scene]
end_time = 0.02
frame_rate = 100
[solver]
cell_size = 0.05
[materials.water]
preset = "water"
[[emitters]]
name = "tap"
material = "water"
shape = { box = { min = [0, 0.5, 0], max = [0.1, 0.6, 0.1] } }
velocity = [0, -1, 0]
start = )" +
         std::to_string(start) + "\n";
}

const double kBallVolume = test::ball_volume(0.2);

Process run_well(const Words& arguments) {
  const Process froth = run_froth(arguments);
  CAPTURE(froth.err);
  REQUIRE(froth.exit_code == 0);
  return froth;
}

Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Files of surfaces and their records below a folder.
Listing surfaces_of(const fs::path& folder) {
  Listing found;
  for (const auto& [name, content] : listing_of(folder))
    for (const std::string kind : {"meshes", "level_sets", "fog"})
      if (name.rfind(kind, 0) == 0) found[name] = content;
  return found;
}

std::map<std::string, fs::file_time_type> times_of(const fs::path& folder) {
  std::map<std::string, fs::file_time_type> times;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() != ".json") times[entry.path().filename()] = entry.last_write_time();
  return times;
}

struct Ball {
  TemporaryFolder folder;
  std::string scene = folder.write("ball.toml", ball_scene()), run = folder / "run";

  explicit Ball(int frames = 2) {
    run_well({"run", scene, "--out", run, "--frames", std::to_string(frames), "--quiet"});
  }
  Process mesh(const Words& more = {}) const { return run_well(Words{"mesh", run} + more); }
};

void check_refusal(const Words& arguments, const Words& words) {
  const Process froth = run_froth(arguments);
  CAPTURE(froth.err);
  CHECK(froth.exit_code == 2);
  CHECK(lines_of(froth.err).size() == 1);
  for (const std::string& word : words) {
    CAPTURE(word);
    CHECK(froth.err.find(word) != std::string::npos);
  }
}

}  // namespace

// Oracle: what the particles of a ball of 20 particles across stand for, their number times the cube of their
// spacing, to the one percent that is asked of a skin; the area of the ball. Our reader of meshes refuses
// what is not closed.
TEST_CASE("the surface of a ball encloses the ball") {
  const Ball ball(1);
  const Process froth = ball.mesh({"--format", "obj", "--frames", "0"});
  CHECK(froth.out.find("1 frame in " + ball.run + "/meshes") == 0);
  read_mesh(ball.run + "/meshes/frame_0000.obj");
  const Process measured =
      run_well({"measure", ball.run, "--frame", "0", "--skin", "--json", ball.folder / "m"});
  CHECK(measured.out.find("skin ball: volume ") != std::string::npos);
  const nlohmann::json numbers = nlohmann::json::parse(slurp(ball.folder / "m"));
  const nlohmann::json& skins = numbers["skins"];
  const double particles = numbers["bodies"][0]["particles"].get<double>() * std::pow(0.02, 3);
  REQUIRE(skins.size() == 2);
  CHECK(skins[0]["name"] == "ball");
  CHECK((skins[0]["pieces"] == 1 && skins[0]["voids"] == 0));
  CHECK(off(skins[0]["volume"].get<double>(), particles) <= 0.01);
  CHECK(off(skins[0]["area"].get<double>(), kBallVolume * 3 / 0.2) <= 0.03);
  const Process table = run_well({"measure", ball.run, "--all", "--skin"});
  CHECK(lines_of(table.out)[0].ends_with(
      ",ball.skin_volume,ball.skin_area,ball.skin_pieces,pool.skin_volume,pool.skin_area,pool.skin_pieces"));
  CHECK(lines_of(table.out).size() == 3);
}

// Oracle: times of files. A second call has nothing to do; other settings, another format and a lost file
// have.
TEST_CASE("only surfaces that are missing or would differ are made") {
  const Ball ball;
  ball.mesh({"--quiet"});
  const auto before = times_of(ball.run + "/meshes");
  CHECK(before.size() == 3);
  CHECK(ball.mesh().out.find("3 of them had their surface already") != std::string::npos);
  CHECK(times_of(ball.run + "/meshes") == before);
  fs::remove(ball.run + "/meshes/frame_0001.ply");
  CHECK(ball.mesh().out.find("2 of them had their surface already") != std::string::npos);
  ball.mesh({"--format", "glb", "--quiet"});
  CHECK(times_of(ball.run + "/meshes").at("frame_0000.ply") == before.at("frame_0000.ply"));
  const std::string finer = slurp(ball.run + "/meshes/frame_0002.ply");
  const Process coarse = ball.mesh({"--voxel", "1"});
  CHECK(coarse.out.find("made again: 3 of 3 surfaces in " + ball.run + " (another voxel)") == 0);
  CHECK(slurp(ball.run + "/meshes/frame_0002.ply").size() < finer.size());
  ball.mesh({"--quiet"});
  CHECK(slurp(ball.run + "/meshes/frame_0002.ply") == finer);
  run_well({"run", ball.scene, "--out", ball.run, "--frames", "1", "--overwrite", "--quiet"});
  CHECK(fs::is_empty(ball.run + "/meshes"));
}

// Oracle: two ways to the same files, and two numbers of threads, byte for byte; one that was broken off and
// one that has surfaces from the second half on only.
TEST_CASE("a run makes the surfaces that froth mesh makes, resumed or not") {
  const std::string all =
      "mesh = { formats = [\"ply\", \"obj\", \"glb\", \"vdb\", \"fog\"], attributes = [\"J\"] }\n";
  const TemporaryFolder folder;
  const std::string scene = folder.write("ball.toml", ball_scene(all)),
                    plain = folder.write("p/ball.toml", ball_scene());
  const std::string straight = folder / "straight", torn = folder / "torn", late = folder / "late";
  run_well({"run", scene, "--out", straight, "--threads", "1", "--quiet"});
  CHECK(surfaces_of(straight).size() == 5 * 4 + 5 + 3);  // four frames each, the records, the folders
  const LedgerTable ledger = read_ledger(straight + "/diagnostics.csv");
  REQUIRE(ledger.find("skin_volume") != nullptr);
  REQUIRE(ledger.find("skin_area") != nullptr);
  const double pool = 0.16 * 0.08 * 0.16;
  for (const double volume : *ledger.find("skin_volume")) CHECK(off(volume, kBallVolume + pool) <= 0.03);
  CHECK(slurp(straight + "/run.json").find("skin_area") != std::string::npos);

  run_well({"run", scene, "--out", torn, "--frames", "1", "--threads", "2", "--quiet"});
  spill(torn + "/meshes/frame_0002.ply", "of a state that no checkpoint has");
  run_well({"run", scene, "--out", torn, "--resume", "--threads", "2", "--quiet"});
  CHECK(difference(surfaces_of(straight), surfaces_of(torn)) == "");
  CHECK(difference(results_of(straight), results_of(torn)) == "");

  run_well({"run", plain, "--out", late, "--frames", "1", "--quiet"});
  run_well({"run", scene, "--out", late, "--resume", "--quiet"});
  CHECK(difference(surfaces_of(straight), surfaces_of(late)) == "");
  CHECK(read_ledger(late + "/diagnostics.csv").find("skin_volume") == nullptr);

  run_well(
      {"run", plain, "--out", torn, "--frames", "4", "--resume", "--quiet"});  // surfaces from here on: none
  const LedgerTable longer = read_ledger(torn + "/diagnostics.csv");
  CHECK(longer.find("skin_volume")->at(3) == ledger.find("skin_volume")->at(3));
  CHECK(std::isnan(longer.find("skin_volume")->at(4)));

  run_well({"mesh", late, "--redo", "--threads", "2", "--quiet"});
  CHECK(difference(surfaces_of(straight), surfaces_of(late)) == "");
}

// Oracle: rows between frames have no surface, so no volume; the flag does what the table does.
TEST_CASE("froth run --mesh measures at frames only") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("ball.toml", ball_scene("diagnostics = \"step\"\n")),
                    run = folder / "run";
  run_well({"run", scene, "--out", run, "--mesh", "--frames", "1", "--quiet"});
  CHECK(fs::exists(run + "/meshes/frame_0001.ply"));
  const LedgerTable ledger = read_ledger(run + "/diagnostics.csv");
  const std::vector<double>& volume = *ledger.find("skin_volume");
  REQUIRE(volume.size() > 2);
  for (std::size_t k = 0; k < volume.size(); ++k)
    CHECK(std::isnan(volume[k]) == (k != 0 && k + 1 != volume.size()));
}

// Oracle: half of a ball, by symmetry; a voxel, a tenth of the radius, may be more or less at the plane.
TEST_CASE("a cut takes away what is beyond the plane") {
  const Ball ball(1);
  const auto volume = [&](const std::string& out, const Words& more) {
    ball.mesh(Words{"--frames", "0", "--format", "obj", "--out", ball.folder / out, "--quiet"} + more);
    const TriangleMesh mesh = read_mesh((ball.folder / out) + "/meshes/frame_0000.obj");
    double sum = 0;
    for (const Vec3<int>& t : mesh.triangles)
      if (mesh.vertices[std::size_t(t[0])][0] < 0.3)  // of the ball, not of the pool
        sum += dot(mesh.vertices[std::size_t(t[0])],
                   cross(mesh.vertices[std::size_t(t[1])], mesh.vertices[std::size_t(t[2])])) /
               6;
    return sum;
  };
  const double whole = volume("whole", {}), front = volume("front", {"--cut", "z=0"}),
               back = volume("back", {"--cut", "z<0"});
  CHECK(off(front, whole / 2) <= 0.05);
  CHECK(off(front + back, whole) <= 0.02);
}

// Oracle: what is not there, or cannot be, by construction.
TEST_CASE("surfaces that make no sense are refused in one sentence") {
  const Ball ball(1);
  check_refusal({"mesh"}, {"RUN"});
  check_refusal({"mesh", ball.folder / "nowhere"}, {"nowhere", "not the folder of a run"});
  check_refusal({"mesh", ball.run, "--format", "gltf"}, {"\"gltf\"", "ply, obj, glb, vdb, fog"});
  check_refusal({"mesh", ball.run, "--method", "level"}, {"\"level\"", "level_set"});
  check_refusal({"mesh", ball.run, "--join", "ball,poll"}, {"\"poll\"", "did you mean \"pool\"?"});
  check_refusal({"mesh", ball.run, "--attributes", "j"}, {"\"j\"", "output.attributes"});
  check_refusal({"mesh", ball.run, "--cut", "up"}, {"\"up\"", "z=0.1"});
  check_refusal({"mesh", ball.run, "--voxel", "0"}, {"voxel"});
  check_refusal({"mesh", ball.run, "--voxel", "1e-6"}, {"memory"});
  check_refusal({"mesh", ball.run, "--frames", "3"}, {"no frame 3"});
  CHECK(!fs::exists(ball.run + "/fog"));
  const std::string flat = ball.folder.write("tiny.toml", tiny_scene());
  run_well({"run", flat, "--out", ball.folder / "flat", "--quiet"});
  check_refusal({"mesh", ball.folder / "flat"}, {"planar"});
  check_refusal({"measure", ball.folder / "flat", "--skin"}, {"planar"});
  check_refusal({"run", flat, "--out", ball.folder / "x", "--mesh"}, {"dimension 3 only"});
}

// Oracle: an emitter that has not begun; each format's own idea of nothing is read by others in surface/.
TEST_CASE("frames without particles have empty surfaces and pictures, and one sentence says so") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("pour.toml", pour_scene(0.5)), run = folder / "run";
  run_well({"run", scene, "--out", run, "--quiet"});
  const Process froth = run_well({"mesh", run, "--format", "ply,obj,glb,vdb,fog"});
  CHECK(froth.err.find("3 frames from 0 to 2 have no particles, so their surfaces are empty") !=
        std::string::npos);
  CHECK(surfaces_of(run).size() == 5 * 3 + 5 + 3);
  CHECK(slurp(run + "/meshes/frame_0002.ply").find("element vertex 0\n") != std::string::npos);
  CHECK(run_well({"measure", run, "--skin"}).out.find("skin tap: volume 0 m^3") != std::string::npos);
  const Process render = run_well({"render", run, "--width", "32", "--height", "32", "--samples", "1"});
  CHECK(render.out.find("3 frames from 0 to 2 have no particles, so their pictures are empty") !=
        std::string::npos);
}

// Oracle: the files of the run before, byte for byte; a voxel of a millionth of a particle fits no machine.
TEST_CASE("a run whose surfaces cannot be made does not cost the run before") {
  const Ball ball(1);
  const Listing before = listing_of(ball.run);
  check_refusal({"run", ball.scene, "--out", ball.run, "--overwrite", "--set", "output.mesh={voxel=1e-6}"},
                {"memory"});
  check_refusal({"run", ball.scene, "--out", ball.run, "--overwrite", "--set", "output.mesh={formats=[]}"},
                {"output.mesh.formats is empty"});
  check_refusal(
      {"run", ball.scene, "--out", ball.run, "--overwrite", "--set", "output.mesh={join=['all', 'ball']}"},
      {"\"ball\" twice"});
  CHECK(difference(before, listing_of(ball.run)) == "");
}

// Oracle: a tap that opens after frame 0, whose surface is empty, and voxels that fit no machine from then
// on; the same run without surfaces has the same frames.
TEST_CASE("frames whose surfaces cannot be made do not end a run, and it can be resumed") {
  const TemporaryFolder folder;
  const std::string scene = folder.write("pour.toml", pour_scene(0.002)), run = folder / "run",
                    plain = folder / "plain";
  const Words fine = {"run", scene, "--out", run, "--set", "output.mesh={voxel=1e-6}"};
  const auto complaints = [](const Process& froth) {
    const std::vector<std::string> lines = lines_of(froth.err);
    return std::ranges::count_if(
        lines, [](const std::string& line) { return line.find("has no surface") != std::string::npos; });
  };
  CHECK(complaints(run_well(fine)) == 1);
  CHECK(complaints(run_well(fine + Words{"--frames", "4", "--resume"})) == 1);
  const LedgerTable ledger = read_ledger(run + "/diagnostics.csv");
  const std::vector<double>& volume = *ledger.find("skin_volume");
  REQUIRE(volume.size() == 5);
  CHECK(volume[0] == 0);
  CHECK((std::isnan(volume[2]) && std::isnan(volume[4])));
  CHECK(slurp(run + "/run.json").find("\"status\": \"finished\"") != std::string::npos);
  run_well({"run", scene, "--out", plain, "--frames", "4", "--quiet"});
  CHECK(difference(listing_of(plain + "/particles"), listing_of(run + "/particles")) == "");
  check_refusal({"measure", run, "--frame", "2", "--skin"}, {"frame_0002.ply: ", "memory"});
}

}  // namespace froth
