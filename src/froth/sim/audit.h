// SPDX-License-Identifier: Apache-2.0
// What a ledger says about a run as a whole: is the mass all there, did the volume keep, where did the energy
// go, has anything leaked into a collider.
#pragma once

#include <string>
#include <vector>

#include <froth/sim/ledger_table.h>

namespace froth {

struct Audit {
  double mass_start = 0, mass_end = 0;        ///< [kg]
  double mass_emitted = 0, mass_removed = 0;  ///< [kg]
  double inserted = 0, merged = 0;            ///< particles, by resampling
  double volume_start = 0, volume_end = 0;    ///< [m^dim]
  double J_min = 1, J_max = 1;                ///< over the whole run [-]
  double energy_start = 0, energy_end = 0;    ///< kinetic, elastic and gravitational [J]
  double work = 0;                            ///< done by moving colliders, held regions and nozzles [J]
  double largest_gain = 0;                    ///< of energy less work, of forces too, over the start [J]
  double leaked = 0, leaked_time = 0;         ///< most particles inside colliders at once, and when [s]
  double particles_then = 0;

  /// Mass that the books cannot account for [kg].
  double mass_missing() const { return mass_start + mass_emitted - mass_removed - mass_end; }
};

/// Throws InputError where the ledger has no rows or lacks a column.
Audit audit(const LedgerTable& ledger);

/// One line for each of mass, volume, energy and leaks, and one for resampling where there was any.
std::vector<std::string> describe(const Audit& audit);

}  // namespace froth
