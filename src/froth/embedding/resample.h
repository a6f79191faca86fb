// SPDX-License-Identifier: Apache-2.0
// Splits particles whose neighbourhoods have become sparse and merges those that are crowded.
// Source: [Jones2014], section 3.5 and Eq. (13). Chosen where it is open or contradicts itself: eigenvalues
// are measured against those of a lattice with the particle's support. Plastic flow keeps volume, so that
// what is lost along one axis is gained along another: a particle splits where its smallest eigenvalue is
// small and merges where its largest is large (`PrintedRule` asks for all of them to be small, or large). An
// interior particle splits along the eigenvector of the smallest eigenvalue, one at the surface along the
// middle one, and only there the distance from the centre of the neighbourhood counts. A merged particle is
// at the mass centre. Mass, momentum and mass centre are kept by both; a split keeps angular momentum and
// kinetic energy too, a merge loses those of the pair about its centre.
#pragma once

#include <functional>

#include <froth/embedding/body.h>

namespace froth {

/// The matrix of Eq. (13), sum of u u^T / |u|^4 [1/m^2].
Sym3<double> sampling_matrix(const NeighborVectors& rest, int count);

/// Its eigenvalues inside a lattice times the square of the support.
inline constexpr double kLatticeSampling = 50.185;

struct ResampleSettings {
  double split_below = 0.3;        ///< of the smallest eigenvalue, in units of a lattice's [-]
  double merge_above = 6;          ///< of the largest eigenvalue [-]
  bool is_printed_rule = false;    ///< the largest below, the smallest above
  double surface_distance = 0.12;  ///< of the centre of the neighbourhood, in supports: a surface beyond
};

struct ResampleCounts {
  Index split = 0, merged = 0, cancelled = 0;
};

/// One pass: no particle takes part twice, nor do neighbours of one that does. `is_free(x)` says whether a
/// new particle may be at `x`; ids of new particles are counted from `next_id` on. Lists and gradients are up
/// to date afterwards, links and stresses are the caller's to renew.
ResampleCounts resample_body(EmbeddedBody& body, const ResampleSettings& settings,
                             const std::function<bool(const Vec3<double>&)>& is_free, std::uint64_t& next_id);

}  // namespace froth
