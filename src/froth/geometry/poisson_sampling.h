// SPDX-License-Identifier: Apache-2.0
// Fills a shape with points at random places that keep a distance from each other: Poisson discs, packed
// until no more fit. Source: [Ebeida2012], section 3.
#pragma once

#include <cstdint>
#include <vector>

#include <froth/geometry/shape.h>

namespace froth {

struct PoissonSampling {
  double spacing;      ///< [m]; on average one point per spacing^dim
  std::uint64_t seed;  ///< of the scene
  std::uint32_t body;  ///< number of the body: bodies of one seed get their own points
  int dim;             ///< 2 or 3
};

/// Least distance of two points [m] for a mean density of spacing^-dim. The density of random discs packed
/// until none fits is known from random sequential adsorption: they cover 0.5471 of the plane and 0.3841 of
/// space.
double poisson_radius(double spacing, int dim);

/// Points strictly inside `shape`, in Morton order of cells of size `spacing`, no two closer than
/// poisson_radius(). Planar points have zero z. Discs are packed in a rim around the shape too and then left
/// out, so that the density is the same up to the surface. Throws InputError where the shape is unbounded or
/// would need too many points.
std::vector<Vec3<double>> sample_poisson(const Shape& shape, const PoissonSampling& sampling);

}  // namespace froth
