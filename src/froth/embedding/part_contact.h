// SPDX-License-Identifier: Apache-2.0
// Keeps parts of material apart that are near in world space and far in embedded space: of one body that
// folds onto itself, or of two bodies. [Jones2014], section 4, leaves this open and suggests a partition of
// world space. Ours: pairs closer than a distance repel each other along their line, in proportion to how
// much closer they are, with Coulomb friction against sliding; forces are opposite to the bit, so that
// momentum is kept.
#pragma once

#include <span>

#include <froth/embedding/body.h>

namespace froth {

struct PartContact {
  double distance = 1;   ///< below which pairs repel, in spacings; 0: no contact of parts
  double stiffness = 1;  ///< in units of the modulus of pressure waves times the spacing
  double friction = 0;   ///< Coulomb coefficient [-]
};

/// What a pair's force depends on.
struct PartPair {
  Vec3<double> arm;                      ///< from one to the other in the world [m]
  Vec3<double> relative;                 ///< velocity of the other less that of the one [m/s]
  double distance, stiffness, friction;  ///< [m], [N/m], [-]
};

/// Force on the one [N]; that on the other is its negative.
Vec3<double> pair_force(const PartPair& pair);

/// Adds contact forces to `force` of all bodies, but between those that something stands between in the
/// world. Returns how many pairs touch.
Index add_part_contact(std::span<EmbeddedBody> bodies, const PartContact& contact,
                       const StandsBetween& stands_between = {});

/// Energy of the repulsion [J].
double part_contact_energy(std::span<const EmbeddedBody> bodies, const PartContact& contact,
                           const StandsBetween& stands_between = {});

}  // namespace froth
