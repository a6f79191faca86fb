// SPDX-License-Identifier: Apache-2.0
#include <froth/io/run_view.h>

#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <froth/base/error.h>
#include <froth/geometry/cut_plane.h>
#include <froth/io/file.h>
#include <froth/io/shape_json.h>
#include <froth/io/view_table.h>

namespace froth {

namespace {

using Json = nlohmann::ordered_json;

/// Raised when a reader of the version before would misread a file; a new key does not.
constexpr int kViewVersion = 1;

// Ranges of what a user may edit; scenes have the same, or narrower ones (scene/scene_schema.cpp).
constexpr double kMostPixels = 16384, kMostSamples = 65536, kMostBounces = 64, kMostStops = 20;
constexpr double kWidestAngle = 170;  // [degrees]
constexpr double kHighestIndex = 4;
constexpr double kMostVoxel = 10, kMostSmoothing = 100;

Json vector_json(const Vec3<double>& x) { return {x[0], x[1], x[2]}; }

void put_if_there(Json& to, const char* key, const std::optional<Vec3<double>>& x) {
  if (x) to[key] = vector_json(*x);
}

Json look_json(const Look& look) {
  Json json{{"kind", name_of(look.kind)}, {"roughness", look.roughness}, {"index", look.index},
            {"depth", look.depth},        {"variation", look.variation}, {"angularity", look.angularity},
            {"pores", look.pores}};
  put_if_there(json, "color", look.color);
  return json;
}

Json body_json(const BodyLook& body) {
  Json json{{"name", body.name}};
  put_if_there(json, "color", body.color);
  json["look"] = look_json(body.look);
  json["skin"] = body.skin;
  return json;
}

Json collider_json(const ColliderLook& collider, SampleWriter& samples) {
  Json json{{"name", collider.name}, {"visible", collider.is_visible}};
  put_if_there(json, "color", collider.color);
  json["look"] = look_json(collider.look);
  json["shape"] = shape_to_json(collider.shape, samples);
  return json;
}

Json camera_json(const CameraKey& key) {
  Json json{{"time", key.time}, {"eye", vector_json(key.eye)}, {"target", vector_json(key.target)}};
  if (key.field_of_view) json["field_of_view"] = *key.field_of_view;
  return json;
}

Json render_json(const RenderView& render) {
  Json json{{"width", render.width},
            {"height", render.height},
            {"samples", render.samples},
            {"color_by", render.color_by},
            {"field_of_view", render.field_of_view},
            {"ground", render.ground},
            {"particle_radius", render.particle_radius},
            {"light", render.light},
            {"exposure", render.exposure},
            {"shutter", render.shutter},
            {"max_bounces", render.max_bounces},
            {"filter", render.filter},
            {"as", render.as},
            {"border", render.border},
            {"cut", render.cut}};
  put_if_there(json, "eye", render.eye);
  put_if_there(json, "target", render.target);
  if (render.color_range) json["color_range"] = {(*render.color_range)[0], (*render.color_range)[1]};
  for (const CameraKey& key : render.camera) json["camera"].push_back(camera_json(key));
  return json;
}

Json mesh_json(const MeshView& mesh) {
  return {{"enabled", mesh.is_on}, {"formats", mesh.formats},       {"method", mesh.method},
          {"voxel", mesh.voxel},   {"smoothing", mesh.smoothing},   {"adaptivity", mesh.adaptivity},
          {"join", mesh.join},     {"attributes", mesh.attributes}, {"cut", mesh.cut}};
}

void check_angle(const ViewTable& table, double angle) {
  table.require("field_of_view", angle > 0 && angle <= kWidestAngle,
                fmt::format("more than 0 and at most {:g} degrees", kWidestAngle));
}

void check_cut(const ViewTable& table, const std::string& cut) {
  try {
    cut_plane(cut);
  } catch (const InputError&) {
    table.refuse("cut", "empty or a plane, such as \"z>0.1\"");
  }
}

void check_color(const ViewTable& table, const std::optional<Vec3<double>>& color) {
  for (int d = 0; color && d < 3; ++d)
    table.require("color", (*color)[d] >= 0 && (*color)[d] <= 1, "three numbers from 0 to 1");
}

CameraKey camera_of(const ViewTable& table) {
  CameraKey key;
  table.take("time", key.time);
  table.take("eye", key.eye);
  table.take("target", key.target);
  table.take("field_of_view", key.field_of_view);
  if (key.field_of_view) check_angle(table, *key.field_of_view);
  table.require("target", key.target != key.eye, "another place than the eye");
  return key;
}

/// What no picture can be taken with.
void check_render(const ViewTable& table, const RenderView& render) {
  table.require_range("width", render.width, 1, kMostPixels);
  table.require_range("height", render.height, 1, kMostPixels);
  table.require_range("samples", render.samples, 1, kMostSamples);
  check_angle(table, render.field_of_view);
  table.require("particle_radius", render.particle_radius >= 0, "0 or a length in metres");
  table.require("light", render.light == "studio" || render.light == "sky" || render.light == "dark",
                "studio, sky or dark");
  table.require_range("exposure", render.exposure, -kMostStops, kMostStops);
  table.require_range("shutter", render.shutter, 0, 1);
  table.require_range("max_bounces", render.max_bounces, 0, kMostBounces);
  if (const auto& range = render.color_range)
    table.require("color_range", (*range)[0] < (*range)[1], "a number and a larger one");
  table.require("target", !render.eye || !render.target || *render.eye != *render.target,
                "another place than the eye");
  if (!render.cut.empty()) check_cut(table, render.cut);
  const bool is_known = render.as == "auto" || render.as == "surface" || render.as == "carried" ||
                        render.as == "particles" || render.as == "both" || render.as == "cells";
  table.require("as", is_known, "auto, surface, carried, particles, both or cells");
  table.require_range("border", render.border, 0, 0.5);
  for (std::size_t k = 1; k < render.camera.size(); ++k)
    if (!(render.camera[k].time > render.camera[k - 1].time))
      table.refuse("camera", "a list in order of time");
}

RenderView render_of(const ViewTable& table) {
  RenderView render;
  table.take("width", render.width);
  table.take("height", render.height);
  table.take("samples", render.samples);
  table.take("color_by", render.color_by);
  table.take("eye", render.eye);
  table.take("target", render.target);
  table.take("field_of_view", render.field_of_view);
  table.take("ground", render.ground);
  table.take("particle_radius", render.particle_radius);
  table.take("light", render.light);
  table.take("exposure", render.exposure);
  table.take("shutter", render.shutter);
  table.take("max_bounces", render.max_bounces);
  table.take("filter", render.filter);
  table.take("color_range", render.color_range);
  table.take("as", render.as);
  table.take("border", render.border);
  table.take("cut", render.cut);
  table.each("camera", [&](const ViewTable& key) { render.camera.push_back(camera_of(key)); });
  check_render(table, render);
  return render;
}

void take_look(const ViewTable& owner, Look& look) {
  const nlohmann::json* found = owner.find("look");
  if (found == nullptr) return;
  const ViewTable table(*found, owner.name() + ".look");
  std::string kind = name_of(look.kind);
  table.take("kind", kind);
  try {
    look.kind = look_kind(kind);
  } catch (const InputError& error) {
    throw InputError(table.name() + ": " + error.what());
  }
  table.take("color", look.color);
  table.take("roughness", look.roughness);
  table.take("index", look.index);
  table.take("depth", look.depth);
  table.take("variation", look.variation);
  table.take("angularity", look.angularity);
  table.take("pores", look.pores);
  check_color(table, look.color);
  table.require_range("roughness", look.roughness, 0, 1);
  table.require_range("index", look.index, 1, kHighestIndex);
  table.require("depth", look.depth >= 0, "0 or a length in metres");
  table.require_range("variation", look.variation, 0, 1);
  table.require_range("angularity", look.angularity, 0, 1);
  table.require("pores", look.pores >= 0, "0 or a length in metres");
}

MeshView mesh_of(const ViewTable& table) {
  MeshView mesh;
  table.take("enabled", mesh.is_on);
  table.take("formats", mesh.formats);
  table.take("method", mesh.method);
  table.take("voxel", mesh.voxel);
  table.take("smoothing", mesh.smoothing);
  table.take("adaptivity", mesh.adaptivity);
  table.take("join", mesh.join);
  table.take("attributes", mesh.attributes);
  table.take("cut", mesh.cut);
  table.require("voxel", mesh.voxel > 0 && mesh.voxel <= kMostVoxel,
                fmt::format("more than 0 and at most {:g} distances between particles", kMostVoxel));
  table.require_range("smoothing", mesh.smoothing, 0, kMostSmoothing);
  table.require_range("adaptivity", mesh.adaptivity, 0, 1);
  if (!mesh.cut.empty()) check_cut(table, mesh.cut);
  return mesh;
}

BodyLook body_of(const ViewTable& table) {
  BodyLook body;
  table.take("name", body.name);
  table.take("color", body.color);
  check_color(table, body.color);
  take_look(table, body.look);
  table.take("skin", body.skin);
  return body;
}

ColliderLook collider_of(const ViewTable& table, const Samples& samples) {
  ColliderLook collider;
  table.take("name", collider.name);
  table.take("visible", collider.is_visible);
  table.take("color", collider.color);
  check_color(table, collider.color);
  take_look(table, collider.look);
  try {
    if (const nlohmann::json* shape = table.find("shape")) collider.shape = shape_from_json(*shape, samples);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", table.name(), error.what()));
  }
  return collider;
}

RunView run_view_of(const ViewTable& table, const Samples& samples) {
  int version = 0;
  table.take("version", version);
  if (version < 1 || version > kViewVersion)
    throw InputError(
        fmt::format("{} has version {}, and this froth reads 1 to {}; use the froth that wrote it",
                    table.name(), version, kViewVersion));
  RunView view;
  table.take("name", view.name);
  table.take("title", view.title);
  table.take("scene_digest", view.scene_digest);
  table.take("dimension", view.dimension);
  table.take("units", view.units);
  table.take("frame_rate", view.frame_rate);
  table.take("period", view.period);
  table.take("link_length", view.link_length);
  table.take("voxel_size", view.voxel_size);
  table.each("bodies", [&](const ViewTable& body) { view.bodies.push_back(body_of(body)); });
  table.each("colliders",
             [&](const ViewTable& collider) { view.colliders.push_back(collider_of(collider, samples)); });
  if (const nlohmann::json* render = table.find("render"))
    view.render = render_of(ViewTable(*render, table.name() + ".render"));
  if (const nlohmann::json* mesh = table.find("mesh"))
    view.mesh = mesh_of(ViewTable(*mesh, table.name() + ".mesh"));
  if (view.dimension != 2 && view.dimension != 3) table.refuse("dimension", "2 or 3");
  for (const auto& [key, value] : {std::pair{"frame_rate", view.frame_rate},
                                   {"link_length", view.link_length},
                                   {"voxel_size", view.voxel_size}})
    if (!(value > 0) || !std::isfinite(value)) table.refuse(key, "a positive number");
  return view;
}

}  // namespace

RenderView with_keys(const RenderView& base, const RenderView& from, const std::vector<std::string>& keys) {
  Json json = render_json(base);
  const Json other = render_json(from);
  for (const std::string& key : keys) {
    json.erase(key);
    if (other.contains(key)) json[key] = other[key];
  }
  const nlohmann::json changed = json;
  return render_of(ViewTable(changed, "render"));
}

std::vector<std::string> names_of_group(const std::string& group) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= group.size();) {
    const std::size_t end = std::min(group.find(',', begin), group.size());
    const std::size_t from = std::min(group.find_first_not_of(' ', begin), end);
    const std::size_t to = group.find_last_not_of(' ', end == 0 ? 0 : end - 1);
    names.push_back(from < end ? group.substr(from, to + 1 - from) : "");
    begin = end + 1;
  }
  return names;
}

