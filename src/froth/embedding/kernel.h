// SPDX-License-Identifier: Apache-2.0
// Kernels of neighbourhoods. Source: [Mueller2003], as [Jones2014], Eqs. (14) and (15): poly6 for all weights
// but those of viscosity, which take the Laplacian of the viscosity kernel. Host and device.
#pragma once

#include <numbers>

#include <froth/base/macros.h>

namespace froth {

/// Weight of a neighbour at distance sqrt(`square`) [m] within support `h` [m]; [1/m^3], integral one.
FROTH_INLINE double poly6(double square, double h) {
  const double h2 = h * h, gap = h2 - square;
  const double h9 = h2 * h2 * h2 * h2 * h;
  return gap > 0 ? 315 / (64 * std::numbers::pi * h9) * gap * gap * gap : 0.0;
}

/// Laplacian of the viscosity kernel at distance `r` [m] within support `h` [m]; [1/m^5].
FROTH_INLINE double viscosity_laplacian(double r, double h) {
  const double h3 = h * h * h;
  return r < h ? 45 / (std::numbers::pi * h3 * h3) * (h - r) : 0.0;
}

}  // namespace froth
