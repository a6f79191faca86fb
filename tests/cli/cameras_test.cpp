// SPDX-License-Identifier: Apache-2.0
// Cameras, colours and pictures during a run, by the real program.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include <froth/render/picture.h>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace froth {

namespace {

using Words = std::vector<std::string>;

/// A green block in the air, in space: 64 particles, three frames, milliseconds. No floor, no ground.
std::string space_scene(const std::string& more) {
  return R"([scene]
end_time = 0.02
frame_rate = 100

[solver]
cell_size = 0.1

[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e5

[[bodies]]
material = "jelly"
shape = { box = { min = [0, 0, 0], max = [0.2, 0.2, 0.2] } }
color = [0, 1, 0]

[render]
width = 64
height = 48
samples = 4
ground = false
as = "particles"
)" + more;
}

struct SpaceRun {
  TemporaryFolder folder;
  std::string out = folder / "out";

  explicit SpaceRun(const std::string& more = "", const Words& options = {}) {
    Words words{"run", folder.write("space.toml", space_scene(more)), "--out", out, "--quiet"};
    words.insert(words.end(), options.begin(), options.end());
    const Process froth = run_froth(words);
    CAPTURE(froth.err);
    REQUIRE(froth.exit_code == 0);
  }

  std::string picture(int frame) const {
    return slurp(out + "/pictures/frame_000" + std::to_string(frame) + ".png");
  }
  Image image(int frame) const {
    return read_png(out + "/pictures/frame_000" + std::to_string(frame) + ".png");
  }

  void render(Words more) const {
    more.insert(more.begin(), {"render", out, "--quiet"});
    const Process froth = run_froth(more);
    CAPTURE(froth.err);
    CHECK(froth.exit_code == 0);
  }
};

struct Green {
  double share = 0, column = 0, row = 0;  ///< of the picture; middle of the green pixels, 0 to 1
};
Green green_in(const Image& image) {
  Green green;
  int count = 0;
  for (int row = 0; row < image.height; ++row)
    for (int column = 0; column < image.width; ++column) {
      const Vec3<float> c = image.at(column, row);
      if (!(c[1] > 1.5f * c[0] && c[1] > 1.5f * c[2])) continue;
      ++count, green.column += (column + 0.5) / image.width, green.row += (row + 0.5) / image.height;
    }
  green.share = double(count) / (image.width * image.height);
  if (count > 0) green.column /= count, green.row /= count;
  return green;
}

}  // namespace

// Oracle: pinhole optics. What is looked at is in the middle; from half the distance it is four times as
// large; and options after the run, keys set after it and keys of the scene make the same picture.
TEST_CASE("the camera stands where it is told to") {
  const SpaceRun run;
  run.render({"--eye", "0.1,0.1,3.1", "--target", "0.1,0.1,0.1", "--fov", "20"});
  const std::string far_picture = run.picture(0);
  const Green far = green_in(run.image(0));
  CHECK(std::abs(far.column - 0.5) < 0.05);
  CHECK(std::abs(far.row - 0.5) < 0.05);
  run.render({"--eye", "0.1,0.1,1.6", "--target", "0.1,0.1,0.1", "--fov", "20"});
  CHECK(std::abs(green_in(run.image(0)).share / (4 * far.share) - 1) < 0.3);

  run.render({"--set", "render.eye=[0.1, 0.1, 3.1]", "--set", "render.target=[0.1, 0.1, 0.1]", "--set",
              "render.field_of_view=20"});
  CHECK(run.picture(0) == far_picture);
  const SpaceRun fixed("eye = [0.1, 0.1, 3.1]\ntarget = [0.1, 0.1, 0.1]\nfield_of_view = 20\n");
  fixed.render({});
  CHECK(fixed.picture(0) == far_picture);
  run.render({});
  const std::string own = run.picture(0);
  fixed.render({"--eye", "auto", "--fov", "35"});
  CHECK(fixed.picture(0) == own);
}

// Oracle: the same camera, standing still; areas go with the square of the distance, which is 3, 2.25 and 1.5
// m.
TEST_CASE("key frames move the camera between pictures") {
  const SpaceRun moving(
      "field_of_view = 20\ncamera = [{ time = 0, eye = [0.1, 0.1, 3.1], target = [0.1, 0.1, 0.1] },\n"
      "  { time = 0.02, eye = [0.1, 0.1, 1.6], target = [0.1, 0.1, 0.1] }]\n");
  moving.render({});
  const std::string first = moving.picture(0);
  moving.render({"--frame", "0", "--eye", "0.1,0.1,3.1", "--target", "0.1,0.1,0.1"});
  const Green still = green_in(moving.image(0));
  moving.render({});
  CHECK(moving.picture(0) == first);
  CHECK(std::abs(green_in(moving.image(0)).share / still.share - 1) < 0.1);
  CHECK(std::abs(green_in(moving.image(1)).share / (still.share * 16 / 9) - 1) < 0.25);
  CHECK(std::abs(green_in(moving.image(2)).share / (still.share * 4) - 1) < 0.25);
}