void write_run_view(const std::string& path, const std::string& samples_path, const RunView& view) {
  SampleWriter samples;
  Json json{{"version", kViewVersion},
            {"name", view.name},
            {"title", view.title},
            {"scene_digest", view.scene_digest},
            {"dimension", view.dimension},
            {"units", view.units},
            {"frame_rate", view.frame_rate},
            {"period", vector_json(view.period)},
            {"link_length", view.link_length},
            {"voxel_size", view.voxel_size},
            {"render", render_json(view.render)},
            {"mesh", mesh_json(view.mesh)}};
  json["bodies"] = Json::array();
  for (const BodyLook& body : view.bodies) json["bodies"].push_back(body_json(body));
  json["colliders"] = Json::array();
  for (const ColliderLook& collider : view.colliders)
    json["colliders"].push_back(collider_json(collider, samples));
  if (!samples.is_empty()) samples.write(samples_path);
  write_file(path, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

RunView read_run_view(const std::string& path, const std::string& samples_path) {
  const nlohmann::json json = nlohmann::json::parse(read_file(path), nullptr, false);
  if (json.is_discarded())
    throw InputError(path + " is damaged: it is no JSON; run the scene again with --overwrite");
  Samples samples;
  if (std::filesystem::exists(samples_path)) samples = read_samples(samples_path);
  return run_view_of(ViewTable(json, path), samples);
}

}  // namespace froth
