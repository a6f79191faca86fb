// SPDX-License-Identifier: Apache-2.0
// Rounded boxes, ellipsoids, cones, tori, prisms, and what combinations make of them: against sampled
// surfaces that come from parametric forms, and membership that comes from plain geometry.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include <froth/base/error.h>
#include <froth/geometry/sampling.h>
#include <froth/geometry/shape.h>
#include <support/random_values.h>

using namespace froth;

namespace {

using Point = Vec3<double>;
using Points = std::vector<Point>;
constexpr double kPi = std::numbers::pi;

double nearest(const Points& surface, const Point& x) {
  double best = 1e300;
  for (const Point& s : surface) best = std::min(best, dot(x - s, x - s));
  return std::sqrt(best);
}

/// |distance| against the nearest of many surface points, one of which lies within `gap` of every surface
/// point; the sign against membership, away from the surface by more than rounding.
void check_exact(const Shape& shape, const Points& surface, double gap,
                 const std::function<bool(const Point&)>& is_inside) {
  test::Rng rng(11);
  for (int n = 0; n < 150; ++n) {
    const Point x = rng.vector(1.4);
    const double sampled = nearest(surface, x), distance = shape.signed_distance(x);
    CAPTURE(x[0]);
    CAPTURE(x[1]);
    CAPTURE(x[2]);
    CHECK(sampled >= std::abs(distance) - 1e-12);  // every sample is on the surface, up to rounding
    CHECK(sampled <= std::abs(distance) + gap);
  }
  for (int n = 0; n < 1000; ++n) {
    const Point x = rng.vector(1.2);
    if (std::abs(shape.signed_distance(x)) > 1e-12) CHECK((shape.signed_distance(x) < 0) == is_inside(x));
  }
}

/// Samples of a surface over [0, 1]^2.
Points sampled(int nu, int nv, const std::function<Point(double, double)>& surface) {
  Points points;
  for (int i = 0; i <= nu; ++i)
    for (int j = 0; j <= nv; ++j) points.push_back(surface(double(i) / nu, double(j) / nv));
  return points;
}

void append(Points& to, const Points& from) { to.insert(to.end(), from.begin(), from.end()); }

Points ellipsoid_surface(const Point& c, const Point& r) {
  return sampled(150, 300, [&](double u, double v) {
    const double a = kPi * u, b = 2 * kPi * v;
    return c + Point{r[0] * std::sin(a) * std::cos(b), r[1] * std::sin(a) * std::sin(b), r[2] * std::cos(a)};
  });
}

const std::vector<Vec2<double>> kArrow = {{-0.6, -0.3}, {0.5, -0.5}, {0.1, 0},
                                          {0.6, 0.4},   {-0.6, 0.5}, {-0.3, 0.1}};

/// Even-odd count of edges to the right of a point, each edge owning its lower end.
bool is_in_arrow(const Point& x) {
  bool is_inside = false;
  for (std::size_t i = 0; i < kArrow.size(); ++i) {
    const Vec2<double>&a = kArrow[i], &b = kArrow[(i + 1) % kArrow.size()];
    if ((a[1] > x[1]) == (b[1] > x[1])) continue;
    if (a[0] + (b[0] - a[0]) * (x[1] - a[1]) / (b[1] - a[1]) > x[0]) is_inside = !is_inside;
  }
  return is_inside;
}

Point along_arrow(double u) {
  const double at = u * double(kArrow.size());
  const std::size_t i = std::min(std::size_t(at), kArrow.size() - 1);
  const Vec2<double>&a = kArrow[i], &b = kArrow[(i + 1) % kArrow.size()];
  return {a[0] + (at - double(i)) * (b[0] - a[0]), a[1] + (at - double(i)) * (b[1] - a[1]), 0};
}

std::vector<Shape> assorted() {
  const Shape egg = Shape::ellipsoid({0.1, 0, -0.1}, {0.9, 0.2, 0.5});
  const Shape hat = Shape::cone({0, -0.4, 0}, {0.2, 0.5, 0.1}, 0.6, 0.1);
  const Shape ring = Shape::torus({0, 0.1, 0}, {1, 2, 0}, 0.6, 0.25);
  const Shape soap = Shape::rounded_box({-0.5, -0.4, -0.3}, {0.4, 0.5, 0.6}, 0.2);
  const Shape arrow = Shape::prism(kArrow, -0.2, 0.4);
  const Shape blob = Shape::unite_smoothly({egg, hat, arrow}, 0.3);
  const Shape wedge = Shape::intersect({soap, Shape::half_space({0, 0, 0}, {1, 1, 0}), ring});
  const Shape rows = Shape::sphere({-0.5, -0.5, -0.5}, 0.2).repeated({3, 2, 3}, {0.5, 0.6, 0.3});
  const Mat3<double> turn = test::Rng(5).rotation();
  return {egg,
          hat,
          ring,
          soap,
          arrow,
          blob,
          wedge,
          ring.shell(0.1),
          blob.shell(0.05),
          rows,
          blob.shell(0.05).transformed(turn, {0.2, -0.1, 0.3}, 1.6),
          Shape::ellipsoid({0, 0, 0}, {0.7, 0.3, kUnbounded}),
          Shape::prism(kArrow, -kUnbounded, kUnbounded)};
}

double filled_volume(const Shape& shape) {
  const double spacing = 0.02;
  return std::pow(spacing, 3) * double(sample_lattice(shape, {spacing, 0.7, 3, 0, 3}).size());
}

}  // namespace