// Oracle: what the scene's own reader says of the same key.
TEST_CASE("a key frame without a time is refused after a run too") {
  const SpaceRun run;
  const Process froth = run_froth({"render", run.out, "--set", "render.camera=[{eye=[0,0,1]}]"});
  CHECK(froth.exit_code == 2);
  CHECK(froth.err.find("time") != std::string::npos);
}

// Oracle: nothing that is shown lies under the ground. One block hangs, the other has fallen below where the
// first one is; whichever comes first, both are green.
TEST_CASE("runs side by side share a ground under all of them") {
  const SpaceRun high("", {"--set", "render.ground=true", "--set", "scene.gravity=[0,0,0]"});
  const SpaceRun low(
      "", {"--set", "render.ground=true", "--set", "bodies.0.shape={box={min=[0,-2,0],max=[0.2,-1.8,0.2]}}"});
  for (const bool is_high_first : {true, false}) {
    const std::string first = is_high_first ? high.out : low.out, second = is_high_first ? low.out : high.out;
    const std::string joined = high.folder / (is_high_first ? "a" : "b");
    const Process froth =
        run_froth({"render", first, second, "--side-by-side", "--frame", "2", "--out", joined, "--quiet"});
    CAPTURE(froth.err);
    REQUIRE(froth.exit_code == 0);
    for (const SpaceRun* run : {&high, &low}) CHECK(green_in(run->image(2)).share > 0);
  }
}

// Oracle: geometry: from all around, a cube in the middle stays in the middle and of about one size; a
// quarter turn of a cube looks alike.
TEST_CASE("a turntable goes once around the last frame") {
  const SpaceRun run;
  run.render({"--turntable", "8"});
  CHECK(std::filesystem::exists(run.out + "/turntable/frame_0007.png"));
  CHECK_FALSE(std::filesystem::exists(run.out + "/turntable/frame_0008.png"));
  for (int k = 0; k < 8; ++k) {
    const Green green = green_in(read_png(run.out + "/turntable/frame_000" + std::to_string(k) + ".png"));
    CHECK(green.share > 0.1);
    CHECK(std::abs(green.column - 0.5) < 0.1);
    CHECK(std::abs(green.row - 0.5) < 0.2);
  }
  run.render({"--turntable", "4"});
  CHECK_FALSE(std::filesystem::exists(run.out + "/turntable/frame_0004.png"));
}

// Oracle: half of a block whose middle is at x = 0.1 is left of it.
TEST_CASE("a cut takes half of the particles away") {
  const SpaceRun run;
  const Words camera = {"--eye", "0.1,0.1,3.1", "--target", "0.1,0.1,0.1", "--fov", "10", "--frame", "0"};
  run.render(camera);
  const Green whole = green_in(run.image(0));
  Words cut = camera;
  cut.insert(cut.end(), {"--cut", "x=0.1"});
  run.render(cut);
  const Green half = green_in(run.image(0));
  CHECK(std::abs(half.share / (whole.share / 2) - 1) < 0.2);
  CHECK(half.column < whole.column - 0.02);
}

// Oracle: closed form: the front of a cube of 0.2 m at a distance of 2.9 m, seen under 10 degrees, takes
// (0.1 / (2.9 tan 5))^2 / (4/3) of the picture. A skin of four particles an edge rounds its corners.
TEST_CASE("a block drawn as a surface has the outline of a block") {
  const SpaceRun run;
  run.render({"--eye", "0.1,0.1,3.1", "--target", "0.1,0.1,0.1", "--fov", "10", "--frame", "0", "--as",
              "surface", "--samples", "16"});
  const double edge = 0.1 / (2.9 * std::tan(5 * std::numbers::pi / 180));
  CHECK(std::abs(green_in(run.image(0)).share / (edge * edge * 3 / 4) - 1) < 0.15);
}

// Oracle: the same run drawn afterwards, byte for byte; and the frames of a run that was not drawn.
TEST_CASE("pictures during a run are those after it and change nothing") {
  const SpaceRun during("", {"--render"}), plain;
  plain.render({});
  for (int frame = 0; frame < 3; ++frame) CHECK(during.picture(frame) == plain.picture(frame));
  for (const char* folder : {"/particles", "/checkpoints"})
    CHECK(difference(listing_of(during.out + folder), listing_of(plain.out + folder)) == "");
  CHECK(slurp(during.out + "/diagnostics.csv") == slurp(plain.out + "/diagnostics.csv"));
}

// Oracle: the frames of a run that was not drawn. A file stands where the folder of pictures should be.
TEST_CASE("a run goes on when its pictures cannot be drawn") {
  const SpaceRun plain;
  const TemporaryFolder folder;
  const std::string out = folder / "out";
  folder.write("out/pictures", "not a folder");
  const Process froth =
      run_froth({"run", folder.write("space.toml", space_scene("")), "--out", out, "--render", "--quiet"});
  CHECK(froth.exit_code != 0);
  CHECK(froth.err.find("pictures") != std::string::npos);
  CHECK(difference(listing_of(out + "/particles"), listing_of(plain.out + "/particles")) == "");
}

}  // namespace froth
