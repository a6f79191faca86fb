// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <thread>

#include <froth/base/parallel.h>
#include <froth/base/random.h>
#include <froth/render/collider_tracer.h>
#include <froth/render/colormap.h>
#include <froth/render/ray_traced.h>
#include <froth/render/scene_tracer.h>
#include <froth/render/surface_tracer.h>

#include "support/ball_mesh.h"

using namespace froth;

namespace {

ParticleCloud one_ball(const Vec3<float>& x, float radius) { return {{x}, {radius}, {{0.9f, 0.05f, 0.05f}}}; }

ParticleCloud random_cloud(std::size_t count) {
  ParticleCloud cloud{{}, {0.05f}, {}};
  for (std::size_t k = 0; k < count; ++k) {
    const auto u = uniform4({5, Purpose::Test}, k, 0, 0);
    cloud.x.push_back(Vec3<double>{u[0], u[1], u[2]}.cast<float>());
    cloud.color.push_back(scalar_color(float(u[3])));
  }
  return cloud;
}

/// Area of the red ball's silhouette in pixels; only it is far redder than green.
double red_area(const Image& image) {
  double area = 0;
  for (int row = 0; row < image.height; ++row)
    for (int column = 0; column < image.width; ++column) {
      const Vec3<float> c = image.at(column, row);
      area += c[0] > 2 * c[1] ? 1 : 0;
    }
  return area;
}

constexpr Camera kFront{{0, 0, 4}, {0, 0, 0}, {0, 1, 0}, 40};

/// Pixels that a ball of radius r at distance 4 in the picture's middle covers: its rim is seen at the
/// tangent angle.
double silhouette(double r, int height) {
  const double tangent = r / std::sqrt(16 - r * r),
               pixel = 2 * std::tan(40 * std::numbers::pi / 360) / height;
  return std::numbers::pi * std::pow(tangent / pixel, 2);
}

}  // namespace

// Oracle: closed form of a sphere's silhouette. Counting pixels at a threshold moves the rim of 28 pixels
// radius by at most about half a pixel: 2 * 0.5 / 28 = 3.6 percent.
TEST_CASE("a particle in the middle has the silhouette of a sphere") {
  FrameContent content;
  content.clouds.push_back(one_ball({0, 0, 0}, 0.7f));
  const Image image = render_3d(content, kFront, {120, 120, 4});
  CHECK(red_area(image) == doctest::Approx(silhouette(0.7, 120)).epsilon(0.036));
}

// Oracle: the same closed form, for the same sphere given as a skin.
TEST_CASE("a skin in the middle has the silhouette of a sphere") {
  FrameContent content;
  content.skins.push_back({ball_mesh({0, 0, 0}, 0.7f), {0.9f, 0.05f, 0.05f}});
  content.film_bounds = Bounds{{-0.7, -0.7, -0.7}, {0.7, 0.7, 0.7}};
  const Image image = render_3d(content, kFront, {120, 120, 4});
  CHECK(red_area(image) == doctest::Approx(silhouette(0.7, 120)).epsilon(0.036));
}

// Oracle: the same closed form, for the same sphere given as a collider by its signed distance, moved by a
// pose.
TEST_CASE("a collider in the middle has the silhouette of a sphere") {
  FrameContent content;
  const Shape ball = Shape::sphere({1, 2, 3}, 0.7);
  Pose pose;
  pose.shift = {-1, -2, -3};
  content.colliders.push_back({&ball, pose, {0.9f, 0.05f, 0.05f}, false});
  const Image image = render_3d(content, kFront, {120, 120, 4});
  CHECK(red_area(image) == doctest::Approx(silhouette(0.7, 120)).epsilon(0.036));
}

