// SPDX-License-Identifier: Apache-2.0
// Fills a shape with points on a jittered lattice.
#pragma once

#include <cstdint>
#include <vector>

#include <froth/geometry/shape.h>

namespace froth {

struct LatticeSampling {
  double spacing;      ///< lattice constant [m]
  double jitter;       ///< 0: on the lattice, 1: anywhere in the lattice cell
  std::uint64_t seed;  ///< of the scene
  std::uint32_t body;  ///< number of the body: bodies of one seed get their own jitter
  int dim;             ///< 2 or 3
};

/// Points strictly inside `shape`, in Morton order of their lattice cell; each stands for spacing^dim
/// [m^dim]. The lattice (k + 1/2) * spacing is anchored at the world origin, so that bodies tile; planar
/// points have zero z. Throws InputError where the shape is unbounded, would need more than 2^31 points, or
/// reaches further from the origin than Morton codes do (2^20 spacings in space, 2^31 in the plane).
std::vector<Vec3<double>> sample_lattice(const Shape& shape, const LatticeSampling& sampling);

}  // namespace froth