// Oracle: brute force over a rounded box built as faces, quarter cylinders and eighths of spheres in one map:
// the box without its rounding, moved out along sampled directions; membership by clamping to that inner box.
TEST_CASE("rounded box distance") {
  const Point half{0.35, 0.25, 0.4}, center{0.1, -0.1, 0.05};
  const double rounding = 0.2;
  Points surface;
  // Direction n of the unit sphere and the corner of the inner box in its octant; where n has a zero
  // component, the surface also has the whole edge or face, sampled by s and t.
  for (const Point& n : ellipsoid_surface({0, 0, 0}, {1, 1, 1})) {
    Point corner{};
    for (int k = 0; k < 3; ++k) corner[k] = std::copysign(half[k], n[k]);
    surface.push_back(center + corner + rounding * n);
  }
  for (int axis = 0; axis < 3; ++axis)
    append(surface, sampled(400, 40, [&](double u, double v) {
             Point x{};  // the quarter cylinders along `axis`
             const int a = (axis + 1) % 3, b = (axis + 2) % 3;
             const double angle = 2 * kPi * u;
             x[axis] = half[axis] * (2 * v - 1);
             x[a] = std::copysign(half[a], std::cos(angle)) + rounding * std::cos(angle);
             x[b] = std::copysign(half[b], std::sin(angle)) + rounding * std::sin(angle);
             return center + x;
           }));
  for (int side = 0; side < 6; ++side)
    append(surface, sampled(40, 40, [&](double u, double v) {
             Point x{};
             const int axis = side / 2;
             x[axis] = (side % 2 == 0 ? 1 : -1) * (half[axis] + rounding);
             x[(axis + 1) % 3] = half[(axis + 1) % 3] * (2 * u - 1);
             x[(axis + 2) % 3] = half[(axis + 2) % 3] * (2 * v - 1);
             return center + x;
           }));
  const Point reach = half + Point::constant(rounding);
  // The largest patch is that of a face, 0.8 / 40 by 0.7 / 40: half its diagonal is 0.0133.
  check_exact(Shape::rounded_box(center - reach, center + reach, rounding), surface, 0.014,
              [&](const Point& x) {
                Point off{};
                for (int k = 0; k < 3; ++k) off[k] = std::max(std::abs(x[k] - center[k]) - half[k], 0.0);
                return norm(off) < rounding;
              });
}

