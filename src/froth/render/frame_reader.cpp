// SPDX-License-Identifier: Apache-2.0
#include <froth/render/frame_reader.h>

#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/geometry/cut_plane.h>
#include <froth/io/ply.h>
#include <froth/render/colormap.h>
#include <froth/render/element_surfaces.h>
#include <froth/render/foam_films.h>
#include <froth/render/frame_surfaces.h>
#include <froth/surface/frame_bubbles.h>

namespace froth {

namespace {

const NumberColumn& values_of(const PointCloud& cloud, const std::string& name, const std::string& path) {
  const PointProperty* property = cloud.find(name);
  if (property != nullptr) return property->values;
  std::string all;
  for (const PointProperty& p : cloud.properties) all += (all.empty() ? "" : ", ") + p.name;
  throw InputError(
      fmt::format("{} has no attribute \"{}\" to colour by; there are {}, and the scene's "
                  "output.attributes adds more",
                  path, name, all));
}

/// The points for which keep(number) holds, with all their numbers.
template <class Keep>
PointCloud points_of(const PointCloud& cloud, Keep keep) {
  PointCloud some{cloud.stamp, cloud.dimension, cloud.bodies, cloud.colliders, {}};
  for (const PointProperty& property : cloud.properties) {
    PointProperty kept(property.name, property.type(), {}, property.unit);
    for (std::size_t k = 0; k < cloud.count(); ++k)
      if (keep(k)) kept.values.push_back(property.values[k]);
    some.properties.push_back(std::move(kept));
  }
  return some;
}

/// Floors and walls without end stay, so that what is cut still stands somewhere.
void cut_colliders(FrameContent& content, const Plane& plane) {
  for (PosedShape& collider : content.colliders) {
    if (collider.is_ground_like) continue;
    const Vec3<double> point = collider.pose.to_rest(plane.point),
                       normal = collider.pose.to_rest(plane.point + plane.normal) - point;
    content.cut_shapes.push_back(
        std::make_shared<const Shape>(Shape::intersect({*collider.shape, Shape::half_space(point, normal)})));
    collider.shape = content.cut_shapes.back().get();
  }
}

}  // namespace

PointCloud FrameReader::load(int frame) const {
  return placed_at(read_ply(folder_.frame(frame)), positions_);
}

FrameContent FrameReader::content(const PointCloud& cloud, int frame, const Coloring& coloring) const {
  FrameContent content;
  content.dim = run_.dimension;
  content.clouds = clouds(cloud, frame, coloring);
  content.colliders = colliders(cloud);
  return content;
}

FrameContent FrameReader::shown(const PointCloud& frame_cloud, int frame, const Coloring& coloring) const {
  PointCloud beaded;
  const bool needs_beads = run_.dimension == 2 && frame_cloud.edges.count() > 0;
  if (needs_beads) add_beads(beaded = frame_cloud);
  const PointCloud& cloud = needs_beads ? beaded : frame_cloud;
  const std::vector<bool> is_joined =
      run_.dimension == 3 ? joined_bodies(cloud) : std::vector<bool>(cloud.bodies.size(), false);
  const auto has_elements = [&](double of) {
    return of >= 0 && of < double(is_joined.size()) && is_joined[std::size_t(of)];
  };
  const std::string path = folder_.frame(frame);
  const auto &x = values_of(cloud, "x", path), &y = values_of(cloud, "y", path),
             &z = values_of(cloud, "z", path), &body = values_of(cloud, "body", path);
  std::optional<Plane> plane;
  if (!run_.render.cut.empty()) plane = cut_plane(run_.render.cut);
  const auto is_cut = [&](std::size_t k) {
    return plane && dot(Vec3<double>{x[k], y[k], z[k]} - plane->point, plane->normal) > 0;
  };
  const auto as_particles = [&](std::size_t k) {
    return is_drawn_as_particles(run_, std::size_t(body[k])) && !is_cut(k) && !has_elements(body[k]);
  };
  const auto as_surface = [&](std::size_t k) {
    return is_drawn_as_surface(run_, std::size_t(body[k])) && !has_elements(body[k]);
  };
  if (run_.render.as == "cells") {
    FrameContent films;
    films.dim = run_.dimension;
    films.colliders = colliders(cloud);
    const PointCloud liquids =
        points_of(cloud, [&](std::size_t k) { return !is_body_of_bubbles(run_, std::size_t(body[k])); });
    if (run_.dimension == 3 && liquids.count() > 0)
      films.skins = surfaces_of(run_, liquids, coloring, nullptr);
    add_films(run_, cloud, films);
    if (plane) cut_colliders(films, *plane);
    return films;
  }
  FrameContent content = this->content(points_of(cloud, as_particles), frame, coloring);
  const PointCloud skinned = points_of(cloud, as_surface);
  if (skinned.count() > 0)
    content.skins =
        surfaces_of(run_, skinned, coloring,
                    has_carried_surfaces(run_) ? std::make_shared<const PointCloud>(load(0)) : nullptr);
  if (run_.dimension == 3)
    for (SkinnedBody& body_of_elements : element_surfaces(run_, cloud))
      content.skins.push_back(std::move(body_of_elements));
  if (plane) cut_colliders(content, *plane);
  return content;
}

std::vector<double> FrameReader::scalars(const PointCloud& cloud, int frame, const std::string& name) const {
  const std::string path = folder_.frame(frame);
  if (name != "speed") {
    const NumberColumn& chosen = values_of(cloud, name, path);
    return chosen.visit(
        [](const auto& numbers) { return std::vector<double>(numbers.begin(), numbers.end()); });
  }
  std::vector<double> speed(cloud.count());
  for (const char* axis : {"vx", "vy", "vz"}) {
    const NumberColumn& v = values_of(cloud, axis, path);
    for (std::size_t k = 0; k < speed.size(); ++k) speed[k] += v[k] * v[k];
  }
  for (double& s : speed) s = std::sqrt(s);
  return speed;
}

std::string FrameReader::unit_of(const PointCloud& cloud, const std::string& name) {
  if (name == "speed") return "m/s";
  const PointProperty* property = cloud.find(name);
  return property == nullptr ? "" : property->unit;
}

std::vector<ParticleCloud> FrameReader::clouds(const PointCloud& cloud, int frame,
                                               const Coloring& coloring) const {
  const std::string path = folder_.frame(frame);
  const auto &x = values_of(cloud, "x", path), &y = values_of(cloud, "y", path),
             &z = values_of(cloud, "z", path);
  const auto& body = values_of(cloud, "body", path);
  const std::vector<double> scalar =
      coloring.is_by_body() ? std::vector<double>() : scalars(cloud, frame, coloring.by);
  const double common_radius = run_.render.particle_radius;
  const PointProperty* radius = common_radius > 0 ? nullptr : cloud.find("radius");
  if (common_radius == 0 && radius == nullptr)
    throw InputError(path + " has no radii; set render.particle_radius in view.json, or run the scene again");
  const PointVector velocity = run_.render.shutter > 0 ? find_vector(cloud, "v") : PointVector{};
  const PointProperty* id = cloud.find("id");
  std::vector<ParticleCloud> clouds(cloud.bodies.size());
  for (std::size_t b = 0; b < clouds.size(); ++b) {
    if (radius == nullptr) clouds[b].radius = {static_cast<float>(common_radius)};
    if (scalar.empty()) clouds[b].color = {color_of_body(run_, b)};
    clouds[b].look = look_of_body(run_, b, coloring);
  }
  for (std::size_t k = 0; k < cloud.count(); ++k) {
    if (!(body[k] >= 0 && body[k] < double(clouds.size())))
      throw InputError(path + " names a body that it does not have; run the scene again");
    ParticleCloud& to = clouds[static_cast<std::size_t>(body[k])];
    to.x.push_back({float(x[k]), float(y[k]), float(z[k])});
    if (radius != nullptr) to.radius.push_back(float(radius->values[k]));
    if (velocity)
      to.v.push_back({float(velocity.part[0]->values[k]), float(velocity.part[1]->values[k]),
                      float(velocity.part[2]->values[k])});
    if (id != nullptr && (to.look.variation > 0 || to.look.angularity > 0))
      to.id.push_back(std::uint32_t(std::uint64_t(id->values[k])));
    if (!scalar.empty()) to.color.push_back(color_in(coloring.range, scalar[k]));
  }
  std::erase_if(clouds, [](const ParticleCloud& c) { return c.x.empty(); });
  return clouds;
}

std::vector<PosedShape> FrameReader::colliders(const PointCloud& frame) const {
  std::vector<PosedShape> posed;
  if (positions_ != kWorldPositions) return posed;  // they stand in world space
  for (std::size_t k = 0; k < run_.colliders.size(); ++k) {
    const ColliderLook& c = run_.colliders[k];
    if (!c.is_visible) continue;
    const bool is_plane = is_half_space(c.shape.view());
    const Vec3<float> color = c.color        ? srgb_to_linear(*c.color)
                              : c.look.color ? srgb_to_linear(*c.look.color)
                              : is_plane     ? ground_color()
                                             : collider_color();
    posed.push_back({&c.shape, pose_in(frame, k), color, is_plane, c.look});
  }
  return posed;
}

}  // namespace froth
