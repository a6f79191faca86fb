// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/build.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/geometry/poisson_sampling.h>
#include <froth/geometry/sampling.h>
#include <froth/materials/law_list.h>
#include <froth/particles/block_map.h>
#include <froth/solvers/explicit_mpm/explicit_mpm.h>

namespace froth {

double sampling_distance(const Scene& scene, const BodySpec& body) {
  return scene.solver.cell_size / std::pow(body.particles_per_cell, 1.0 / scene.dimension);
}

double particle_radius(const Scene& scene, const BodySpec& body) {
  return scene.render.particle_radius > 0 ? scene.render.particle_radius
                                          : 0.6 * sampling_distance(scene, body);
}

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

template <int Dim>
ExplicitMpmSettings<Dim> settings_of(const Scene& scene) {
  ExplicitMpmSettings<Dim> settings;
  settings.lattice = lattice_of<Dim>(scene);
  settings.scheme = scene.solver.transfer;
  settings.gradient = scene.solver.gradient;
  settings.gravity = drop<Dim>(scene.gravity);
  settings.cfl = scene.solver.cfl;
  for (const ColliderSpec& c : scene.colliders)
    settings.colliders.push_back({c.name, c.shape, c.motion, c.contact, c.surface_velocity});
  for (const ForceField& force : scene.forces) settings.forces.push_back(force.acceleration);
  for (const HeldSpec& held : scene.held)
    settings.held.push_back({held.name, held.shape, held.motion, held.start, held.end});
  for (const KillZoneSpec& zone : scene.kill_zones)
    settings.kill_zones.push_back({zone.name, zone.shape, zone.motion, zone.keeps_inside});
  return settings;
}

struct SampledBody {
  std::vector<Vec3<double>> points;
  double volume = 0;  ///< that each point stands for [m^dim]
};

SampledBody sample_body(const Scene& scene, std::size_t b) {
  const BodySpec& body = scene.bodies[b];
  const LatticeSampling sampling{sampling_distance(scene, body), body.jitter, scene.seed,
                                 static_cast<std::uint32_t>(body.sampled_as), scene.dimension};
  SampledBody sampled{sample_lattice(body.shape, sampling), std::pow(sampling.spacing, scene.dimension)};
  if (body.sampling == Sampling::Poisson) {  // the lattice measures the volume that random points share
    const double volume = sampled.volume * static_cast<double>(sampled.points.size());
    sampled.points =
        sample_poisson(body.shape, {sampling.spacing, sampling.seed, sampling.body, sampling.dim});
    sampled.volume = volume / static_cast<double>(sampled.points.size());
  }
  std::erase_if(sampled.points, [&](const Vec3<double>& x) {
    const double depth = -body.shape.signed_distance(x);
    return !(depth >= body.depth_from && depth < body.depth_to);
  });
  const bool is_layered = body.depth_from > 0 || std::isfinite(body.depth_to);
  if (sampled.points.empty() && is_layered)
    throw InputError(
        fmt::format("{}: body \"{}\" got no particles: nothing of its shape lies {:.4g} m or more below the "
                    "surface, or its layer is thinner than the distance between particles ({:.4g} m); change "
                    "the thickness of the layers or make solver.cell_size smaller",
                    scene.name, body.name, body.depth_from, sampling.spacing));
  if (sampled.points.empty() || !(sampled.volume > 0))
    throw InputError(
        fmt::format("{}: body \"{}\" got no particles: its shape is empty or thinner than the distance "
                    "between particles ({:.4g} m); make it larger or solver.cell_size smaller",
                    scene.name, body.name, sampling.spacing));
  return sampled;
}

/// Positions are counted in cells; a little room is left to move.
void check_within_reach(const Scene& scene, const BodySpec& body, const std::vector<Vec3<double>>& points) {
  const double reach = 0.9 * kCellLimit * scene.solver.cell_size;
  for (const Vec3<double>& x : points)
    for (int d = 0; d < scene.dimension; ++d)
      if (std::abs(x[d]) > reach)
        throw InputError(
            fmt::format("{}: body \"{}\" reaches {:.3g} m from the origin, but cells of {:.3g} m reach only "
                        "{:.3g} m; move it closer or make solver.cell_size larger",
                        scene.name, body.name, std::abs(x[d]), scene.solver.cell_size, reach));
}

/// A body may touch a collider; one that starts a tenth or more inside is a mistake.
void check_clear_of_colliders(const Scene& scene, const BodySpec& body,
                              const std::vector<Vec3<double>>& points) {
  for (const ColliderSpec& collider : scene.colliders) {
    const Pose pose = collider.motion.at(0);
    const auto inside = std::count_if(points.begin(), points.end(), [&](const Vec3<double>& x) {
      return collider.shape.signed_distance(pose.to_rest(x)) < 0;
    });
    if (10 * inside < static_cast<std::ptrdiff_t>(points.size())) continue;
    throw InputError(
        fmt::format("{}: body \"{}\" starts inside collider \"{}\" ({} of its {} particles); move one of "
                    "them apart",
                    scene.name, body.name, collider.name, inside, points.size()));
  }
}

/// An emitter from which nothing could ever come is a mistake, as a body without particles is.
void check_emitter(const Scene& scene, const BodySpec& body) {
  const Emitter& emitter = *body.emitter;
  std::vector<Vec3<double>> points;
  for (std::uint64_t batch = 0; batch < 8 && points.empty(); ++batch)  // a jet moves half a spacing per batch
    points = emitter.points(batch, emitter.start);
  if (points.empty())
    throw InputError(
        fmt::format("{}: emitter \"{}\" makes no particles: its shape is empty or thinner than the distance "
                    "between particles ({:.4g} m); make it larger or solver.cell_size smaller",
                    scene.name, body.name, emitter.sampling.spacing));
  check_within_reach(scene, body, points);
}

/// Velocity and its gradient, from which a particle starts.
struct Start {
  Vec3<double> v{};
  Mat3<double> gradient{};
};

/// Slopes of the velocity over the particle's own width, by differences of two points `reach` away on either
/// side, or of one where the expression ends.
Mat3<double> slopes(std::array<Field::Evaluator, 3>& v, const Vec3<double>& x, const Vec3<double>& middle,
                    double reach, int dimension) {
  Mat3<double> gradient{};
  for (int c = 0; c < dimension; ++c) {
    Vec3<double> step{};
    step[c] = reach;
    for (int r = 0; r < dimension; ++r) {
      auto& part = v[static_cast<std::size_t>(r)];
      const double left = part.unchecked(x - step, 0), right = part.unchecked(x + step, 0);
      const bool has_left = std::isfinite(left), has_right = std::isfinite(right);
      const double width = reach * (int(has_left) + int(has_right));
      if (width > 0)
        gradient(r, c) = ((has_right ? right : middle[r]) - (has_left ? left : middle[r])) / width;
    }
  }
  return gradient;
}

std::vector<Start> starts_of(const Scene& scene, const BodySpec& body,
                             const std::vector<Vec3<double>>& points) {
  const VelocityField& field = body.velocity;
  std::vector<Start> starts(points.size());
  std::vector<std::string> errors(
      static_cast<std::size_t>(chunk_count(Index(points.size()), kReductionChunk)));
  const double reach = 0.5 * sampling_distance(scene, body);
  const auto fill = [&](const Chunk& chunk) {
    auto v = [&]() -> std::array<Field::Evaluator, 3> {
      const VectorField parts = field.expression.value_or(VectorField{});
      return {Field::Evaluator(parts[0]), Field::Evaluator(parts[1]), Field::Evaluator(parts[2])};
    }();
    for (auto i = static_cast<std::size_t>(chunk.begin); i < static_cast<std::size_t>(chunk.end); ++i) {
      const Vec3<double>& x = points[i];
      starts[i] = {field.constant + field.gradient * (x - field.center), field.gradient};
      if (!field.expression) continue;
      starts[i].v = {v[0](x, 0), v[1](x, 0), v[2](x, 0)};
      starts[i].gradient = slopes(v, x, starts[i].v, reach, scene.dimension);
    }
  };
  parallel_chunks(Index(points.size()), kReductionChunk, [&](const Chunk& chunk) {
    try {
      fill(chunk);
    } catch (const InputError& error) {
      errors[static_cast<std::size_t>(chunk.number)] = error.what();
    }
  });
  for (const std::string& error : errors)  // the first one, whatever the threads did
    if (!error.empty()) throw InputError(error);
  return starts;
}

template <int Dim>
std::vector<NewParticle<Dim>> particles_of(const Scene& scene, std::size_t b, std::uint64_t& next_id) {
  const BodySpec& body = scene.bodies[b];
  const auto [points, volume] = sample_body(scene, b);
  check_within_reach(scene, body, points);
  check_clear_of_colliders(scene, body, points);
  const std::vector<Start> starts = starts_of(scene, body, points);
  std::vector<NewParticle<Dim>> particles;
  particles.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    Mat<Dim, double> gradient{};
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c) gradient(r, c) = starts[i].gradient(r, c);
    particles.push_back({next_id++, drop<Dim>(points[i]), drop<Dim>(starts[i].v), gradient, volume});
  }
  return particles;
}

