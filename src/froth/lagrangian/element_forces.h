// SPDX-License-Identifier: Apache-2.0
// How forces of elements act on the vertices that are particles of the grid.
#pragma once

namespace froth {

/// How forces of elements become momentum.
enum class ElementForces : unsigned char {
  Newton,      ///< the body's own linearly implicit step, whose change of momentum goes to the grid
  NewtonKept,  ///< the same step; vertices keep its change of velocity and carry it to the grid
  Explicit,    ///< dt times the force
  Solved       ///< found by an implicit solve of the grid, together with all other forces
};

}  // namespace froth