// Oracle: brute force over the parametric surface; membership by the equation. The largest patch is
// pi * 0.9 / 150 by 2 pi * 0.9 / 300, both 0.019: half its diagonal is below 0.0134.
TEST_CASE("ellipsoid distance") {
  const Point center{0.1, -0.1, 0.05};
  for (const Point& radii :
       {Point{0.9, 0.3, 0.5}, Point{0.2, 0.9, 0.9}, Point{0.9, 0.05, 0.1}, Point{0.5, 0.5, 0.5}})
    check_exact(Shape::ellipsoid(center, radii), ellipsoid_surface(center, radii), 0.0134,
                [&](const Point& x) {
                  double level = 0;
                  for (int k = 0; k < 3; ++k) level += std::pow((x[k] - center[k]) / radii[k], 2);
                  return level < 1;
                });
}

// Oracle: by hand. From the centre the surface is the least radius away; on the long axis the nearest point
// is the end only beyond a - b^2 / a; a point a tiny step off a plane of symmetry is as far as one on it, up
// to that step.
TEST_CASE("ellipsoid distance on its planes of symmetry") {
  const Shape egg = Shape::ellipsoid({0, 0, 0}, {2, 1, 1.5});
  CHECK(egg.signed_distance({0, 0, 0}) == doctest::Approx(-1).epsilon(1e-15));
  CHECK(egg.signed_distance({3, 0, 0}) == doctest::Approx(1).epsilon(1e-15));
  CHECK(egg.signed_distance({1.9, 0, 0}) == doctest::Approx(-0.1).epsilon(1e-12).scale(0));  // 1.9 > 2 - 1/2
  // (0.6, 0): the foot is at x = a^2 p / (a^2 - b^2) = 0.8, y = sqrt(1 - 0.16).
  CHECK(egg.signed_distance({0.6, 0, 0}) ==
        doctest::Approx(-std::hypot(0.2, std::sqrt(0.84))).epsilon(1e-14));
  for (const double tiny : {1e-300, 1e-20, 1e-12})
    CHECK(std::abs(egg.signed_distance({0.6, tiny, 0}) - egg.signed_distance({0.6, 0, 0})) < 2e-12);
  const Shape needle = Shape::ellipsoid({0, 0, 0}, {1, 1e-4, 1e-3});
  CHECK(needle.signed_distance({0, 0.5, 0}) == doctest::Approx(0.5 - 1e-4).epsilon(1e-12));
  CHECK(needle.signed_distance({5, 0, 0}) == doctest::Approx(4).epsilon(1e-12));
}

// Oracle: brute force over mantle and caps; membership by height and radius. The mantle is 0.98 long: its
// patch is 0.0098 by 2 pi * 0.6 / 300 = 0.0126, half the diagonal 0.008.
TEST_CASE("cone distance") {
  const Point from{0.1, -0.5, 0.2}, to{-0.1, 0.4, -0.1}, axis = (to - from) / norm(to - from);
  const double length = norm(to - from);
  Point e1 = cross(axis, Point{1, 0, 0});
  e1 = e1 / norm(e1);
  const Point e2 = cross(axis, e1);
  for (const double top : {0.0, 0.25, 0.7}) {
    const auto at = [&](double height, double radius, double v) {
      const double angle = 2 * kPi * v;
      return from + height * axis + radius * (std::cos(angle) * e1 + std::sin(angle) * e2);
    };
    Points surface =
        sampled(100, 400, [&](double u, double v) { return at(u * length, 0.6 + u * (top - 0.6), v); });
    append(surface, sampled(60, 400, [&](double u, double v) { return at(0, 0.6 * u, v); }));
    append(surface, sampled(70, 400, [&](double u, double v) { return at(length, top * u, v); }));
    check_exact(Shape::cone(from, to, 0.6, top), surface, 0.009, [&](const Point& x) {
      const double height = dot(x - from, axis);
      const double off = std::hypot(dot(x - from, e1), dot(x - from, e2));
      return height > 0 && height < length && off < 0.6 + height / length * (top - 0.6);
    });
  }
}

