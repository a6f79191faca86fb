// SPDX-License-Identifier: Apache-2.0
// Forces and tractions.
#include <cmath>

#include <froth/base/suggest.h>
#include <froth/scene/make_parts.h>
#include <froth/scene/make_shape.h>

namespace froth {

namespace {

/// Numbers of the body called `name`, with its layers; of a layer, "ball.skin", of this alone.
std::vector<std::size_t> bodies_called(const std::string& name, const std::string& where,
                                       const Scene& scene) {
  std::vector<std::string> names;
  for (const BodySpec& body : scene.bodies) {
    names.push_back(body.name);
    if (body.name != name) continue;
    const bool is_core = !std::isfinite(body.depth_to);
    std::vector<std::size_t> found;
    for (std::size_t b = 0; b < scene.bodies.size(); ++b)
      if (&scene.bodies[b] == &body || (is_core && scene.bodies[b].sampled_as == body.sampled_as))
        found.push_back(b);
    return found;
  }
  const std::string guess = suggestion(name, names);
  fail_at(where,
          "there is no body \"" + name + "\"" + (guess.empty() ? "; the scene has " + joined(names) : guess));
}

ForceField make_force(const Values& values, const Scene& scene) {
  ForceField force{unique_name(values, "force", scene.forces), values.vector_field("acceleration")};
  if (values.has("region")) force.region = make_shape(values.table("region"), scene.dimension);
  if (!values.has("bodies")) return force;
  if (values.texts("bodies").empty())
    fail_at(values.where("bodies"), "the force acts on no body; name one, or remove the key");
  for (const std::string& name : values.texts("bodies"))
    for (const std::size_t b : bodies_called(name, values.where("bodies"), scene)) {
      for (const std::size_t other : force.bodies)
        if (other == b)
          fail_at(values.where("bodies"), "the force names body \"" + scene.bodies[b].name + "\" twice");
      force.bodies.push_back(b);
    }
  return force;
}

Traction make_traction(const Values& values, const Scene& scene) {
  Traction traction;
  traction.name = unique_name(values, "traction", scene.tractions);
  traction.where = values.where("region");
  traction.traction = values.vector_field("traction");
  traction.bodies = bodies_called(values.text("body"), values.where("body"), scene);
  traction.region = make_shape(values.table("region"), scene.dimension);
  const BodySpec& body = scene.bodies[traction.bodies.front()];
  const double usual = scene.solver.cell_size > 0 ? scene.solver.cell_size : 2 * body.spacing;
  traction.depth = values.has("depth") ? values.real("depth") : usual;
  return traction;
}

}  // namespace

void add_loads(const Values& file, Scene& scene) {
  if (file.has("forces"))
    for (const Values& force : file.list("forces")) scene.forces.push_back(make_force(force, scene));
  if (file.has("tractions"))
    for (const Values& traction : file.list("tractions"))
      scene.tractions.push_back(make_traction(traction, scene));
}

}  // namespace froth
