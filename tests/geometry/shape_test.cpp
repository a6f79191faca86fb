// SPDX-License-Identifier: Apache-2.0
// Signed distances against sampled surfaces and closed forms, and what collider and sampling code relies on.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <froth/base/error.h>
#include <froth/base/random.h>
#include <froth/geometry/shape.h>

using namespace froth;

namespace {

using Point = Vec3<double>;
constexpr double kPi = std::numbers::pi;

/// The n-th random point of the cube [-size, size]^3.
Point random_point(std::uint64_t n, double size) {
  const Vec<4, double> u = uniform4({7, Purpose::Test}, n, 0, 0);
  return {size * (2 * u[0] - 1), size * (2 * u[1] - 1), size * (2 * u[2] - 1)};
}

/// Elementary turns, written out so that they do not come from the code under test.
Mat3<double> turn_about_z(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}
Mat3<double> turn_about_x(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {{{1, 0, 0}, {0, c, -s}, {0, s, c}}};
}

double nearest(const std::vector<Point>& surface, const Point& x) {
  double best = 1e300;
  for (const Point& s : surface) best = std::min(best, dot(x - s, x - s));
  return std::sqrt(best);
}

/// Two unit vectors that complete `axis` to a frame.
void complete_frame(const Point& axis, Point& e1, Point& e2) {
  const Point other = std::abs(axis[0]) < 0.5 ? Point{1, 0, 0} : Point{0, 1, 0};
  e1 = cross(axis, other);
  e1 = e1 / norm(e1);
  e2 = cross(axis, e1);
}

/// Points of the surface of a solid of revolution, whose profile is a list of (along the axis, radius).
std::vector<Point> revolve(const Point& from, const Point& axis, const std::vector<Vec2<double>>& profile,
                           int around) {
  Point e1{}, e2{};
  complete_frame(axis, e1, e2);
  std::vector<Point> points;
  for (const Vec2<double>& at : profile)
    for (int i = 0; i < around; ++i) {
      const double angle = 2 * kPi * i / around;
      points.push_back(from + at[0] * axis + at[1] * (std::cos(angle) * e1 + std::sin(angle) * e2));
    }
  return points;
}

/// Compares |distance| with the nearest of many surface points, which lie within `gap` of every surface
/// point.
void check_against_surface(const Shape& shape, const std::vector<Point>& surface, double gap) {
  for (std::uint64_t n = 0; n < 200; ++n) {
    const Point x = random_point(n, 1.5);
    const double sampled = nearest(surface, x), distance = std::abs(shape.signed_distance(x));
    CHECK(sampled >= distance - 1e-12);  // every sample is on the surface, up to rounding
    CHECK(sampled <= distance + gap);    // and one is within the gap of the nearest point
  }
}

/// A shape of every kind, for properties that hold for all of them.
std::vector<Shape> assorted_shapes() {
  const Shape box = Shape::box({-0.4, -0.3, -0.2}, {0.5, 0.6, 0.1});
  const Shape ball = Shape::sphere({0.2, 0.1, 0}, 0.5);
  const Shape rod = Shape::cylinder({-0.5, 0, 0.1}, {0.3, 0.4, -0.2}, 0.2);
  const Shape pill = Shape::capsule({0.1, -0.5, 0}, {0.2, 0.5, 0.3}, 0.25);
  const Shape ground = Shape::half_space({0, 0.1, 0}, {0.3, 2, -0.1});
  const Shape slab = Shape::box({-0.4, -0.3, -kUnbounded}, {0.5, 0.6, kUnbounded});
  const Shape cut = Shape::subtract(Shape::unite({box, ball, pill}), {rod, ground});
  const Mat3<double> turn = turn_about_x(0.4) * turn_about_z(0.7);
  return {box, ball, rod, pill, ground, slab, cut, cut.transformed(turn, {0.1, -0.2, 0.3}, 1.7)};
}

std::string message_of(void (*make)()) {
  try {
    make();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace

// Oracle: brute force over dense samples of the six faces; inside by comparing coordinates.
TEST_CASE("box distance is the distance to its faces") {
  const Point min{-0.6, -0.2, -0.5}, max{0.7, 0.4, 0.3};
  const Shape box = Shape::box(min, max);
  const int n = 40;
  std::vector<Point> surface;
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j) {
          const int a = (axis + 1) % 3, b = (axis + 2) % 3;
          Point x{};
          x[axis] = side == 0 ? min[axis] : max[axis];
          x[a] = min[a] + (max[a] - min[a]) * i / n;
          x[b] = min[b] + (max[b] - min[b]) * j / n;
          surface.push_back(x);
        }
  check_against_surface(box, surface,
                        std::hypot(1.3, 0.8) / n / 2);  // half the diagonal of the largest patch
  for (std::uint64_t i = 0; i < 500; ++i) {
    const Point x = random_point(i, 1.0);
    bool is_inside = true;
    for (int k = 0; k < 3; ++k) is_inside = is_inside && x[k] > min[k] && x[k] < max[k];
    CHECK((box.signed_distance(x) < 0) == is_inside);
  }
}

// Oracle: brute force over dense samples of mantle and caps; inside by height and radius in a frame of its
// own.
TEST_CASE("cylinder distance is the distance to mantle and caps") {
  const Point from{-0.5, -0.2, 0.1}, to{0.4, 0.3, -0.3};
  const double radius = 0.35, length = norm(to - from);
  const Point axis = (to - from) / length;
  const int n = 60, around = 150;
  std::vector<Vec2<double>> profile;
  for (int i = 0; i <= n; ++i) profile.push_back({length * i / n, radius});
  for (int i = 0; i < n; ++i) {
    profile.push_back({0, radius * i / n});
    profile.push_back({length, radius * i / n});
  }
  const Shape rod = Shape::cylinder(from, to, radius);
  // Half the diagonal of a patch: length / n along (longer than radius / n), 2 pi radius / around across.
  check_against_surface(rod, revolve(from, axis, profile, around),
                        0.5 * std::hypot(length / n, 2 * kPi * radius / around));
  Point e1{}, e2{};
  complete_frame(axis, e1, e2);
  for (std::uint64_t i = 0; i < 500; ++i) {
    const Point arm = random_point(i, 1.0) - from;
    const double height = dot(arm, axis), off = std::hypot(dot(arm, e1), dot(arm, e2));
    const bool is_inside = height > 0 && height < length && off < radius;
    CHECK((rod.signed_distance(arm + from) < 0) == is_inside);
  }
}

// Oracle: brute force over dense samples of mantle and half spheres; inside by a fine scan of balls on the
// axis.
TEST_CASE("capsule distance is the distance to mantle and half spheres") {
  const Point from{-0.4, 0.3, 0.1}, to{0.3, -0.2, 0.4};
  const double radius = 0.3, length = norm(to - from);
  const Point axis = (to - from) / length;
  const int n = 60, around = 150;
  std::vector<Vec2<double>> profile;
  for (int i = 0; i <= n; ++i) {
    profile.push_back({length * i / n, radius});
    const double angle = kPi / 2 * i / n;
    profile.push_back({-radius * std::sin(angle), radius * std::cos(angle)});
    profile.push_back({length + radius * std::sin(angle), radius * std::cos(angle)});
  }
  const Shape pill = Shape::capsule(from, to, radius);
  check_against_surface(pill, revolve(from, axis, profile, around),
                        0.5 * std::hypot(length / n, 2 * kPi * radius / around));
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Point x = random_point(i, 1.0);
    double off = 1e300;
    for (int j = 0; j <= 2000; ++j) off = std::min(off, norm(x - from - (length * j / 2000) * axis));
    // A step of length / 2000 along the axis misses the nearest ball by less than one step.
    if (std::abs(off - radius) > length / 2000) CHECK((pill.signed_distance(x) < 0) == (off < radius));
  }
}

// Oracle: closed forms, |x - c| - r and (x - p) . n, with numbers worked out by hand.
TEST_CASE("sphere and half-space distances") {
  const Shape ball = Shape::sphere({1, 2, 3}, 2);
  CHECK(ball.signed_distance({1, 2, 3}) == doctest::Approx(-2));
  CHECK(ball.signed_distance({4, 6, 3}) == doctest::Approx(3));
  const Shape ground = Shape::half_space({0, 1, 0}, {3, 4, 0});  // the normal is normalised
  CHECK(ground.signed_distance({0, 1, 5}) == doctest::Approx(0));
  CHECK(ground.signed_distance({3, 5, -7}) == doctest::Approx(5));
  CHECK(ground.signed_distance({-3, -3, 0}) == doctest::Approx(-5));
  CHECK(Shape().signed_distance({0, 0, 0}) == kUnbounded);
}

// Oracle: the shape's own distance: zero on the plane, and growing along its normal as fast as it can.
TEST_CASE("half-spaces have a plane however they are turned, scaled and moved") {
  const Shape plain = Shape::half_space({0.1, 1, -0.2}, {3, 4, 1});
  const Shape moved =
      plain.transformed(turn_about_z(0.7), {1, -2, 3}, 2.5).transformed(turn_about_z(-2), {0, 1, 0}, 0.3);
  for (const Shape& shape : {plain, moved, plain.repeated({1, 1, 1}, {1, 1, 1})}) {
    REQUIRE(is_half_space(shape.view()));
    const Plane plane = plane_of(shape.view());
    CHECK(shape.signed_distance(plane.point) == doctest::Approx(0));
    CHECK(shape.signed_distance(plane.point + 2.0 * plane.normal) == doctest::Approx(2));
    CHECK(norm(plane.normal) == doctest::Approx(1));
  }
  CHECK_FALSE(is_half_space(Shape().view()));
  CHECK_FALSE(is_half_space(Shape::sphere({0, 0, 0}, 1).view()));
  CHECK_FALSE(is_half_space(Shape::intersect({plain, moved}).view()));
}

// Oracle: the definition of a 1-Lipschitz function, |d(x) - d(y)| <= |x - y|, plus rounding.
TEST_CASE("distances are 1-Lipschitz") {
  for (const Shape& shape : assorted_shapes())
    for (std::uint64_t n = 0; n < 2000; ++n) {
      const Point x = random_point(2 * n, 2.0);
      const double reach = n % 2 == 0 ? 2.0 : 0.02;  // far pairs and near pairs
      const Point y = x + random_point(2 * n + 1, reach);
      const double change = std::abs(shape.signed_distance(x) - shape.signed_distance(y));
      CHECK(change <= norm(x - y) + 1e-14);
    }
}

// Oracle: closed-form normals. Central differences of a sphere err by (h/r)^2 / 6 at most; flat faces are
// exact up to rounding of the distance, 1e-16 / h.
TEST_CASE("normals point outward") {
  const double h = 1e-4;
  const Shape ball = Shape::sphere({0.1, 0.2, 0.3}, 0.5);
  for (std::uint64_t n = 0; n < 100; ++n) {
    Point arm = random_point(n, 1.0);
    arm = arm / norm(arm);
    const Point found = outward_normal(ball.view(), Point{0.1, 0.2, 0.3} + 0.48 * arm, h);
    CHECK(norm(found - arm) < 1e-7);
    CHECK(norm(found) == doctest::Approx(1));
  }
  CHECK(norm(outward_normal(ball.view(), {0.1, 0.2, 0.3}, h)) == 0);  // the centre has none
  CHECK(norm(outward_normal(Shape().view(), {0, 0, 0}, h)) == 0);

  const Shape slab = Shape::box({-1, -2, -kUnbounded}, {1, 2, kUnbounded});
  CHECK(norm(outward_normal(slab.view(), {0.3, 1.9, 5}, h) - Point{0, 1, 0}) < 1e-11);
  CHECK(norm(outward_normal(slab.view(), {-0.9, 0.2, 0}, h) - Point{-1, 0, 0}) < 1e-11);
  const Shape rod = Shape::cylinder({0, 0, 0}, {0, 0, 1}, 0.5);
  CHECK(norm(outward_normal(rod.view(), {0.29, 0.39, 0.5}, h) -
             Point{0.29, 0.39, 0} / std::hypot(0.29, 0.39)) < 1e-7);
  CHECK(norm(outward_normal(rod.view(), {0.1, 0.1, 1.05}, h) - Point{0, 0, 1}) < 1e-11);
  // Inside a hole the solid is outside of the tool: the normal points to the hole's axis.
  const Shape pipe = Shape::subtract(Shape::box({-1, -1, 0}, {1, 1, 1}), {rod});
  CHECK(norm(outward_normal(pipe.view(), {0.52, 0, 0.5}, h) - Point{-1, 0, 0}) < 1e-7);
}

// Oracle: the slice of an unbounded box is a rectangle, whose distance does not change along z, by hand.
TEST_CASE("unbounded boxes have finite distances") {
  const Shape slab = Shape::box({0, 0, -kUnbounded}, {2, 1, kUnbounded});
  for (const double z : {0.0, -3.0, 1e6}) {
    CHECK(slab.signed_distance({0.5, 0.4, z}) == doctest::Approx(-0.4));
    CHECK(slab.signed_distance({5, 5, z}) == doctest::Approx(5));  // (3, 4) from the corner
  }
  const Shape floor = Shape::box({-kUnbounded, -1, -kUnbounded}, {kUnbounded, 0, kUnbounded});
  CHECK(floor.signed_distance({1e5, 0.25, 3}) == doctest::Approx(0.25));
  const Shape wall = floor.transformed(turn_about_z(kPi / 2), {2, 0, 0}, 3);  // x from 2 to 5
  CHECK(wall.signed_distance({1, 7, 0}) == doctest::Approx(1));
  CHECK(wall.bounds().min[0] == doctest::Approx(2));
  CHECK(wall.bounds().max[0] == doctest::Approx(5));
  CHECK(wall.bounds().max[1] == kUnbounded);
  CHECK(wall.bounds().min[2] == -kUnbounded);
}

// Oracle: set logic on the operands' own signs, and the distance to each operand for the lower bound.
TEST_CASE("unions and differences combine insides") {
  const Shape a = Shape::sphere({0, 0, 0}, 0.8), b = Shape::box({0.2, -0.5, -0.5}, {1.2, 0.5, 0.5});
  const Shape c = Shape::capsule({-1, 0, 0}, {1, 0, 0}, 0.2);
  const Shape all = Shape::unite({a, b, c}), cut = Shape::subtract(Shape::unite({a, b}), {c, Shape()});
  const Shape nested = Shape::subtract(a, {Shape::subtract(b, {c})});
  for (std::uint64_t n = 0; n < 2000; ++n) {
    const Point x = random_point(n, 1.4);
    const double da = a.signed_distance(x), db = b.signed_distance(x), dc = c.signed_distance(x);
    CHECK((all.signed_distance(x) < 0) == (da < 0 || db < 0 || dc < 0));
    CHECK((cut.signed_distance(x) < 0) == ((da < 0 || db < 0) && !(dc <= 0)));
    CHECK((nested.signed_distance(x) < 0) == (da < 0 && !(db <= 0 && !(dc < 0))));
  }
  CHECK(Shape::unite({Shape(), a}).signed_distance({0, 0, 0}) == doctest::Approx(-0.8));
  CHECK(Shape::subtract(Shape(), {a}).signed_distance({0, 0, 0}) == kUnbounded);
}

// Oracle: d'(turn * x * scale + shift) = scale * d(x), the definition of moving a solid, twice in a row.
TEST_CASE("transformed shapes are the shapes of transformed points") {
  const Mat3<double> t1 = turn_about_x(0.3) * turn_about_z(-1.1), t2 = turn_about_z(2.0);
  const Point s1{0.4, -0.3, 1.2}, s2{-2, 0.5, 0.1};
  for (const Shape& shape : assorted_shapes()) {
    const Shape moved = shape.transformed(t1, s1, 0.6).transformed(t2, s2, 2.5);
    for (std::uint64_t n = 0; n < 100; ++n) {
      const Point x = random_point(n, 1.5);
      const Point y = t2 * (t1 * x * 0.6 + s1) * 2.5 + s2;
      CHECK(moved.signed_distance(y) == doctest::Approx(0.6 * 2.5 * shape.signed_distance(x)).epsilon(1e-12));
    }
  }
}

// Oracle: by definition every inside point lies within the bounds; tight boxes of turned primitives by hand.
TEST_CASE("bounds hold the shape") {
  for (const Shape& shape : assorted_shapes()) {
    const Bounds bounds = shape.bounds();
    for (std::uint64_t n = 0; n < 5000; ++n) {
      const Point x = random_point(n, 2.0);
      if (shape.signed_distance(x) >= 0) continue;
      for (int k = 0; k < 3; ++k) CHECK((x[k] >= bounds.min[k] && x[k] <= bounds.max[k]));
    }
  }
  const Bounds diamond =
      Shape::box({-1, -1, 0}, {1, 1, 2}).transformed(turn_about_z(kPi / 4), {5, 0, 0}, 2).bounds();
  CHECK(diamond.min[0] == doctest::Approx(5 - 2 * std::sqrt(2.0)));
  CHECK(diamond.max[1] == doctest::Approx(2 * std::sqrt(2.0)));
  CHECK(diamond.max[2] == doctest::Approx(4));
  const Bounds rod = Shape::cylinder({0, 0, 0}, {3, 4, 0}, 0.5).bounds();  // discs reach r sqrt(1 - axis^2)
  CHECK(rod.min[0] == doctest::Approx(-0.4));
  CHECK(rod.max[1] == doctest::Approx(4.3));
  CHECK(rod.max[2] == doctest::Approx(0.5));
}

// Oracle: a half-space is bounded on the side of its normal when aligned, and nowhere when tilted.
TEST_CASE("bounds of half-spaces and combinations") {
  const Bounds ground = Shape::half_space({1, 2, 3}, {0, 5, 0}).bounds();
  CHECK(ground.max[1] == 2);
  CHECK(ground.min[1] == -kUnbounded);
  CHECK(ground.max[0] == kUnbounded);
  CHECK_FALSE(ground.is_finite(2));
  CHECK(Shape::half_space({1, 2, 3}, {0, 0, -1}).bounds().min[2] == 3);
  CHECK(Shape::half_space({0, 0, 0}, {1, 1, 0}).bounds().max[0] == kUnbounded);
  // A quarter turn in floating point is off by 6e-17; the wall keeps its finite side all the same.
  const Shape wall = Shape::half_space({0, 2, 0}, {0, 1, 0}).transformed(turn_about_z(kPi / 2), {0, 0, 0}, 1);
  CHECK(wall.bounds().min[0] == doctest::Approx(-2));

  const Shape ball = Shape::sphere({0, 0, 0}, 1), far = Shape::sphere({10, 0, 0}, 1);
  CHECK(Shape::unite({ball, far}).bounds().max[0] == doctest::Approx(11));
  CHECK(Shape::subtract(ball, {Shape::half_space({0, 0, 0}, {0, 1, 0})}).bounds().is_finite(3));
  const Shape slab = Shape::box({0, 0, -kUnbounded}, {1, 1, kUnbounded});
  CHECK(slab.bounds().is_finite(2));
  CHECK_FALSE(slab.bounds().is_finite(3));
}

// Oracle: the contract, one sentence that names the primitive and the numbers; valid neighbours do not throw.
TEST_CASE("degenerate shapes are refused by name") {
  const auto mentions = [](const std::string& message, const std::string& part) {
    INFO(message);
    CHECK(message.find(part) != std::string::npos);
  };
  mentions(message_of([] { Shape::sphere({0, 0, 0}, -2); }), "sphere has radius -2");
  mentions(message_of([] { Shape::cylinder({0, 0, 0}, {0, 0, 1}, 0); }), "cylinder has radius 0");
  mentions(message_of([] {
             Shape::capsule({1, 2, 3}, {1, 2, 3}, 1);
           }),
           "capsule from (1, 2, 3) to (1, 2, 3)");
  mentions(message_of([] { Shape::cylinder({0, 0, kUnbounded}, {0, 0, 1}, 1); }), "cylinder");
  mentions(message_of([] { Shape::box({0, 0, 0}, {1, 0, 1}); }), "(1, 0, 1) is empty along y");
  mentions(message_of([] { Shape::box({0, 0, 0}, {1, std::nan(""), 1}); }), "empty along y");
  mentions(message_of([] { Shape::box({0, 0, 0}, {1, 1, kUnbounded}); }), "half-space");
  mentions(message_of([] { Shape::box(Point::constant(-kUnbounded), Point::constant(kUnbounded)); }),
           "all of space");
  mentions(message_of([] { Shape::half_space({0, 0, 0}, {0, 0, 0}); }), "normal (0, 0, 0)");
  mentions(message_of([] { Shape::unite({}); }), "union has no parts");
  mentions(message_of([] {
             Shape::sphere({0, 0, 0}, 1).transformed(turn_about_x(0), {0, 0, 0}, 0);
           }),
           "scaled by 0");
  mentions(message_of([] {
             Shape::sphere({0, 0, 0}, 1).transformed(Mat3<double>{}, {0, 0, 0}, 1);
           }),
           "not a rotation");
}

// Oracle: a chain of differences, each inside the last, needs one stack entry more per level; side by side
// two do.
TEST_CASE("programs deeper than the stack are refused") {
  const Shape ball = Shape::sphere({0, 0, 0}, 1);
  Shape chain = ball;
  for (int depth = 2; depth <= kShapeStack; ++depth) chain = Shape::subtract(ball, {chain});
  CHECK(std::isfinite(chain.signed_distance({0.1, 0.2, 0.3})));
  CHECK_THROWS_AS(Shape::subtract(ball, {chain}), InputError);
  CHECK_THROWS_AS(Shape::unite({ball, chain}), InputError);
  CHECK(Shape::unite(std::vector<Shape>(1000, ball)).signed_distance({3, 0, 0}) == doctest::Approx(2));
}
