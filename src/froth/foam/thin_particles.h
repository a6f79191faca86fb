// SPDX-License-Identifier: Apache-2.0
// Torn particles whose neighbourhood is thinner than the grid can resolve: threads and sheets one particle
// wide, and lone points, which move as stiff artefacts. Source: [Yue2015], section 7.4, Eqs. (21), (22) and
// Algorithm 15. Differs from it: weights are w^2 m_q^2 in both sums; the test of size is in units of the
// cell, not of length; a neighbourhood without extent counts as thin, so that 0/0 does not arise.
#pragma once

#include <froth/base/mat.h>
#include <froth/foam/point_cells.h>

namespace froth {

struct ThinSettings {
  double ratio = 1e-3;  ///< smallest over largest variance below which a neighbourhood is thin [-]
  double size = 1e-4;   ///< largest variance below which it is a point [cells^2]
};

/// Covariance of the particles around a point, in cells^2, with the weights of a cubic kernel. In the plane
/// its third row and column are zero.
template <int Dim>
Sym3<double> neighbourhood_covariance(const PointCells<Dim>& points,
                                      const std::vector<std::vector<double>>& mass, std::size_t block,
                                      std::size_t point);

/// Slots, by body and in order, of torn particles whose neighbourhood is thin. Bodies whose law does not
/// tear have none.
template <int Dim, class Real>
std::vector<std::vector<std::uint32_t>> thin_particles(const PointCells<Dim>& points,
                                                       const std::vector<ColumnTable*>& bodies,
                                                       const ThinSettings& settings);

}  // namespace froth
