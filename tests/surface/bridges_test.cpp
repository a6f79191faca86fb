// SPDX-License-Identifier: Apache-2.0
// Threads that are drawn out: the surface is in one piece as long as its particles are.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include <froth/base/random.h>
#include <froth/geometry/mesh_shells.h>

#include "surface/skin_shapes.h"

using namespace froth;
using namespace froth::test;

namespace {

constexpr double kLink = 2;  ///< linking length of points that are 1 apart at rest

void add(SkinPoints& points, const Vec3<double>& x) {
  points.x.push_back(x.cast<float>());
  points.spacing.push_back(1);
}

void add(SkinPoints& points, const SkinPoints& more, const Vec3<double>& shift) {
  for (const Vec3<float>& x : more.x) add(points, x.cast<double>() + shift);
}

/// A straight thread of layers of `across` x `across` points, drawn out until layers are `gap` apart; its
/// axis is along no axis of the voxels.
SkinPoints drawn_thread(int layers, int across, double gap) {
  const Vec3<double> a{0.48, 0.6, 0.64}, b{0.8, 0, -0.6}, c = cross(a, b);
  SkinPoints points;
  for (int k = 0; k < layers; ++k)
    for (int i = 0; i < across; ++i)
      for (int j = 0; j < across; ++j) add(points, (gap * k) * a + double(i) * b + double(j) * c);
  return points;
}

/// Two balls and a line of single points between them, `gap` apart from each other and from the balls.
SkinPoints dumbbell(double gap) {
  const SkinPoints ball = sampled(Shape::sphere({0, 0, 0}, 4), 1);
  float top = 0;
  for (const Vec3<float>& x : ball.x) top = std::max(top, norm(Vec3<float>{x[0], x[1], 0}) < 0.8f ? x[2] : 0);
  SkinPoints points = ball;
  const int count = 9;
  Vec3<float> tip{};
  for (const Vec3<float>& x : ball.x)
    if (x[2] == top) tip = x;
  for (int k = 1; k <= count; ++k) add(points, tip.cast<double>() + Vec3<double>{0, 0, gap * k});
  const Vec3<double> last = points.x.back().cast<double>() + Vec3<double>{0, 0, gap};
  // The second ball is the first one turned upside down, so that the same point is its lowest.
  for (const Vec3<float>& x : ball.x)
    add(points, last + Vec3<double>{double(x[0] - tip[0]), double(x[1] - tip[1]), double(tip[2] - x[2])});
  return points;
}

/// A torn body: a ball, and crumbs that grow out of it in a branching chain, each 1.3 to 1.95 from one that
/// was there before and no nearer than 1.3 to any other.
SkinPoints torn_body(std::uint64_t seed, std::size_t crumbs) {
  SkinPoints points = sampled(Shape::sphere({0, 0, 0}, 4), seed);
  const std::size_t most = points.count() + crumbs;
  for (std::uint32_t dart = 0; points.count() < most; ++dart) {
    const Vec<4, double> u = uniform4({seed, Purpose::Test}, dart, 0, 0),
                         v = uniform4({seed, Purpose::Test}, dart, 0, 1);
    const auto from = static_cast<std::size_t>(u[3] * double(points.count()));
    const Vec3<double> d{u[0] - 0.5, u[1] - 0.5, u[2] - 0.5};
    if (norm(d) < 0.1) continue;
    const Vec3<double> x = points.x[from].cast<double>() + ((1.31 + 0.64 * v[0]) / norm(d)) * d;
    if (std::none_of(points.x.begin(), points.x.end(),
                     [&](const Vec3<float>& other) { return norm(other.cast<double>() - x) < 1.3; }))
      add(points, x);
  }
  return points;
}

std::size_t pieces_of(const SkinPoints& points, double voxel = 0.5, double link = kLink) {
  SkinSettings settings;
  settings.link_length = link;
  settings.voxel = voxel;
  return shell_volumes(skin(points, settings)).size();
}

double volume_of(const SkinPoints& points, double link) {
  SkinSettings settings;
  settings.link_length = link;
  return enclosed_volume(skin(points, settings));
}

}  // namespace

