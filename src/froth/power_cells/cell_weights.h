// SPDX-License-Identifier: Apache-2.0
// Weights that give power cells their volumes: the maximum of a concave function, by damped Newton steps
// [Kitagawa2019]. Its gradient is target less volume, its Hessian the areas of films over twice the distance
// of their sites, dV_i/dw_j = -A_ij / (2 |x_i - x_j|), and of caps over twice their radius [Levy2022].
// Volumes are those of [DeGoes2015], which [Qu2023], section 6.3, uses for bubbles.
#pragma once

#include <span>
#include <vector>

#include <froth/power_cells/power_diagram.h>

namespace froth {

struct WeightSettings {
  double tolerance = 1e-9;  ///< largest error of a volume, over the volume
  int most_steps = 100;
  std::vector<double> start = {};  ///< weights to begin with, where every cell has some room with them
};

struct CellWeights {
  std::vector<double> w;  ///< [m^2], by bubble; without a free surface the first is 0
  int steps = 0;          ///< Newton steps taken
  double error = 0;       ///< largest error of a volume, over the volume
};

/// Throws InputError for a volume that is not above 0, for places that coincide or are no numbers, for
/// volumes that do not fit the box, for a bubble that has no room, and where the steps do not suffice.
template <int Dim>
CellWeights find_weights(const PowerDiagram<Dim>& diagram, std::span<const double> volumes,
                         const WeightSettings& settings = {});

}  // namespace froth
