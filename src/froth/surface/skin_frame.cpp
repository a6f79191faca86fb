// SPDX-License-Identifier: Apache-2.0
#include <froth/surface/skin_frame.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include <froth/base/error.h>
#include <froth/base/suggest.h>
#include <froth/geometry/cut_plane.h>
#include <froth/surface/carried.h>
#include <froth/surface/element_skins.h>
#include <froth/surface/vertex_columns.h>

namespace froth {

namespace {

/// Radius of a particle over the edge of the cube that it stands for, as solvers write it.
constexpr double kRadiusShare = 0.6;
/// In place of a list of bodies.
constexpr const char* kAll = "all";

std::size_t body_of(const PointCloud& frame, const std::string& name) {
  std::vector<std::string> known;
  for (std::size_t b = 0; b < frame.bodies.size(); ++b) {
    if (frame.bodies[b].name == name) return b;
    known.push_back(frame.bodies[b].name);
  }
  throw InputError(fmt::format("there is no body \"{}\" to join; there are {}{}", name, joined(known),
                               suggestion(name, known)));
}

/// For every body the number of its group of names, or -1.
std::vector<int> groups_by_body(const PointCloud& frame, const FrameSkins& how) {
  std::vector<int> group(frame.bodies.size(), -1);
  for (std::size_t g = 0; g < how.joined.size(); ++g) {
    const std::vector<std::string>& names = how.joined[g];
    const bool is_all = names.size() == 1 && names[0] == kAll;
    if (is_all && std::ranges::any_of(frame.bodies, [](const auto& body) { return body.name == kAll; }))
      throw InputError("\"all\" joins all bodies, and there is also a body of that name; list the bodies");
    for (std::size_t k = 0; k < (is_all ? frame.bodies.size() : names.size()); ++k) {
      int& of = group[is_all ? k : body_of(frame, names[k])];
      if (of >= 0 && of != int(g))
        throw InputError(
            fmt::format("body \"{}\" is joined twice", frame.bodies[std::size_t(&of - group.data())].name));
      of = int(g);
    }
  }
  return group;
}

SkinSettings settings_of(const RunView& view, const FrameSkins& how, std::size_t body) {
  SkinSettings settings = how.settings;
  settings.link_length = view.link_length;
  settings.method = how.method                  ? *how.method
                    : body < view.bodies.size() ? skin_method(view.bodies[body].skin)
                                                : SkinMethod::LevelSet;
  return settings;
}

/// At vertices, of the faces around them by their areas.
std::vector<Vec3<float>> normals_of(const SurfaceMesh& mesh) {
  std::vector<Vec3<float>> normal(mesh.x.size(), Vec3<float>{});
  for (const auto& t : mesh.triangles) {
    const Vec3<float> area = cross(mesh.x[t[1]] - mesh.x[t[0]], mesh.x[t[2]] - mesh.x[t[0]]);
    for (int k = 0; k < 3; ++k) normal[t[k]] += area;
  }
  for (Vec3<float>& n : normal)
    if (const float size = norm(n); size > 0) n = n / size;
  return normal;
}

/// Skins of the first frame, where their particles are now, with what these carry now.
std::vector<BodySkin> carried_frame(const RunView& view, const PointCloud& frame, FrameSkins how) {
  if (how.first == nullptr) throw InputError("carried surfaces need the first frame of the run");
  if (how.keeps_fields || how.with_density)
    throw InputError("carried surfaces are meshes alone; write ply, obj or glb, and no vdb or fog");
  const PointCloud first = *how.first;
  const std::vector<std::string> attributes = std::exchange(how.attributes, {});
  how.is_carried = false, how.with_color = false, how.with_velocity = false;
  std::vector<BodySkin> skins = skin_frame(view, first, how);
  const std::vector<SkinGroup> groups = skin_groups(view, first, how);
  for (BodySkin& skin : skins) {
    const auto group = std::ranges::find(groups, skin.mesh.name, &SkinGroup::name);
    const SkinPoints points = skin_points(frame, group->bodies);
    const CarryingPoints carriers = carrying_points(first, frame, group->bodies);
    carry_mesh(carriers, points.count() > 0 ? double(points.spacing.front()) : 1, skin.mesh);
    skin.mesh.columns.clear();
    add_vertex_columns(points, particle_columns(view, frame, group->bodies, attributes), skin.mesh);
  }
  return skins;
}

}  // namespace

FrameSkins frame_skins(const MeshView& mesh) {
  FrameSkins how;
  how.is_carried = mesh.method == "carried";
  if (mesh.method != "auto" && !how.is_carried) how.method = skin_method(mesh.method);
  how.settings.voxel = mesh.voxel;
  how.settings.smoothing = mesh.smoothing;
  how.settings.adaptivity = mesh.adaptivity;
  check_settings(how.settings);
  if (!mesh.cut.empty()) how.settings.cut = cut_plane(mesh.cut);
  for (const std::string& group : mesh.join) how.joined.push_back(names_of_group(group));
  how.attributes = mesh.attributes;
  return how;
}

std::vector<SkinGroup> skin_groups(const RunView& view, const PointCloud& frame, const FrameSkins& how) {
  if (view.dimension == 2)
    throw InputError("surfaces are made of bodies in three dimensions; this run is planar");
  const std::vector<int> group = groups_by_body(frame, how);
  std::vector<SkinGroup> groups;
  std::vector<std::size_t> place(how.joined.size(), frame.bodies.size());
  for (std::size_t b = 0; b < group.size(); ++b) {
    const bool is_first = group[b] < 0 || place[std::size_t(group[b])] == frame.bodies.size();
    if (is_first) {
      if (group[b] >= 0) place[std::size_t(group[b])] = groups.size();
      groups.push_back({frame.bodies[b].name, {b}, settings_of(view, how, b)});
    } else {
      SkinGroup& to = groups[place[std::size_t(group[b])]];
      to.name += "+" + frame.bodies[b].name;
      to.bodies.push_back(b);
    }
  }
  return groups;
}

SkinPoints skin_points(const PointCloud& frame, const std::vector<std::size_t>& bodies) {
  const PointVector x = find_vector(frame, "");
  const PointProperty* radius = frame.find("radius");
  if (!x || radius == nullptr)
    throw InputError("the frame has no places or no radii of particles; run the scene again");
  SkinPoints points;
  for (const std::size_t k : points_of_bodies(frame, bodies)) {
    Vec3<float> place{};
    for (int d = 0; d < 3; ++d) place[d] = static_cast<float>(x.part[d]->values[k]);
    const double r = radius->values[k];
    if (!(r > 0) || !std::isfinite(r))
      throw InputError(
          fmt::format("particle {} of the frame has the radius {:g}; a surface needs positive radii", k, r));
    points.x.push_back(place);
    points.spacing.push_back(static_cast<float>(r / kRadiusShare));
  }
  return points;
}

std::vector<BodySkin> skin_frame(const RunView& view, const PointCloud& frame, const FrameSkins& how) {
  if (how.is_carried) return carried_frame(view, frame, how);
  std::vector<BodySkin> skins;
  const std::vector<bool> is_joined = joined_bodies(frame);
  for (const SkinGroup& group : skin_groups(view, frame, how)) {
    SkinPoints points = skin_points(frame, group.bodies);
    auto columns = particle_columns(view, frame, group.bodies, how.attributes);
    std::erase_if(columns, [&](const ParticleColumn& c) {
      return (c.name == "velocity" && !how.with_velocity) || (c.name == "color" && !how.with_color);
    });
    if (points.count() == 0) continue;
    const std::size_t first = group.bodies.front();
    if (group.bodies.size() == 1 && !how.method && !how.keeps_fields && !how.with_density && is_joined[first]) {
      for (SurfaceMesh& mesh : element_skins(frame, first)) {
        if (mesh.normal.empty()) mesh.normal = normals_of(mesh);
        skins.push_back({std::move(mesh), first});
        add_vertex_columns(points, columns, skins.back().mesh);
      }
      continue;
    }
    leave_out_far(points, group.settings);
    BodySkin& skin = skins.emplace_back();
    skin.body = group.bodies.front();
    skin.field = skin_field(points, group.settings);
    skin.mesh = mesh_of_field(skin.field, group.settings.adaptivity);
    skin.mesh.name = group.name;
    if (!how.keeps_fields) skin.field = {};
    if (how.with_density) skin.density = density_field(points, group.settings);
    add_vertex_columns(points, columns, skin.mesh);
  }
  return skins;
}

}  // namespace froth
