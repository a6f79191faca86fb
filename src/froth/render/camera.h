// SPDX-License-Identifier: Apache-2.0
// Where a picture is taken from: a pinhole camera for space, a rectangle for the plane, and automatic
// framing.
#pragma once

#include <vector>

#include <froth/geometry/shape.h>

namespace froth {

struct Ray {
  Vec3<double> origin, direction;  ///< the direction has unit length

  Vec3<double> at(double t) const { return origin + t * direction; }
};

inline Vec3<double> normalized(const Vec3<double>& x) { return x / norm(x); }

struct Camera {
  Vec3<double> eye{0, 0, 1}, target{};  ///< [m]
  Vec3<double> up{0, 1, 0};             ///< any vector that is not along the line of sight
  double field_of_view = 35;            ///< vertical, from edge to edge [degrees]
};

/// Orthonormal axes of a camera, and half the picture's height at unit distance.
struct CameraFrame {
  Vec3<double> right, up, forward;
  double half_height;
};

/// Throws InputError where eye and target coincide, `up` is along the line of sight, or the angle is not in
/// (0, 170].
CameraFrame camera_frame(const Camera& camera);

/// The ray through a place of the picture; `u` and `v` run from -1 to 1, left to right and bottom to top.
Ray camera_ray(const Camera& camera, const CameraFrame& frame, double aspect, const Vec2<double>& place);

/// Three-quarter view from above that shows all of `bounds`, or all points, with a margin; aspect is width /
/// height.
Camera frame_camera(const Bounds& bounds, double aspect, double field_of_view);
Camera frame_camera(const std::vector<Vec3<double>>& points, double aspect, double field_of_view);

/// The camera turned to the right around the vertical line through `middle`.
Camera turned(const Camera& camera, const Vec3<double>& middle, double degrees);

/// Places to frame that stay in view when a camera is turned `count` times around all of `points`.
std::vector<Vec3<double>> all_around(const std::vector<Vec3<double>>& points, const Vec3<double>& middle,
                                     int count);

/// The part of the plane that a picture shows [m].
struct ViewRect {
  Vec2<double> min, max;
};

/// The smallest view of the given aspect that shows all of `bounds` (seen along z) with a margin.
ViewRect frame_view(const Bounds& bounds, double aspect);

}  // namespace froth
