// SPDX-License-Identifier: Apache-2.0
// A segment of the plane against a disc around the origin: the building block of all measures of cells that
// balls cut. Sums over the edges of a polygon are those of its part within the disc.
#pragma once

#include <algorithm>
#include <cmath>

#include <froth/base/vec.h>

namespace froth {

inline double cross2(const Vec2<double>& p, const Vec2<double>& q) { return p[0] * q[1] - p[1] * q[0]; }

/// Angle from p to q around the origin, between -pi and pi.
inline double angle_between(const Vec2<double>& p, const Vec2<double>& q) {
  return std::atan2(cross2(p, q), dot(p, q));
}

/// The part of a segment that is within a disc, as shares of its length; empty where from >= to.
struct InsideRange {
  double from = 1, to = 0;
};
inline InsideRange inside_range(const Vec2<double>& p, const Vec2<double>& q, double radius_square) {
  const Vec2<double> d = q - p;
  const double a = dot(d, d), b = dot(p, d), c = dot(p, p) - radius_square;
  const double root = b * b - a * c;
  if (root <= 0 || a <= 0) return {};
  const double s = std::sqrt(root);
  // Of the two roots, the one without cancellation gives the other.
  const double big = b > 0 ? -b - s : s - b;
  const double first = b > 0 ? big / a : c / big, last = b > 0 ? c / big : big / a;
  return {std::max(0.0, first), std::min(1.0, last)};
}

/// Calls `inside(p, q)` for the part of a segment within the disc and `outside(angle)` for each part beyond.
template <class Inside, class Outside>
void split_by_disc(const Vec2<double>& p, const Vec2<double>& q, double radius_square, Inside&& inside,
                   Outside&& outside) {
  const InsideRange range = inside_range(p, q, radius_square);
  if (range.from >= range.to) return outside(angle_between(p, q));
  const Vec2<double> a = p + range.from * (q - p), b = p + range.to * (q - p);
  if (range.from > 0) outside(angle_between(p, a));
  inside(a, b);
  if (range.to < 1) outside(angle_between(b, q));
}

}  // namespace froth
