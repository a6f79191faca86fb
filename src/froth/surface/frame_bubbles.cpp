// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/frame_bubbles.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/geometry/neighbor_search.h>

namespace froth {

namespace {

constexpr double kRadiusShare = 0.6;  // of a particle over the edge of the cube that it stands for
constexpr double kAlong = 0.999999;   // cosine from which on a wall is across an axis
constexpr double kLeastGap = 0.1;     // of a bubble's middle above a wall, over the edge of its cube
/// Liquid no further from a bubble bounds its cell, in edges of the cubes of the largest bubble and of the
/// liquid's particle; what is beyond has a layer of others before it.
constexpr double kBubbleReach = 1, kLiquidReach = 2.5;

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

/// Whether each particle is a bubble, or so near to one that its cell may bound the bubble's.
std::vector<bool> near_bubbles(const Bubbles& all, const std::vector<bool>& is_bubble) {
  std::vector<Vec3<double>> places;
  double largest = 0;
  for (std::size_t k = 0; k < all.x.size(); ++k)
    if (is_bubble[k]) places.push_back(all.x[k]), largest = std::max(largest, std::cbrt(all.volume[k]));
  std::vector<bool> is_near = is_bubble;
  if (places.empty() || places.size() == all.x.size()) return is_near;
  const NeighborSearch<3> search(places, largest);
  for (std::size_t k = 0; k < all.x.size(); ++k) {
    if (is_bubble[k]) continue;
    const double reach = kBubbleReach * largest + kLiquidReach * std::cbrt(all.volume[k]);
    search.visit_within(all.x[k], reach, [&](std::size_t, double) { is_near[k] = true; });
  }
  return is_near;
}

void keep(FrameBubbles& all, const std::vector<bool>& is_kept) {
  FrameBubbles some;
  some.bubbles.low = all.bubbles.low, some.bubbles.high = all.bubbles.high;
  for (std::size_t k = 0; k < is_kept.size(); ++k) {
    if (!is_kept[k]) continue;
    some.bubbles.x.push_back(all.bubbles.x[k]);
    some.bubbles.volume.push_back(all.bubbles.volume[k]);
    some.bubbles.number.push_back(static_cast<std::uint32_t>(k));
    some.is_bubble.push_back(all.is_bubble[k]), some.body.push_back(all.body[k]);
  }
  all = std::move(some);
}

bool is_liquid(const RunView& view, std::size_t body) {
  return body < view.bodies.size() && view.bodies[body].skin == "anisotropic";
}

}  // namespace

bool is_body_of_bubbles(const RunView& view, std::size_t body) {
  bool all_are_liquids = true;
  for (std::size_t b = 0; b < view.bodies.size(); ++b)
    all_are_liquids = all_are_liquids && is_liquid(view, b);
  return all_are_liquids || !is_liquid(view, body);
}

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
    all.is_bubble.push_back(is_body_of_bubbles(view, static_cast<std::size_t>(all.body.back())));
  }
  add_walls(view, frame, all.bubbles);
  if (std::ranges::find(all.is_bubble, false) != all.is_bubble.end())
    keep(all, near_bubbles(all.bubbles, all.is_bubble));
  return all;
}

FrameCells cells_of(const RunView& view, const PointCloud& frame, double detail) {
  const FrameBubbles all = bubbles_of(view, frame);
  FrameCells cells{make_foam(all.bubbles, {.detail = detail}), {}, {}, {}};
  const std::vector<double> w = std::move(cells.foam.w);
  cells.foam.mesh = films_of(cells.foam.mesh, all.is_bubble);
  cells.foam.w.clear();
  for (std::size_t k = 0; k < all.is_bubble.size(); ++k) {
    if (!all.is_bubble[k]) continue;
    cells.foam.w.push_back(w[k]);
    cells.x.push_back(all.bubbles.x[k]);
    cells.volume.push_back(all.bubbles.volume[k]), cells.body.push_back(all.body[k]);
  }
  return cells;
}

}  // namespace froth
