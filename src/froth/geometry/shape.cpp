// SPDX-License-Identifier: Apache-2.0
#include <froth/geometry/shape.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {
namespace {

using Point = Vec3<double>;

std::string text(const Point& x) { return fmt::format("({:g}, {:g}, {:g})", x[0], x[1], x[2]); }

bool is_finite(const Point& x) { return std::isfinite(x[0]) && std::isfinite(x[1]) && std::isfinite(x[2]); }

bool is_combination(ShapeKind kind) { return kind == ShapeKind::Union || kind == ShapeKind::Difference; }

ShapeOp make_op(ShapeKind kind, const Point& p = {}, const Point& q = {}, double radius = 0) {
  return {kind, p, q, radius, Mat3<double>::identity(), Point{}, 1.0};
}

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

int stack_need(const std::vector<ShapeOp>& ops) {
  int depth = 0, deepest = 0;
  for (const ShapeOp& op : ops) {
    depth += is_combination(op.kind) ? -1 : 1;
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

void check_stack(const std::vector<ShapeOp>& ops) {
  const int need = stack_need(ops);
  if (need > kShapeStack)
    throw InputError(
        fmt::format("a shape nests unions and differences {} deep, but only {} levels fit; list the "
                    "parts side by side instead of inside each other",
                    need, kShapeStack));
}

/// A coefficient this small is the rounding of a quarter turn, not a tilt; without it a turned floor or wall
/// would lose its finite side.
constexpr double kAligned = 1e-12;

Bounds everywhere() { return {Point::constant(-kUnbounded), Point::constant(kUnbounded)}; }
Bounds nowhere() { return {Point::constant(kUnbounded), Point::constant(-kUnbounded)}; }

Bounds unite_bounds(const Bounds& a, const Bounds& b) {
  Bounds r{};
  for (int k = 0; k < 3; ++k) {
    r.min[k] = std::min(a.min[k], b.min[k]);
    r.max[k] = std::max(a.max[k], b.max[k]);
  }
  return r;
}

Bounds around(const Point& center, const Point& reach) { return {center - reach, center + reach}; }

Point to_world(const ShapeOp& op, const Point& local) {
  return op.scale * (transpose(op.turn) * local) + op.shift;
}

Bounds box_bounds(const ShapeOp& op) {
  Point reach{};
  for (int k = 0; k < 3; ++k)
    for (int axis = 0; axis < 3; ++axis) {
      const double c = std::abs(op.turn(axis, k));
      const bool drops_out = std::isinf(op.q[axis]) && c < kAligned;  // 0 * infinity is not a number
      if (!drops_out) reach[k] += c * op.q[axis] * op.scale;
    }
  return around(to_world(op, op.p), reach);
}

Bounds round_bounds(const ShapeOp& op) {
  const double radius = op.scale * op.radius;
  const Point p = to_world(op, op.p);
  if (op.kind == ShapeKind::Sphere) return around(p, Point::constant(radius));
  const Point q = to_world(op, op.q), axis = (q - p) / norm(q - p);
  Point reach = Point::constant(radius);
  if (op.kind == ShapeKind::Cylinder)  // a disc reaches less along the axis it faces
    for (int k = 0; k < 3; ++k) reach[k] = radius * std::sqrt(std::max(0.0, 1 - axis[k] * axis[k]));
  return unite_bounds(around(p, reach), around(q, reach));
}

Bounds half_space_bounds(const ShapeOp& op) {
  Bounds r = everywhere();
  const Point p = to_world(op, op.p), n = transpose(op.turn) * op.q;
  for (int k = 0; k < 3; ++k) {
    const double across = std::max(std::abs(n[(k + 1) % 3]), std::abs(n[(k + 2) % 3]));
    if (across < kAligned) (n[k] > 0 ? r.max : r.min)[k] = p[k];
  }
  return r;
}

Bounds primitive_bounds(const ShapeOp& op) {
  if (op.kind == ShapeKind::Box) return box_bounds(op);
  if (op.kind == ShapeKind::HalfSpace) return half_space_bounds(op);
  return round_bounds(op);
}

void check_rotation(const Mat3<double>& turn) {
  const Mat3<double> square = turn * transpose(turn);
  double error = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      const double entry = std::abs(square(r, c) - (r == c ? 1.0 : 0.0));
      error = entry <= error ? error : entry;  // in this order a not-a-number sticks
    }
  // Far above the rounding of many composed rotations, far below what would bend a distance visibly.
  if (!(error < 1e-9))
    throw InputError("a shape is turned by a matrix that is not a rotation; give a rotation");
}

}  // namespace

bool Bounds::is_finite(int dim) const {
  for (int k = 0; k < dim; ++k)
    if (!(min[k] > -kUnbounded && max[k] < kUnbounded)) return false;
  return true;
}

Shape Shape::box(const Point& min, const Point& max) {
  Point center{}, half{};
  int unbounded = 0;
  for (int k = 0; k < 3; ++k) {
    if (!(max[k] > min[k]))
      throw InputError(fmt::format("a box from {} to {} is empty along {}; give a max above the min",
                                   text(min), text(max), "xyz"[k]));
    if (std::isinf(min[k]) != std::isinf(max[k]))
      throw InputError(fmt::format("a box from {} to {} is unbounded on one side along {}; use a half-space",
                                   text(min), text(max), "xyz"[k]));
    const bool is_unbounded = std::isinf(min[k]);
    unbounded += is_unbounded;
    center[k] = is_unbounded ? 0.0 : min[k] + 0.5 * (max[k] - min[k]);
    half[k] = is_unbounded ? kUnbounded : 0.5 * (max[k] - min[k]);
  }
  if (unbounded == 3)
    throw InputError(
        fmt::format("a box from {} to {} is all of space; bound it along one axis", text(min), text(max)));
  Shape shape;
  shape.ops_ = {make_op(ShapeKind::Box, center, half)};
  return shape;
}

Shape Shape::sphere(const Point& center, double radius) {
  check_point("sphere", "center", center);
  check_radius("sphere", radius);
  Shape shape;
  shape.ops_ = {make_op(ShapeKind::Sphere, center, Point{}, radius)};
  return shape;
}

Shape Shape::cylinder(const Point& from, const Point& to, double radius) {
  check_ends("cylinder", from, to);
  check_radius("cylinder", radius);
  Shape shape;
  shape.ops_ = {make_op(ShapeKind::Cylinder, from, to, radius)};
  return shape;
}

Shape Shape::capsule(const Point& from, const Point& to, double radius) {
  check_ends("capsule", from, to);
  check_radius("capsule", radius);
  Shape shape;
  shape.ops_ = {make_op(ShapeKind::Capsule, from, to, radius)};
  return shape;
}

Shape Shape::half_space(const Point& point, const Point& normal) {
  check_point("half-space", "point", point);
  const double length = norm(normal);
  if (!(length > 0) || !std::isfinite(length))
    throw InputError(
        fmt::format("a half-space through {} has normal {}; give a finite normal other than zero",
                    text(point), text(normal)));
  Shape shape;
  shape.ops_ = {make_op(ShapeKind::HalfSpace, point, normal / length)};
  return shape;
}

Shape Shape::unite(const std::vector<Shape>& parts) {
  if (parts.empty()) throw InputError("a union has no parts; list at least one shape");
  Shape shape;
  for (const Shape& part : parts) {
    if (part.ops_.empty()) continue;
    const bool is_first = shape.ops_.empty();
    shape.ops_.insert(shape.ops_.end(), part.ops_.begin(), part.ops_.end());
    if (!is_first) shape.ops_.push_back(make_op(ShapeKind::Union));
  }
  check_stack(shape.ops_);
  return shape;
}

Shape Shape::subtract(const Shape& from, const std::vector<Shape>& parts) {
  Shape shape = from;
  if (from.ops_.empty()) return shape;
  for (const Shape& part : parts) {
    if (part.ops_.empty()) continue;
    shape.ops_.insert(shape.ops_.end(), part.ops_.begin(), part.ops_.end());
    shape.ops_.push_back(make_op(ShapeKind::Difference));
  }
  check_stack(shape.ops_);
  return shape;
}

Shape Shape::transformed(const Mat3<double>& turn, const Point& shift, double scale) const {
  check_rotation(turn);
  check_point("shape", "shift", shift);
  if (!(scale > 0) || !std::isfinite(scale))
    throw InputError(fmt::format("a shape is scaled by {:g}; give a positive, finite scale", scale));
  // local = T (y - s) / c with y = turn^T (x - shift) / scale, gathered into the same form in x.
  Shape shape = *this;
  for (ShapeOp& op : shape.ops_) {
    op.turn = op.turn * transpose(turn);
    op.shift = shift + scale * (turn * op.shift);
    op.scale *= scale;
  }
  return shape;
}

Bounds Shape::bounds() const {
  if (ops_.empty()) return nowhere();
  std::vector<Bounds> stack;
  for (const ShapeOp& op : ops_) {
    if (!is_combination(op.kind)) {
      stack.push_back(primitive_bounds(op));
      continue;
    }
    const Bounds second = stack.back();
    stack.pop_back();
    if (op.kind == ShapeKind::Union) stack.back() = unite_bounds(stack.back(), second);
  }
  return stack.back();
}

}  // namespace froth