// Oracle: brute force over the parametric surface; membership by the distance to a fine scan of the circle.
TEST_CASE("torus distance") {
  const double major = 0.6, minor = 0.25;
  const Points surface = sampled(400, 120, [&](double u, double v) {
    const double off = major + minor * std::cos(2 * kPi * v);
    return Point{off * std::cos(2 * kPi * u), minor * std::sin(2 * kPi * v), off * std::sin(2 * kPi * u)};
  });
  Points circle;
  for (int i = 0; i < 2000; ++i)
    circle.push_back({major * std::cos(2 * kPi * i / 2000), 0, major * std::sin(2 * kPi * i / 2000)});
  const Shape ring = Shape::torus({0, 0, 0}, {0, 3, 0}, major, minor);
  // Half the diagonal of 2 pi 0.85 / 400 by 2 pi 0.25 / 120. The circle's chords are 0.002, its scan off by
  // 2e-6.
  check_exact(ring, surface, 0.0095, [&](const Point& x) {
    return nearest(circle, x) < minor + 2e-6 - 4e-6 * (ring.signed_distance(x) > 0);
  });
}

// Oracle: brute force over the outline and the faces; membership by even-odd counting of edges, written
// apart.
TEST_CASE("polygon and extrusion distance") {
  const Shape flat = Shape::prism(kArrow, -kUnbounded, kUnbounded), thick = Shape::prism(kArrow, -0.3, 0.4);
  const Points outline = sampled(6000, 0, [](double u, double) { return along_arrow(u); });
  test::Rng rng(3);
  for (int n = 0; n < 300; ++n) {
    Point x = rng.vector(1.2);
    CHECK((flat.signed_distance(x) < 0) == is_in_arrow(x));
    x[2] = 0;
    // Edges are at most 1.2 long, 1000 samples each: half a step is 0.0006.
    CHECK(std::abs(nearest(outline, x) - std::abs(flat.signed_distance(x))) < 0.0007);
  }
  Points surface = sampled(600, 60, [](double u, double v) {
    return along_arrow(u) + Point{0, 0, -0.3 + 0.7 * v};
  });
  for (const double z : {-0.3, 0.4})
    append(surface, sampled(120, 120, [&](double u, double v) {
             return Point{1.4 * u - 0.7, 1.2 * v - 0.6, z};
           }));
  std::erase_if(surface, [](const Point& x) {
    return (x[2] == -0.3 || x[2] == 0.4) && !is_in_arrow(x) &&
           std::abs(Shape::prism(kArrow, -1, 1).signed_distance(x)) > 1e-12;
  });
  // Patches are 0.012 square; a cap's last sample may be a patch away from the outline, which has its own.
  check_exact(thick, surface, 0.013,
              [](const Point& x) { return x[2] > -0.3 && x[2] < 0.4 && is_in_arrow(x); });
  // The other way around is the same solid.
  const Shape reversed = Shape::prism({kArrow.rbegin(), kArrow.rend()}, -0.3, 0.4);
  for (int n = 0; n < 100; ++n) {
    const Point x = rng.vector(1);
    CHECK(reversed.signed_distance(x) == doctest::Approx(thick.signed_distance(x)));
  }
}

// Oracle: the definition of a 1-Lipschitz function, plus rounding of a few 1e-16 times the iterations' scale.
TEST_CASE("new shapes are 1-Lipschitz") {
  test::Rng rng(17);
  for (const Shape& shape : assorted())
    for (int n = 0; n < 2000; ++n) {
      const Point x = rng.vector(1.5), y = x + rng.vector(n % 2 == 0 ? 1.5 : 0.01);
      CHECK(std::abs(shape.signed_distance(x) - shape.signed_distance(y)) <= norm(x - y) + 1e-13);
    }
}