// Oracle: by construction the layers are linked exactly while they are nearer than the linking length.
TEST_CASE("a thread is in one piece until its particles are further apart than the linking length") {
  for (const int across : {1, 2})
    for (const double gap : {1.0, 1.2, 1.4, 1.6, 1.8, 1.98}) {
      CAPTURE(across);
      CAPTURE(gap);
      const SkinPoints points = drawn_thread(24, across, gap);
      CHECK(pieces_of(points) == 1);
    }
  CHECK(pieces_of(drawn_thread(24, 1, 2.02)) == 24);
  CHECK(pieces_of(drawn_thread(24, 1, 1.9), 0.25) == 1);
  // One gap too wide: two threads.
  SkinPoints two = drawn_thread(12, 1, 1.7);
  add(two, drawn_thread(12, 1, 1.7), Vec3<double>{0.48, 0.6, 0.64} * (11 * 1.7 + 2.1));
  CHECK(pieces_of(two) == 2);
}

// Oracle: the same, with bodies at both ends. When they have parted, there are two bodies and nine drops.
TEST_CASE("a thread holds two bodies together until its particles part") {
  for (const double gap : {1.0, 1.5, 1.7, 1.95}) {
    CAPTURE(gap);
    CHECK(pieces_of(dumbbell(gap)) == 1);
  }
  CHECK(pieces_of(dumbbell(2.05)) == 11);
}

// Oracle: by construction every crumb is nearer than the linking length to one before it, so that all
// particles are one piece; crumbs that are moved away together, beyond that length from all else, are one
// piece each.
TEST_CASE("crumbs of a torn body hang together in the surface as their particles do") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    CAPTURE(seed);
    const SkinPoints torn = torn_body(seed, 60);
    CHECK(pieces_of(torn) == 1);
    float high = 0, low = 0;
    for (const Vec3<float>& x : torn.x) low = std::min(low, x[0]), high = std::max(high, x[0]);
    SkinPoints apart = torn;
    add(apart, torn, {double(high - low) + 3, 0, 0});
    CHECK(pieces_of(apart) == 2);
  }
}

// Oracle: count of bodies. Faces, drops beside a body and spray are nearer than the linking length, three
// spacings here, and yet no threads.
TEST_CASE("what is merely near is not bridged") {
  const SkinPoints one = sampled(Shape::sphere({0, 0, 0}, 5), 1);
  float low = 0, high = 0;
  for (const Vec3<float>& x : one.x) low = std::min(low, x[0]), high = std::max(high, x[0]);
  SkinPoints two = one;
  add(two, one, {double(high - low) + 2.3, 0.3, 0});  // planes of outermost points are 2.3 apart
  CHECK(pieces_of(two, 0.5, 3) == 2);
  SkinPoints beside = one;
  add(beside, {double(high) + 2.3, 0, 0});
  CHECK(pieces_of(beside, 0.5, 3) == 2);
  const SkinPoints cube = sampled(Shape::box({-4, -4, -4}, {4, 4, 4}), 1, 1, 0);
  SkinPoints cubes = cube;
  add(cubes, cube, {8.9, 0, 0});  // points are 1.9 apart
  CHECK(pieces_of(cubes, 0.5, 3) == 2);
  SkinPoints spray;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 4; ++k) add(spray, {2.2 * i, 2.2 * j, 2.2 * k});
  CHECK(pieces_of(spray, 0.5, 3) == 64);
}

// Oracle: bodies in one piece have no bridges, so the linking length changes no byte; and volumes by closed
// forms: ten bridges of gap 1.8 add no more than ten capsules' cylinders, and something.
TEST_CASE("bridges change nothing elsewhere and add no more than their volume") {
  for (const SkinShape& body : skin_shapes()) {
    const SkinPoints points = sampled(body.shape, 1);
    CHECK(volume_of(points, 1e-3) == volume_of(points, kLink));
  }
  const SkinPoints points = dumbbell(1.8);
  const double more = volume_of(points, kLink) - volume_of(points, 1e-3);
  MESSAGE("ten bridges of 1.8 spacings add " << more << " spacings^3");
  CHECK(more > 0);
  CHECK(more < 10 * kPi * 0.44 * 0.44 * 1.8);
}
