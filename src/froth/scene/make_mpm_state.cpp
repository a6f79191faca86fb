// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/make_mpm_state.h>

#include <cmath>
#include <fmt/format.h>
#include <span>

#include <froth/base/error.h>
#include <froth/materials/law_list.h>
#include <froth/scene/check_start.h>
#include <froth/scene/make_elements.h>
#include <froth/scene/sample_bodies.h>
#include <froth/scene/start_velocity.h>

namespace froth {

namespace {

template <int Dim>
Lattice<Dim> lattice_of(const Scene& scene) {
  Lattice<Dim> lattice;
  lattice.dx = scene.solver.cell_size;
  lattice.degree = scene.solver.kernel == Kernel::Quadratic ? 2 : 3;
  // Node 0 lies a cell below the coordinate planes: floors and walls are there, and what rests on them then
  // fills the first cells of a block instead of straddling two.
  lattice.origin = Vec<Dim, double>::constant(-lattice.dx);
  lattice.period_begin = 1;
  for (int d = 0; d < Dim; ++d) {
    if (!scene.domain.is_periodic[d]) continue;
    lattice.origin[d] += scene.domain.min[d];
    const double cells = (scene.domain.max[d] - scene.domain.min[d]) / lattice.dx;
    lattice.periodic_cells[d] = static_cast<std::int32_t>(std::lround(cells));
  }
  return lattice;
}

/// The particles of a body from `begin` to `end`, numbered from `first_id` on.
template <int Dim>
std::vector<NewParticle<Dim>> particles_of(const Scene& scene, const BodySpec& body,
                                           const SampledBody& sampled, std::uint64_t first_id, Index begin,
                                           Index end) {
  const std::span<const Vec3<double>> points =
      std::span(sampled.points)
          .subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  const std::vector<Start> starts = starts_of(scene, body, points);
  std::uint64_t id = first_id + static_cast<std::uint64_t>(begin);
  std::vector<NewParticle<Dim>> particles;
  particles.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    Mat<Dim, double> gradient{};
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c) gradient(r, c) = starts[i].gradient(r, c);
    particles.push_back(
        {id++, drop<Dim>(points[i]), drop<Dim>(starts[i].v), gradient,
         sampled.volumes.empty() ? sampled.volume : sampled.volumes[static_cast<std::size_t>(begin) + i]});
  }
  return particles;
}

/// Layers of a body are resampled as one.
template <int Dim, class Real>
void add_resampling(const Scene& scene, const std::vector<double>& depths, MpmState<Dim, Real>& state) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodySpec& body = scene.bodies[b];
    if (!body.resampling || body.sampled_as != static_cast<int>(b)) continue;
    check_thickness(scene, body, depths[b]);
    const ResamplingSpec& spec = *body.resampling;
    std::vector<std::size_t> together;
    for (std::size_t other = b; other < scene.bodies.size(); ++other)
      if (scene.bodies[other].sampled_as == body.sampled_as) together.push_back(other);
    add_resampling(
        state, std::move(together),
        ResamplingSettings{.every_steps = spec.every_steps,
                           .strain = spec.strain,
                           .coverage = spec.coverage,
                           .depth = spec.depth,
                           .merge_distance = spec.merge_distance,
                           .fields = spec.are_fields_from_grid ? NewFields::Grid : NewFields::Donors,
                           .thin_ratio = spec.thin_ratio,
                           .seed = scene.seed});
  }
}

/// The law of a place, where the material has expressions; else empty.
template <int Dim, class Real>
LawAt<Dim, Real> law_at(const MaterialSpec& material) {
  if (material.law.varying_key().empty()) return {};
  return [material](const Vec3<double>& x) {
    return make_law<Dim, Real>(material.model, material.law.evaluated_at(x));
  };
}

std::string traction_column(std::size_t number) { return "traction_" + std::to_string(number); }

/// A particle of the patch takes the force traction V0 / depth: a column has 1 / (density depth) of it
/// [m^2/kg].
template <int Dim, class Real>
void add_tractions(const Scene& scene, MpmState<Dim, Real>& state) {
  for (std::size_t n = 0; n < scene.tractions.size(); ++n) {
    const Traction& spec = scene.tractions[n];
    Index found = 0;
    for (const std::size_t b : spec.bodies) {
      const Shape& shape = scene.bodies[b].shape;
      const double share = 1 / (state.bodies[b].density * spec.depth);
      found += add_share(state, b, traction_column(n), "m^2/kg", [&](const Vec3<double>& x) {
        return spec.region.signed_distance(x) <= 0 && -shape.signed_distance(x) < spec.depth ? share : 0.0;
      });
    }
    if (found == 0)
      throw InputError(
          fmt::format("{}: traction \"{}\" acts on no particle: none of its body starts in the "
                      "region within {:.4g} m of the surface; move the region, or give more depth",
                      spec.where, spec.name, spec.depth));
  }
}

