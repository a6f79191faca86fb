// SPDX-License-Identifier: Apache-2.0
// Bodies, their layers, emitters, and the regions that hold or remove material.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/scene/make_elements.h>
#include <froth/scene/make_parts.h>
#include <froth/scene/make_shape.h>
#include <froth/base/suggest.h>

namespace froth {

namespace {

int find_material(const Values& values, const std::vector<MaterialSpec>& materials) {
  std::vector<std::string> names;
  for (const MaterialSpec& material : materials) {
    if (material.name == values.text("material")) return static_cast<int>(names.size());
    names.push_back(material.name);
  }
  const std::string guess = suggestion(values.text("material"), names);
  fail_at(values.where("material"), "there is no material \"" + values.text("material") + "\"" +
                                        (guess.empty() ? "; the scene has " + joined(names) : guess));
}

std::optional<ResamplingSpec> make_resampling(const Values& piece) {
  if (!piece.has("resampling") || !piece.table("resampling").boolean("enabled")) return std::nullopt;
  const Values& values = piece.table("resampling");
  if (values.integer("every_steps") == 0 && values.real("strain") == 0)
    fail_at(
        values.where("strain"),
        "neither steps nor strain would ever start the resampling; give one of every_steps and strain, or "
        "enabled = false");
  return ResamplingSpec{
      .every_steps = values.integer("every_steps"),
      .strain = values.real("strain"),
      .coverage = values.real("coverage"),
      .depth = values.real("depth"),
      .merge_distance = values.real("merge_distance"),
      .are_fields_from_grid = values.text("new_fields") == "grid",
      .thin_ratio = values.boolean("remove_thin") ? std::optional(values.real("thin_ratio")) : std::nullopt};
}

/// The distance between particles, by itself or by how many of them are in a cell; of the body, else of the
/// solver.
void set_spacing(const Values& piece, const Scene& scene, const Values& solver, BodySpec& spec) {
  const double cell = scene.solver.cell_size;
  for (const Values* values : {&piece, &solver}) {
    if (values->has("spacing")) {
      spec.spacing = values->real("spacing");
      spec.particles_per_cell = std::pow(cell / spec.spacing, scene.dimension);
      return;
    }
    if (values->has("particles_per_cell")) {
      spec.particles_per_cell = values->real("particles_per_cell");
      spec.spacing = cell / std::pow(spec.particles_per_cell, 1.0 / scene.dimension);
      return;
    }
  }
  fail_at(piece.where(), "nothing says how far apart the particles of \"" + spec.name +
                             "\" are, and method = \"" + scene.solver.method +
                             "\" has no cells to tell; give a spacing here or in [solver]");
}

/// What bodies and emitters have in common.
BodySpec make_piece(const Values& piece, const char* noun, std::size_t number, const Scene& scene,
                    const Values& solver) {
  BodySpec spec;
  spec.name = unique_name(piece, noun, number, scene.bodies);
  const bool is_body = std::string_view(noun) == "body";
  if (is_body) spec.elements = make_element_spec(piece, scene);
  const bool needs_shape = !spec.elements || (spec.elements->kind == ElementKind::Solid && spec.elements->file.empty());
  if (needs_shape && !piece.has("shape"))
    fail_at(piece.where(),
            fmt::format("bodies.{} has no \"shape\", which it needs (region that is filled with "
                        "particles)",
                        number));
  spec.where = piece.has("shape") ? piece.where("shape") : spec.elements->where;
  spec.material = find_material(piece, scene.materials);
  if (piece.has("shape")) spec.shape = make_shape(piece.table("shape"), scene.dimension);
  set_spacing(piece, scene, solver, spec);
  spec.jitter = (piece.has("jitter") ? piece : solver).real("jitter");
  spec.color = optional_vector(piece, "color");
  spec.resampling = make_resampling(piece);
  spec.sampled_as = static_cast<int>(scene.bodies.size());
  return spec;
}

/// Layers come before the core, whose name is the body's own: "ball.skin", "ball".
void add_body(const Values& body, std::size_t number, const Values& solver, Scene& scene) {
  BodySpec core = make_piece(body, "body", number, scene, solver);
  if ((body.has("sampling") ? body : solver).text("sampling") == "poisson") core.sampling = Sampling::Poisson;
  if (core.sampling == Sampling::Poisson && body.has("jitter"))
    fail_at(body.where("jitter"), "jitter is for sampling = \"lattice\" only; remove it");
  if (body.has("separation_ratio")) core.separation_ratio = body.real("separation_ratio");
  core.takes_grid_volumes = body.text("rest_volumes") == "grid_density";
  if (body.has("velocity")) core.velocity = make_velocity(body.table("velocity"));
  if (body.has("layers"))
    for (const Values& layer : body.list("layers")) {
      BodySpec spec = core;
      spec.material = find_material(layer, scene.materials);
      spec.name = core.name + "." + layer.text("material");
      spec.where = layer.where("thickness");
      for (const BodySpec& other : scene.bodies)
        if (other.name == spec.name)
          fail_at(layer.where("material"),
                  "two layers of one body have this material; use another name for "
                  "the same material in one of them");
      spec.color = optional_vector(layer, "color");
      spec.depth_to = spec.depth_from + layer.real("thickness");
      core.depth_from = spec.depth_to;
      scene.bodies.push_back(std::move(spec));
    }
  scene.bodies.push_back(std::move(core));
}

/// Points that pass through a nozzle between two batches would be lost.
void check_length(const Values& values, const Emitter& emitter) {
  if (emitter.kind != EmitterKind::Flow) return;
  const Bounds box = emitter.shape.bounds();
  const Vec3<double> u = emitter.velocity / norm(emitter.velocity);
  double length = 0;
  for (int d = 0; d < emitter.sampling.dim; ++d) length += std::abs(u[d]) * (box.max[d] - box.min[d]);
  if (length < emitter.sampling.spacing)
    fail_at(values.where("shape"),
            "the nozzle is shorter along its velocity than the distance between particles, so that an even "
            "jet cannot form in it; make it longer or put particles closer "
            "(spacing or solver.cell_size)");
}

void check_emitter(const Values& values, const Emitter& emitter) {
  if (emitter.kind == EmitterKind::Flow) {
    if (!(norm(emitter.velocity) > 0))
      fail_at(values.where("velocity"),
              "a flow needs a velocity other than zero; give one, or kind = \"fill\"");
    if (values.has("every"))
      fail_at(values.where("every"), "every is for kind = \"fill\"; a flow never pauses, so remove it");
  }
  if (!(emitter.end > emitter.start))
    fail_at(values.where("end"), "the emitter ends before it begins; give an end after its start");
  // A lattice cannot fill what has no end.
  if (!emitter.shape.bounds().is_finite(emitter.sampling.dim))
    fail_at(values.where("shape"), "the emitter's shape is unbounded; cut it down to a finite solid");
  check_length(values, emitter);
}

void add_emitter(const Values& values, std::size_t number, const Values& solver, Scene& scene) {
  BodySpec spec = make_piece(values, "emitter", number, scene, solver);
  Emitter emitter;
  emitter.kind = values.text("kind") == "fill" ? EmitterKind::Fill : EmitterKind::Flow;
  emitter.shape = spec.shape;
  emitter.velocity = values.vector("velocity");
  emitter.start = values.real("start");
  if (values.has("end")) emitter.end = values.real("end");
  if (values.has("every")) emitter.every = values.real("every");
  if (values.has("max_particles")) emitter.budget = values.integer("max_particles");
  emitter.sampling = {spec.spacing, spec.jitter, scene.seed, static_cast<std::uint32_t>(spec.sampled_as),
                      scene.dimension};
  check_emitter(values, emitter);
  spec.velocity.constant = emitter.velocity;
  spec.emitter = std::move(emitter);
  scene.bodies.push_back(std::move(spec));
}

HeldRegion make_held(const Values& held, const Scene& scene) {
  HeldRegion spec;
  spec.name = unique_name(held, "held", scene.obstacles.held);
  spec.shape = make_shape(held.table("shape"), scene.dimension);
  if (held.has("motion")) spec.motion = make_motion(held.table("motion"));
  check_over_time(spec.motion, {}, scene);
  spec.start = held.real("start");
  if (held.has("end")) spec.end = held.real("end");
  if (!(spec.end > spec.start))
    fail_at(held.where("end"), "the region lets go before it takes hold; give an end after its start");
  return spec;
}

KillZone make_kill_zone(const Values& zone, const Scene& scene) {
  KillZone spec;
  spec.name = unique_name(zone, "kill_zone", scene.obstacles.kill_zones);
  spec.shape = make_shape(zone.table("shape"), scene.dimension);
  if (zone.has("motion")) spec.motion = make_motion(zone.table("motion"));
  check_over_time(spec.motion, {}, scene);
  spec.keeps_inside = zone.text("removes") == "outside";
  return spec;
}

/// The collider that all of a source lies in, asked for at some points of it; null where there is none.
const Collider* collider_around(const Emitter& emitter, const Scene& scene) {
  const Bounds box = emitter.shape.bounds();
  LatticeSampling coarse = emitter.sampling;
  coarse.jitter = 0, coarse.spacing = 0;
  for (int d = 0; d < scene.dimension; ++d)
    coarse.spacing = std::max(coarse.spacing, (box.max[d] - box.min[d]) / 16);
  coarse.spacing = std::max(coarse.spacing, emitter.sampling.spacing);
  const std::vector<Vec3<double>> points = sample_lattice(emitter.shape, coarse);
  if (points.empty()) return nullptr;
  for (const Collider& collider : scene.obstacles.colliders) {
    const Pose pose = collider.motion.at(emitter.start);
    const auto is_inside = [&](const Vec3<double>& x) {
      return collider.shape.signed_distance(pose.to_rest(x)) < 0;
    };
    if (std::ranges::all_of(points, is_inside)) return &collider;
  }
  return nullptr;
}

}  // namespace

void check_sources(const Values& file, const Scene& scene) {
  if (!file.has("emitters")) return;
  const std::vector<Values>& list = file.list("emitters");
  const std::size_t first = scene.bodies.size() - list.size();  // emitters come after all bodies
  for (std::size_t n = 0; n < list.size(); ++n)
    if (const Collider* c = collider_around(*scene.bodies[first + n].emitter, scene))
      fail_at(list[n].where("shape"), "the source lies inside of collider \"" + c->name +
                                          "\" when it starts, where nothing can flow; move one of them");
}

void add_bodies(const Values& file, Scene& scene) {
  const Values& solver = file.table("solver");
  if (file.has("bodies"))
    for (std::size_t n = 0; n < file.list("bodies").size(); ++n)
      add_body(file.list("bodies")[n], n, solver, scene);
  if (file.has("emitters"))
    for (std::size_t n = 0; n < file.list("emitters").size(); ++n)
      add_emitter(file.list("emitters")[n], n, solver, scene);
  if (scene.bodies.empty())
    fail_at(file.where(), "the scene has no material: give it [[bodies]] or [[emitters]]");
}

void add_regions(const Values& file, Scene& scene) {
  if (file.has("held"))
    for (const Values& held : file.list("held")) scene.obstacles.held.push_back(make_held(held, scene));
  if (file.has("kill_zones"))
    for (const Values& zone : file.list("kill_zones"))
      scene.obstacles.kill_zones.push_back(make_kill_zone(zone, scene));
}

}  // namespace froth
