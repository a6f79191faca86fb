// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/make_scene.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <froth/geometry/cut_plane.h>
#include <froth/materials/law_list.h>
#include <froth/obstacles/rigid_mass.h>
#include <froth/scene/make_elements.h>
#include <froth/scene/make_parts.h>
#include <froth/scene/make_shape.h>
#include <froth/scene/preset_looks.h>
#include <froth/scene/solver_methods.h>

namespace froth {

namespace {

/// More frames than this is a typo in end_time or frame_rate, and would not fit the counters.
constexpr double kMostFrames = 1e8;

void set_general(const Values& general, Scene& scene) {
  scene.title = general.text("title");
  scene.source = general.text("source");
  scene.dimension = static_cast<int>(general.integer("dimension"));
  scene.precision = general.text("precision") == "double" ? Precision::Double : Precision::Float;
  scene.seed = static_cast<std::uint64_t>(general.integer("seed"));
  scene.gravity = general.vector("gravity");
  if (general.has("gravity_ramp")) scene.gravity_ramp = general.real("gravity_ramp");
  if (general.has("settle")) scene.settle = general.real("settle");
  scene.end_time = general.real("end_time");
  scene.frame_rate = general.real("frame_rate");
  if (scene.end_time * scene.frame_rate + 1e-6 < 1)
    fail_at(general.where("end_time"), "end_time is shorter than one frame; raise it or frame_rate");
  if (!(scene.end_time * scene.frame_rate < kMostFrames))
    fail_at(general.where("end_time"),
            "end_time times frame_rate gives more than 100 million frames; lower one");
}

SolverSpec make_solver(const Values& solver) {
  SolverSpec spec;
  spec.method = solver.chosen();
  spec.values = solver;
  spec.dt = solver.has("dt") ? solver.real("dt") : 0.0;
  spec.max_dt = solver.has("max_dt") ? solver.real("max_dt") : 0.0;
  spec.retries = static_cast<int>(solver.integer("retries"));
  return spec;
}

std::vector<MaterialSpec> make_materials(const Values& materials) {
  std::vector<MaterialSpec> list;
  for (const std::string& name : materials.keys()) {
    const Values& values = materials.table(name);
    // Numbers that do not go together are a mistake even in a material that no body uses.
    if (values.varying_key().empty()) make_law<3, double>(values.chosen(), values);
    list.push_back({name, values.chosen(), values.real("density"), values,
                    make_look(values, look_of_law(values.chosen()))});
  }
  return list;
}

/// What cannot move by itself is refused here, where its place is known.
RigidSpec make_rigid(const Values& collider, const Collider& made, const Scene& scene) {
  const Values& dynamic = collider.table("dynamic");
  const std::string& where = collider.where("dynamic");
  const std::string who = "collider \"" + made.name + "\" ";
  if (collider.has("motion"))
    fail_at(where, who + "has both motion and dynamic: it moves as told or by itself; remove one of them");
  if (!is_zero(made.surface_velocity))
    fail_at(where, who + "is dynamic, so that its surface cannot run by itself; remove surface_velocity");
  if (made.contact.on_particles)
    fail_at(where, who +
                       "is dynamic, and contact.on_particles would take momentum from particles that "
                       "nobody gets; remove one of them");
  if (!made.shape.bounds().is_finite(scene.dimension))
    fail_at(where,
            who + "is dynamic, but its shape is unbounded and so has no mass; give it a bounded shape");
  RigidSpec spec{dynamic.real("density"), dynamic.vector("velocity"), dynamic.vector("angular_velocity"),
                 dynamic.real("friction"), dynamic.real("restitution")};
  if (!(rigid_mass(made.shape, spec.density, scene.dimension).mass > 0))
    fail_at(where, who + "is dynamic, but its shape has no inside to give it mass; make it thicker");
  return spec;
}

Collider make_collider(const Values& collider, const Scene& scene) {
  Collider spec;
  spec.name = unique_name(collider, "collider", scene.obstacles.colliders);
  spec.shape = make_shape(collider.table("shape"), scene.dimension);
  if (collider.has("motion")) spec.motion = make_motion(collider.table("motion"));
  spec.contact = make_contact(collider.table("contact"));
  spec.surface_velocity = collider.vector_field("surface_velocity");
  check_over_time(spec.motion, spec.surface_velocity, scene);
  if (collider.has("dynamic")) spec.rigid = make_rigid(collider, spec, scene);
  spec.is_visible = collider.boolean("visible");
  spec.color = optional_vector(collider, "color");
  return spec;
}

GuardSpec make_guard(const Values& guard) {
  GuardSpec spec;
  spec.is_on = guard.boolean("enabled");
  spec.energy_warning = guard.real("energy_warning");
  spec.energy_stop = guard.real("energy_stop");
  spec.volume_warning = guard.real("volume_warning");
  spec.volume_stop = guard.real("volume_stop");
  return spec;
}

std::vector<CameraSpec> make_camera(const std::vector<Values>& keys) {
  std::vector<CameraSpec> camera;
  for (const Values& key : keys) {
    CameraSpec spec{key.real("time"), key.vector("eye"), key.vector("target"), {}};
    if (key.has("field_of_view")) spec.field_of_view = key.real("field_of_view");
    if (spec.eye == spec.target)
      fail_at(key.where("eye"), "eye and target of the camera are the same point; move one of them");
    if (!camera.empty() && !(spec.time > camera.back().time))
      fail_at(key.where("time"), "key frames of the camera must be in order of time, each at its own");
    camera.push_back(spec);
  }
  return camera;
}

void check_cut(const Values& render) {
  if (render.text("cut").empty()) return;
  try {
    cut_plane(render.text("cut"));
  } catch (const InputError& error) {
    fail_at(render.where("cut"), error.what());
  }
}

}  // namespace

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
  spec.light = render.text("light");
  spec.exposure = render.real("exposure");
  spec.shutter = render.real("shutter");
  spec.max_bounces = static_cast<int>(render.integer("max_bounces"));
  spec.filter = render.boolean("filter");
  spec.as = render.text("as");
  spec.border = render.real("border");
  spec.cut = render.text("cut");
  check_cut(render);
  if (render.has("camera")) spec.camera = make_camera(render.list("camera"));
  if (!render.has("color_range")) return spec;
  const std::vector<double>& range = render.reals("color_range");
  if (!(range[0] < range[1]))
    fail_at(render.where("color_range"), "the first number of color_range must be below the second");
  spec.color_range = Vec2<double>{range[0], range[1]};
  return spec;
}

