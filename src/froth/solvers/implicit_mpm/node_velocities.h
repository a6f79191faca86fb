// SPDX-License-Identifier: Apache-2.0
// Velocities of nodes before and after a solve. Source: [Fei2021], Eqs. (1), (2), as mpm/update_grid.cpp.
#pragma once

#include <froth/mpm/state.h>
#include <froth/solvers/implicit_mpm/node_vectors.h>

namespace froth {

/// From the momentum that was scattered: `before` all forces, and `free`, after gravity and other loads, with
/// the mass in the last lane.
template <int Dim, class Real>
void start_velocities(const MpmSettings<Dim>& settings, double time, double dt,
                      const MpmGrid<Dim, Real>& grid, NodeField<Dim, Real>& before,
                      NodeField<Dim, Real>& free);

/// Puts the solved velocity where the gather looks for it; returns the work of gravity and other loads [J].
template <int Dim, class Real>
double finish_velocities(const MpmSettings<Dim>& settings, double time, double dt,
                         const NodeField<Dim, Real>& v, const NodeField<Dim, Real>& before,
                         const NodeField<Dim, Real>& free, MpmGrid<Dim, Real>& grid);

/// About the longest way of a particle along an axis, in cells; dt_per_cell is dt over the edge of one.
/// A node of little mass m may move as far as it likes: a particle of mass M gives it a weight of at most
/// m/M. One that has its nodes to itself may go up to 2^Dim times as far.
template <int Dim, class Real>
double most_cells(const OpenBlocks& open, const NodeField<Dim, Real>& v, const NodeField<Dim, Real>& masses,
                  double particle_mass, double dt_per_cell);

}  // namespace froth
