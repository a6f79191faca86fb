// SPDX-License-Identifier: Apache-2.0
#include <froth/sim/scene_view.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <numbers>
#include <xxhash.h>

#include <froth/scene/render_keys.h>
#include <froth/sim/report.h>
#include <froth/sim/run_folder.h>

namespace froth {

namespace {

std::string digest_of(const Scene& scene) {
  const XXH128_hash_t hash = XXH3_128bits(scene.resolved_text.data(), scene.resolved_text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

/// The surface of a liquid is smooth; that of everything else keeps its edges.
const char* skin_of(const Scene& scene, const BodySpec& body) {
  return scene.materials[static_cast<std::size_t>(body.material)].model == "liquid" ? "anisotropic"
                                                                                    : "level_set";
}

/// The shade of the n-th body of a material: its own colour, then darker and lighter ones spread by the
/// golden ratio, so that any number of bodies differ.
Vec3<double> shade_of_body(const Vec3<double>& color, double variation, int n) {
  const double place = 0.5 + n * std::numbers::phi, s = variation * (2 * (place - std::floor(place)) - 1);
  Vec3<double> shade = color;
  for (int d = 0; d < 3; ++d) shade[d] += s * (s > 0 ? 1 - color[d] : color[d]);
  return shade;
}

/// Bodies that share a skin are one thing to the eye.
bool is_joined(const Scene& scene, const BodySpec& body) {
  for (const std::string& group : scene.output.mesh.join) {
    const std::vector<std::string> names = names_of_group(group);
    if (group == "all" || std::ranges::find(names, body.name) != names.end()) return true;
  }
  return false;
}

/// By body; those without a colour of their own differ from others with the same look.
std::vector<Look> looks_of_bodies(const Scene& scene) {
  std::vector<Look> looks, met;
  for (const BodySpec& body : scene.bodies) {
    const Look& own = scene.materials[static_cast<std::size_t>(body.material)].look;
    Look& look = looks.emplace_back(own);
    look.body_variation = 0;
    if (!own.color || body.color || is_joined(scene, body)) continue;
    look.color = shade_of_body(*own.color, own.body_variation, int(std::ranges::count(met, own)));
    met.push_back(own);
  }
  return looks;
}

RenderView render_of(const RenderSpec& spec) {
  std::vector<CameraKey> camera;
  for (const CameraSpec& key : spec.camera)
    camera.push_back({key.time, key.eye, key.target, key.field_of_view});
  return {.width = spec.width,
          .height = spec.height,
          .samples = spec.samples,
          .color_by = spec.color_by,
          .eye = spec.eye,
          .target = spec.target,
          .field_of_view = spec.field_of_view,
          .ground = spec.ground,
          .particle_radius = spec.particle_radius,
          .light = spec.light,
          .exposure = spec.exposure,
          .shutter = spec.shutter,
          .max_bounces = spec.max_bounces,
          .filter = spec.filter,
          .color_range = spec.color_range,
          .as = spec.as,
          .border = spec.border,
          .cut = spec.cut,
          .camera = camera};
}

}  // namespace

RunView view_of_scene(const Scene& scene) {
  // What has no cells is measured by the distance between its particles.
  double length = scene.solver.cell_size;
  if (length == 0)
    for (const BodySpec& body : scene.bodies) length = std::max(length, body.spacing);
  RunView view{.name = scene.name,
               .title = scene.title,
               .scene_digest = digest_of(scene),
               .dimension = scene.dimension,
               .units = scene.units == UnitSystem::Cgs ? "cgs" : "si",
               .frame_rate = scene.frame_rate,
               .link_length = length,
               .voxel_size = length,
               .bodies = {},
               .colliders = {},
               .render = render_of(scene.render)};
  for (int d = 0; d < scene.dimension; ++d)
    if (scene.domain.is_periodic[d]) view.period[d] = scene.domain.max[d] - scene.domain.min[d];
  view.mesh = scene.output.mesh;
  const std::vector<Look> looks = looks_of_bodies(scene);
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodySpec& body = scene.bodies[b];
    view.bodies.push_back(
        {.name = body.name, .color = body.color, .look = looks[b], .skin = skin_of(scene, body)});
  }
  for (std::size_t k = 0; k < scene.obstacles.colliders.size(); ++k) {
    const Collider& c = scene.obstacles.colliders[k];
    const Look look = k < scene.collider_looks.size() ? scene.collider_looks[k] : Look{};
    view.colliders.push_back(
        {.name = c.name, .shape = c.shape, .is_visible = c.is_visible, .color = c.color, .look = look});
  }
  return view;
}

void change_render(RunView& view, const std::vector<std::string>& assignments) {
  const RenderChange change =
      read_render_keys(assignments, view.dimension, view.units == "cgs" ? UnitSystem::Cgs : UnitSystem::Si);
  // A camera that stands still takes the place of one that moves.
  for (const std::string& key : change.keys)
    if (key == "eye" || key == "target") view.render.camera.clear();
  view.render = with_keys(view.render, render_of(change.spec), change.keys);
}

bool has_finished(const std::string& path, const Scene& scene) {
  const RunFolder folder{path};
  return report_status(folder.report()) == "finished" && std::filesystem::exists(folder.view()) &&
         view_of_run(path).scene_digest == digest_of(scene);
}

}  // namespace froth
