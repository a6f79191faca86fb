// SPDX-License-Identifier: Apache-2.0
// What is measured of a foam that stretches and tears: widths of its slices, whether it still hangs together,
// its volume below a skin, and the density inside.
#pragma once

#include <vector>

#include <froth/sim/simulation.h>

namespace froth::verify {

/// The particles of a body by id.
struct Cloud {
  std::vector<Vec3<double>> x;  ///< [m]
  std::vector<double> mass;     ///< [kg]
  std::vector<bool> is_torn;
  double cell = 0;     ///< of the grid [m]
  double density = 0;  ///< at rest [kg/m^3]

  double total_mass() const;
  double torn_mass() const;
};
Cloud cloud_of(const Simulation& simulation, double density);

/// Diameters of the discs that have the areas of horizontal slices a cell apart, from `top` down to `bottom`;
/// the volume of a particle is shared by the two slices next to it [m].
std::vector<double> slice_diameters(const Cloud& cloud, double bottom, double top);

/// The narrowest slice between the root, the height where the material is held, and the mass centre of what
/// is below it [m].
double neck_width(const Cloud& cloud, double root);

/// Whether a chain of particles that are not torn, each within a cell of the next, leads from above `top` to
/// below `bottom`: torn ones do not pull.
bool is_joined(const Cloud& cloud, double bottom, double top);

/// A skin over the particles: a level of the density that their masses make with the grid's cubic splines, on
/// a lattice of a quarter of a cell. Levels are shares of the density at rest; a half is the surface of a
/// body with plane faces.
class Skin {
 public:
  explicit Skin(const Cloud& cloud);

  /// Level whose skin holds the volume.
  double level_of_volume(double volume) const;
  /// Volume inside the skin of a level [m^3].
  double volume(double level) const;
  /// Finds out how deep below the skin of a level the places inside are.
  void measure_depths(double level);
  /// Depth of a place, 0 outside [m].
  double depth_at(const Vec3<double>& x) const;
  /// Densities at nodes of the grid at least that deep, over that at rest.
  std::vector<double> densities_below(double depth) const;

 private:
  std::size_t index(int i, int j, int k) const {
    return (std::size_t(i) * std::size_t(count_[1]) + std::size_t(j)) * std::size_t(count_[2]) +
           std::size_t(k);
  }
  void spread(const Vec3<double>& x, double share);

  double step_;
  int first_[3], count_[3];      ///< in steps
  std::vector<double> density_;  ///< over that at rest
  std::vector<double> squares_;  ///< of the distance to the outside [steps^2]
};

}  // namespace froth::verify
