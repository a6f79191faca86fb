// SPDX-License-Identifier: Apache-2.0
// Turns places of new points into particles. Mass and rest volume are taken from the particles around, the
// donors: each gives a share 1/(N+1), N their number. Source: [Yue2015], Algorithms 19 and 20.
// Differs from it: where no donor is within r they are sought within 1.5 r and 2 r, and the point is left out
// where there is still none, because it would have no mass. Fields, velocity included, are by default the
// donors' averages by donated mass: then momentum, the mass-weighted sum of every field and the deformed
// volume are conserved, and kinetic energy cannot grow. Interpolation through the grid, as printed, does not
// conserve momentum (about 0.1 to 0.4 r times the shear rate per new mass); it is there for comparison.
#pragma once

#include <froth/foam/point_cells.h>
#include <froth/particles/position.h>

namespace froth {

/// Where new particles get velocity, strain and other fields from.
enum class NewFields { Donors, Grid };

struct InsertSettings {
  NewFields fields = NewFields::Donors;
  int degree = 2;  ///< of the B-spline, for interpolation through the grid
};

struct Inserted {
  std::vector<Index> counts;  ///< new particles of each body; they are its last
  Index left_out = 0;         ///< places without donors, or where strains cannot be averaged
};

/// New particles belong to the body of the nearest particle and take from that body alone. `bodies` are those
/// that `points` was made from. Ids go on from `next_id`, in the order of the places.
template <int Dim, class Real>
Inserted insert_particles(const PointCells<Dim>& points, const std::vector<ColumnTable*>& bodies,
                          const std::vector<HalfPlace<Dim>>& places, const InsertSettings& settings,
                          std::uint64_t& next_id);

}  // namespace froth
