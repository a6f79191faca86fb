// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <froth/base/error.h>
#include <froth/base/random.h>
#include <froth/render/camera.h>
#include <froth/render/frame_content.h>

using namespace froth;

namespace {

/// Pinhole projection written out with the camera's definition alone: picture coordinates in [-1, 1] when in
/// view.
Vec2<double> project(const Camera& camera, double aspect, const Vec3<double>& x) {
  const Vec3<double> sight = camera.target - camera.eye, forward = sight / norm(sight);
  const Vec3<double> sideways = cross(forward, camera.up), right = sideways / norm(sideways);
  const Vec3<double> up = cross(right, forward), d = x - camera.eye;
  const double depth = dot(d, forward);
  REQUIRE(depth > 0);
  const double slope = std::tan(camera.field_of_view * std::numbers::pi / 360);
  return {dot(d, right) / (depth * slope * aspect), dot(d, up) / (depth * slope)};
}

Bounds random_bounds(std::uint64_t number) {
  const auto u = uniform4({3, Purpose::Test}, number, 0, 0), v = uniform4({3, Purpose::Test}, number, 1, 0);
  const Vec3<double> center{20 * u[0] - 10, 20 * u[1] - 10, 20 * u[2] - 10};
  const double size = std::pow(10.0, 6 * u[3] - 3);
  const Vec3<double> half{size * (0.01 + v[0]), size * (0.01 + v[1]), size * (0.01 + v[2])};
  return {center - half, center + half};
}

}  // namespace

// Oracle: closed-form pinhole projection of the box's corners (a convex set is in view if its corners are);
// the margin is met, and some corner comes near it, so that the picture is not mostly empty.
TEST_CASE("automatic framing shows the whole box and wastes little") {
  for (std::uint64_t number = 0; number < 50; ++number)
    for (const double aspect : {16.0 / 9, 1.0, 0.4})
      for (const double angle : {10.0, 35.0, 80.0}) {
        const Bounds box = random_bounds(number);
        const Camera camera = frame_camera(box, aspect, angle);
        double most = 0;
        for (int k = 0; k < 8; ++k) {
          const Vec3<double> corner{k & 1 ? box.max[0] : box.min[0], k & 2 ? box.max[1] : box.min[1],
                                    k & 4 ? box.max[2] : box.min[2]};
          const Vec2<double> place = project(camera, aspect, corner);
          most = std::max({most, std::abs(place[0]), std::abs(place[1])});
        }
        CHECK(most < 0.97);
        CHECK(most > 0.85);
        CHECK(camera.eye[1] > box.min[1]);  // from above
      }
}

// Oracle: closed form: the ray through the projection of a point passes through the point.
TEST_CASE("camera rays invert the projection") {
  const Camera camera{{3, 2, 5}, {0.2, -0.1, 0.4}, {0, 1, 0}, 40};
  const CameraFrame frame = camera_frame(camera);
  for (std::uint64_t k = 0; k < 20; ++k) {
    const auto u = uniform4({4, Purpose::Test}, k, 0, 0);
    const Vec3<double> x{2 * u[0] - 1, 2 * u[1] - 1, 2 * u[2] - 1};
    const Ray ray = camera_ray(camera, frame, 1.5, project(camera, 1.5, x));
    CHECK(norm(cross(ray.direction, x - camera.eye)) < 1e-13 * norm(x - camera.eye) * 10);  // ten roundings
    CHECK(norm(ray.direction) == doctest::Approx(1).epsilon(1e-14));
  }
}

// Oracle: the definition of the view: same aspect, box inside, same centre.
TEST_CASE("a planar view has the picture's aspect and holds the box") {
  for (std::uint64_t number = 0; number < 20; ++number)
    for (const double aspect : {16.0 / 9, 0.5}) {
      const Bounds box = random_bounds(number);
      const ViewRect view = frame_view(box, aspect);
      const double width = view.max[0] - view.min[0], height = view.max[1] - view.min[1];
      CHECK(width / height == doctest::Approx(aspect).epsilon(1e-9));
      for (int d = 0; d < 2; ++d) CHECK((view.min[d] < box.min[d] && view.max[d] > box.max[d]));
      const double fullness = std::max((box.max[0] - box.min[0]) / width, (box.max[1] - box.min[1]) / height);
      CHECK(fullness > 0.85);
    }
}

// Oracle: geometry: no frame of axes exists for these cameras.
TEST_CASE("impossible cameras are the user's mistake") {
  CHECK_THROWS_AS(camera_frame({{1, 1, 1}, {1, 1, 1}, {0, 1, 0}, 35}), InputError);
  CHECK_THROWS_AS(camera_frame({{0, 5, 0}, {0, 0, 0}, {0, 1, 0}, 35}), InputError);
  CHECK_THROWS_AS(camera_frame({{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 0}), InputError);
}

// Oracle: brute force: boxes written down by hand.
TEST_CASE("content bounds hold particles and small colliders, and forget landscapes") {
  FrameContent content;
  content.clouds.push_back({{{0, 0, 0}, {1, 2, 3}}, {0.5f}, {{1, 1, 1}}});
  const Shape ball = Shape::sphere({0, 0, 0}, 1), floor = Shape::half_space({0, 0, 0}, {0, 1, 0});
  const Shape landscape = Shape::box({-100, -1, -100}, {100, 0, 100});
  Pose moved;
  moved.shift = {-2, 0, 0};
  for (const Shape* shape : {&ball, &floor, &landscape})
    content.colliders.push_back({shape, moved, {}, false});
  const Bounds box = content_bounds(content);
  const Vec3<double> min{-3, -1, -1}, max{1.5, 2.5, 3.5};
  CHECK(norm(box.min - min) < 1e-12);
  CHECK(norm(box.max - max) < 1e-12);
}
