// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include <froth/base/error.h>
#include <froth/base/srgb.h>
#include <froth/surface/skin_frame.h>

#include "support/ball_frames.h"

namespace froth {

using namespace test;

namespace {

std::string complaint(const PointCloud& frame, const MeshView& mesh, int dimension = 3) {
  RunView view = ball_view(frame);
  view.dimension = dimension;
  try {
    skin_frame(view, frame, frame_skins(mesh));
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

void check_words(const std::string& text, const std::vector<std::string>& words) {
  CAPTURE(text);
  for (const std::string& word : words) {
    CAPTURE(word);
    CHECK(text.find(word) != std::string::npos);
  }
}

/// Two balls that overlap by a spacing and one apart from them.
const std::vector<BallSpec> kBalls = {
    {"left", {0, 0, 0}, 0.1}, {"right", {0.18, 0, 0}, 0.1}, {"apart", {0, 0.5, 0}, 0.06}};

}  // namespace

// Oracle: which bodies there are and which are joined, counted by hand. The volume of a ball of ten particles
// across is that of its particles to the share of its outermost layer that half a voxel makes, 3 * 0.25 / 5.
TEST_CASE("a frame has a skin per body, or one of those that are joined") {
  const PointCloud frame = ball_frame(kBalls);
  const RunView view = ball_view(frame);
  const std::vector<BodySkin> each = skin_frame(view, frame, frame_skins({}));
  REQUIRE(each.size() == 3);
  for (std::size_t b = 0; b < 3; ++b) {
    CHECK(each[b].mesh.name == kBalls[b].name);
    CHECK(each[b].body == b);
    const double particles =
        double(skin_points(frame, {b}).count()) * kBallSpacing * kBallSpacing * kBallSpacing;
    CHECK(off(enclosed_volume(each[b].mesh), particles) <= 0.15);
    CHECK(each[b].field.tiles.empty());
  }
  const std::vector<BodySkin> two = skin_frame(view, frame, frame_skins({.join = {"right, left"}}));
  REQUIRE(two.size() == 2);
  CHECK(two[0].mesh.name == "left+right");
  CHECK(two[0].body == 0);
  CHECK(two[1].mesh.name == "apart");
  const std::vector<BodySkin> one = skin_frame(view, frame, frame_skins({.join = {"all"}}));
  REQUIRE(one.size() == 1);
  CHECK(one[0].mesh.name == "left+right+apart");
}

// Oracle: a mean of equal values is that value, to rounding; one of places within two spacings is within
// them. A colour that one body has counts with grey for the other; numbers that are none do not count.
TEST_CASE("vertices carry means over near particles") {
  const PointCloud frame = ball_frame(kBalls);
  const FrameSkins how = frame_skins({.join = {"left,right"}, .attributes = {"heat"}});
  const std::vector<BodySkin> skins = skin_frame(ball_view(frame), frame, how);
  const SurfaceMesh& mesh = skins[0].mesh;
  const VertexColumn *v = mesh.find("velocity"), *heat = mesh.find("heat"), *color = mesh.find("color");
  REQUIRE((v != nullptr && heat != nullptr && color != nullptr));
  CHECK(v->unit == "m/s");
  CHECK(v->components == 3);
  const float grey = srgb_to_linear(0.8f);
  float worst_v = 0, worst_heat = 0, reddest = 0, greyest = 1;
  for (std::size_t k = 0; k < mesh.x.size(); ++k) {
    worst_v = std::max({worst_v, std::abs(v->values[3 * k] - 1), std::abs(v->values[3 * k + 1] + 2),
                        std::abs(v->values[3 * k + 2] - 3)});
    // Only the left ball, which ends at 0.1, has a heat.
    if (mesh.x[k][0] < 0.1f) worst_heat = std::max(worst_heat, std::abs(heat->values[k] - mesh.x[k][0]));
    CHECK((color->values[3 * k] >= grey - 1e-5f && color->values[3 * k] <= 1 + 1e-5f));
    reddest = std::max(reddest, color->values[3 * k]), greyest = std::min(greyest, color->values[3 * k]);
  }
  CHECK(worst_v <= 1e-5f);
  CHECK(worst_heat <= float(2.01 * kBallSpacing));
  CHECK(reddest == doctest::Approx(1.0f));
  CHECK(greyest == doctest::Approx(grey));
  CHECK(skins[1].mesh.find("color") == nullptr);  // nobody has given the third ball a colour
}

// Oracle: what was asked for, by name. A picture that colours by a number must not find the body's own
// colour.
TEST_CASE("carried skins have the columns that are asked for, and no others") {
  PointCloud frame = ball_frame({kBalls[0]});
  std::vector<double> ids;
  for (std::size_t k = 0; k < frame.find("x")->values.size(); ++k) ids.push_back(double(k));
  frame.properties.emplace_back("id", NumberType::UInt, ids);
  FrameSkins how = frame_skins({.method = "carried", .attributes = {"heat"}});
  how.first = std::make_shared<const PointCloud>(frame);
  for (const bool with_others : {true, false}) {
    how.with_color = how.with_velocity = with_others;
    const SurfaceMesh mesh = skin_frame(ball_view(frame), frame, how)[0].mesh;
    REQUIRE_FALSE(mesh.triangles.empty());
    CHECK(mesh.find("heat") != nullptr);
    CHECK((mesh.find("color") != nullptr) == with_others);
    CHECK((mesh.find("velocity") != nullptr) == with_others);
  }
}

// Oracle: a body of which the view says otherwise; the union of spheres has the bumps of single particles, so
// its area is larger than that of a smooth ball.
TEST_CASE("each body has the method that suits it, unless one is chosen for all") {
  const PointCloud frame = ball_frame({{"ball", {0, 0, 0}, 0.1}});
  RunView view = ball_view(frame);
  const double smooth = surface_area(skin_frame(view, frame, frame_skins({}))[0].mesh);
  view.bodies[0].skin = "spheres";
  const double bumpy = surface_area(skin_frame(view, frame, frame_skins({}))[0].mesh);
  CHECK(bumpy > 1.05 * smooth);
  CHECK(surface_area(skin_frame(view, frame, frame_skins({.method = "level_set"}))[0].mesh) == smooth);
}

// Oracle: what is wrong, by construction.
TEST_CASE("frames that cannot be skinned are refused in one sentence") {
  const PointCloud frame = ball_frame(kBalls);
  check_words(complaint(frame, {}, 2), {"planar"});
  check_words(complaint(frame, {.join = {"left,rihgt"}}), {"no body \"rihgt\"", "did you mean \"right\"?"});
  check_words(complaint(frame, {.join = {"left,right", "right,apart"}}), {"\"right\" is joined twice"});
  const PointCloud named = ball_frame({{"all", {0, 0, 0}, 0.1}, {"right", {0.18, 0, 0}, 0.1}});
  check_words(complaint(named, {.join = {"all"}}), {"also a body of that name", "list the bodies"});
  CHECK(complaint(named, {.join = {"all,right"}}).empty());
  check_words(complaint(frame, {.attributes = {"heta"}}),
              {"no attribute \"heta\"", "did you mean \"heat\"?", "output.attributes"});
  check_words(complaint(frame, {.method = "levelset"}), {"levelset", "did you mean \"level_set\"?"});
  check_words(complaint(frame, {.voxel = 0}), {"voxel"});
  check_words(complaint(frame, {.voxel = 100}), {"voxel", "at most 10"});
  check_words(complaint(frame, {.smoothing = -1}), {"smoothing"});
  check_words(complaint(frame, {.smoothing = 1e9}), {"smoothing", "between 0 and 100"});
  check_words(complaint(frame, {.adaptivity = 1.5}), {"adaptivity"});
  check_words(complaint(frame, {.cut = "z"}), {"no plane"});
  PointCloud flat = frame;
  flat.properties[7].values.set(3, 0);
  check_words(complaint(flat, {}), {"particle 3", "radius 0"});
  PointCloud strange = frame;
  for (PointProperty& p : strange.properties)
    if (p.name == "body") p.values.set(3, 7);
  check_words(complaint(strange, {}), {"names a body that it does not have; run the scene again"});
}

// Oracle: one particle of a ball of hundreds has flown off, or is nowhere; the ball keeps its volume but for
// that of the particle, to a particle's.
TEST_CASE("particles that are nowhere are left out of skins") {
  const PointCloud frame = ball_frame({{"ball", {0, 0, 0}, 0.1}});
  const RunView view = ball_view(frame);
  const double whole = enclosed_volume(skin_frame(view, frame, frame_skins({}))[0].mesh);
  for (const double place : {std::nan(""), 1e9, 1e30}) {
    PointCloud lost = frame;
    lost.properties[0].values.set(3, place);
    const SurfaceMesh mesh = skin_frame(view, lost, frame_skins({}))[0].mesh;
    CHECK(std::abs(enclosed_volume(mesh) - whole) < 2 * kBallSpacing * kBallSpacing * kBallSpacing);
    CHECK(mesh.find("velocity")->values.size() == 3 * mesh.x.size());
  }
}

// Oracle: nothing has no surface.
TEST_CASE("a frame without particles has no skins") {
  PointCloud frame = ball_frame(kBalls);
  for (PointProperty& p : frame.properties) p.values.clear();
  CHECK(skin_frame(ball_view(frame), frame, frame_skins({.attributes = {"heat"}})).empty());
  CHECK(skin_groups(ball_view(frame), frame, frame_skins({})).size() == 3);
}

}  // namespace froth
