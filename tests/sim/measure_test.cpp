// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include <froth/base/error.h>
#include <froth/sim/measure.h>

namespace froth {

namespace {

/// A run of one body over a floor at y = 0, in cells of 0.1 m.
RunView one_body() {
  RunView view;
  view.dimension = 2, view.link_length = view.voxel_size = 0.1;
  view.colliders = {{"floor", Shape::half_space({0, 0, 0}, {0, 1, 0}), true, {}}};
  return view;
}

/// Points at rest but for the first, which moves at 5 m/s; all of body 0.
PointCloud cloud_of(const std::vector<Vec3<double>>& points) {
  PointCloud cloud{.stamp = FrameStamp{3, 0.25}, .bodies = {{"block", ""}}};
  for (const char* name : {"x", "y", "z", "vx", "vy", "vz", "body"})
    cloud.properties.push_back({name, NumberType::Double, {}});
  for (const Vec3<double>& x : points) {
    for (int d = 0; d < 3; ++d) cloud.properties[std::size_t(d)].values.push_back(x[d]);
    for (std::size_t d = 3; d < 7; ++d) cloud.properties[d].values.push_back(0);
  }
  if (!points.empty()) cloud.properties[3].values.set(0, 3), cloud.properties[4].values.set(0, 4);
  return cloud;
}

}  // namespace

// Oracle: order statistics by hand.
TEST_CASE("percentiles lie between the elements of a sorted list") {
  CHECK(percentile({1, 2, 3, 4, 5}, 0.5) == 3);
  CHECK(percentile({1, 2}, 0.5) == 1.5);
  CHECK(percentile({1, 2, 3}, 0) == 1);
  CHECK(percentile({1, 2, 3}, 1) == 3);
  CHECK(percentile({0, 10}, 0.05) == doctest::Approx(0.5));
  CHECK(percentile({7}, 0.3) == 7);
  CHECK(std::isnan(percentile({}, 0.5)));
}

// Oracle: a few points of which everything is counted by hand. Cells are 0.1 m; the floor is at y = 0.
TEST_CASE("a frame is measured") {
  const RunView view = one_body();
  const PointCloud cloud =
      cloud_of({{0, 0.5, 0}, {0.09, 0.5, 0}, {0.18, 0.5, 0}, {0.5, -0.02, 0}, {0.5, 0.9, 0}});
  const FrameMeasure m = measure_frame(view, cloud, 1);
  CHECK(m.time == 0.25);
  CHECK(m.all.count == 5);
  CHECK(m.pieces.size() == 3);
  CHECK(m.pieces[0].count == 3);
  CHECK(m.pieces[0].center[0] == doctest::Approx(0.09).scale(0));
  CHECK(m.pieces[0].bounds.max[0] == 0.18);
  CHECK(m.isolated == 2);
  CHECK(m.highest[1] == 0.9);
  CHECK(m.all.bounds.min[1] == -0.02);
  CHECK(m.mean_speed == 1);
  REQUIRE(m.bodies.size() == 1);
  CHECK(m.bodies[0].name == "block");
  CHECK(m.bodies[0].pieces == 3);
  CHECK(m.bodies[0].heights[2] == 0.5);
  CHECK(m.bodies[0].heights[0] == doctest::Approx(-0.02 + 0.2 * 0.52).scale(0));  // a fifth of the first gap
  REQUIRE(m.colliders.size() == 1);
  CHECK(m.colliders[0].inside == 1);
  CHECK(m.colliders[0].deepest == doctest::Approx(0.02).scale(0));
  CHECK(m.inside() == 1);
  CHECK(measure_frame(view, cloud, 0.8).pieces.size() == 5);
  CHECK(measure_frame(view, cloud, 10).pieces.size() == 1);
}

// Oracle: none of anything; and a frame that lacks what is to be measured is said so.
TEST_CASE("frames without particles or without columns are answered") {
  const RunView view = one_body();
  const FrameMeasure empty = measure_frame(view, cloud_of({}), 1);
  CHECK(empty.all.count == 0);
  CHECK(empty.pieces.empty());
  CHECK(empty.mean_speed == 0);
  PointCloud broken = cloud_of({{0, 0, 0}});
  broken.properties.pop_back();
  CHECK_THROWS_AS(measure_frame(view, broken, 1), InputError);
  CHECK_THROWS_AS(measure_frame(view, PointCloud{}, 1), InputError);
}

// Oracle: a collider that has moved is where the frame says: lifted by half a metre, the floor covers the
// point.
TEST_CASE("depths are measured where colliders are in the frame") {
  PointCloud cloud = cloud_of({{0, 0.4, 0}});
  CHECK(measure_frame(one_body(), cloud, 1).inside() == 0);
  cloud.colliders = {{"floor", {.shift = {0, 0.5, 0}}}};
  CHECK(measure_frame(one_body(), cloud, 1).deepest() == doctest::Approx(0.1).scale(0));
}

// Oracle: by hand; across a periodic border of 1 m, 0.05 and 0.98 are 0.07 apart.
TEST_CASE("pieces close over periodic borders") {
  RunView view = one_body();
  const PointCloud cloud = cloud_of({{0.05, 0.5, 0}, {0.98, 0.5, 0}});
  CHECK(measure_frame(view, cloud, 1).pieces.size() == 2);
  view.period = {1, 0, 0};
  CHECK(measure_frame(view, cloud, 1).pieces.size() == 1);
}

}  // namespace froth
