// SPDX-License-Identifier: Apache-2.0
// Unit quaternions as orientations. Source: the rotation formulas of Euler and Rodrigues.
#pragma once

#include <cmath>

#include <froth/base/mat.h>

namespace froth {

struct Quaternion {
  double w = 1;
  Vec3<double> v{};
};

inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.w - dot(a.v, b.v), a.w * b.v + b.w * a.v + cross(a.v, b.v)};
}

inline Quaternion normalized(const Quaternion& q) {
  const double length = std::sqrt(q.w * q.w + dot(q.v, q.v));
  return {q.w / length, q.v / length};
}

/// The turn about the axis of a vector by its length [rad].
inline Quaternion turn_by(const Vec3<double>& angle) {
  const double half = 0.5 * norm(angle);
  // sin(h)/h of an angle too small to divide by.
  const double share = half > 1e-4 ? std::sin(half) / half : 1 - half * half / 6;
  return {std::cos(half), 0.5 * share * angle};
}

inline Mat3<double> matrix_of(const Quaternion& q) {
  const double w = q.w, x = q.v[0], y = q.v[1], z = q.v[2];
  return {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
           {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
           {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

}  // namespace froth
