// SPDX-License-Identifier: Apache-2.0
// Torn particles whose neighbourhood is thinner than the grid can resolve: threads and sheets one particle
// wide, and lone points, which move as stiff artefacts. Source: [Yue2015], section 7.4, Eqs. (21), (22) and
// Algorithm 15. Differs from it: weights are w^2 m_q^2 in both sums; the test of size is in units of the
// cell, not of length; a neighbourhood without extent counts as thin, so that 0/0 does not arise.
#pragma once

#include <froth/base/mat.h>
#include <froth/geometry/neighbor_search.h>
#include <froth/particles/column_table.h>
#include <froth/particles/position.h>

namespace froth {

struct ThinSettings {
  double ratio = 1e-3;  ///< smallest over largest variance below which a neighbourhood is thin [-]
  double size = 1e-4;   ///< largest variance below which it is a point [cells^2]
};

/// Covariance of the points around the place of one of them, lengths in cells, with the weights of a cubic
/// kernel. In the plane its third row and column are zero.
template <int Dim>
Sym3<double> neighbourhood_covariance(const NeighborSearch<Dim>& points, const std::vector<double>& mass,
                                      const Vec<Dim, double>& place);

/// Slots, by body and in order, of torn particles whose neighbourhood, in all of these bodies, is thin.
/// Bodies whose law does not tear have none. Particles may be in any order; where none is torn this takes one
/// look at each.
template <int Dim, class Real>
std::vector<std::vector<std::uint32_t>> thin_particles(const std::vector<const ColumnTable*>& bodies,
                                                       const Lattice<Dim>& lattice,
                                                       const ThinSettings& settings);

}  // namespace froth