// Oracle: a floor point under a ball gets less light than one beside it, and the same point without the ball
// is as bright as its neighbour, so the darkness is the ball's.
TEST_CASE("a ball darkens the floor under it") {
  const Camera above{{0, 4, 3}, {0, 0, 0}, {0, 1, 0}, 40};
  FrameContent content;
  content.ground = true;
  content.ground_height = 0;
  content.clouds.push_back(one_ball({0, 1.5f, -1.0f}, 0.45f));
  content.film_bounds = Bounds{{-3, 0, -3}, {3, 2, 3}};  // the size of the scene is alike in both pictures
  const Image with = render_3d(content, above, {64, 64, 16});
  content.clouds.erase(content.clouds.begin());
  const Image without = render_3d(content, above, {64, 64, 16});
  int darker = 0, floor_pixels = 0;
  for (int row = 0; row < 64; ++row)
    for (int column = 0; column < 64; ++column) {
      const Vec3<float> a = with.at(column, row), b = without.at(column, row);
      if (a[0] > 2 * a[1]) continue;  // the ball itself
      ++floor_pixels;
      if (luminance(a) < 0.7f * luminance(b)) ++darker;
      CHECK(luminance(a) < 1.05f * luminance(b));
    }
  // The shadow of a ball of radius 0.45 in a view about 3.6 m wide is some 150 of 4096 pixels.
  CHECK(darker > 50);
  CHECK(darker < floor_pixels / 8);
}

// Oracle: symmetry: the order in which tiles are drawn is not part of a picture.
TEST_CASE("pictures have the same bits for one and two threads") {
  FrameContent content;
  content.ground = true;
  content.ground_height = -0.05;
  content.clouds.push_back(random_cloud(300));
  content.clouds.push_back(
      random_cloud(300));  // coincident particles: the choice between them must not waver
  content.clouds[1].color = {{0.1f, 0.8f, 0.2f}};
  const Shape box = Shape::box({0.8, 0, 0.8}, {1.2, 0.4, 1.2});
  content.colliders.push_back({&box, {}, collider_color(), false, {.kind = LookKind::Wood}});
  content.skins.push_back(
      {ball_mesh({0.2f, 0.2f, 1.3f}, 0.2f), {0.9f, 0.9f, 0.8f}, {.kind = LookKind::Soft}});
  content.skins.push_back(
      {ball_mesh({1.3f, 0.3f, 0.2f}, 0.3f), {0.7f, 0.9f, 0.9f}, {.kind = LookKind::Clear}});
  const Camera camera = frame_camera(content_bounds(content), 1.5, 35);
  const auto draw = [&](int threads) {
    const ThreadLimit limit(threads);
    return render_3d(content, camera, {60, 40, 4}).rgb;
  };
  const std::vector<float> one = draw(1);
  CHECK(one == draw(2));
  CHECK(one == draw(0));
}

// Oracle: the number of threads before. Who draws beside a simulation must not take its threads.
TEST_CASE("sorting what is drawn leaves the threads of others alone") {
  FrameContent content;
  content.clouds.push_back(random_cloud(100000));
  const Camera camera = frame_camera(content_bounds(content), 1.5, 35);
  const int before = thread_count();
  int least = before;
  std::atomic<bool> is_done{false};
  std::thread sorter([&] {
    const SceneTracer scene(content, camera.eye, 1e-3, 0);
    is_done = true;
  });
  while (!is_done) least = std::min(least, thread_count());
  sorter.join();
  CHECK(least == before);
}

// Oracle: brute force over all spheres by the quadratic formula. Embree works in float on a scene of unit
// size, so distances of about 3 sizes agree to some ten float roundings.
TEST_CASE("the nearest particle along a ray is the one that brute force finds") {
  FrameContent content;
  content.clouds.push_back(random_cloud(200));
  const PictureSpace space = picture_space({{-0.05, -0.05, -0.05}, {1.05, 1.05, 1.05}});
  const SurfaceTracer tracer(content, space, 0, [](const SkinnedBody&) { return true; });
  int hits = 0;
  for (std::uint64_t k = 0; k < 200; ++k) {
    const auto u = uniform4({6, Purpose::Test}, k, 0, 0);
    const Vec3<double> from{3 * u[0] - 1, 3 * u[1] - 1, 3.0}, to{u[2], u[3], 0.5};
    const Ray ray{from, normalized(to - from)};
    double nearest = kUnbounded, clearance = kUnbounded;
    for (const Vec3<float>& x : content.clouds[0].x) {
      const Vec3<double> d = x.cast<double>() - from;
      const double along = dot(d, ray.direction), off2 = dot(d, d) - along * along, r = double(0.05f);
      clearance = std::min(clearance, std::abs(std::sqrt(std::max(off2, 0.0)) - r));
      if (off2 < r * r) nearest = std::min(nearest, along - std::sqrt(r * r - off2));
    }
    if (clearance < 1e-4) continue;  // a ray that touches a rim may be rounded to either side
    const PictureRay traced{space.to_picture(ray.origin), ray.direction.cast<float>()};
    TracedHit hit;
    const bool is_hit = tracer.nearest(traced, 0, 100, hit);
    CHECK(is_hit == std::isfinite(nearest));
    CHECK(tracer.is_blocked(traced, 0, 100) == std::isfinite(nearest));
    if (!is_hit) continue;
    ++hits;
    CHECK(double(hit.distance) * space.size == doctest::Approx(nearest).epsilon(1e-4));
    CHECK_FALSE(tracer.is_blocked(traced, 0, float((nearest - 0.01) / space.size)));
  }
  CHECK(hits > 50);
}

