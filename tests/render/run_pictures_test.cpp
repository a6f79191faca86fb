// SPDX-License-Identifier: Apache-2.0
// Runs made by hand, a scene and a few particles a frame, and what is seen of them.
#include <doctest/doctest.h>

#include <filesystem>

#include <froth/base/error.h>
#include <froth/io/ply.h>
#include <froth/render/picture_record.h>
#include <froth/render/run_pictures.h>
#include <froth/scene/read.h>
#include <froth/sim/run_folder.h>
#include <froth/sim/scene_view.h>

#include "support/temporary_folder.h"

namespace froth {

namespace {

constexpr double kRadius = 0.06;  // [m]

/// A folder with a run of one green body; its particles are put into frames by hand.
struct HandmadeRun {
  TemporaryFolder folder;
  std::string path = folder.path().string();
  Scene scene;

  explicit HandmadeRun(const std::string& colliders) {
    const std::string text = R"([scene]
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
)";
    scene = read_scene_text(text + colliders, "handmade.toml");
    const RunFolder run{path};
    write_run_view(run.view(), run.view_samples(), view_of_scene(scene));
  }

  /// The corners of a cube around (0, height, 0), or nothing.
  void add_frame(int number, double height, double half_side = 0.1) const {
    PointCloud cloud{.bodies = {{"a", ""}}};
    for (const Collider& collider : scene.obstacles.colliders)
      cloud.colliders.push_back({collider.name, collider.motion.at(number / scene.frame_rate)});
    for (const char* name : {"x", "y", "z", "body", "radius"})
      cloud.properties.push_back({name, NumberType::Float, {}});
    for (int corner = 0; corner < 8 && half_side > 0; ++corner)
      for (std::size_t d = 0; d < 5; ++d) {
        const double side = (corner >> d & 1) ? half_side : -half_side;
        const double own[5] = {side, height + side, side, 0, kRadius};
        cloud.properties[d].values.push_back(own[d]);
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
  still.add_frame(0, 0.3);
  CHECK(red_share(still.image(0)) > 0.5);
  const HandmadeRun lifted("[[colliders]]\nshape = { box = { min = [-4, -2.3, -4], max = [4, -2, 4] } }\n" +
                           kRed +
                           "motion.keyframes = [{ time = 0, shift = [0, 0, 0] }, "
                           "{ time = 0.1, shift = [0, 2, 0] }]\n");
  lifted.add_frame(0, 0.3);
  lifted.add_frame(1, 0.3);
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

// Oracle: pictures drawn by draw_run, which knows of no files, and the counts and names worked out by hand.
TEST_CASE("pictures that would come out otherwise are drawn again") {
  const HandmadeRun run("");
  const auto frame = [&](int number) { return slurp(RunFolder{run.path}.picture(number)); };
  using Names = std::set<std::string>;
  const auto check = [&](const RunPictures& job, int redrawn, const Names& changes) {
    const DrawnPictures drawn = render_run(job);
    CHECK(drawn.redrawn == redrawn);
    CHECK(drawn.changes == changes);
  };
  const RunPictures plain{.folder = run.path};
  run.add_frame(0, 0);
  run.add_frame(1, 0.1);
  check(plain, 0, {});
  const std::string first = frame(0), second = frame(1);
  check(plain, 0, {});

  // One picture of another kind, and the film is whole again afterwards.
  check({.folder = run.path, .frames = {1}, .width = 32, .samples = 3}, 1, {"width", "samples"});
  CHECK(read_png(RunFolder{run.path}.picture(1)).width == 32);
  CHECK(frame(0) == first);
  check(plain, 1, {"width", "samples"});
  CHECK(frame(1) == second);

  // A third frame widens the view of all; a view from elsewhere counts, too.
  run.add_frame(2, 1);
  check(plain, 2, {"view"});
  CHECK(frame(0) != first);
  RunPictures shared = plain;
  shared.view = PictureView{{{-5, -5, -5}, {5, 5, 5}}, {}};
  check(shared, 3, {"ground", "view"});
  check(shared, 0, {});

  // Pictures of unknown making are not trusted, a lost one is not redrawn but drawn.
  std::filesystem::remove(RunFolder{run.path}.picture(2));
  check(shared, 0, {});
  run.folder.write("pictures/record.json", "{\"looks\": 3");
  check(shared, 3, {});
  std::filesystem::remove(RunFolder{run.path}.picture_record());
  check(shared, 3, {});
  RunPictures again = shared;
  again.redo = true;
  check(again, 3, {});
}

// Oracle: the rules by hand. A camera, colours by body and a ground that no material has set are there from
// the first frame on; each of the others may change with a frame to come.
TEST_CASE("a view is settled where frames to come cannot change it") {
  const std::string
      camera = "eye = [0, 0.5, 3]\ntarget = [0, 0, 0]\n",
      floor = "[[colliders]]\nshape = { half_space = { point = [0, -1, 0], normal = [0, 1, 0] } }\n",
      plate = "[[colliders]]\nshape = { box = { min = [-1, -2, -1], max = [1, -1.5, 1] } }\n";
  const auto is_settled = [](const std::string& more, const std::string& color_by = "") {
    const HandmadeRun run(more);
    run.add_frame(0, 0);
    return own_view({.folder = run.path, .color_by = color_by}).is_settled;
  };
  CHECK(is_settled(camera + floor));
  CHECK(is_settled(camera + plate));
  CHECK(is_settled(camera + "ground = false\n"));
  CHECK_FALSE(is_settled(camera));  // the ground lies under the lowest particle
  CHECK_FALSE(is_settled(floor));
  CHECK_FALSE(is_settled(camera + floor, "radius"));
}

// Oracle: the picture of a run that had no first look, and a count of what the user was told.
TEST_CASE("a first look is replaced without a word") {
  const HandmadeRun run(""), plain("");
  for (const HandmadeRun* each : {&run, &plain}) each->add_frame(0, 0), each->add_frame(1, 0.1);
  RunPictures look{.folder = run.path, .frames = {0}, .samples = 1};
  look.is_first_look = true;
  render_run(look);
  const std::string first = slurp(RunFolder{run.path}.picture(0));
  const DrawnPictures drawn = render_run({.folder = run.path});
  render_run({.folder = plain.path});
  CHECK((drawn.redrawn == 0 && drawn.changes.empty()));
  CHECK(slurp(RunFolder{run.path}.picture(0)) != first);
  for (const int frame : {0, 1})
    CHECK(slurp(RunFolder{run.path}.picture(frame)) == slurp(RunFolder{plain.path}.picture(frame)));
}

// Oracle: the same run with that radius in its frames; a user may write it, and a width, into view.json.
TEST_CASE("view.json may be edited") {
  const HandmadeRun run("");
  run.add_frame(0, 0);
  const RunFolder folder{run.path};
  const Image before = run.image(0);
  RunView view = view_of_run(run.path);
  view.render.particle_radius = kRadius;
  write_run_view(folder.view(), folder.view_samples(), view);
  CHECK(run.image(0).rgb == before.rgb);
  view.render.particle_radius = 2 * kRadius, view.render.width = 80;
  write_run_view(folder.view(), folder.view_samples(), view);
  CHECK(run.image(0).width == 80);
  CHECK(render_run({.folder = run.path}).redrawn == 0);
  view.render.particle_radius = 0;
  write_run_view(folder.view(), folder.view_samples(), view);
  CHECK(render_run({.folder = run.path}).changes ==
        std::set<std::string>{"ground", "particle_radius", "view"});
}

// Oracle: the listing before. Pictures are all there, and yet what cannot be drawn is refused.
TEST_CASE("wishes are checked even where nothing is left to draw") {
  const HandmadeRun run("");
  run.add_frame(0, 0);
  render_run({.folder = run.path});
  const Listing before = listing_of(run.folder.path());
  CHECK_THROWS_AS(render_run({.folder = run.path, .color_by = "temperature"}), InputError);
  CHECK_THROWS_AS(render_run({.folder = run.path, .width = 20000}), InputError);
  CHECK(difference(before, listing_of(run.folder.path())) == "");
}

// Oracle: what was put in; names of differences by hand.
TEST_CASE("the record of pictures reads back what it wrote") {
  const TemporaryFolder folder;
  const PictureLook wide{{"width", "2"}, {"title", "\"a\"\n\u00e4"}}, tall{{"width", "1"}};
  PictureRecord record(folder / "record.json");
  CHECK(record.find(0) == nullptr);
  record.note(0, wide);
  record.note(12, wide);
  record.note(3, tall);
  record.note(4, tall);
  CHECK(record.forget(4));
  CHECK_FALSE(record.forget(5));
  record.save();
  const PictureRecord read(folder / "record.json");
  for (const int frame : {0, 12}) CHECK((read.find(frame) != nullptr && *read.find(frame) == wide));
  CHECK((read.find(3) != nullptr && *read.find(3) == tall));
  CHECK(read.find(4) == nullptr);
  CHECK(changes_between(wide, tall) == std::set<std::string>{"title", "width"});
  CHECK(changes_between(tall, wide) == std::set<std::string>{"title", "width"});
  CHECK(changes_between(tall, tall).empty());
}

}  // namespace froth
