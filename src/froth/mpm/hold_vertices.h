// SPDX-License-Identifier: Apache-2.0
// Vertices of elements that held regions carry along, and the work of whoever holds them: what they take to
// be speeded up, against the forces of elements, against their weight, and against the nodes.
// Source: the held regions of docs/architecture.md, Elements.
#pragma once

#include <froth/mpm/state.h>
#include <froth/obstacles/posed.h>
#include <froth/transfer/transfer.h>

namespace froth {

/// Learns from the particles where vertices are and how they move.
template <int Dim, class Real>
void gather_places(const Lattice<Dim>& lattice, MpmBody<Dim, Real>& body);

/// Gives vertices of held regions the velocity that takes them to where they belong; returns the work of
/// speeding them up [J].
template <int Dim, class Real>
double hold_vertices(const MpmSettings<Dim>& settings, double time, double dt, MpmBody<Dim, Real>& body);

/// Whether a vertex is held by a region that moves: where none is, nobody works.
template <int Dim>
bool has_moving_holders(const MpmSettings<Dim>& settings, const ElementBody<Dim>& mesh);

/// Work of holders against what the step of elements pulls at their vertices, `grip` [N s], nothing where it
/// is empty, and against their weight, dt times gravity a kilogram [J].
template <int Dim>
double work_of_holders(const ElementBody<Dim>& mesh, std::span<const Vec<Dim, double>> grip,
                       const Vec<Dim, double>& weight);

/// Work of holders on the spin of what vertices leave on the nodes [J], between the update of the grid and
/// its gather. A vertex without an affine part gives its nodes one velocity and finds them turning about it.
/// It keeps the mean alone, so that the rest was no work on it, although nodes that are held counted it.
template <int Dim, class Real>
double work_on_spin(const MpmSettings<Dim>& settings, const PosedObstacles& obstacles, double dt,
                    const MpmGrid<Dim, Real>& grid, const MpmBody<Dim, Real>& body);

/// Puts held vertices where they belong, whatever the grid made of them; returns the work [J].
template <int Dim, class Real>
double place_held(const Lattice<Dim>& lattice, MpmBody<Dim, Real>& body);

}  // namespace froth