// Oracle: closed form: distance along a ray to a turned box's face, to a plane, and nothing for rays that
// skim past.
TEST_CASE("rays meet colliders where geometry says") {
  FrameContent content;
  const Shape box = Shape::box({-1, -1, -1}, {1, 1, 1}), floor = Shape::half_space({0, -1, 0}, {0, 1, 0});
  Pose quarter;  // about y by 45 degrees: an edge points at the eye, at distance sqrt 2 from the middle
  quarter.turn = rotation({0, 1, 0}, std::numbers::pi / 4);
  content.colliders = {{&box, quarter, {}, false}, {&floor, {}, {}, false}};
  const ColliderTracer tracer(content, {0, 0, 5}, 2);
  const auto trace = [&](const Vec3<double>& from, const Vec3<double>& direction, ColliderHit& hit) {
    hit.distance = 1000;
    return tracer.nearest({from, normalized(direction)}, 0, true, hit);
  };
  ColliderHit hit;
  REQUIRE(trace({0.3, 0, 5}, {0, 0, -1}, hit));  // the face x + z = sqrt 2 is met at z = sqrt 2 - 0.3
  CHECK(hit.distance == doctest::Approx(5 - std::sqrt(2.0) + 0.3).epsilon(1e-4));
  CHECK(hit.normal[0] == doctest::Approx(std::sqrt(0.5)).epsilon(1e-3));
  REQUIRE(trace({4, 0, 5}, {0, -1, 0}, hit));
  CHECK(hit.is_plane);
  CHECK(hit.distance == doctest::Approx(1));
  CHECK_FALSE(trace({-10, 1.001, 0}, {1, 0, 0}, hit));  // skims the lid at a thousandth
  CHECK(trace({-10, 0.999, 0}, {1, 0, 0}, hit));
  CHECK_FALSE(tracer.is_blocked({{4, 0, 5}, {0, -1, 0}}, 0, 10));  // planes shut out no light
  CHECK(tracer.is_blocked({{0, 5, 0}, {0, -1, 0}}, 0, 10));
}

// Oracle: the eye stands inside the solid of this wall, and would see nothing if it were drawn.
TEST_CASE("walls that the eye is behind are not drawn") {
  FrameContent content;
  const Shape front = Shape::half_space({0, 0, 2}, {0, 0, -1}),
              lid = Shape::half_space({0, 3, 0}, {0, -1, 0});
  content.clouds.push_back(one_ball({0, 0, 0}, 0.7f));
  const Image open = render_3d(content, kFront, {32, 32, 2});
  content.colliders = {{&front, {}, {}, false}, {&lid, {}, {}, false}};
  CHECK(render_3d(content, kFront, {32, 32, 2}).rgb == open.rgb);
}

// Oracle: an empty frame is a picture of the backdrop: finite everywhere.
TEST_CASE("an empty frame and stray not-a-numbers still give a picture") {
  FrameContent content;
  for (const float value : render_3d(content, kFront, {16, 16, 1}).rgb) CHECK((value >= 0 && value <= 1));
  content.clouds.push_back({{{std::nanf(""), 0, 0}, {0, 0, 0}}, {0.5f}, {{1, 0, 0}}});
  for (const float value : render_3d(content, kFront, {16, 16, 1}).rgb) CHECK((value >= 0 && value <= 1));
}
