// SPDX-License-Identifier: Apache-2.0
// Runs made by hand, a scene and a few particles a frame, and what is seen of them.
#include <doctest/doctest.h>

#include <froth/io/ply.h>
#include <froth/render/run_pictures.h>
#include <froth/sim/run_folder.h>

#include "support/temporary_folder.h"

namespace froth {

namespace {

/// A folder with a run of one green body; its particles are put into frames by hand.
struct HandmadeRun {
  TemporaryFolder folder;
  std::string path = folder.path().string();

  explicit HandmadeRun(const std::string& colliders) {
    folder.write("scene.toml", R"([scene]
end_time = 1
frame_rate = 10
[solver]
cell_size = 0.2
[materials.a]
preset = "jelly"
[[bodies]]
material = "a"
shape = { box = { min = [0, 0, 0], max = [0.1, 0.1, 0.1] } }
color = [0, 1, 0]
[render]
width = 64
height = 36
samples = 2
)" + colliders);
  }

  /// The corners of a cube around (0, height, 0), or nothing.
  void add_frame(int number, double height, double half_side = 0.1) const {
    PointCloud cloud;
    for (const char* name : {"x", "y", "z", "body"})
      cloud.properties.push_back({name, NumberType::Float, {}});
    for (int corner = 0; corner < 8 && half_side > 0; ++corner)
      for (std::size_t d = 0; d < 4; ++d) {
        const double side = (corner >> d & 1) ? half_side : -half_side;
        cloud.properties[d].values.push_back(d == 3 ? 0 : d == 1 ? height + side : side);
      }
    folder.write("particles/" + std::string("frame_000") + std::to_string(number) + ".ply", to_ply(cloud));
  }

  Image image(int frame) const { return draw_run({.folder = path, .frames = {frame}})[0]; }
};

/// Share of the pixels that are clearly redder than green and blue.
double red_share(const Image& image) {
  int count = 0;
  for (std::size_t k = 0; k < image.rgb.size(); k += 3)
    count += image.rgb[k] > 2 * image.rgb[k + 1] && image.rgb[k] > 2 * image.rgb[k + 2];
  return 3.0 * count / double(image.rgb.size());
}

/// Share of the pixels that two pictures agree on, up to rounding.
double same_share(const Image& a, const Image& b) {
  REQUIRE(a.rgb.size() == b.rgb.size());
  int count = 0;
  for (std::size_t k = 0; k < a.rgb.size(); ++k) count += std::abs(a.rgb[k] - b.rgb[k]) < 1e-3f;
  return double(count) / double(a.rgb.size());
}

const std::string kRed = "color = [1, 0, 0]\n";

}  // namespace

// Oracle: what must be in front of what. The eye looks down on a red plate much wider than what lies on it,
// so that most of the picture is plate, wherever the plate was before.
TEST_CASE("the ground of a picture lies under colliders too large for the frame") {
  const HandmadeRun still("[[colliders]]\nshape = { box = { min = [-4, -0.3, -4], max = [4, 0, 4] } }\n" +
                          kRed);
  still.add_frame(0, 0.16);
  CHECK(red_share(still.image(0)) > 0.5);
  const HandmadeRun lifted("[[colliders]]\nshape = { box = { min = [-4, -2.3, -4], max = [4, -2, 4] } }\n" +
                           kRed +
                           "motion.keyframes = [{ time = 0, shift = [0, 0, 0] }, "
                           "{ time = 0.1, shift = [0, 2, 0] }]\n");
  lifted.add_frame(0, 0.16);
  lifted.add_frame(1, 0.16);
  CHECK(red_share(lifted.image(1)) > 0.5);
  // Without end downwards, a ridge leaves no room for a ground.
  const HandmadeRun ridge(
      "[[colliders]]\n" + kRed +
      "shape = { intersection = [{ half_space = { point = [0, 0, 0], normal = [1, 1, 0] } }, "
      "{ half_space = { point = [0, 0, 0], normal = [-1, 1, 0] } }] }\n");
  ridge.add_frame(0, 0.3);
  CHECK(red_share(ridge.image(0)) > 0.2);
}

// Oracle: the same floor, written without a turn. A second floor at the lowest particle would hide it.
TEST_CASE("a floor is a floor however it was turned") {
  const HandmadeRun plain(
      "[[colliders]]\nshape = { half_space = { point = [0, 0, 0], normal = [0, 1, 0] } }\n" + kRed);
  const HandmadeRun turned(
      "[[colliders]]\nshape = { half_space = { point = [0, 0, 0], normal = [0, 0, 1] }, "
      "transform = { rotate = { axis = [1, 0, 0], angle = -90 } } }\n" +
      kRed);
  const HandmadeRun moved(
      "[[colliders]]\nshape = { half_space = { point = [0, 0, 0], normal = [0, 0, 1] } }\n" + kRed +
      "motion = { pivot = [0, 0, 0], axis = [1, 0, 0], "
      "angle = -90 }\n");
  for (const HandmadeRun* run : {&plain, &turned, &moved}) run->add_frame(0, 1);
  CHECK(red_share(plain.image(0)) > 0.05);  // far parts fade
  CHECK(same_share(plain.image(0), turned.image(0)) > 0.99);
  CHECK(same_share(plain.image(0), moved.image(0)) > 0.99);
}

// Oracle: the same run without its empty frames. Neither the unit cube nor a hall around it may get into
// view.
TEST_CASE("frames without particles do not widen the view") {
  const std::string hall =
      "[[colliders]]\nshape = { shell = { shape = { box = { min = [-9, -9, -9], max = [9, 9, 9] } }, "
      "thickness = 0.1 } }\n";
  for (const std::string& colliders : {std::string(), hall}) {
    const HandmadeRun with_empty(colliders), without(colliders);
    with_empty.add_frame(0, 0, 0);
    for (const HandmadeRun* run : {&with_empty, &without})
      for (const int frame : {1, 2}) run->add_frame(frame, 0.05 * frame, 0.02);
    CHECK(with_empty.image(2).rgb == without.image(2).rgb);
    CHECK(same_share(with_empty.image(0), without.image(2)) < 0.99);  // the particles are in view
  }
  const HandmadeRun nothing("");  // of which the unit cube is shown
  nothing.add_frame(0, 0, 0);
  CHECK(nothing.image(0).rgb.size() == 3 * 64 * 36);
}

}  // namespace froth
