// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>
#include <set>

#include <froth/base/suggest.h>
#include <froth/geometry/cut_plane.h>
#include <froth/io/mesh_format.h>
#include <froth/scene/make_parts.h>

namespace froth {

namespace {

/// What frames have without being asked for it.
constexpr const char* kAlways[] = {"radius", "id", "body"};

void check_attributes(const Values& table, const Scene& scene) {
  std::vector<std::string> known = scene.output.attributes;
  known.insert(known.end(), std::begin(kAlways), std::end(kAlways));
  for (const std::string& name : table.texts("attributes"))
    if (std::ranges::find(known, name) == known.end())
      fail_at(table.where("attributes"),
              fmt::format("output.mesh.attributes names \"{}\", which the frames do not have{}; add it to "
                          "output.attributes",
                          name, suggestion(name, known)));
}

void check_bodies(const Values& table, const Scene& scene) {
  std::vector<std::string> known;
  for (const BodySpec& body : scene.bodies) known.push_back(body.name);
  for (const std::string& group : table.texts("join")) {
    if (group == "all") continue;
    for (const std::string& name : names_of_group(group))
      if (std::ranges::find(known, name) == known.end())
        fail_at(table.where("join"), fmt::format("output.mesh.join names body \"{}\", which there is not{}",
                                                 name, suggestion(name, known)));
  }
}

/// Every body has one skin at most.
void check_joined_once(const Values& table, const Scene& scene) {
  std::set<std::string> joined_before;
  for (const std::string& group : table.texts("join")) {
    std::set<std::string> names;
    for (const std::string& name : names_of_group(group)) names.insert(name);
    if (group == "all")
      for (const BodySpec& body : scene.bodies) names.insert(body.name);
    for (const std::string& name : names)
      if (!joined_before.insert(name).second)
        fail_at(table.where("join"), fmt::format("output.mesh.join names body \"{}\" twice", name));
  }
}

void check_formats(const Values& table) {
  if (table.texts("formats").empty())
    fail_at(table.where("formats"),
            fmt::format("output.mesh.formats is empty; name one or more of {}, or leave it out",
                        joined(mesh_format_names())));
}

}  // namespace

MeshView make_mesh(const Values& table, const Scene& scene) {
  check_attributes(table, scene);
  check_bodies(table, scene);
  check_joined_once(table, scene);
  check_formats(table);
  if (const std::string& cut = table.text("cut"); !cut.empty()) try {
      cut_plane(cut);
    } catch (const InputError& error) {
      fail_at(table.where("cut"), error.what());
    }
  return {.is_on = table.boolean("enabled"),
          .formats = table.texts("formats"),
          .method = table.text("method"),
          .voxel = table.real("voxel"),
          .smoothing = table.real("smoothing"),
          .adaptivity = table.real("adaptivity"),
          .join = table.texts("join"),
          .attributes = table.texts("attributes"),
          .cut = table.text("cut")};
}

}  // namespace froth