// Oracle: by definition every inside point lies within the bounds; boxes of turned solids by hand.
TEST_CASE("bounds hold new shapes") {
  test::Rng rng(23);
  for (const Shape& shape : assorted()) {
    const Bounds bounds = shape.bounds();
    for (int n = 0; n < 4000; ++n) {
      const Point x = rng.vector(2);
      if (shape.signed_distance(x) >= 0) continue;
      for (int k = 0; k < 3; ++k) CHECK((x[k] >= bounds.min[k] && x[k] <= bounds.max[k]));
    }
  }
  const double c = std::sqrt(0.5);
  const Mat3<double> turn{{{c, -c, 0}, {c, c, 0}, {0, 0, 1}}};
  const Bounds egg = Shape::ellipsoid({0, 0, 0}, {2, 1, 1}).transformed(turn, {}, 1).bounds();
  CHECK(egg.max[0] == doctest::Approx(std::sqrt(2.5)));  // sqrt((2^2 + 1^2) / 2)
  const Bounds ring = Shape::torus({0, 0, 0}, {0, 1, 0}, 2, 0.5).bounds();
  CHECK(ring.max[0] == doctest::Approx(2.5));
  CHECK(ring.max[1] == doctest::Approx(0.5));
  const Bounds hat = Shape::cone({0, 0, 0}, {0, 2, 0}, 1, 0.2).bounds();
  CHECK(hat.max[0] == doctest::Approx(1));
  CHECK(hat.max[1] == doctest::Approx(2));
  const Shape ball = Shape::sphere({0, 0, 0}, 1), far = Shape::sphere({5, 0, 0}, 1);
  CHECK(Shape::intersect({ball, far}).bounds().min[0] == kUnbounded);  // nothing in common
  CHECK(Shape::intersect({ball, Shape::half_space({0, 0, 0}, {0, 1, 0})}).bounds().max[1] ==
        doctest::Approx(0));
  CHECK(ball.repeated({3, 1, 2}, {4, 0, -3}).bounds().max[0] == doctest::Approx(9));
  CHECK(ball.repeated({3, 1, 2}, {4, 0, -3}).bounds().min[2] == doctest::Approx(-4));
}

// Oracle: set logic on the parts' own signs; depth below the surface of an exact solid for the shell.
TEST_CASE("combinations keep their promises") {
  const Shape a = Shape::sphere({0, 0, 0}, 0.8), b = Shape::box({0.2, -0.5, -0.5}, {1.2, 0.5, 0.5});
  const Shape c = Shape::capsule({-1, 0, 0}, {1, 0, 0}, 0.2);
  const Shape common = Shape::intersect({a, b, c}), blend = Shape::unite_smoothly({a, b}, 0.2),
              skin = a.shell(0.3);
  const Shape pair = a.repeated({2, 1, 1}, {1, 0, 0});
  test::Rng rng(29);
  for (int n = 0; n < 2000; ++n) {
    const Point x = rng.vector(1.4);
    const double da = a.signed_distance(x), db = b.signed_distance(x), dc = c.signed_distance(x);
    CHECK((common.signed_distance(x) < 0) == (da < 0 && db < 0 && dc < 0));
    CHECK((skin.signed_distance(x) < 0) == (da < 0 && da > -0.3));
    CHECK(pair.signed_distance(x) == doctest::Approx(std::min(da, a.signed_distance(x - Point{1, 0, 0}))));
    // A smooth union holds both parts, is the union where they differ by the blend, and adds a quarter at
    // most.
    CHECK(blend.signed_distance(x) <= std::min(da, db));
    CHECK(blend.signed_distance(x) >= std::min(da, db) - 0.05 - 1e-15);
    if (std::abs(da - db) >= 0.2) CHECK(blend.signed_distance(x) == std::min(da, db));
  }
  CHECK(Shape::intersect({a, Shape()}).is_empty());
  CHECK(Shape::unite_smoothly({Shape(), a}, 0.1).signed_distance({0, 0, 0}) == doctest::Approx(-0.8));
  CHECK(Shape::unite(std::vector<Shape>(1000, a.shell(0.1))).signed_distance({3, 0, 0}) ==
        doctest::Approx(2.2));
}

