// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/make_scene.h>

#include <algorithm>
#include <cmath>

#include <froth/base/error.h>
#include <froth/scene/make_shape.h>
#include <froth/scene/suggest.h>

namespace froth {

namespace {

/// More frames than this is a typo in end_time or frame_rate, and would not fit the counters.
constexpr double kMostFrames = 1e8;

[[noreturn]] void fail(const std::string& where, const std::string& message) {
  throw InputError(where + ": " + message);
}

std::optional<Vec3<double>> optional_vector(const Values& values, const char* key) {
  if (!values.has(key)) return std::nullopt;
  return values.vector(key);
}

void set_general(const Values& general, Scene& scene) {
  scene.title = general.text("title");
  scene.source = general.text("source");
  scene.dimension = static_cast<int>(general.integer("dimension"));
  scene.precision = general.text("precision") == "double" ? Precision::Double : Precision::Float;
  scene.seed = static_cast<std::uint64_t>(general.integer("seed"));
  scene.gravity = general.vector("gravity");
  scene.end_time = general.real("end_time");
  scene.frame_rate = general.real("frame_rate");
  if (scene.end_time * scene.frame_rate + 1e-6 < 1)
    fail(general.where("end_time"), "end_time is shorter than one frame; raise it or frame_rate");
  if (!(scene.end_time * scene.frame_rate < kMostFrames))
    fail(general.where("end_time"),
         "end_time times frame_rate gives more than 100 million frames; lower one");
}

TransferScheme make_transfer(const Values& solver) {
  TransferScheme scheme = transfer_scheme(solver.text("transfer"));
  for (const char* key : {"flip_ratio", "flip_ratio_dt"})
    if (solver.has(key) && !scheme.keeps_particle_velocity())
      fail(solver.where(key), std::string(key) + " has no meaning for transfer = \"" +
                                  solver.text("transfer") +
                                  "\", whose particles keep none of their own velocity; remove it");
  if (solver.has("flip_ratio")) scheme.flip_ratio = solver.real("flip_ratio");
  if (solver.has("flip_ratio_dt")) scheme.flip_ratio_dt = solver.real("flip_ratio_dt");
  return scheme;
}

SolverSpec make_solver(const Values& solver) {
  SolverSpec spec;
  spec.cell_size = solver.real("cell_size");
  spec.transfer = make_transfer(solver);
  spec.transfer_name = solver.text("transfer");
  spec.kernel = solver.text("kernel") == "cubic" ? Kernel::Cubic : Kernel::Quadratic;
  spec.gradient = solver.text("gradient") == "kernel" ? GradientForm::Kernel : GradientForm::Mls;
  spec.dt = solver.has("dt") ? solver.real("dt") : 0.0;
  spec.cfl = solver.real("cfl");
  spec.max_dt = solver.has("max_dt") ? solver.real("max_dt") : 0.0;
  return spec;
}

std::vector<MaterialSpec> make_materials(const Values& materials) {
  std::vector<MaterialSpec> list;
  for (const std::string& name : materials.keys()) {
    const Values& values = materials.table(name);
    list.push_back({name, values.chosen(), values.real("density"), values});
  }
  return list;
}

int find_material(const Values& body, const std::vector<MaterialSpec>& materials) {
  std::vector<std::string> names;
  for (const MaterialSpec& material : materials) {
    if (material.name == body.text("material")) return static_cast<int>(names.size());
    names.push_back(material.name);
  }
  const std::string guess = suggestion(body.text("material"), names);
  fail(body.where("material"), "there is no material \"" + body.text("material") + "\"" +
                                   (guess.empty() ? "; the scene has " + joined(names) : guess));
}

/// The name of an entry of a list, its own or "body_0"; every name stands for one thing.
template <class Spec>
std::string unique_name(const Values& values, const std::string& noun, const std::vector<Spec>& before) {
  const std::string name =
      values.has("name") ? values.text("name") : noun + "_" + std::to_string(before.size());
  if (name.empty()) fail(values.where("name"), "a name must not be empty");
  for (const Spec& other : before)
    if (other.name == name) fail(values.where("name"), "there are two called \"" + name + "\"; rename one");
  return name;
}

BodySpec make_body(const Values& body, const Values& solver, const Scene& scene) {
  BodySpec spec;
  spec.name = unique_name(body, "body", scene.bodies);
  spec.material = find_material(body, scene.materials);
  spec.shape = make_shape(body.table("shape"), scene.dimension);
  if (body.has("velocity")) spec.velocity = make_velocity(body.table("velocity"));
  const auto own_or_solvers = [&](const char* key) { return (body.has(key) ? body : solver).real(key); };
  spec.particles_per_cell = own_or_solvers("particles_per_cell");
  spec.jitter = own_or_solvers("jitter");
  if ((body.has("sampling") ? body : solver).text("sampling") == "poisson") spec.sampling = Sampling::Poisson;
  if (spec.sampling == Sampling::Poisson && body.has("jitter"))
    fail(body.where("jitter"), "jitter is for sampling = \"lattice\" only; remove it");
  spec.color = optional_vector(body, "color");
  return spec;
}

ColliderSpec make_collider(const Values& collider, const Scene& scene) {
  ColliderSpec spec;
  spec.name = unique_name(collider, "collider", scene.colliders);
  spec.shape = make_shape(collider.table("shape"), scene.dimension);
  if (collider.has("motion")) spec.motion = make_motion(collider.table("motion"));
  spec.contact = make_contact(collider.table("contact"));
  spec.is_visible = collider.boolean("visible");
  spec.color = optional_vector(collider, "color");
  return spec;
}

RenderSpec make_render(const Values& render) {
  RenderSpec spec;
  spec.width = static_cast<int>(render.integer("width"));
  spec.height = static_cast<int>(render.integer("height"));
  spec.samples = static_cast<int>(render.integer("samples"));
  spec.color_by = render.text("color_by");
  spec.eye = optional_vector(render, "eye");
  spec.target = optional_vector(render, "target");
  spec.field_of_view = render.real("field_of_view");
  spec.ground = render.boolean("ground");
  spec.particle_radius = render.real("particle_radius");
  return spec;
}

}  // namespace

ContactRule make_contact(const Values& contact) {
  ContactRule rule;
  const std::string& kind = contact.text("kind");
  rule.kind = kind == "sticky" ? ContactKind::Sticky
              : kind == "slip" ? ContactKind::Slip
                               : ContactKind::Separating;
  rule.friction = contact.real("friction");
  if (rule.friction > 0 && rule.kind != ContactKind::Separating)
    fail(contact.where("friction"), "friction is for kind = \"separating\" only; remove it from " + kind);
  return rule;
}

Scene make_scene(const Values& file, const ReadContext& context) {
  Scene scene;
  set_general(file.table("scene"), scene);
  const Values& solver = file.table("solver");
  scene.solver = make_solver(solver);
  scene.materials = make_materials(file.table("materials"));
  for (const Values& body : file.list("bodies")) scene.bodies.push_back(make_body(body, solver, scene));
  if (file.has("colliders"))
    for (const Values& collider : file.list("colliders"))
      scene.colliders.push_back(make_collider(collider, scene));
  if (file.has("domain")) add_domain(file.table("domain"), context, scene);
  for (const std::string& name : file.table("output").texts("attributes"))
    if (std::find(scene.output.attributes.begin(), scene.output.attributes.end(), name) ==
        scene.output.attributes.end())
      scene.output.attributes.push_back(name);
  if (file.table("output").text("diagnostics") == "step") scene.output.diagnostics = DiagnosticsRate::Step;
  scene.render = make_render(file.table("render"));
  return scene;
}

int Scene::frame_count() const {
  // The margin forgives the rounding of products such as 0.1 * 30.
  return static_cast<int>(std::floor(end_time * frame_rate + 1e-6));
}

}  // namespace froth
