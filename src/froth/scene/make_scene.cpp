// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/make_scene.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <froth/materials/law_list.h>
#include <froth/scene/make_parts.h>
#include <froth/scene/make_shape.h>

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
  scene.end_time = general.real("end_time");
  scene.frame_rate = general.real("frame_rate");
  if (scene.end_time * scene.frame_rate + 1e-6 < 1)
    fail_at(general.where("end_time"), "end_time is shorter than one frame; raise it or frame_rate");
  if (!(scene.end_time * scene.frame_rate < kMostFrames))
    fail_at(general.where("end_time"),
            "end_time times frame_rate gives more than 100 million frames; lower one");
}

/// Modes of a PolyPIC scheme beyond those of APIC, all kept or as the scene says.
void set_modes(TransferScheme& scheme, const Values& solver, int dimension) {
  const int affine = 1 + dimension, most = dimension == 2 ? 9 : 27;
  int modes = most;
  if (solver.has("polynomial_modes")) modes = static_cast<int>(solver.integer("polynomial_modes"));
  if (modes < affine || modes > most)
    fail_at(solver.where("polynomial_modes"),
            fmt::format("polynomial_modes is {}, but in {}D it is from {} to {}", modes, dimension, affine,
                        most));
  scheme.mode_scales.assign(static_cast<std::size_t>(modes - affine), 1.0);
  if (solver.has("mode_scales")) {
    const std::vector<double>& scales = solver.reals("mode_scales");
    if (scales.size() != scheme.mode_scales.size())
      fail_at(solver.where("mode_scales"),
              fmt::format("mode_scales has {} numbers, but there are {} modes beyond the {} of APIC",
                          scales.size(), scheme.mode_scales.size(), affine));
    scheme.mode_scales = scales;
  }
  if (solver.text("kernel") != "quadratic")
    fail_at(solver.where("transfer"),
            "transfer = \"polypic\" is for kernel = \"quadratic\" only; choose one");
}

void set_betas(TransferScheme& scheme, const Values& solver) {
  for (const char* key : {"beta_min", "beta_max"})
    if (solver.has(key) && !scheme.has_beta_rule())
      fail_at(solver.where(key),
              std::string(key) + " has no meaning for transfer = \"" + solver.text("transfer") +
                  "\", which has no rule for parting; remove it, or choose sflip or asflip");
  if (solver.has("beta_min")) scheme.beta_min = solver.real("beta_min");
  if (solver.has("beta_max")) scheme.beta_max = solver.real("beta_max");
  if (scheme.beta_min > scheme.beta_max)
    fail_at(
        solver.where(solver.has("beta_max") ? "beta_max" : "beta_min"),
        fmt::format("beta_min is {}, above beta_max, which is {}; material that opens must move at least as "
                    "freely as material that is compressed",
                    scheme.beta_min, scheme.beta_max));
}

TransferScheme make_transfer(const Values& solver, int dimension) {
  TransferScheme scheme = transfer_scheme(solver.text("transfer"));
  for (const char* key : {"polynomial_modes", "mode_scales"})
    if (solver.has(key) && !scheme.is_polynomial)
      fail_at(solver.where(key), std::string(key) + " is for transfer = \"polypic\" only; remove it");
  if (scheme.is_polynomial) set_modes(scheme, solver, dimension);
  set_betas(scheme, solver);
  for (const char* key : {"flip_ratio", "flip_ratio_dt"})
    if (solver.has(key) && !scheme.keeps_particle_velocity())
      fail_at(solver.where(key), std::string(key) + " has no meaning for transfer = \"" +
                                     solver.text("transfer") +
                                     "\", whose particles keep none of their own velocity; remove it");
  if (solver.has("flip_ratio")) scheme.flip_ratio = solver.real("flip_ratio");
  if (solver.has("flip_ratio_dt")) scheme.flip_ratio_dt = solver.real("flip_ratio_dt");
  return scheme;
}

SolverSpec make_solver(const Values& solver, int dimension) {
  SolverSpec spec;
  spec.cell_size = solver.real("cell_size");
  spec.transfer = make_transfer(solver, dimension);
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
    // Numbers that do not go together are a mistake even in a material that no body uses.
    if (values.varying_key().empty()) make_law<3, double>(values.chosen(), values);
    list.push_back({name, values.chosen(), values.real("density"), values});
  }
  return list;
}

Collider make_collider(const Values& collider, const Scene& scene) {
  Collider spec;
  spec.name = unique_name(collider, "collider", scene.obstacles.colliders);
  spec.shape = make_shape(collider.table("shape"), scene.dimension);
  if (collider.has("motion")) spec.motion = make_motion(collider.table("motion"));
  spec.contact = make_contact(collider.table("contact"));
  spec.surface_velocity = collider.vector_field("surface_velocity");
  check_over_time(spec.motion, spec.surface_velocity, scene);
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

Scene make_scene(const Values& file, const ReadContext& context) {
  Scene scene;
  set_general(file.table("scene"), scene);
  scene.solver = make_solver(file.table("solver"), scene.dimension);
  scene.materials = make_materials(file.table("materials"));
  add_bodies(file, scene);
  add_regions(file, scene);
  if (file.has("colliders"))
    for (const Values& collider : file.list("colliders"))
      scene.obstacles.colliders.push_back(make_collider(collider, scene));
  if (file.has("forces"))
    for (const Values& force : file.list("forces"))
      scene.forces.push_back({unique_name(force, "force", scene.forces), force.vector_field("acceleration")});
  if (file.has("domain")) add_domain(file.table("domain"), context, scene);
  check_sources(file, scene);
  for (const std::string& name : file.table("output").texts("attributes"))
    if (std::find(scene.output.attributes.begin(), scene.output.attributes.end(), name) ==
        scene.output.attributes.end())
      scene.output.attributes.push_back(name);
  scene.output.attributes_where = file.table("output").where("attributes");
  scene.output.formats = file.table("output").texts("formats");
  if (file.table("output").text("diagnostics") == "step") scene.output.diagnostics = DiagnosticsRate::Step;
  scene.render = make_render(file.table("render"));
  return scene;
}

int Scene::frame_count() const {
  // The margin forgives the rounding of products such as 0.1 * 30.
  return static_cast<int>(std::floor(end_time * frame_rate + 1e-6));
}

}  // namespace froth