void check_over_time(const Motion& motion, const VectorField& velocity, const Scene& scene) {
  const bool varies = !std::ranges::all_of(velocity, &Field::is_constant);
  if (!varies && !motion.has_expressions()) return;
  constexpr int most = 10000;
  const int frames = scene.frame_count(), stride = 1 + frames / most;
  for (int frame = 0; frame <= frames; frame += stride) {
    motion.at(frame / scene.frame_rate);
    value_at(velocity, {}, frame / scene.frame_rate);
  }
}

ContactRule make_contact(const Values& contact) {
  ContactRule rule;
  const std::string& kind = contact.text("kind");
  rule.kind = kind == "sticky" ? ContactKind::Sticky
              : kind == "slip" ? ContactKind::Slip
                               : ContactKind::Separating;
  rule.friction = contact.real("friction");
  rule.on_particles = contact.boolean("on_particles");
  if (rule.friction > 0 && rule.kind != ContactKind::Separating)
    fail_at(contact.where("friction"), "friction is for kind = \"separating\" only; remove it from " + kind);
  return rule;
}

/// Bodies that leave through one end of a period would have to come in at the other.
void check_rigid(const Values& file, const Scene& scene) {
  const bool is_rigid =
      std::ranges::any_of(scene.obstacles.colliders, [](const Collider& c) { return c.rigid.has_value(); });
  if (is_rigid && std::ranges::any_of(scene.domain.is_periodic, [](bool is) { return is; }))
    fail_at(file.table("domain").where("periodic"),
            "a scene with dynamic colliders cannot be periodic; give the domain walls");
}

Scene make_scene(const Values& file, const ReadContext& context) {
  Scene scene;
  scene.units = context.units;
  set_general(file.table("scene"), scene);
  scene.solver = make_solver(file.table("solver"));
  const SolverMethod& method = solver_method(scene.solver.method);
  if (method.read != nullptr) method.read(scene.solver.values, scene);
  scene.materials = make_materials(file.table("materials"));
  check_capabilities(file, method, scene.materials);
  add_bodies(file, scene);
  add_regions(file, scene);
  check_elements(scene);
  if (file.has("colliders"))
    for (const Values& collider : file.list("colliders")) {
      scene.obstacles.colliders.push_back(make_collider(collider, scene));
      scene.collider_looks.push_back(make_look(collider, {}));
    }
  add_loads(file, scene);
  if (file.has("domain")) add_domain(file.table("domain"), context, scene);
  check_rigid(file, scene);
  check_sources(file, scene);
  for (const std::string& name : file.table("output").texts("attributes"))
    if (std::find(scene.output.attributes.begin(), scene.output.attributes.end(), name) ==
        scene.output.attributes.end())
      scene.output.attributes.push_back(name);
  scene.output.attributes_where = file.table("output").where("attributes");
  scene.output.formats = file.table("output").texts("formats");
  if (file.table("output").text("diagnostics") == "step") scene.output.diagnostics = DiagnosticsRate::Step;
  if (file.table("output").has("mesh"))
    scene.output.mesh = make_mesh(file.table("output").table("mesh"), scene);
  scene.guard = make_guard(file.table("guard"));
  scene.render = make_render(file.table("render"));
  return scene;
}

int Scene::frame_count() const {
  // The margin forgives the rounding of products such as 0.1 * 30.
  return static_cast<int>(std::floor(end_time * frame_rate + 1e-6));
}

}  // namespace froth
