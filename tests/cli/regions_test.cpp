// SPDX-License-Identifier: Apache-2.0
// Scenes with emitters, kill zones, held regions, layers, forces and varying laws, run by the real program:
// the same bytes however it is threaded and killed, runs that begin or end empty, and forces that fail.
#include <doctest/doctest.h>

#include "support/reference_run.h"
#include "support/small_scenes.h"

namespace froth {

namespace {

/// Replaces " | z]" by "]" in the plane and by ", z]" in space.
std::string in_dimension(int dimension, std::string text) {
  for (std::size_t bar = text.find(" | "); bar != std::string::npos; bar = text.find(" | ", bar))
    if (dimension == 2)
      text.erase(bar, text.find(']', bar) - bar);
    else
      text.replace(bar, 3, ", ");
  return text;
}

/// Two bodies, one in layers and one of a varying law, a moving collider, a jet, rain, a moving drain and a
/// jaw.
const std::string kPieces = R"~(
[materials.water]
model = "liquid"
density = 1000
bulk_modulus = 2e4
viscosity = "0.5 + 0.4*sin(30*y)"
[materials.graded]
model = "neo_hookean"
density = 800
youngs_modulus = "1e4*(1 + x^2)"
[[bodies]]
name = "bar"
material = "graded"
shape = { box = { min = [0.1, 0.1 | -0.1], max = [0.4, 0.22 | 0.1] } }
[[bodies]]
name = "egg"
material = "jelly"
shape = { sphere = { center = [-0.1, 0.15 | 0], radius = 0.12 } }
layers = [{ material = "sand", thickness = 0.04 }]
[[emitters]]
material = "water"
shape = { box = { min = [-0.4, 0.3 | -0.06], max = [-0.28, 0.4 | 0.06] } }
velocity = [2, -0.4 | 0.1]
end = 0.3
[[emitters]]
material = "graded"
kind = "fill"
every = 0.07
start = 0.03
max_particles = 150
velocity = [0, -1 | 0]
shape = { sphere = { center = [0.25, 0.5 | 0], radius = 0.07 } }
[[held]]
shape = { box = { min = [0.3, 0 | -9], max = [0.5, 0.4 | 9] } }
motion = { oscillation = { amplitude = [0.02, 0.01 | 0], frequency = 4 } }
end = 0.25
[[kill_zones]]
shape = { half_space = { point = [-0.25, 0 | 0], normal = [1, 0 | 0] } }
motion = { shift = ["0.9*t - 0.2", 0 | 0] }
[[kill_zones]]
removes = "outside"
shape = { box = { min = [-9, -9 | -0.15], max = [9, 0.6 | 0.15] } }
[[forces]]
acceleration = ["3*sin(20*t)*y", 0 | "-z"]
)~";

std::string regions_scene(int dimension, const std::string& precision) {
  const std::string text = busy_scene(dimension, precision);
  return text.substr(0, text.find("[[bodies]]")) + in_dimension(dimension, kPieces) +
         text.substr(text.find("[[colliders]]"));
}

}  // namespace

// Oracle: bytes of a second run with one thread in place of two, states included.
TEST_CASE("threads do not change a bit where material comes and goes") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Reference two(regions_scene(dimension, dimension == 2 ? "float" : "double"));
    const std::string one = two.folder / "one";
    CHECK(run_froth({"run", two.scene, "--out", one, "--threads", "1", "--quiet"}).exit_code == 0);
    CHECK(difference(two.results, results_of(one)) == "");
    CHECK(difference(checkpoints_of(two.run), checkpoints_of(one)) == "");
  }
}

// Oracle: the undisturbed run, byte by byte, after kills spread over its duration; in space after kills of
// one and the same run.
TEST_CASE("a killed run goes on to the same bytes where material comes and goes") {
  const Reference flat(regions_scene(2, "float")), solid(regions_scene(3, "float"));
  Kills kills;
  for (int k = 0; k < 4; ++k) {
    const std::string out = flat.folder / ("killed_" + std::to_string(k));
    kill_after(k, chance(11, k) * flat.seconds / 8, out, flat.arguments(out), kills);
    finish(flat, out, kills);
  }
  CHECK(kills.hits >= 2);
  CHECK(kills.resumed);
  const std::string out = solid.folder / "killed";
  for (int k = 0; k < 5; ++k)
    kill_after(k, chance(12, k) * solid.seconds / 8, out, solid.arguments(out, {"--resume"}), kills);
  finish(solid, out, kills);
}

// Oracle: counting. A scene that begins with nothing and ends with nothing runs to its end, in all formats,
// and its frames can be drawn.
TEST_CASE("a scene may begin and end without particles") {
  const TemporaryFolder folder;
  const std::string text = R"([scene]
dimension = 2
end_time = 0.4
frame_rate = 10
[solver]
cell_size = 0.1
[materials.water]
model = "liquid"
density = 1000
bulk_modulus = 1e3
[[emitters]]
name = "tap"
material = "water"
shape = { box = { min = [0, 0], max = [0.3, 0.3] } }
velocity = [2, 0]
start = 0.05
end = 0.15
[[kill_zones]]
shape = { half_space = { point = [0.5, 0], normal = [-1, 0] } }
[output]
attributes = ["J"]
formats = ["vdb", "vtp", "csv"]
[render]
width = 32
height = 18
samples = 1
)";
  const std::string scene = folder.write("tap.toml", text), out = folder / "out";
  const Process froth = run_froth({"run", scene, "--out", out, "--quiet"});
  CAPTURE(froth.err);
  CHECK(froth.exit_code == 0);
  const auto vertices = [&](int frame) {
    const std::string ply = slurp(fmt::format("{}/particles/frame_{:04d}.ply", out, frame));
    const std::size_t at = ply.find("element vertex ");
    return at == std::string::npos ? -1 : std::stoi(ply.substr(at + 15));
  };
  CHECK(vertices(0) == 0);
  CHECK(vertices(1) > 0);
  CHECK(vertices(4) == 0);
  const Process render = run_froth({"render", out});
  CAPTURE(render.err);
  CHECK(render.exit_code == 0);
}

// Oracle: the expression ends at t = 0.0105 by arithmetic. Exit code 2, one sentence with file, key, place
// and time, the same for one thread and two, and the checkpoint of the frame before.
TEST_CASE("a force that is no number in mid-run ends the run with its place and time") {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "tiny.toml", tiny_scene() + "[[forces]]\nacceleration = [0, \"0.1*sqrt(0.0105 - t) + x - x\"]\n");
  std::string messages[2];
  for (int threads = 1; threads <= 2; ++threads) {
    const std::string out = folder / "out";
    const Process froth = run_froth(
        {"run", scene, "--out", out, "--quiet", "--overwrite", "--threads", std::to_string(threads)});
    messages[threads - 1] = froth.err;
    CAPTURE(froth.err);
    CHECK(froth.exit_code == 2);
    CHECK(lines_of(froth.err).size() == 1);
    for (const char* word : {"tiny.toml:26:20: ", "forces.0.acceleration", "must be finite [m/s^2]",
                             "x = ", "y = ", "is nan at x = ", "t = 0.01", "frames up to 1"}) {
      CAPTURE(word);
      CHECK(froth.err.find(word) != std::string::npos);
    }
    CHECK(checkpoints_of(out).size() >= 1);
    CHECK(leftovers(out) == "");
    CHECK(slurp(out + "/run.json").find("\"status\": \"failed\"") != std::string::npos);
  }
  CHECK(messages[0] == messages[1]);
}

}  // namespace froth
