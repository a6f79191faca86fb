// SPDX-License-Identifier: Apache-2.0
// New points for the voids between particles: darts are thrown into the pieces of half cells that no sphere
// covers, from coarse to fine, until none is left. Source: [Yue2015], section 6.1 and Algorithm 3, after
// [Ebeida2012]. Differs from it, because as printed it does not end: pieces that are not deep enough are
// dropped, and so is what is left of pieces of r/32. The tree begins with half cells, cut into eighths,
// rather than with one cell around everything, and each half cell is filled before the next: no work is spent
// where there is no void, and blocks of half cells can be filled side by side. Whether a piece is covered is
// asked of its middle, not of all of it, which is a tenth of the work.
#pragma once

#include <froth/foam/sphere_union.h>

namespace froth {

struct DartSettings {
  double coverage;      ///< a point is covered by spheres of this radius [r], alpha in the source
  double depth = 2.2;   ///< new points are at least so deep below the surface [r]
  std::uint64_t seed;   ///< of the scene
  std::uint32_t event;  ///< how many times this cloud has been resampled before
  std::uint32_t cloud;  ///< number of the cloud: each has its own random numbers
};

/// Places of new points in canonical order of their blocks. No two, and no new and old one, are closer than
/// the coverage; no point that is deep enough is then further from all than the coverage and half the
/// diagonal of an eighth, 0.11 r.
template <int Dim>
std::vector<HalfPlace<Dim>> throw_darts(const PointCells<Dim>& points, const SphereUnion<Dim>& surface,
                                        const DartSettings& settings);

}  // namespace froth
