// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/frame_bubbles.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>

namespace froth {

namespace {

constexpr double kRadiusShare = 0.6;  // of a particle over the edge of the cube that it stands for
constexpr double kAlong = 0.999999;   // cosine from which on a wall is across an axis
constexpr double kLeastGap = 0.1;     // of a bubble's middle above a wall, over the edge of its cube

/// A wall that has a particle behind it stands a little further off.
void add_walls(const RunView& view, const PointCloud& frame, Bubbles& bubbles) {
  for (std::size_t c = 0; c < view.colliders.size(); ++c) {
    const ShapeView shape = view.colliders[c].shape.view();
    if (!is_half_space(shape)) continue;
    const Pose pose = pose_in(frame, c);
    const Plane plane = plane_of(shape);
    const Vec3<double> point = pose.to_world(plane.point), normal = pose.turn * plane.normal;
    for (int d = 0; d < 3; ++d) {
      if (std::abs(normal[d]) < kAlong) continue;
      double wall = point[d];
      for (std::size_t k = 0; k < bubbles.x.size(); ++k) {
        const double gap = kLeastGap * std::cbrt(bubbles.volume[k]);
        wall = normal[d] > 0 ? std::min(wall, bubbles.x[k][d] - gap) : std::max(wall, bubbles.x[k][d] + gap);
      }
      if (normal[d] > 0)
        bubbles.low[d] = std::max(bubbles.low[d], wall);
      else
        bubbles.high[d] = std::min(bubbles.high[d], wall);
    }
  }
}

}  // namespace

FrameBubbles bubbles_of(const RunView& view, const PointCloud& frame) {
  if (view.dimension == 2)
    throw InputError("films are made of bubbles in three dimensions; this run is planar");
  const PointVector x = find_vector(frame, "");
  const PointProperty *radius = frame.find("radius"), *volume = frame.find("volume"),
                      *body = frame.find("body");
  if (!x || (radius == nullptr && volume == nullptr))
    throw InputError("the frame has no places or no radii of particles; run the scene again");
  FrameBubbles all;
  for (std::size_t k = 0; k < frame.count(); ++k) {
    all.bubbles.x.push_back({x.part[0]->values[k], x.part[1]->values[k], x.part[2]->values[k]});
    const double size = volume != nullptr ? volume->values[k] : radius->values[k];
    if (!(size > 0) || !std::isfinite(size))
      throw InputError(fmt::format("particle {} of the frame has the {} {:g}; a bubble needs one above 0", k,
                                   volume != nullptr ? "volume" : "radius", size));
    all.bubbles.volume.push_back(volume != nullptr ? size : std::pow(size / kRadiusShare, 3.0));
    all.body.push_back(body == nullptr ? 0 : static_cast<std::int32_t>(body->values[k]));
  }
  add_walls(view, frame, all.bubbles);
  return all;
}

}  // namespace froth
