// SPDX-License-Identifier: Apache-2.0
// The instructions of a shape's program, and the signed distances of its primitives in their own frame.
// All are exact but the sampled one, which interpolates. Box and cylinder, and whatever has flat ends, follow
// one rule: per-axis excess over the half extent; outside, the length of the positive excesses; inside, the
// largest (negative) one. An infinite half extent gives an excess of -infinity, which never wins, so that
// unbounded axes drop out without a special case.
#pragma once

#include <limits>
#include <type_traits>

#include <froth/base/mat.h>

namespace froth {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// Primitives first, from Union on combinations; the evaluation relies on this order.
enum class ShapeKind : unsigned char {
  Box,
  Sphere,
  Cylinder,
  Capsule,
  HalfSpace,
  RoundedBox,
  Ellipsoid,
  Cone,
  Torus,
  Prism,
  Sampled,
  Union,
  Difference,
  Intersection,
  SmoothUnion,
  Shell,
};

FROTH_HD constexpr bool is_combination(ShapeKind kind) { return kind >= ShapeKind::Union; }

/// One instruction: push a primitive's distance, or combine the topmost distances (shell: change the
/// topmost).
struct ShapeOp {
  ShapeKind kind = ShapeKind::Sphere;
  int count[3] = {0, 0, 0};  ///< prism: number of corners; sampled: samples per axis
  Vec3<double> p{}, q{};  ///< box: p centre, q half extents; rounded box: the same of the box that is rounded
                          ///< off; sphere: p centre; cylinder, capsule, cone: ends p and q; half-space: p
                          ///< point, q unit outward normal; ellipsoid: p centre, q radii; torus: p centre, q
                          ///< unit axis; prism: p[2] and q[2] centre and half length along z; sampled: p
                          ///< first sample
  double radius = 0;  ///< sphere, cylinder, capsule, cone at p, rounding, torus' tube; sampled: distance of
                      ///< samples; smooth union: blending length; shell: thickness [m]
  double second_radius = 0;         ///< cone at q, torus' circle; sampled: margin around the solid [m]
  const double* corners = nullptr;  ///< prism: x and y in turn, owned by the Shape
  const float* samples = nullptr;   ///< sampled: distances, x fastest, owned by the Shape
  Mat3<double> turn = Mat3<double>::identity();  ///< world to local rotation
  Vec3<double> shift{};                          ///< local = turn * (world - shift) / scale
  double scale = 1;                              ///< uniform scale
};
static_assert(std::is_trivially_copyable_v<ShapeOp>);

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

/// Distance of what two excesses bound: a flat one along an axis, one across it.
FROTH_HD inline double bounded_by(double across, double along) {
  if (across > 0 && along > 0) return std::sqrt(across * across + along * along);
  return greater(across, along);
}

FROTH_HD inline double cylinder_distance(const ShapeOp& op, const Vec3<double>& x) {
  const Vec3<double> span = op.q - op.p, arm = x - 0.5 * (op.p + op.q);
  const double length = norm(span), along = dot(arm, span) / length;
  const double radial = norm(arm - (along / length) * span) - op.radius;
  return bounded_by(radial, std::abs(along) - 0.5 * length);
}

FROTH_HD inline double capsule_distance(const ShapeOp& op, const Vec3<double>& x) {
  const Vec3<double> span = op.q - op.p, arm = x - op.p;
  const double nearest = lesser(greater(dot(arm, span) / dot(span, span), 0.0), 1.0);
  return norm(arm - nearest * span) - op.radius;
}

/// Squared distance of (x, y) from the segment between two points of the plane.
FROTH_HD inline double segment_square(double x, double y, const double* from, const double* to) {
  const double span_x = to[0] - from[0], span_y = to[1] - from[1];
  const double arm_x = x - from[0], arm_y = y - from[1];
  const double part = (arm_x * span_x + arm_y * span_y) / (span_x * span_x + span_y * span_y);
  const double nearest = lesser(greater(part, 0.0), 1.0);
  const double dx = arm_x - nearest * span_x, dy = arm_y - nearest * span_y;
  return dx * dx + dy * dy;
}

/// A cone is its profile, a trapezoid of radius over height; the axis is not part of its surface.
FROTH_HD inline double cone_distance(const ShapeOp& op, const Vec3<double>& x) {
  const Vec3<double> span = op.q - op.p, arm = x - op.p;
  const double length = norm(span), height = dot(arm, span) / length;
  const double off = norm(arm - (height / length) * span);
  const double low[2] = {op.radius, 0}, high[2] = {op.second_radius, length};
  double square = segment_square(off, height, low, high);
  const double below = greater(off - op.radius, 0.0), above = greater(off - op.second_radius, 0.0);
  square = lesser(square, below * below + height * height);
  square = lesser(square, above * above + (height - length) * (height - length));
  const double radius_here = op.radius + (op.second_radius - op.radius) * height / length;
  const bool is_inside = height > 0 && height < length && off < radius_here;
  return is_inside ? -std::sqrt(square) : std::sqrt(square);
}

FROTH_HD inline double torus_distance(const ShapeOp& op, const Vec3<double>& x) {
  const Vec3<double> arm = x - op.p;
  const double along = dot(arm, op.q), off = norm(arm - along * op.q) - op.second_radius;
  return std::sqrt(off * off + along * along) - op.radius;
}

/// Exact distance of a polygon, negative where it winds around the point.
FROTH_HD inline double polygon_distance(const ShapeOp& op, double x, double y) {
  double square = kUnbounded;
  int winding = 0;
  const double* from = op.corners + 2 * (op.count[0] - 1);
  for (int i = 0; i < op.count[0]; ++i) {
    const double* to = op.corners + 2 * i;
    square = lesser(square, segment_square(x, y, from, to));
    const double side = (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
    if (from[1] <= y && to[1] > y && side > 0) ++winding;
    if (from[1] > y && to[1] <= y && side < 0) --winding;
    from = to;
  }
  return winding != 0 ? -std::sqrt(square) : std::sqrt(square);
}

FROTH_HD inline double prism_distance(const ShapeOp& op, const Vec3<double>& x) {
  return bounded_by(polygon_distance(op, x[0], x[1]), std::abs(x[2] - op.p[2]) - op.q[2]);
}

/// What the closest-point solve of an ellipsoid sees: y = |x - centre| in units of the radii (z), and the
/// squared radii over the least one (r), 1 and more.
struct EllipsoidQuery {
  double z[3], r[3], least;
};

FROTH_HD inline EllipsoidQuery ellipsoid_query(const ShapeOp& op, const Vec3<double>& x) {
  EllipsoidQuery query{};
  query.least = lesser(lesser(op.q[0], op.q[1]), op.q[2]);
  for (int k = 0; k < 3; ++k) {
    const double ratio = op.q[k] / query.least;
    query.r[k] = ratio * ratio;
    query.z[k] = std::abs(x[k] - op.p[k]) / op.q[k];
  }
  return query;
}

/// The closest point is r_k y_k / (u + r_k - 1) for the u > 0 that puts it on the surface: where
/// G(u) = sum (r_k z_k / (u + r_k - 1))^2 is 1. 1 / sqrt(G) is concave and grows, so that Newton's method
/// from any u with G >= 1 climbs to the root without ever passing it (but for rounding, which a step back
/// mends). 0 where the point is so deep on a plane of symmetry that no such u exists; the limit u = 0 then
/// holds.
FROTH_HD inline double ellipsoid_root(const EllipsoidQuery& query) {
  double u = 0;
  for (int k = 0; k < 3; ++k)
    if (query.r[k] < kUnbounded) u = greater(u, query.r[k] * query.z[k] - (query.r[k] - 1));
  for (int step = 0; step < 64; ++step) {
    double G = 0, slope = 0;
    for (int k = 0; k < 3; ++k) {
      if (!(query.z[k] > 0) || !(query.r[k] < kUnbounded)) continue;
      const double below = u + (query.r[k] - 1), term = query.r[k] * query.z[k] / below;
      G += term * term;
      slope += term * term / below;
    }
    const double excess = std::sqrt(G) - 1;
    const bool is_deep = u == 0 && excess < 0;
    if (is_deep || std::abs(excess) < 1e-15) break;
    u = greater(u + excess * G / slope, 0.5 * u);
  }
  return u;
}

/// Exact; an unbounded radius makes an elliptic cylinder.
FROTH_HD inline double ellipsoid_distance(const ShapeOp& op, const Vec3<double>& x) {
  const EllipsoidQuery query = ellipsoid_query(op, x);
  const double u = ellipsoid_root(query);
  double level = 0, square = 0, reached = 0;
  int least = 0;
  for (int k = 0; k < 3; ++k) {
    if (!(query.r[k] < kUnbounded)) continue;
    if (query.r[k] == 1) least = k;
    level += query.z[k] * query.z[k];
    const double below = u + (query.r[k] - 1);
    if (!(query.z[k] > 0) || !(below > 0)) continue;
    const double nearest = query.r[k] * query.z[k] / below;  // in units of the radius
    reached += nearest * nearest;
    const double off = op.q[k] * query.z[k] * (u - 1) / below;  // y - r y / (u + r - 1)
    square += off * off;
  }
  // On the plane of symmetry the surface is reached along the least axis.
  if (u == 0 && reached < 1) square += op.q[least] * op.q[least] * (1 - reached);
  return level < 1 ? -std::sqrt(square) : std::sqrt(square);
}

/// Trilinear in an array of samples; further out, the distance to the array is added. All samples on the
/// array's border are equal to the margin around the solid, which makes that continuous and a lower bound.
FROTH_HD inline double sampled_distance(const ShapeOp& op, const Vec3<double>& x) {
  double outside = 0, part[3];
  int first[3];
  for (int k = 0; k < 3; ++k) {
    const double at = (x[k] - op.p[k]) / op.radius, last = op.count[k] - 1;
    const double held = lesser(greater(at, 0.0), last);
    outside += (at - held) * (at - held);
    first[k] = static_cast<int>(lesser(held, last - 1));
    part[k] = held - first[k];
  }
  const long long row = op.count[0], layer = row * op.count[1];
  const float* corner = op.samples + (first[2] * layer + first[1] * row + first[0]);
  double sides[2];
  for (int k = 0; k < 2; ++k) {
    const float *near = corner + k * layer, *far = near + row;
    const double a = double(near[0]) + part[0] * (double(near[1]) - double(near[0]));
    const double b = double(far[0]) + part[0] * (double(far[1]) - double(far[0]));
    sides[k] = a + part[1] * (b - a);
  }
  return sides[0] + part[2] * (sides[1] - sides[0]) + op.radius * std::sqrt(outside);
}

/// The primitives that node loops meet less often; apart, so that planes and boxes stay short.
FROTH_HD FROTH_NOINLINE inline double rare_distance(const ShapeOp& op, const Vec3<double>& x) {
  switch (op.kind) {
    case ShapeKind::RoundedBox: return box_distance(op, x) - op.radius;
    case ShapeKind::Ellipsoid: return ellipsoid_distance(op, x);
    case ShapeKind::Cone: return cone_distance(op, x);
    case ShapeKind::Torus: return torus_distance(op, x);
    case ShapeKind::Prism: return prism_distance(op, x);
    default: return sampled_distance(op, x);
  }
}

/// Signed distance of a primitive [m] at a point of the world.
FROTH_HD inline double primitive_distance(const ShapeOp& op, const Vec3<double>& world) {
  const Vec3<double> x = op.turn * (world - op.shift) / op.scale;
  switch (op.kind) {
    case ShapeKind::Box: return op.scale * box_distance(op, x);
    case ShapeKind::Sphere: return op.scale * (norm(x - op.p) - op.radius);
    case ShapeKind::Cylinder: return op.scale * cylinder_distance(op, x);
    case ShapeKind::Capsule: return op.scale * capsule_distance(op, x);
    case ShapeKind::HalfSpace: return op.scale * dot(x - op.p, op.q);
    default: return op.scale * rare_distance(op, x);
  }
}
}  // namespace detail

}  // namespace froth
