// SPDX-License-Identifier: Apache-2.0
// Cells amid material, which a plan wants to be full. With a free surface a cell may have less than its
// capacity, s_j <= 1 (power/transport_plan.h), and then voids that a flow opens inside of a liquid stay:
// nothing pulls particles into them. Here room that is left empty in an inner cell costs ln L_j per volume,
// in units of eps, on top of Eq. (5a): s_j <= L_j in place of s_j <= 1. The problem stays convex, and has a
// solution where it had one. Ours; [Qu2023] has cells full, Eq. (5b), or free.
#pragma once

#include <froth/power/t_grid.h>

namespace froth {

/// A neighbourhood reaches this many cells along each axis.
inline constexpr int kInnerReach = 6;
/// How full a neighbourhood is where a cell begins to be inside, and where it is wholly so [-]. Below a flat
/// surface, at a depth of d cells, it is 1/2 + d / (2 reach + 1).
inline constexpr double kInsideFrom = 0.65, kInsideTo = 0.75;

/// Finds L_j of all cells: `pull` inside, 1 at surfaces and beyond, by how full the neighbourhood of a cell
/// is. What is outside of the grid is air.
template <int Dim, class Real>
void find_limits(TGrid<Dim, Real>& grid, double pull);

}  // namespace froth
