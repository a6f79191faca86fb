// SPDX-License-Identifier: Apache-2.0
#include <froth/render/frame_content.h>

#include <algorithm>
#include <cmath>

#include <froth/base/error.h>
#include <froth/render/subject.h>

namespace froth {

namespace {

constexpr Bounds kEmpty{{kUnbounded, kUnbounded, kUnbounded}, {-kUnbounded, -kUnbounded, -kUnbounded}};

constexpr double kFloorSlope = 0.5;  // cosine of the steepest floor's angle

bool is_empty(const Bounds& b) { return b.min[0] > b.max[0]; }
bool is_finite(const Vec3<double>& x) {
  return std::isfinite(x[0]) && std::isfinite(x[1]) && std::isfinite(x[2]);
}

Bounds cloud_bounds(const ParticleCloud& cloud) {
  Bounds box = kEmpty;
  for (std::size_t p = 0; p < cloud.x.size(); ++p) {
    const Vec3<double> x = cloud.x[p].cast<double>();
    if (!is_finite(x)) continue;
    const auto reach = Vec3<double>::constant(double(cloud.radius_of(p)));
    box = join(box, {x - reach, x + reach});
  }
  return box;
}

/// Box around the eight moved corners of a finite rest box.
Bounds posed_bounds(const Bounds& rest, const Pose& pose) {
  Bounds box = kEmpty;
  for (int corner = 0; corner < 8; ++corner) {
    Vec3<double> x{};
    for (int d = 0; d < 3; ++d) x[d] = (corner >> d & 1) ? rest.max[d] : rest.min[d];
    const Vec3<double> moved = pose.to_world(x);
    box = join(box, {moved, moved});
  }
  return box;
}

Bounds particle_bounds(const FrameContent& content) {
  Bounds box = kEmpty;
  for (const ParticleCloud& cloud : content.clouds) box = join(box, cloud_bounds(cloud));
  return box;
}

}  // namespace

std::optional<Plane> world_plane(const PosedShape& posed) {
  const ShapeView view = posed.shape->view();
  if (!is_half_space(view)) return std::nullopt;
  const Plane plane = plane_of(view);
  return Plane{posed.pose.to_world(plane.point), posed.pose.turn * plane.normal};
}

bool is_floor(const PosedShape& posed) {
  const std::optional<Plane> plane = world_plane(posed);
  return plane && plane->normal[1] > kFloorSlope;
}

double lowest_point(const PosedShape& posed) {
  const Bounds rest = posed.shape->bounds();
  return rest.is_finite(3) ? posed_bounds(rest, posed.pose).min[1] : -kUnbounded;
}

bool has_particles(const FrameContent& content) { return !is_empty(particle_bounds(content)); }

Bounds join(const Bounds& a, const Bounds& b) {
  Bounds box{};
  for (int d = 0; d < 3; ++d) {
    box.min[d] = std::min(a.min[d], b.min[d]);
    box.max[d] = std::max(a.max[d], b.max[d]);
  }
  return box;
}

Bounds content_bounds(const FrameContent& content) { return subject_of(content).bounds; }

void check_content(const FrameContent& content) {
  for (const ParticleCloud& cloud : content.clouds) {
    const auto fits = [&](std::size_t count) { return count == 1 || count == cloud.x.size(); };
    FROTH_CHECK(fits(cloud.radius.size()), "a cloud needs one radius, or one for each particle");
    FROTH_CHECK(fits(cloud.color.size()), "a cloud needs one colour, or one for each particle");
  }
  for (const PosedShape& collider : content.colliders)
    FROTH_CHECK(collider.shape != nullptr, "a collider of a picture has no shape");
}

}  // namespace froth
