// SPDX-License-Identifier: Apache-2.0
#include <froth/io/run_view.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <froth/base/error.h>
#include <froth/io/file.h>
#include <froth/io/shape_json.h>

namespace froth {

namespace {

using Json = nlohmann::ordered_json;

/// Raised when a reader of the version before would misread a file; a new key does not.
constexpr int kViewVersion = 1;

Json vector_json(const Vec3<double>& x) { return {x[0], x[1], x[2]}; }

void put_if_there(Json& to, const char* key, const std::optional<Vec3<double>>& x) {
  if (x) to[key] = vector_json(*x);
}

Json look_json(const Look& look) {
  Json json{{"kind", name_of(look.kind)},
            {"roughness", look.roughness},
            {"index", look.index},
            {"depth", look.depth},
            {"variation", look.variation}};
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

/// A table of the file, and what to call it in messages.
class Table {
 public:
  Table(const nlohmann::json& json, std::string name) : json_(json), name_(std::move(name)) {
    if (!json.is_object()) throw InputError(name_ + " is not a table");
  }

  void take(const char* key, std::string& to) const {
    take_as(key, to, &nlohmann::json::is_string, "a text");
  }
  void take(const char* key, bool& to) const {
    take_as(key, to, &nlohmann::json::is_boolean, "true or false");
  }
  void take(const char* key, double& to) const { take_as(key, to, &nlohmann::json::is_number, "a number"); }
  void take(const char* key, int& to) const {
    take_as(key, to, &nlohmann::json::is_number_integer, "a whole number");
  }
  void take(const char* key, Vec3<double>& to) const { take_numbers(key, to, "three numbers"); }
  void take(const char* key, Vec2<double>& to) const { take_numbers(key, to, "two numbers"); }
  template <class T>
  void take(const char* key, std::optional<T>& to) const {
    if (find(key) == nullptr) return;
    take(key, to.emplace());
  }
  void take(const char* key, std::vector<std::string>& to) const {
    const nlohmann::json* found = find(key);
    if (found == nullptr) return;
    const auto is_text = [](const nlohmann::json& x) { return x.is_string(); };
    if (!found->is_array() || !std::ranges::all_of(*found, is_text)) refuse(key, "a list of texts");
    to = found->get<std::vector<std::string>>();
  }
  /// Calls use(table) for the tables of a list.
  template <class Use>
  void each(const char* key, Use use) const {
    const nlohmann::json* found = find(key);
    if (found == nullptr) return;
    if (!found->is_array()) refuse(key, "a list");
    for (std::size_t k = 0; k < found->size(); ++k)
      use(Table((*found)[k], fmt::format("{}.{}[{}]", name_, key, k)));
  }
  const nlohmann::json* find(const char* key) const {
    const auto found = json_.find(key);
    return found == json_.end() || found->is_null() ? nullptr : &*found;
  }
  const std::string& name() const { return name_; }

  [[noreturn]] void refuse(const char* key, const std::string& wanted) const {
    throw InputError(fmt::format("{}: \"{}\" should be {}", name_, key, wanted));
  }

 private:
  template <class T>
  void take_as(const char* key, T& to, bool (nlohmann::json::*is_right)() const noexcept,
               const char* wanted) const {
    const nlohmann::json* found = find(key);
    if (found == nullptr) return;
    if (!(found->*is_right)()) refuse(key, wanted);
    to = found->get<T>();
  }

  template <int Count>
  void take_numbers(const char* key, Vec<Count, double>& to, const char* wanted) const {
    const nlohmann::json* found = find(key);
    if (found == nullptr) return;
    const auto is_number = [](const nlohmann::json& x) { return x.is_number(); };
    if (!found->is_array() || found->size() != Count || !std::ranges::all_of(*found, is_number))
      refuse(key, wanted);
    for (int d = 0; d < Count; ++d) to[d] = (*found)[std::size_t(d)].get<double>();
  }

  const nlohmann::json& json_;
  std::string name_;
};

CameraKey camera_of(const Table& table) {
  CameraKey key;
  table.take("time", key.time);
  table.take("eye", key.eye);
  table.take("target", key.target);
  table.take("field_of_view", key.field_of_view);
  return key;
}

RenderView render_of(const Table& table) {
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
  if (render.as != "auto" && render.as != "surface" && render.as != "particles" && render.as != "both")
    table.refuse("as", "auto, surface, particles or both");
  table.take("cut", render.cut);
  table.each("camera", [&](const Table& key) { render.camera.push_back(camera_of(key)); });
  for (std::size_t k = 1; k < render.camera.size(); ++k)
    if (!(render.camera[k].time > render.camera[k - 1].time)) table.refuse("camera", "in order of time");
  return render;
}

void take_look(const Table& owner, Look& look) {
  const nlohmann::json* found = owner.find("look");
  if (found == nullptr) return;
  const Table table(*found, owner.name() + ".look");
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
}

MeshView mesh_of(const Table& table) {
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
  return mesh;
}

BodyLook body_of(const Table& table) {
  BodyLook body;
  table.take("name", body.name);
  table.take("color", body.color);
  take_look(table, body.look);
  table.take("skin", body.skin);
  return body;
}

ColliderLook collider_of(const Table& table, const Samples& samples) {
  ColliderLook collider;
  table.take("name", collider.name);
  table.take("visible", collider.is_visible);
  table.take("color", collider.color);
  take_look(table, collider.look);
  try {
    if (const nlohmann::json* shape = table.find("shape")) collider.shape = shape_from_json(*shape, samples);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", table.name(), error.what()));
  }
  return collider;
}

RunView run_view_of(const Table& table, const Samples& samples) {
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
  table.each("bodies", [&](const Table& body) { view.bodies.push_back(body_of(body)); });
  table.each("colliders",
             [&](const Table& collider) { view.colliders.push_back(collider_of(collider, samples)); });
  if (const nlohmann::json* render = table.find("render"))
    view.render = render_of(Table(*render, table.name() + ".render"));
  if (const nlohmann::json* mesh = table.find("mesh"))
    view.mesh = mesh_of(Table(*mesh, table.name() + ".mesh"));
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
  return render_of(Table(changed, "render"));
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
  return run_view_of(Table(json, path), samples);
}

}  // namespace froth
