// SPDX-License-Identifier: Apache-2.0
// The primitives: checked numbers to instructions.
#include <froth/geometry/shape.h>

#include <cmath>
#include <string>

#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/geometry/polygon.h>

namespace froth {
namespace {

using Point = Vec3<double>;

std::string text(const Point& x) { return fmt::format("({:g}, {:g}, {:g})", x[0], x[1], x[2]); }

bool is_finite(const Point& x) { return std::isfinite(x[0]) && std::isfinite(x[1]) && std::isfinite(x[2]); }

void check_radius(const char* name, double radius) {
  if (!(radius > 0) || !std::isfinite(radius))
    throw InputError(fmt::format("a {} has radius {:g}; give a positive, finite radius", name, radius));
}

void check_point(const char* name, const char* what, const Point& x) {
  if (!is_finite(x))
    throw InputError(fmt::format("a {} has {} {}; give finite numbers", name, what, text(x)));
}

void check_ends(const char* name, const Point& from, const Point& to) {
  check_point(name, "an end", from);
  check_point(name, "an end", to);
  if (!(norm(to - from) > 0))
    throw InputError(
        fmt::format("a {} from {} to {} has no length; give two different ends", name, text(from), text(to)));
}

void check_same_side(const Point& min, const Point& max, int k) {
  if (!(max[k] > min[k]))
    throw InputError(fmt::format("a box from {} to {} is empty along {}; give a max above the min", text(min),
                                 text(max), "xyz"[k]));
  if (std::isinf(min[k]) != std::isinf(max[k]))
    throw InputError(fmt::format("a box from {} to {} is unbounded on one side along {}; use a half-space",
                                 text(min), text(max), "xyz"[k]));
}

/// A box as an instruction: centre and half extents.
ShapeOp box_op(const Point& min, const Point& max) {
  ShapeOp op{.kind = ShapeKind::Box};
  int unbounded = 0;
  for (int k = 0; k < 3; ++k) {
    check_same_side(min, max, k);
    const bool is_unbounded = std::isinf(min[k]);
    unbounded += is_unbounded;
    op.p[k] = is_unbounded ? 0.0 : min[k] + 0.5 * (max[k] - min[k]);
    op.q[k] = is_unbounded ? kUnbounded : 0.5 * (max[k] - min[k]);
  }
  if (unbounded == 3)
    throw InputError(
        fmt::format("a box from {} to {} is all of space; bound it along one axis", text(min), text(max)));
  return op;
}

}  // namespace

Shape Shape::box(const Point& min, const Point& max) { return Shape(box_op(min, max)); }

Shape Shape::rounded_box(const Point& min, const Point& max, double rounding) {
  check_radius("rounded box", rounding);
  ShapeOp op = box_op(min, max);
  op.kind = ShapeKind::RoundedBox;
  op.radius = rounding;
  for (int k = 0; k < 3; ++k) {
    if (rounding > op.q[k])
      throw InputError(
          fmt::format("a rounded box has a rounding of {:g}, more than half its size along {}, "
                      "{:g}; give a smaller rounding",
                      rounding, "xyz"[k], 2 * op.q[k]));
    op.q[k] -= rounding;
  }
  return Shape(op);
}

Shape Shape::sphere(const Point& center, double radius) {
  check_point("sphere", "center", center);
  check_radius("sphere", radius);
  return Shape({.kind = ShapeKind::Sphere, .p = center, .radius = radius});
}

Shape Shape::ellipsoid(const Point& center, const Point& radii) {
  check_point("ellipsoid", "center", center);
  for (int k = 0; k < 3; ++k)
    if (!(radii[k] > 0) || (k < 2 && !std::isfinite(radii[k])))
      throw InputError(fmt::format("an ellipsoid has radii {}; give positive, finite numbers", text(radii)));
  return Shape({.kind = ShapeKind::Ellipsoid, .p = center, .q = radii});
}

Shape Shape::cylinder(const Point& from, const Point& to, double radius) {
  check_ends("cylinder", from, to);
  check_radius("cylinder", radius);
  return Shape({.kind = ShapeKind::Cylinder, .p = from, .q = to, .radius = radius});
}

Shape Shape::cone(const Point& from, const Point& to, double from_radius, double to_radius) {
  check_ends("cone", from, to);
  for (const double radius : {from_radius, to_radius})
    if (!(radius >= 0) || !std::isfinite(radius))
      throw InputError(fmt::format("a cone has radius {:g}; give finite radii, none negative", radius));
  if (!(from_radius + to_radius > 0))
    throw InputError("a cone has no radius at either end; give one of them");
  return Shape(
      {.kind = ShapeKind::Cone, .p = from, .q = to, .radius = from_radius, .second_radius = to_radius});
}

Shape Shape::capsule(const Point& from, const Point& to, double radius) {
  check_ends("capsule", from, to);
  check_radius("capsule", radius);
  return Shape({.kind = ShapeKind::Capsule, .p = from, .q = to, .radius = radius});
}

Shape Shape::torus(const Point& center, const Point& axis, double major_radius, double minor_radius) {
  check_point("torus", "center", center);
  check_radius("torus", major_radius);
  check_radius("torus", minor_radius);
  const double length = norm(axis);
  if (!(length > 0) || !std::isfinite(length))
    throw InputError(fmt::format("a torus has axis {}; give a finite axis other than zero", text(axis)));
  if (!(minor_radius <= major_radius))
    throw InputError(
        fmt::format("a torus has a minor radius of {:g}, above its major radius of {:g}, so "
                    "that it has no hole; swap them or use a sphere",
                    minor_radius, major_radius));
  return Shape({.kind = ShapeKind::Torus,
                .p = center,
                .q = axis / length,
                .radius = minor_radius,
                .second_radius = major_radius});
}

Shape Shape::half_space(const Point& point, const Point& normal) {
  check_point("half-space", "point", point);
  const double length = norm(normal);
  if (!(length > 0) || !std::isfinite(length))
    throw InputError(
        fmt::format("a half-space through {} has normal {}; give a finite normal other than zero",
                    text(point), text(normal)));
  return Shape({.kind = ShapeKind::HalfSpace, .p = point, .q = normal / length});
}

Shape Shape::prism(const std::vector<Vec2<double>>& corners, double z_min, double z_max) {
  check_polygon(corners);
  if (!(z_max > z_min) || std::isinf(z_min) != std::isinf(z_max))
    throw InputError(
        fmt::format("a polygon is extruded from {:g} to {:g}; give a positive, finite height", z_min, z_max));
  auto data = std::make_shared<std::vector<double>>();
  for (const Vec2<double>& corner : corners) data->insert(data->end(), {corner[0], corner[1]});
  ShapeOp op{.kind = ShapeKind::Prism, .corners = data->data()};
  op.count[0] = static_cast<int>(corners.size());
  op.p[2] = std::isinf(z_min) ? 0.0 : z_min + 0.5 * (z_max - z_min);
  op.q[2] = 0.5 * (z_max - z_min);
  Shape shape(op);
  shape.data_.push_back(std::move(data));
  return shape;
}

Shape Shape::sampled(DistanceArray distances) {
  auto data = std::make_shared<DistanceArray>(std::move(distances));
  const auto& count = data->count;
  FROTH_CHECK(
      count[0] > 1 && count[1] > 1 && count[2] > 1 && data->spacing > 0 &&
          data->values.size() == std::size_t(count[0]) * std::size_t(count[1]) * std::size_t(count[2]),
      "a sampled solid needs as many samples as its array has places");
  Shape shape({.kind = ShapeKind::Sampled,
               .count = {count[0], count[1], count[2]},
               .p = data->origin,
               .radius = data->spacing,
               .second_radius = data->margin,
               .samples = data->values.data()});
  shape.resolution_ = data->spacing;
  shape.data_.push_back(std::move(data));
  return shape;
}

}  // namespace froth
