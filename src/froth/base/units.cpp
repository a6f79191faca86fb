// SPDX-License-Identifier: Apache-2.0
#include <froth/base/units.h>

#include <cmath>

namespace froth {

double to_si(const Unit& unit, UnitSystem system) {
  if (system == UnitSystem::Si) return 1.0;
  // Powers of ten from one exponent, so that whole numbers in cgs give the nearest double in SI.
  const double power = -3 * unit.mass - 2 * unit.length;
  return power >= 0 ? std::pow(10.0, power) : 1.0 / std::pow(10.0, -power);
}

Conversion conversion(const Unit& unit, UnitSystem system) {
  const double factor = to_si(unit, system);
  if (factor >= 1) return {factor, false};
  return {to_si({unit.si, unit.cgs, -unit.mass, -unit.length}, system), true};
}

}  // namespace froth
