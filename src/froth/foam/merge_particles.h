// SPDX-License-Identifier: Apache-2.0
// Merges particles that have come too close: pairs of a particle and the nearest other one, taken in
// canonical order so that no particle is in two. Source: [Yue2015], section 6.2 and Algorithm 21. Differs
// from it: a particle is not its own neighbour, only the nearest one counts, and the merged particle is at
// the mass centre, so that mass, momentum, mass moment and deformed volume are conserved. Kinetic energy
// falls by m_p m_q |v_p - v_q|^2 / (2 (m_p + m_q)).
#pragma once

#include <froth/foam/point_cells.h>
#include <froth/particles/position.h>

namespace froth {

/// Merges particles of one body that are closer than `distance` [r]. The first of a pair stays, the others
/// are marked: returns the slots that are gone, by body, in order. Particles that were added since `points`
/// was made are left alone. `periodic_cells` is that of the lattice.
template <int Dim, class Real>
std::vector<std::vector<std::uint32_t>> merge_particles(const PointCells<Dim>& points,
                                                        const std::vector<ColumnTable*>& bodies,
                                                        double distance,
                                                        const Vec<Dim, std::int32_t>& periodic_cells);

}  // namespace froth