template <int Dim, class Real>
void take_grid_volumes(const Scene& scene, MpmState<Dim, Real>& state) {
  std::vector<std::size_t> bodies;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    if (scene.bodies[b].takes_grid_volumes) bodies.push_back(b);
  if (!bodies.empty()) take_grid_volumes(state, bodies);
}

}  // namespace

template <int Dim>
MpmSettings<Dim> mpm_settings(const Scene& scene) {
  MpmSettings<Dim> settings;
  settings.lattice = lattice_of<Dim>(scene);
  settings.scheme = scene.solver.transfer;
  settings.gradient = scene.solver.gradient;
  settings.gravity = drop<Dim>(scene.gravity);
  settings.cfl = scene.solver.cfl;
  settings.tight_colliders = scene.solver.tight_colliders;
  settings.keeps_volume = scene.solver.keeps_volume;
  settings.obstacles = scene.obstacles;
  settings.gravity_ramp = scene.gravity_ramp;
  settings.settle = scene.settle;
  for (const ForceField& force : scene.forces)
    if (force.is_for_all())
      settings.forces.push_back(force.acceleration);
    else
      settings.particle_forces.push_back({force.acceleration, force.bodies, force.region, {}});
  for (std::size_t n = 0; n < scene.tractions.size(); ++n)
    settings.particle_forces.push_back(
        {scene.tractions[n].traction, scene.tractions[n].bodies, {}, traction_column(n)});
  return settings;
}

template <int Dim, class Real>
void fill_mpm_state(const Scene& scene, MpmState<Dim, Real>& state) {
  std::uint64_t next_id = 0;
  std::vector<double> depths;  // of the deepest points
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodySpec& body = scene.bodies[b];
    const MaterialSpec& material = scene.materials[static_cast<std::size_t>(body.material)];
    SampledBody sampled;  // without points where an emitter makes them
    ElementMesh mesh;
    if (body.emitter) {
      check_within_reach(scene, body, check_emitter(body));
      depths.push_back(body.resampling ? depth_of_shape(scene, body) : 0);
    } else {
      if (body.elements) {
        mesh = element_mesh_of(scene, body);
        sampled.points = mesh.start;
        sampled.volumes = element_volumes(scene, body, mesh);
      } else {
        sampled = sample_body(scene, body);
      }
      depths.push_back(sampled.depth);
      check_within_reach(scene, body, sampled.points);
      check_start(scene, body, sampled.points);
      check_held(scene, body, sampled.points);
    }
    const auto part = [&](Index begin, Index end) {
      return particles_of<Dim>(scene, body, sampled, next_id, begin, end);
    };
    const NewParticles<Dim> particles{static_cast<Index>(sampled.points.size()), part};
    const Bounds bounds = body.shape.bounds();
    const Vec3<double> place =
        particles.count == 0 ? 0.5 * (bounds.min + bounds.max) : lift(drop<Dim>(sampled.points[0]));
    const Law<Dim, Real> law = make_law<Dim, Real>(material.model, material.law.evaluated_at(place));
    add_body(state, body.name, law, material.density, particles, law_at<Dim, Real>(material));
    next_id += static_cast<std::uint64_t>(particles.count);
    if (body.elements) add_elements<Dim, Real>(state, b, make_elements<Dim>(scene, body, mesh));
    if (body.emitter) add_emitter(state, b, *body.emitter);
    if (body.separation_ratio > 0) set_separation_ratio(state, b, body.separation_ratio);
  }
  add_tractions(scene, state);
  take_grid_volumes(scene, state);
  add_resampling(scene, depths, state);
}

#define FROTH_INSTANCE(DIM, REAL) template void fill_mpm_state<DIM, REAL>(const Scene&, MpmState<DIM, REAL>&);
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)
#undef FROTH_INSTANCE
template MpmSettings<2> mpm_settings<2>(const Scene&);
template MpmSettings<3> mpm_settings<3>(const Scene&);

}  // namespace froth
