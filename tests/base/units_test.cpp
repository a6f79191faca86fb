// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <froth/base/units.h>

using namespace froth;

// Oracle: the definitions 1 dyn/cm^2 = 0.1 Pa, 1 poise = 0.1 Pa s, 1 g/cm^3 = 1000 kg/m^3, 1 cm = 0.01 m.
TEST_CASE("cgs units in SI") {
  CHECK(to_si(unit::Pa, UnitSystem::Cgs) == 0.1);
  CHECK(to_si(unit::Pa_s, UnitSystem::Cgs) == 0.1);
  CHECK(to_si(unit::kg_m3, UnitSystem::Cgs) == 1000);
  CHECK(to_si(unit::m, UnitSystem::Cgs) == 0.01);
  CHECK(to_si(unit::m_s2, UnitSystem::Cgs) == 0.01);
  CHECK(to_si(unit::s, UnitSystem::Cgs) == 1);
  CHECK(to_si(unit::Pa, UnitSystem::Si) == 1);
}
