// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <froth/base/random.h>
#include <froth/render/camera.h>
#include <froth/render/subject.h>

namespace froth {

namespace {

constexpr double kSpacing = 0.05;  // [m]; 33 000 particles in a ball of radius 1

ParticleCloud ball(const Vec3<double>& middle, double radius) {
  ParticleCloud cloud{{}, {float(0.6 * kSpacing)}, {{1, 1, 1}}};
  const int n = int(std::lround(radius / kSpacing));
  for (int i = -n; i <= n; ++i)
    for (int j = -n; j <= n; ++j)
      for (int k = -n; k <= n; ++k) {
        const Vec3<double> d{i * kSpacing, j * kSpacing, k * kSpacing};
        if (norm(d) <= radius * (1 + 1e-9)) cloud.x.push_back((middle + d).cast<float>());
      }
  return cloud;
}

/// Adds points far out at random, as many as `share` of those that are there.
void add_strays(ParticleCloud& cloud, double share, double reach) {
  const int count = int(share * double(cloud.x.size()));
  for (int k = 0; k < count; ++k) {
    const auto u = uniform4({11, Purpose::Test}, std::uint64_t(k), 0, 0);
    cloud.x.push_back({float(reach * (2 * u[0] - 1)), float(reach * u[1]), float(reach * (2 * u[2] - 1))});
  }
}

/// Half the height that a ball takes of the picture, 1 being all of it, by the angle of its tangents.
double ball_height(const Camera& camera, double radius) {
  const double angle = std::asin(radius / norm(camera.eye));
  return std::tan(angle) / std::tan(camera.field_of_view * std::numbers::pi / 360);
}

double most_off(const Bounds& a, const Bounds& b) {
  double most = 0;
  for (int d = 0; d < 3; ++d)
    most = std::max({most, std::abs(a.min[d] - b.min[d]), std::abs(a.max[d] - b.max[d])});
  return most;
}

}  // namespace

// Oracle: the angle under which a ball is seen. The camera stands back for the ball, not for 0.5 % of strays
// in a hall fifty times as wide; the negative control is the box around everything.
TEST_CASE("a few strays do not make the subject small") {
  FrameContent content;
  content.clouds = {ball({}, 1)};
  const Subject clean = subject_of(content);
  add_strays(content.clouds[0], 0.005, 50);
  const Subject subject = subject_of(content);
  const double height = ball_height(frame_camera(subject.outline, 16.0 / 9, 35), 1);
  CHECK(height > 0.85);
  CHECK(height < 1);
  CHECK(most_off(subject.bounds, clean.bounds) < 3 * kSpacing);

  Bounds all = clean.bounds;
  for (const Vec3<float>& x : content.clouds[0].x) all = join(all, {x.cast<double>(), x.cast<double>()});
  CHECK(ball_height(frame_camera(all, 16.0 / 9, 35), 1) < 0.05);
}

// Oracle: brute force: boxes around all particles. A body in one piece is never cut, nor is a second one that
// is small but whole, and the order of particles has no say.
TEST_CASE("all of what hangs together is in the frame") {
  FrameContent content;
  content.clouds = {ball({}, 1), ball({6, 0, 0}, 0.3)};  // the second is 2.7 % of all
  const Subject subject = subject_of(content);
  const double r = 0.6 * kSpacing;
  CHECK(most_off(subject.bounds, {{-1 - r, -1 - r, -1 - r}, {6.3 + r, 1 + r, 1 + r}}) < 1e-6);
  for (ParticleCloud& cloud : content.clouds) std::reverse(cloud.x.begin(), cloud.x.end());
  std::swap(content.clouds[0], content.clouds[1]);
  CHECK(most_off(subject_of(content).bounds, subject.bounds) == 0);

  // A long arm of single particles is part of the body.
  ParticleCloud arm = ball({}, 1);
  for (int k = 0; k < 60; ++k) arm.x.push_back({float(1 + kSpacing * k), 0, 0});
  content.clouds = {arm};
  CHECK(subject_of(content).bounds.max[0] == doctest::Approx(1 + 59 * kSpacing + r).epsilon(1e-6));
}

// Oracle: closed form: the support of a ball in any direction is its radius, of which the outline may miss
// 1 - cos of half the angle between its directions, 3 %.
TEST_CASE("the outline of a ball is a ball") {
  FrameContent content;
  content.clouds = {ball({1, 2, 3}, 1)};
  const Subject subject = subject_of(content);
  for (int k = 0; k < 200; ++k) {
    const auto u = uniform4({12, Purpose::Test}, std::uint64_t(k), 0, 0);
    const double z = 2 * u[0] - 1, s = std::sqrt(1 - z * z), a = 2 * std::numbers::pi * u[1];
    const Vec3<double> n{s * std::cos(a), s * std::sin(a), z};
    double most = 0;
    for (const Vec3<double>& x : subject.outline) most = std::max(most, dot(x - Vec3<double>{1, 2, 3}, n));
    CHECK(most > 0.97);
    CHECK(most < 1 + 0.7 * kSpacing);
  }
}

// Oracle: boxes by hand. What stands under all material, or is far larger, has no say; a wall of twice the
// size counts near the material; a tool of its size counts whole.
TEST_CASE("colliders count as far as they matter") {
  FrameContent content;
  content.clouds = {ball({0, 1, 0}, 1)};
  const Bounds alone = subject_of(content).bounds;
  const auto with = [&](const Shape& shape) {
    content.colliders = {{&shape, {}, {}, false}};
    return subject_of(content).bounds;
  };
  CHECK(most_off(with(Shape::box({-2, -0.2, -2}, {2, 0, 2})), alone) == 0);
  CHECK(most_off(with(Shape::box({-9, -9, -9}, {9, 1, 9})), alone) == 0);
  CHECK(most_off(with(Shape::half_space({0, 0, 0}, {0, 1, 0})), alone) == 0);
  CHECK(with(Shape::sphere({3, 1, 0}, 0.5)).max[0] == doctest::Approx(3.5));
  const double near = alone.max[0] + 0.25 * (alone.max[0] - alone.min[0]);
  CHECK(with(Shape::box({1.2, 0, -1}, {5, 3, 1})).max[0] == doctest::Approx(near));
}

}  // namespace froth
