// SPDX-License-Identifier: Apache-2.0
// Boxes around shapes. A smooth union reaches beyond its parts: where its value is at most e, one of its
// parts has a value of at most e + blend / 4. So the program is first read backwards, from the whole to its
// parts, to find how large a value of each primitive still matters; its box is widened by that much.
#include <froth/geometry/shape.h>

#include <algorithm>
#include <cmath>

namespace froth {
namespace {

using Point = Vec3<double>;

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

Bounds intersect_bounds(const Bounds& a, const Bounds& b) {
  Bounds r{};
  for (int k = 0; k < 3; ++k) {
    r.min[k] = std::max(a.min[k], b.min[k]);
    r.max[k] = std::min(a.max[k], b.max[k]);
    if (r.min[k] > r.max[k]) return nowhere();
  }
  return r;
}

Bounds around(const Point& center, const Point& reach) { return {center - reach, center + reach}; }

Point to_world(const ShapeOp& op, const Point& local) {
  return op.scale * (transpose(op.turn) * local) + op.shift;
}

/// Bounds of the local box of half extents `half` around `center`.
Bounds box_bounds(const ShapeOp& op, const Point& center, const Point& half) {
  Point reach{};
  for (int k = 0; k < 3; ++k)
    for (int axis = 0; axis < 3; ++axis) {
      const double c = std::abs(op.turn(axis, k));
      const bool drops_out = std::isinf(half[axis]) && c < kAligned;  // 0 * infinity is not a number
      if (!drops_out) reach[k] += c * half[axis] * op.scale;
    }
  return around(to_world(op, center), reach);
}

/// Of what is round about the axis from p to q: discs of two radii, or balls of one.
Bounds round_bounds(const ShapeOp& op) {
  const Point p = to_world(op, op.p);
  const double radius = op.scale * op.radius;
  if (op.kind == ShapeKind::Sphere) return around(p, Point::constant(radius));
  const Point q = to_world(op, op.q), axis = (q - p) / norm(q - p);
  if (op.kind == ShapeKind::Capsule)
    return unite_bounds(around(p, Point::constant(radius)), around(q, Point::constant(radius)));
  Point disc{};  // of radius 1: it reaches less along the axis it faces
  for (int k = 0; k < 3; ++k) disc[k] = std::sqrt(std::max(0.0, 1 - axis[k] * axis[k]));
  const double other = op.kind == ShapeKind::Cone ? op.scale * op.second_radius : radius;
  return unite_bounds(around(p, radius * disc), around(q, other * disc));
}

/// The torus is a tube around a circle, which is a disc's rim.
Bounds torus_bounds(const ShapeOp& op) {
  const Point axis = transpose(op.turn) * op.q;
  Point reach{};
  for (int k = 0; k < 3; ++k)
    reach[k] = op.scale * (op.radius + op.second_radius * std::sqrt(std::max(0.0, 1 - axis[k] * axis[k])));
  return around(to_world(op, op.p), reach);
}

/// The image of an ellipsoid reaches |(a_1 n_1, a_2 n_2, a_3 n_3)| along the direction n.
Bounds ellipsoid_bounds(const ShapeOp& op) {
  Point reach{};
  for (int k = 0; k < 3; ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      const double c = op.turn(axis, k), part = op.scale * c * op.q[axis];
      const bool drops_out = std::isinf(op.q[axis]) && std::abs(c) < kAligned;
      if (!drops_out) reach[k] += part * part;
    }
    reach[k] = std::sqrt(reach[k]);
  }
  return around(to_world(op, op.p), reach);
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

Bounds prism_bounds(const ShapeOp& op) {
  Bounds all = nowhere();
  for (int i = 0; i < op.count[0]; ++i) {
    const double* corner = op.corners + 2 * i;
    all = unite_bounds(all, box_bounds(op, {corner[0], corner[1], op.p[2]}, {0, 0, op.q[2]}));
  }
  return all;
}

/// The array without its margin, but for one sample, by which interpolation may be wrong.
Bounds sampled_bounds(const ShapeOp& op) {
  Point half{};
  for (int k = 0; k < 3; ++k)
    half[k] = 0.5 * op.radius * (op.count[k] - 1) - std::max(0.0, op.second_radius - op.radius);
  Point center = op.p;
  for (int k = 0; k < 3; ++k) center[k] += 0.5 * op.radius * (op.count[k] - 1);
  return box_bounds(op, center, half);
}

Bounds primitive_bounds(const ShapeOp& op) {
  switch (op.kind) {
    case ShapeKind::Box: return box_bounds(op, op.p, op.q);
    case ShapeKind::RoundedBox: {
      const Bounds inner = box_bounds(op, op.p, op.q);
      const Point reach = Point::constant(op.scale * op.radius);
      return {inner.min - reach, inner.max + reach};
    }
    case ShapeKind::Ellipsoid: return ellipsoid_bounds(op);
    case ShapeKind::HalfSpace: return half_space_bounds(op);
    case ShapeKind::Torus: return torus_bounds(op);
    case ShapeKind::Prism: return prism_bounds(op);
    case ShapeKind::Sampled: return sampled_bounds(op);
    default: return round_bounds(op);
  }
}

/// For every instruction, the largest value that matters to the whole [m].
std::vector<double> values_that_matter(const ShapeView& shape) {
  std::vector<double> matters(static_cast<std::size_t>(shape.count)), open = {0.0};
  for (int i = shape.count - 1; i >= 0; --i) {
    const ShapeOp& op = shape.ops[i];
    const double value = matters[static_cast<std::size_t>(i)] = open.back();
    open.pop_back();
    if (!is_combination(op.kind)) continue;
    const double of_part = op.kind == ShapeKind::SmoothUnion ? value + 0.25 * op.scale * op.radius : value;
    open.insert(open.end(), op.kind == ShapeKind::Shell ? 1 : 2, of_part);
  }
  return matters;
}

}  // namespace

bool Bounds::is_finite(int dim) const {
  for (int k = 0; k < dim; ++k)
    if (!(min[k] > -kUnbounded && max[k] < kUnbounded)) return false;
  return true;
}

Bounds Shape::bounds() const {
  if (ops_.empty()) return nowhere();
  const std::vector<double> matters = values_that_matter(view());
  std::vector<Bounds> stack;
  for (std::size_t i = 0; i < ops_.size(); ++i) {
    const ShapeOp& op = ops_[i];
    if (op.kind == ShapeKind::Shell) continue;
    if (!is_combination(op.kind)) {
      const Bounds own = primitive_bounds(op);
      const Point reach = Point::constant(matters[i]);
      stack.push_back({own.min - reach, own.max + reach});
      continue;
    }
    const Bounds second = stack.back();
    stack.pop_back();
    if (op.kind == ShapeKind::Intersection)
      stack.back() = intersect_bounds(stack.back(), second);
    else if (op.kind != ShapeKind::Difference)
      stack.back() = unite_bounds(stack.back(), second);
  }
  return stack.back();
}

}  // namespace froth
