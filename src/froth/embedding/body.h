// SPDX-License-Identifier: Apache-2.0
// A body of particles with a rest state: world, rest and embedded space.
// Source: [Jones2014], section 3. Differs from it: a particle's volume is its mass over the density, both
// fixed between resamplings (a mass that changed at given velocity would change momentum); Eq. (3) gives the
// shares at the start, scaled to the volume of the body, and an estimate to look at afterwards.
#pragma once

#include <string>

#include <froth/embedding/links.h>
#include <froth/embedding/neighborhoods.h>
#include <froth/materials/bargteil.h>

namespace froth {

using EmbeddedLaw = Bargteil<double>;

struct EmbeddedBody {
  std::string name;
  double density = 0;             ///< [kg/m^3]
  double spacing = 0;             ///< of particles at the start, where they are densest [m]
  double volume_factor = 1;       ///< of Eq. (3), so that all volumes made the body's at the start
  EmbeddedLaw law{};              ///< of all particles
  std::vector<EmbeddedLaw> laws;  ///< of each, where the material varies in space; else empty

  std::vector<std::uint64_t> id;
  std::vector<Vec3<double>> x, v;      ///< world space [m], [m/s]
  std::vector<Vec3<double>> embedded;  ///< embedded space [m]
  std::vector<Vec3<double>> force;     ///< elastic, damping of stress and contact of parts [N]
  std::vector<Vec3<double>> drag;      ///< viscous, at the velocities of the drift [N]; lives within a step
  std::vector<double> mass, support;   ///< [kg], h of the kernels [m]
  std::vector<double> flowed;          ///< alpha of the law [-]
  std::vector<Mat3<double>> F;         ///< elastic deformation gradient
  std::vector<Mat3<double>> stress;    ///< volume times first Piola stress [J]
  std::vector<std::uint8_t> is_loose;  ///< its neighbourhood does not determine a deformation
  Neighborhoods near;
  Links links;

  std::vector<Vec3<double>> updated_at;  ///< embedded space when neighbours were last looked for [m]
  bool has_flowed = false;               ///< rest vectors have changed since the last embedding
  double frequency = 0;                  ///< of the fastest vibration [1/s]
  Index changes = 0;                     ///< of lists since the frequency was estimated

  Index count() const { return static_cast<Index>(x.size()); }
  const EmbeddedLaw& law_of(Index i) const { return laws.empty() ? law : laws[static_cast<std::size_t>(i)]; }
  double volume(Index i) const { return mass[static_cast<std::size_t>(i)] / density; }
};

}  // namespace froth
