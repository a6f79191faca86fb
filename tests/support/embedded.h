// SPDX-License-Identifier: Apache-2.0
// Bodies of the solver `embedding` for tests: lattices and random clouds with their neighbourhoods.
#pragma once

#include <froth/embedding/deformation.h>

#include "support/random_values.h"

namespace froth::test {

/// Points of a cubic lattice of spacing `a`, `n` along each axis.
inline std::vector<Vec3<double>> lattice_points(Vec3<int> n, double a) {
  std::vector<Vec3<double>> points;
  for (int x = 0; x < n[0]; ++x)
    for (int y = 0; y < n[1]; ++y)
      for (int z = 0; z < n[2]; ++z) points.push_back({a * x, a * y, a * z});
  return points;
}

inline std::vector<Vec3<double>> random_points(int count, double width, Rng& rng) {
  std::vector<Vec3<double>> points;
  for (int k = 0; k < count; ++k)
    points.push_back({rng.uniform(0, width), rng.uniform(0, width), rng.uniform(0, width)});
  return points;
}

/// A body at rest at `points`, all of one mass.
inline EmbeddedBody body_at(const std::vector<Vec3<double>>& points, double spacing, int neighbors,
                            const EmbeddedLaw& law) {
  EmbeddedBody body;
  body.name = "body", body.density = 1, body.spacing = spacing, body.law = law;
  body.x = body.embedded = body.updated_at = points;
  body.v.resize(points.size()), body.force.resize(points.size());
  body.mass.assign(points.size(), spacing * spacing * spacing);
  body.flowed.resize(points.size()), body.stress.resize(points.size()), body.is_loose.resize(points.size());
  body.F.assign(points.size(), Mat3<double>::identity());
  for (std::size_t s = 0; s < points.size(); ++s) body.id.push_back(s);
  find_neighborhoods(body.x, spacing, neighbors, body.near, body.support);
  link_particles(body.near, body.links);
  weigh_links(body.near, body.links);
  return body;
}

}  // namespace froth::test
