// SPDX-License-Identifier: Apache-2.0
// Volume inside of the free surface: the contour where cells of the transport grid are half full of what they
// can hold, linear between their centres. Source: [Qu2023], Section 7 (Fig. 12), measures a mesh of that
// contour; here its inside is sampled, 4^Dim points to a cell that the contour may cross.
#pragma once

#include <froth/power/t_grid.h>

namespace froth {

/// Inside of the contour at `share` of the capacity [m^Dim].
template <int Dim, class Real>
double contour_volume(const TGrid<Dim, Real>& grid, double share = 0.5);

}  // namespace froth
