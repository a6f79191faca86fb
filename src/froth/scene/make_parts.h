// SPDX-License-Identifier: Apache-2.0
// What the makers of a scene's parts share: messages with a place, and names that stand for one thing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <froth/base/error.h>
#include <froth/base/values.h>
#include <froth/scene/scene.h>

namespace froth {

struct SolverMethod;

[[noreturn]] inline void fail_at(const std::string& where, const std::string& message) {
  throw InputError(where + ": " + message);
}

inline std::optional<Vec3<double>> optional_vector(const Values& values, const char* key) {
  if (!values.has(key)) return std::nullopt;
  return values.vector(key);
}

/// The name of an entry of a list, its own or "body_0" after its number in the list; every name stands for
/// one thing.
template <class Spec>
std::string unique_name(const Values& values, const std::string& noun, std::size_t number,
                        const std::vector<Spec>& before) {
  std::string name = values.has("name") ? values.text("name") : noun + "_" + std::to_string(number);
  if (name.empty()) fail_at(values.where("name"), "a name must not be empty");
  for (const Spec& other : before)
    if (other.name == name)
      fail_at(values.where("name"), "there are two called \"" + name + "\"; rename one");
  return name;
}

/// The same for a list whose entries become one thing each.
template <class Spec>
std::string unique_name(const Values& values, const std::string& noun, const std::vector<Spec>& before) {
  return unique_name(values, noun, before.size(), before);
}

/// Expressions of time that fail do so here, not in the middle of the run: every frame is tried.
void check_over_time(const Motion& motion, const VectorField& velocity, const Scene& scene);

/// The look of a material or a collider: what its table `look` says, else as given.
Look make_look(const Values& owner, Look look);

/// Bodies with their layers, then those that emitters make; all materials are known by now.
void add_bodies(const Values& file, Scene& scene);
/// Regions that are held, and kill zones.
void add_regions(const Values& file, Scene& scene);
/// Forces and tractions; all bodies are known by now.
void add_loads(const Values& file, Scene& scene);
/// Of the table output.mesh; all bodies and attributes are known by now.
MeshView make_mesh(const Values& table, const Scene& scene);
/// Throws where the scene asks for something that the method cannot do.
void check_capabilities(const Values& file, const SolverMethod& method,
                        const std::vector<MaterialSpec>& materials);
/// Throws where material would come out of the middle of a collider.
void check_sources(const Values& file, const Scene& scene);

}  // namespace froth
