// SPDX-License-Identifier: Apache-2.0
// Evaluates a shape: a postfix program of primitives and combinations, run over a small fixed stack.
// Plain data and plain functions, so that node loops on host and device can call them.
// The box and the cylinder are one rule: per-axis excess over the half extent; outside, the length of the
// positive excesses; inside, the largest (negative) one. An infinite half extent gives an excess of
// -infinity, which never wins, so that unbounded axes drop out without a special case.
#pragma once

#include <limits>

#include <froth/base/mat.h>

namespace froth {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

enum class ShapeKind : unsigned char { Box, Sphere, Cylinder, Capsule, HalfSpace, Union, Difference };

/// One instruction: push a primitive's distance, or combine the two topmost distances.
struct ShapeOp {
  ShapeKind kind;
  Vec3<double> p, q;   ///< box: p centre, q half extents; sphere: p centre; cylinder, capsule: ends p and q;
                       ///< half-space: p point, q unit outward normal
  double radius;       ///< sphere, cylinder, capsule [m]
  Mat3<double> turn;   ///< world to local rotation
  Vec3<double> shift;  ///< local = turn * (world - shift) / scale
  double scale;        ///< uniform scale of the primitive
};

/// What a node loop sees of a shape.
struct ShapeView {
  const ShapeOp* ops;
  int count;
};

/// Deepest stack that a program may need.
inline constexpr int kShapeStack = 16;

namespace detail {
FROTH_HD inline double lesser(double a, double b) { return b < a ? b : a; }
FROTH_HD inline double greater(double a, double b) { return b > a ? b : a; }

FROTH_HD inline double box_distance(const ShapeOp& op, const Vec3<double>& x) {
  double inside = -kUnbounded, outside = 0;
  for (int k = 0; k < 3; ++k) {
    const double excess = std::abs(x[k] - op.p[k]) - op.q[k];
    inside = greater(inside, excess);
    if (excess > 0) outside += excess * excess;
  }
  return inside > 0 ? std::sqrt(outside) : inside;
}

FROTH_HD inline double cylinder_distance(const ShapeOp& op, const Vec3<double>& x) {
  const Vec3<double> span = op.q - op.p, arm = x - 0.5 * (op.p + op.q);
  const double length = norm(span), along = dot(arm, span) / length;
  const double radial = norm(arm - (along / length) * span) - op.radius;
  const double axial = std::abs(along) - 0.5 * length;
  if (radial > 0 && axial > 0) return std::sqrt(radial * radial + axial * axial);
  return greater(radial, axial);
}

FROTH_HD inline double capsule_distance(const ShapeOp& op, const Vec3<double>& x) {
  const Vec3<double> span = op.q - op.p, arm = x - op.p;
  const double nearest = lesser(greater(dot(arm, span) / dot(span, span), 0.0), 1.0);
  return norm(arm - nearest * span) - op.radius;
}

/// Signed distance of a primitive [m] at a point of the world.
FROTH_HD inline double primitive_distance(const ShapeOp& op, const Vec3<double>& world) {
  const Vec3<double> x = op.turn * (world - op.shift) / op.scale;
  switch (op.kind) {
    case ShapeKind::Box: return op.scale * box_distance(op, x);
    case ShapeKind::Sphere: return op.scale * (norm(x - op.p) - op.radius);
    case ShapeKind::Cylinder: return op.scale * cylinder_distance(op, x);
    case ShapeKind::Capsule: return op.scale * capsule_distance(op, x);
    default: return op.scale * dot(x - op.p, op.q);
  }
}
}  // namespace detail

/// Signed distance [m] of a point, negative inside; +infinity everywhere for the empty shape.
FROTH_HD inline double signed_distance(const ShapeView& shape, const Vec3<double>& x) {
  // The topmost value stays out of the array, in a register; below all lies the empty shape.
  double top = kUnbounded, below[kShapeStack];
  int depth = 0;
  for (int i = 0; i < shape.count; ++i) {
    const ShapeOp& op = shape.ops[i];
    if (op.kind == ShapeKind::Union) {
      top = detail::lesser(below[--depth], top);
    } else if (op.kind == ShapeKind::Difference) {
      top = detail::greater(below[--depth], -top);
    } else {
      below[depth++] = top;
      top = detail::primitive_distance(op, x);
    }
  }
  return top;
}

/// Unit outward normal, from central differences over a step of `h` [m]; zero where there is none.
FROTH_HD inline Vec3<double> outward_normal(const ShapeView& shape, const Vec3<double>& x, double h) {
  // A plane knows its normal, and floors are what most nodes touch.
  if (shape.count == 1 && shape.ops[0].kind == ShapeKind::HalfSpace)
    return transpose(shape.ops[0].turn) * shape.ops[0].q;
  Vec3<double> rise{};
  for (int k = 0; k < 3; ++k) {
    Vec3<double> ahead = x, behind = x;
    ahead[k] += h;
    behind[k] -= h;
    rise[k] = signed_distance(shape, ahead) - signed_distance(shape, behind);
  }
  // A slope of 1e-6 where a distance has slope 1 is the rounding of a centre or a ridge, not a direction.
  // Written so that the not-a-number of the empty shape (infinity - infinity) ends here too.
  const double length = norm(rise);
  return length > 2e-6 * h ? rise / length : Vec3<double>{};
}

}  // namespace froth
