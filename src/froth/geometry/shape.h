// SPDX-License-Identifier: Apache-2.0
// Shapes as signed distance: primitives combined by union and difference, moved, turned and scaled.
// A shape is a short postfix program over points, plain data without pointers to functions, so that colliders
// can be evaluated in node loops on host and device. Planar scenes see the slice z = 0 of a shape; factories
// of planar scenes pass an unbounded extent along z where a primitive has one.
// The value is negative inside, 1-Lipschitz, exact for primitives, and a lower bound of the distance for
// combinations; its sign is always right.
#pragma once

#include <vector>

#include <froth/geometry/shape_eval.h>

namespace froth {

/// Axis-aligned box [m]; unbounded sides are infinite. The empty shape has min = +infinity, max = -infinity.
struct Bounds {
  Vec3<double> min, max;
  /// Whether no side of the first `dim` axes is unbounded.
  bool is_finite(int dim) const;
};

/// Owner of a shape's program. Values, cheap to copy; every operation returns a new shape.
/// Factories throw InputError for numbers that make no solid.
class Shape {
 public:
  /// The empty shape: infinitely far from everywhere.
  Shape() = default;
  /// A side may be unbounded both ways (-kUnbounded to kUnbounded), but not all three.
  static Shape box(const Vec3<double>& min, const Vec3<double>& max);
  static Shape sphere(const Vec3<double>& center, double radius);
  static Shape cylinder(const Vec3<double>& from, const Vec3<double>& to, double radius);
  static Shape capsule(const Vec3<double>& from, const Vec3<double>& to, double radius);
  /// All points x with (x - point) . normal <= 0; the normal points out of the solid.
  static Shape half_space(const Vec3<double>& point, const Vec3<double>& normal);
  /// Throws InputError where the list is empty, or where the program would outgrow kShapeStack.
  static Shape unite(const std::vector<Shape>& parts);
  static Shape subtract(const Shape& from, const std::vector<Shape>& parts);

  /// x -> turn * x * scale + shift, applied to the whole shape; `turn` is a rotation.
  Shape transformed(const Mat3<double>& turn, const Vec3<double>& shift, double scale) const;

  ShapeView view() const { return {ops_.data(), static_cast<int>(ops_.size())}; }
  /// A box around the shape; that of the first operand for a difference.
  Bounds bounds() const;
  double signed_distance(const Vec3<double>& x) const { return froth::signed_distance(view(), x); }

 private:
  std::vector<ShapeOp> ops_;
};

}  // namespace froth