// Oracle: closed-form volumes; points at random places of lattice cells of 0.02 miss by about 0.1 percent.
TEST_CASE("filled volumes are the closed forms") {
  CHECK(filled_volume(Shape::ellipsoid({0, 0, 0}, {0.8, 0.3, 0.5})) ==
        doctest::Approx(4 * kPi / 3 * 0.12).epsilon(0.01));
  CHECK(filled_volume(Shape::cone({0, 0, 0}, {0.1, 0.8, 0}, 0.5, 0.2)) ==
        doctest::Approx(kPi / 3 * std::hypot(0.1, 0.8) * (0.25 + 0.1 + 0.04)).epsilon(0.01));
  CHECK(filled_volume(Shape::torus({0, 0, 0}, {1, 1, 0}, 0.6, 0.25)) ==
        doctest::Approx(2 * kPi * kPi * 0.6 * 0.0625).epsilon(0.01));
  // A box of 1 x 0.8 x 0.6 rounded by r = 0.2: inner box, six slabs, twelve quarter cylinders, one sphere.
  const double r = 0.2, inner = 0.6 * 0.4 * 0.2, faces = 2 * r * (0.6 * 0.4 + 0.4 * 0.2 + 0.2 * 0.6);
  CHECK(filled_volume(Shape::rounded_box({-0.5, -0.4, -0.3}, {0.5, 0.4, 0.3}, r)) ==
        doctest::Approx(inner + faces + kPi * r * r * (0.6 + 0.4 + 0.2) + 4 * kPi / 3 * r * r * r)
            .epsilon(0.01));
  double twice = 0;  // the shoelace formula
  for (std::size_t i = 0; i < kArrow.size(); ++i) {
    const Vec2<double>&p = kArrow[i], &q = kArrow[(i + 1) % kArrow.size()];
    twice += p[0] * q[1] - p[1] * q[0];
  }
  CHECK(filled_volume(Shape::prism(kArrow, 0, 0.7)) ==
        doctest::Approx(std::abs(twice) / 2 * 0.7).epsilon(0.01));
  CHECK(filled_volume(Shape::sphere({0, 0, 0}, 0.6).shell(0.2)) ==
        doctest::Approx(4 * kPi / 3 * (0.216 - 0.064)).epsilon(0.01));
}

// Oracle: the contract, one sentence that names the solid and what is wrong; a valid neighbour passes.
TEST_CASE("degenerate solids are refused by name") {
  const auto complaint_of = [](const std::function<void()>& make) -> std::string {
    try {
      make();
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  const auto mentions = [&](const std::function<void()>& make, const std::string& part) {
    const std::string message = complaint_of(make);
    CAPTURE(message);
    CHECK(message.find(part) != std::string::npos);
  };
  const Point o{}, one{1, 1, 1}, up{0, 1, 0};
  mentions([&] { Shape::rounded_box(o, one, 0.6); }, "rounding of 0.6");
  mentions([&] { Shape::rounded_box(o, one, 0); }, "radius 0");
  mentions([&] { Shape::ellipsoid(o, {1, 0, 1}); }, "ellipsoid has radii (1, 0, 1)");
  mentions([&] { Shape::cone(o, up, 0, 0); }, "no radius");
  mentions([&] { Shape::cone(o, up, -1, 0); }, "cone has radius -1");
  mentions([&] { Shape::torus(o, up, 1, 2); }, "no hole");
  mentions([&] { Shape::torus(o, o, 2, 1); }, "axis (0, 0, 0)");
  mentions([&] { Shape::prism({{0, 0}, {1, 0}}, 0, 1); }, "2 points");
  mentions([&] { Shape::prism({{0, 0}, {1, 1}, {1, 0}, {0, 1}}, 0, 1); }, "crosses or touches itself");
  mentions(
      [&] {
        Shape::prism({{0, 0}, {2, 0}, {1, 1}, {1, 0}, {0, 1}}, 0, 1);
      },
      "crosses or touches itself");
  mentions([&] { Shape::prism({{0, 0}, {1, 0}, {1, 0}, {0, 1}}, 0, 1); }, "(1, 0) twice");
  mentions([&] { Shape::prism({{0, 0}, {1, 0}, {2, 0}}, 0, 1); }, "runs back on itself");
  mentions([&] { Shape::prism(kArrow, 1, 1); }, "height");
  mentions([&] { Shape::sphere(o, 1).shell(0); }, "thickness of 0");
  mentions([&] { Shape::unite_smoothly({Shape::sphere(o, 1)}, 0); }, "radius of 0");
  mentions([&] { Shape::sphere(o, 1).repeated({2, 1, 1}, o); }, "spacing of 0");
  mentions([&] { Shape::sphere(o, 1).repeated({17, 17, 17}, one); }, "4913 copies");
  CHECK(complaint_of([&] { Shape::sphere(o, 1).repeated({16, 16, 16}, one); }) == "nothing was thrown");
}
