// SPDX-License-Identifier: Apache-2.0
#include <froth/render/camera.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <froth/base/error.h>
#include <froth/render/subject.h>

namespace froth {

namespace {

// Share of the half picture that stays empty on the side that touches the content first.
constexpr double kMargin = 0.06;

// Three-quarter view: high enough to see the top of a pile, low enough to see its outline.
constexpr double kAzimuth = 30, kElevation = 20;  // degrees

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

using Points = std::vector<Vec3<double>>;

/// Where the eye may stand along one axis of the picture: offset = (a - b) / 2, depth at most -(a + b) / 2 /
/// slope.
struct AxisFit {
  double a, b;
  double offset() const { return (a - b) / 2; }
  double depth(double slope) const { return -(a + b) / (2 * slope); }
};

/// A point (s, z) is seen between the edges from an eye at (e, d) if |s - e| <= slope (z - d). The two edges
/// bound e - slope d and -e - slope d from below by `a` and `b`.
AxisFit fit_axis(const Points& points, const Vec3<double>& axis, const Vec3<double>& forward, double slope) {
  AxisFit fit{-kUnbounded, -kUnbounded};
  for (const Vec3<double>& x : points) {
    fit.a = std::max(fit.a, dot(x, axis) - slope * dot(x, forward));
    fit.b = std::max(fit.b, -dot(x, axis) - slope * dot(x, forward));
  }
  return fit;
}

Vec3<double> turned_place(const Vec3<double>& x, const Vec3<double>& middle, double degrees) {
  const double c = std::cos(radians(degrees)), s = std::sin(radians(degrees));
  const Vec3<double> d = x - middle;
  return middle + Vec3<double>{c * d[0] + s * d[2], d[1], c * d[2] - s * d[0]};
}

/// Gives a point or a line some extent, so that there is something to stand back from.
Bounds with_extent(Bounds b) {
  const double size = norm(b.max - b.min);
  const double least = size > 0 ? 1e-3 * size : 1.0;
  for (int d = 0; d < 3; ++d) {
    if (b.max[d] - b.min[d] >= least) continue;
    const double middle = (b.min[d] + b.max[d]) / 2;
    b.min[d] = middle - least / 2, b.max[d] = middle + least / 2;
  }
  return b;
}

}  // namespace

CameraFrame camera_frame(const Camera& camera) {
  const Vec3<double> sight = camera.target - camera.eye;
  if (!(norm(sight) > 0))
    throw InputError("the camera's eye and target are the same point; move one of them");
  if (!(camera.field_of_view > 0 && camera.field_of_view <= 170))
    throw InputError("the camera's field of view must be above 0 and at most 170 degrees");
  CameraFrame frame{};
  frame.forward = normalized(sight);
  Vec3<double> right = cross(frame.forward, camera.up);
  if (!(norm(right) > 1e-9 * norm(camera.up)))
    throw InputError("the camera looks along its up direction; move its eye or its target sideways");
  frame.right = normalized(right);
  frame.up = cross(frame.right, frame.forward);
  frame.half_height = std::tan(radians(camera.field_of_view) / 2);
  return frame;
}

Ray camera_ray(const Camera& camera, const CameraFrame& frame, double aspect, const Vec2<double>& place) {
  const double h = frame.half_height;
  return {camera.eye,
          normalized(frame.forward + (place[0] * h * aspect) * frame.right + (place[1] * h) * frame.up)};
}

Camera frame_camera(const Bounds& bounds, double aspect, double field_of_view) {
  return frame_camera(corners_of(with_extent(bounds)), aspect, field_of_view);
}

Camera frame_camera(const Points& points, double aspect, double field_of_view) {
  Bounds box{points.at(0), points[0]};
  for (const Vec3<double>& x : points) box = join(box, {x, x});
  if (!(norm(box.max - box.min) > 0)) return frame_camera(box, aspect, field_of_view);
  const double a = radians(kAzimuth), e = radians(kElevation);
  Camera camera;
  camera.field_of_view = field_of_view;
  camera.target = Vec3<double>{};
  camera.eye = {std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e)};
  const CameraFrame frame = camera_frame(camera);

  // The narrower of the two axes says how far the eye stands back; both are then centred.
  const double vertical = frame.half_height * (1 - kMargin), horizontal = vertical * aspect;
  const AxisFit across = fit_axis(points, frame.right, frame.forward, horizontal);
  const AxisFit upward = fit_axis(points, frame.up, frame.forward, vertical);
  const double depth = std::min(across.depth(horizontal), upward.depth(vertical));
  camera.eye = across.offset() * frame.right + upward.offset() * frame.up + depth * frame.forward;
  const double reach = dot((box.min + box.max) / 2.0, frame.forward) - depth;
  camera.target = camera.eye + reach * frame.forward;
  return camera;
}

Camera turned(const Camera& camera, const Vec3<double>& middle, double degrees) {
  Camera other = camera;
  other.eye = turned_place(camera.eye, middle, degrees);
  other.target = turned_place(camera.target, middle, degrees);
  return other;
}

Points all_around(const Points& points, const Vec3<double>& middle, int count) {
  Points all;
  for (int k = 0; k < count; ++k)
    for (const Vec3<double>& x : points) all.push_back(turned_place(x, middle, 360.0 * k / count));
  return all;
}

ViewRect frame_view(const Bounds& bounds, double aspect) {
  const Bounds box = with_extent(bounds);
  const double half_width = (box.max[0] - box.min[0]) / 2, half_height = (box.max[1] - box.min[1]) / 2;
  const double half = std::max(half_height, half_width / aspect) / (1 - kMargin);
  const Vec2<double> middle{(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2};
  const Vec2<double> reach{half * aspect, half};
  return {middle - reach, middle + reach};
}

}  // namespace froth
