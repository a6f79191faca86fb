// SPDX-License-Identifier: Apache-2.0
#include <froth/scene/sample_bodies.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include <froth/base/error.h>
#include <froth/geometry/poisson_sampling.h>
#include <froth/geometry/sampling.h>

namespace froth {

std::vector<Vec3<double>> points_of(const BodySpec& body,
                                    const std::function<std::vector<Vec3<double>>()>& sample) {
  try {
    return sample();
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {} \"{}\": {}", body.where, body.emitter ? "emitter" : "body",
                                 body.name, error.what()));
  }
}

SampledBody sample_body(const Scene& scene, const BodySpec& body) {
  const LatticeSampling sampling{body.spacing, body.jitter, scene.seed,
                                 static_cast<std::uint32_t>(body.sampled_as), scene.dimension};
  SampledBody sampled{points_of(body, [&] { return sample_lattice(body.shape, sampling); }),
                      std::pow(sampling.spacing, scene.dimension), 0};
  if (body.sampling == Sampling::Poisson) {  // the lattice measures the volume that random points share
    const double volume = sampled.volume * static_cast<double>(sampled.points.size());
    const PoissonSampling random{sampling.spacing, sampling.seed, sampling.body, sampling.dim};
    sampled.points = points_of(body, [&] { return sample_poisson(body.shape, random); });
    sampled.volume = volume / static_cast<double>(sampled.points.size());
  }
  std::erase_if(sampled.points, [&](const Vec3<double>& x) {
    const double depth = -body.shape.signed_distance(x);
    sampled.depth = std::max(sampled.depth, depth);
    return !(depth >= body.depth_from && depth < body.depth_to);
  });
  const bool is_layered = body.depth_from > 0 || std::isfinite(body.depth_to);
  if (sampled.points.empty() && is_layered)
    throw InputError(
        fmt::format("{}: body \"{}\" got no particles: nothing of its shape lies {:.4g} m or more below the "
                    "surface, or its layer is thinner than the distance between particles ({:.4g} m); change "
                    "the thickness of the layers or put particles closer (spacing or "
                    "solver.cell_size)",
                    body.where, body.name, body.depth_from, sampling.spacing));
  if (sampled.points.empty() || !(sampled.volume > 0))
    throw InputError(
        fmt::format("{}: body \"{}\" got no particles: its shape is empty or thinner than the distance "
                    "between particles ({:.4g} m); make it larger or put particles closer "
                    "(spacing or solver.cell_size)",
                    body.where, body.name, sampling.spacing));
  return sampled;
}

double depth_of_shape(const Scene& scene, const BodySpec& body) {
  const LatticeSampling sampling{body.spacing, 0, scene.seed, 0, scene.dimension};
  double deepest = 0;
  for (const Vec3<double>& x : points_of(body, [&] { return sample_lattice(body.shape, sampling); }))
    deepest = std::max(deepest, -body.shape.signed_distance(x));
  return deepest;
}

double particle_mass(const Scene& scene, std::size_t b) {
  const BodySpec& body = scene.bodies.at(b);
  const bool is_random = body.sampling == Sampling::Poisson && !body.emitter;
  const double volume = is_random ? sample_body(scene, body).volume : std::pow(body.spacing, scene.dimension);
  return volume * scene.materials[static_cast<std::size_t>(body.material)].density;
}

}  // namespace froth
