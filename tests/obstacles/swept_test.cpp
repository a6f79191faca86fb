// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include <froth/obstacles/swept.h>

using namespace froth;
using V = Vec3<double>;

namespace {

constexpr SweepLengths kLengths{1e-6, 1e-3};

/// The collider must live as long as what is made of it.
PosedCollider posed(const std::vector<Collider>& one, double time, double dt) {
  return contact_order(one, time, dt).front();
}

std::vector<Collider> plate(double thickness, Motion motion = {}, ContactRule contact = {}) {
  return {{"plate", Shape::box({0, -10, -10}, {thickness, 10, 10}), std::move(motion), contact}};
}

}  // namespace

// Oracle: geometry by hand. A path that crosses a plate at x = 0 ends on the side where it began, keeps its
// way along the plate, and loses the velocity that leads into it; however thin the plate is.
TEST_CASE("a path that crosses a plate ends on its side") {
  for (const double thickness : {0.3, 0.01, 0.001}) {
    CAPTURE(thickness);
    const std::vector<Collider> wall = plate(thickness);
    const PosedCollider c = posed(wall, 0, 0.1);
    ParticlePath path{{-0.02, 0, 0}, {0.05, 0.03, 0}, {7, 3, 0}};
    REQUIRE(stop_at_surface(c, kLengths, path));
    CHECK(path.end[0] <= 0);
    CHECK(path.end[0] >= -2 * kLengths.touch);
    CHECK(std::abs(path.end[1] - 0.03) < 1e-9);
    CHECK(norm(path.v - V{0, 3, 0}) < 1e-9);
    ParticlePath back{{thickness + 0.02, 0, 0}, {-0.05, 0, 0}, {-7, 0, 0}};
    REQUIRE(stop_at_surface(c, kLengths, back));
    CHECK(back.end[0] >= thickness);
  }
}

// Oracle: relative motion. A plate that moves at 2 m/s over a resting point in one step pushes it along.
TEST_CASE("a moving plate takes a resting point along") {
  Motion motion;
  motion.keyframes = {{0, {0, 0, 0}, 0}, {10, {20, 0, 0}, 0}};
  const std::vector<Collider> moving = plate(0.01, motion);
  const PosedCollider c = posed(moving, 0, 0.05);  // from [0, 0.01] to [0.1, 0.11]
  ParticlePath path{{0.03, 0, 0}, {0.03, 0, 0}, {0, 0, 0}};
  REQUIRE(stop_at_surface(c, kLengths, path));
  CHECK(path.end[0] >= 0.11);
  CHECK(path.end[0] < 0.11 + 1e-4);
  CHECK(std::abs(path.v[0] - 2) < 1e-9);
}

// Oracle: nothing is in the way. Points that leave a surface, pass by or start deep inside are left alone.
TEST_CASE("paths that meet nothing are left alone") {
  const std::vector<Collider> wall = plate(0.3);
  const PosedCollider c = posed(wall, 0, 0.1);
  for (const ParticlePath& path : {ParticlePath{{-1e-9, 0, 0}, {-0.1, 0, 0}, {-1, 0, 0}},
                                   ParticlePath{{-0.01, 0, 0}, {-0.01, 5, 0}, {0, 50, 0}},
                                   ParticlePath{{0.1, 0, 0}, {0.15, 0, 0}, {1, 0, 0}}}) {
    ParticlePath after = path;
    CHECK_FALSE(stop_at_surface(c, kLengths, after));
    CHECK(after.end == path.end);
    CHECK(after.v == path.v);
  }
}

// Oracle: the contact rule of nodes, which particles must feel too.
TEST_CASE("a stopped particle feels friction, and a sticky one stays") {
  const std::vector<Collider> walls[] = {plate(0.3, {}, {ContactKind::Separating, 0.5}),
                                         plate(0.3, {}, {ContactKind::Sticky, 0})};
  const PosedCollider rough = posed(walls[0], 0, 0.1), sticky = posed(walls[1], 0, 0.1);
  ParticlePath slides{{-0.01, 0, 0}, {0.01, 0.04, 0}, {2, 4, 0}};
  REQUIRE(stop_at_surface(rough, kLengths, slides));
  CHECK(norm(slides.v - V{0, 3, 0}) < 1e-9);
  ParticlePath sticks{{-0.01, 0, 0}, {0.01, 0.04, 0}, {2, 4, 0}};
  REQUIRE(stop_at_surface(sticky, kLengths, sticks));
  CHECK(norm(sticks.v) < 1e-12);
  CHECK(std::abs(sticks.end[1] - 0.02) < 1e-4);  // where it met the plate, half way
}

// Oracle: brute force. Ends of many random paths around a shell, a thin-walled cup and a sphere that turns
// and moves: who was outside is outside, and on the same side of the shell.
TEST_CASE("random paths never end inside") {
  const Shape shell = Shape::subtract(Shape::sphere({0, 0, 0}, 1), {Shape::sphere({0, 0, 0}, 0.98)});
  Motion motion;
  motion.keyframes = {{0, {0, 0, 0}, 0}, {1, {0.3, 0.1, 0}, 1.0}};
  const std::vector<Collider> moving = {{"shell", shell, motion, {}}};
  const PosedCollider c = posed(moving, 0.2, 0.1);
  std::mt19937 random(7);
  const auto share = [&] { return double(random()) / 4294967296.0; };
  int stopped = 0;
  for (int n = 0; n < 20000; ++n) {
    const auto unit = [&] { return 2 * share() - 1; };
    V direction{unit(), unit(), unit()};
    if (norm(direction) < 0.1) continue;
    direction = (1 / norm(direction)) * direction;
    const bool is_outer = n % 2 == 0;
    // Points close to the shell, in its frame at the beginning.
    const V rest = (is_outer ? 1.0 + 0.05 * share() : 0.98 - 0.05 * share()) * direction;
    const V begin = motion.at(0.2).to_world(rest);
    ParticlePath path{begin, begin + 0.1 * V{unit(), unit(), unit()}, {}};
    stopped += stop_at_surface(c, kLengths, path) ? 1 : 0;
    REQUIRE(c.distance(path.end) >= -1e-9);
    const double radius = norm(motion.at(0.3).to_rest(path.end));
    REQUIRE((radius > 0.99) == is_outer);
  }
  CHECK(stopped > 1000);
}
