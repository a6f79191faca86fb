// SPDX-License-Identifier: Apache-2.0
// Evaluates a shape: a postfix program of primitives and combinations, run over a small fixed stack.
// Plain data and plain functions, so that node loops on host and device can call them.
#pragma once

#include <froth/geometry/shape_primitives.h>

namespace froth {

/// What a node loop sees of a shape.
struct ShapeView {
  const ShapeOp* ops;
  int count;
  double resolution = 0;  ///< largest distance between samples [m]; 0 where every primitive is exact

  /// By how much two values may differ beyond the distance of their points [m]. Trilinear weights put a
  /// sampled value within sqrt(3)/2 sample distances of the true one, at both points.
  FROTH_HD double slack() const { return 1.7321 * resolution; }
};

/// All points x of it have (x - point) . normal = 0; the normal is a unit vector that points out of the
/// solid.
struct Plane {
  Vec3<double> point, normal;
};

/// Whether a shape is a single half-space, however it was turned and moved. Most floors and walls are.
FROTH_HD inline bool is_half_space(const ShapeView& shape) {
  return shape.count == 1 && shape.ops[0].kind == ShapeKind::HalfSpace;
}

/// The plane that bounds a half-space; no other shape has one.
FROTH_HD inline Plane plane_of(const ShapeView& half_space) {
  const ShapeOp& op = half_space.ops[0];
  return {transpose(op.turn) * (op.p * op.scale) + op.shift, transpose(op.turn) * op.q};
}

/// Deepest stack that a program may need.
inline constexpr int kShapeStack = 16;

namespace detail {
/// Smooth minimum: a parabola where the two differ by less than `blend`, at most blend / 4 below the lesser.
/// Its two slopes are positive and add up to 1, so that it is 1-Lipschitz where its arguments are.
FROTH_HD inline double smooth_lesser(double a, double b, double blend) {
  const double overlap = greater(blend - std::abs(a - b), 0.0);
  return lesser(a, b) - overlap * overlap / (4 * blend);
}

/// The value of a combination; `below` is the first operand, unused by the shell, which has one.
FROTH_HD inline double combine(const ShapeOp& op, double below, double top) {
  switch (op.kind) {
    case ShapeKind::Union: return lesser(below, top);
    case ShapeKind::Difference: return greater(below, -top);
    case ShapeKind::Intersection: return greater(below, top);
    case ShapeKind::SmoothUnion: return smooth_lesser(below, top, op.scale * op.radius);
    default: return greater(top, -top - op.scale * op.radius);  // the shell: |d + t/2| - t/2
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
    if (is_combination(op.kind)) {
      if (op.kind != ShapeKind::Shell) --depth;
      top = detail::combine(op, below[depth], top);
    } else {
      below[depth++] = top;
      top = detail::primitive_distance(op, x);
    }
  }
  return top;
}

/// Unit outward normal, from central differences over a step of `h` [m], or over a sample where the shape is
/// sampled; zero where there is none.
FROTH_HD inline Vec3<double> outward_normal(const ShapeView& shape, const Vec3<double>& x, double h) {
  // A plane knows its normal, and floors are what most nodes touch.
  if (is_half_space(shape)) return plane_of(shape).normal;
  const double step = detail::greater(h, shape.resolution);
  Vec3<double> rise{};
  for (int k = 0; k < 3; ++k) {
    Vec3<double> ahead = x, behind = x;
    ahead[k] += step;
    behind[k] -= step;
    rise[k] = signed_distance(shape, ahead) - signed_distance(shape, behind);
  }
  // A slope of 1e-6 where a distance has slope 1 is the rounding of a centre or a ridge, not a direction.
  // Written so that the not-a-number of the empty shape (infinity - infinity) ends here too.
  const double length = norm(rise);
  return length > 2e-6 * step ? rise / length : Vec3<double>{};
}

}  // namespace froth
