// SPDX-License-Identifier: Apache-2.0
// Shapes as signed distance: primitives, combined, moved, turned and scaled.
// A shape is a short postfix program over points, plain data without pointers to functions, so that colliders
// can be evaluated in node loops on host and device. Planar scenes see the slice z = 0 of a shape; factories
// of planar scenes pass an unbounded extent along z where a primitive has one.
// The value is negative inside, 1-Lipschitz, exact for primitives, and a lower bound of the distance for
// combinations; its sign is always right. Sampled solids are all that up to their interpolation: see
// ShapeView::slack().
#pragma once

#include <memory>
#include <vector>

#include <froth/geometry/distance_array.h>
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
  /// A box whose edges and corners are rounded off; `rounding` is at most half the shortest side.
  static Shape rounded_box(const Vec3<double>& min, const Vec3<double>& max, double rounding);
  static Shape sphere(const Vec3<double>& center, double radius);
  /// Radii along x, y and z; that along z may be unbounded.
  static Shape ellipsoid(const Vec3<double>& center, const Vec3<double>& radii);
  static Shape cylinder(const Vec3<double>& from, const Vec3<double>& to, double radius);
  /// One of the radii may be zero.
  static Shape cone(const Vec3<double>& from, const Vec3<double>& to, double from_radius, double to_radius);
  static Shape capsule(const Vec3<double>& from, const Vec3<double>& to, double radius);
  static Shape torus(const Vec3<double>& center, const Vec3<double>& axis, double major_radius,
                     double minor_radius);
  /// All points x with (x - point) . normal <= 0; the normal points out of the solid.
  static Shape half_space(const Vec3<double>& point, const Vec3<double>& normal);
  /// A polygon of the plane between two heights, which may both be unbounded. Either direction of turning
  /// will do; a polygon that crosses or touches itself is refused.
  static Shape prism(const std::vector<Vec2<double>>& corners, double z_min, double z_max);
  /// A solid given by samples of its distance.
  static Shape sampled(DistanceArray distances);

  /// Throws InputError where the list is empty, or where the program would outgrow kShapeStack.
  static Shape unite(const std::vector<Shape>& parts);
  /// A union whose seams are filled: two parts closer than `blend` [m] grow together. Parts are joined in
  /// their order, which matters a little where three meet. Reaches at most blend / 4 beyond the parts at
  /// every joint.
  static Shape unite_smoothly(const std::vector<Shape>& parts, double blend);
  static Shape intersect(const std::vector<Shape>& parts);
  static Shape subtract(const Shape& from, const std::vector<Shape>& parts);

  /// The skin of the shape, `thickness` [m] inward from its surface.
  Shape shell(double thickness) const;
  /// Copies at i * spacing for every i from 0 to count - 1 on each axis: a union, at most kMostCopies long.
  Shape repeated(const Vec3<int>& count, const Vec3<double>& spacing) const;
  static constexpr int kMostCopies = 4096;
  /// Repetitions inside each other multiply; this keeps the whole program below 100 MB.
  static constexpr int kMostRepeatedSteps = 1 << 18;
  /// x -> turn * x * scale + shift, applied to the whole shape; `turn` is a rotation.
  Shape transformed(const Mat3<double>& turn, const Vec3<double>& shift, double scale) const;

  /// A shape from its instructions, as view() shows them; `data` owns the corners and samples that they point
  /// to. Throws InputError where they are no program: too few or too many values, or too deep.
  static Shape from_program(std::vector<ShapeOp> ops, std::vector<std::shared_ptr<const void>> data,
                            double resolution);

  bool is_empty() const { return ops_.empty(); }
  ShapeView view() const { return {ops_.data(), static_cast<int>(ops_.size()), resolution_}; }
  /// A box around the shape; that of the first operand for a difference.
  Bounds bounds() const;
  double signed_distance(const Vec3<double>& x) const { return froth::signed_distance(view(), x); }

 private:
  explicit Shape(const ShapeOp& op) : ops_{op} {}
  /// Appends the program of another shape, and shares what it points to.
  void append(const Shape& part);
  static Shape chain(const std::vector<Shape>& parts, const ShapeOp& combination);

  std::vector<ShapeOp> ops_;
  std::vector<std::shared_ptr<const void>> data_;  ///< corners and samples, never changed, shared by copies
  double resolution_ = 0;
};

}  // namespace froth
