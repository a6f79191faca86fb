// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/build.h>

#include <algorithm>
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

namespace {

template <int Dim>
Lattice<Dim> lattice_of(const Scene& scene) {
  Lattice<Dim> lattice;
  lattice.dx = scene.solver.cell_size;
  lattice.degree = scene.solver.kernel == Kernel::Quadratic ? 2 : 3;
  for (int d = 0; d < Dim; ++d) {
    if (!scene.domain.is_periodic[d]) continue;
    lattice.origin[d] = scene.domain.min[d];
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
    settings.colliders.push_back({c.name, c.shape, c.motion, c.contact});
  return settings;
}

struct SampledBody {
  std::vector<Vec3<double>> points;
  double volume = 0;  ///< that each point stands for [m^dim]
};

SampledBody sample_body(const Scene& scene, std::size_t b) {
  const BodySpec& body = scene.bodies[b];
  const LatticeSampling sampling{sampling_distance(scene, body), body.jitter, scene.seed,
                                 static_cast<std::uint32_t>(b), scene.dimension};
  SampledBody sampled{sample_lattice(body.shape, sampling), std::pow(sampling.spacing, scene.dimension)};
  if (body.sampling == Sampling::Poisson) {  // the lattice measures the volume that random points share
    const double volume = sampled.volume * static_cast<double>(sampled.points.size());
    sampled.points =
        sample_poisson(body.shape, {sampling.spacing, sampling.seed, sampling.body, sampling.dim});
    sampled.volume = volume / static_cast<double>(sampled.points.size());
  }
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

template <int Dim>
std::vector<NewParticle<Dim>> particles_of(const Scene& scene, std::size_t b, std::uint64_t& next_id) {
  const BodySpec& body = scene.bodies[b];
  const auto [points, volume] = sample_body(scene, b);
  check_within_reach(scene, body, points);
  check_clear_of_colliders(scene, body, points);
  Mat<Dim, double> gradient{};
  for (int r = 0; r < Dim; ++r)
    for (int c = 0; c < Dim; ++c) gradient(r, c) = body.velocity.gradient(r, c);
  std::vector<NewParticle<Dim>> particles;
  particles.reserve(points.size());
  for (const Vec3<double>& x : points) {
    const Vec3<double> v = body.velocity.constant + body.velocity.gradient * (x - body.velocity.center);
    particles.push_back({next_id++, drop<Dim>(x), drop<Dim>(v), gradient, volume});
  }
  return particles;
}

template <int Dim, class Real>
std::unique_ptr<Solver> build(const Scene& scene) {
  auto solver = std::make_unique<ExplicitMpm<Dim, Real>>(settings_of<Dim>(scene));
  std::uint64_t next_id = 0;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodySpec& body = scene.bodies[b];
    const MaterialSpec& material = scene.materials[static_cast<std::size_t>(body.material)];
    solver->add_body(body.name, make_law<Real>(material.model, material.law), material.density,
                     particles_of<Dim>(scene, b, next_id));
  }
  return solver;
}

}  // namespace

std::unique_ptr<Solver> build_solver(const Scene& scene) {
  const bool is_float = scene.precision == Precision::Float;
  if (scene.dimension == 2) return is_float ? build<2, float>(scene) : build<2, double>(scene);
  return is_float ? build<3, float>(scene) : build<3, double>(scene);
}

}  // namespace froth