/// A void is filled only well below the surface, and a thin body has no such place.
void check_thickness(const Scene& scene, const BodySpec& body) {
  double deepest = 0;
  const LatticeSampling sampling{sampling_distance(scene, body), 0, scene.seed, 0, scene.dimension};
  for (const Vec3<double>& x : sample_lattice(body.shape, sampling))
    deepest = std::max(deepest, -body.shape.signed_distance(x));
  // The deepest of the points is up to half their distance off the middle.
  if (2 * deepest + sampling.spacing >= 3 * scene.solver.cell_size) return;
  throw InputError(fmt::format(
      "{}: body \"{}\" is to be resampled but is nowhere three cells ({:.4g} m) thick, so that no void in it "
      "would ever be filled; remove its resampling or make solver.cell_size smaller",
      scene.name, body.name, 3 * scene.solver.cell_size));
}

/// Layers of a body are resampled as one.
template <int Dim, class Real>
void add_resampling(const Scene& scene, ExplicitMpm<Dim, Real>& solver) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodySpec& body = scene.bodies[b];
    if (!body.resampling || body.sampled_as != static_cast<int>(b)) continue;
    check_thickness(scene, body);
    const ResamplingSpec& spec = *body.resampling;
    std::vector<std::size_t> together;
    for (std::size_t other = b; other < scene.bodies.size(); ++other)
      if (scene.bodies[other].sampled_as == body.sampled_as) together.push_back(other);
    solver.add_resampling(std::move(together),
                          {.every_steps = spec.every_steps,
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
template <class Real>
LawAt<Real> law_at(const MaterialSpec& material) {
  if (material.law.varying_key().empty()) return {};
  return [material](const Vec3<double>& x) {
    return make_law<Real>(material.model, material.law.evaluated_at(x));
  };
}

template <class Solver>
void take_grid_volumes(const Scene& scene, Solver& solver) {
  std::vector<std::size_t> bodies;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    if (scene.bodies[b].takes_grid_volumes) bodies.push_back(b);
  if (!bodies.empty()) solver.take_grid_volumes(bodies);
}

template <int Dim, class Real>
std::unique_ptr<Solver> build(const Scene& scene) {
  auto solver = std::make_unique<ExplicitMpm<Dim, Real>>(settings_of<Dim>(scene));
  std::uint64_t next_id = 0;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodySpec& body = scene.bodies[b];
    const MaterialSpec& material = scene.materials[static_cast<std::size_t>(body.material)];
    std::vector<NewParticle<Dim>> particles;
    if (body.emitter)
      check_emitter(scene, body);
    else
      particles = particles_of<Dim>(scene, b, next_id);
    const Bounds bounds = body.shape.bounds();
    const Vec3<double> place = particles.empty() ? 0.5 * (bounds.min + bounds.max) : lift(particles[0].x);
    const Law<Real> law = make_law<Real>(material.model, material.law.evaluated_at(place));
    solver->add_body(body.name, law, material.density, particles, law_at<Real>(material));
    if (body.emitter) solver->add_emitter(b, *body.emitter);
    if (body.separation_ratio > 0) solver->set_separation_ratio(b, body.separation_ratio);
  }
  take_grid_volumes(scene, *solver);
  add_resampling(scene, *solver);
  return solver;
}

}  // namespace

double particle_mass(const Scene& scene, std::size_t b) {
  const BodySpec& body = scene.bodies.at(b);
  const bool is_random = body.sampling == Sampling::Poisson && !body.emitter;
  const double volume =
      is_random ? sample_body(scene, b).volume : std::pow(sampling_distance(scene, body), scene.dimension);
  return volume * scene.materials[static_cast<std::size_t>(body.material)].density;
}

std::unique_ptr<Solver> build_solver(const Scene& scene) {
  const bool is_float = scene.precision == Precision::Float;
  if (scene.dimension == 2) return is_float ? build<2, float>(scene) : build<2, double>(scene);
  return is_float ? build<3, float>(scene) : build<3, double>(scene);
}

}  // namespace froth
