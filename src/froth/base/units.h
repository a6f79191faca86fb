// SPDX-License-Identifier: Apache-2.0
// Physical units of scene keys. froth computes in SI; a scene written in cgs is converted as it is read.
#pragma once

#include <string_view>

namespace froth {

/// A unit: its SI and cgs names and the exponents of mass and length, which are all that cgs changes.
struct Unit {
  std::string_view si, cgs;
  double mass = 0, length = 0;
};

enum class UnitSystem { Si, Cgs };

/// What a number in `system` is multiplied by to become SI.
double to_si(const Unit& unit, UnitSystem system);

/// A change between a scene's units and SI that rounds once each way: 0.01 is not a double but 100 is, so
/// that dividing by the one is exact where multiplying by the other is not.
struct Conversion {
  double factor = 1;
  bool divides = false;

  double in_si(double value) const { return divides ? value / factor : value * factor; }
  double from_si(double value) const { return divides ? value * factor : value / factor; }
};
Conversion conversion(const Unit& unit, UnitSystem system);

namespace unit {
inline constexpr Unit one{"", "", 0, 0};
inline constexpr Unit s{"s", "s", 0, 0};
inline constexpr Unit hz{"1/s", "1/s", 0, 0};
inline constexpr Unit deg{"degrees", "degrees", 0, 0};
inline constexpr Unit deg_s{"degrees/s", "degrees/s", 0, 0};
inline constexpr Unit rad_s{"rad/s", "rad/s", 0, 0};
inline constexpr Unit m{"m", "cm", 0, 1};
inline constexpr Unit m_s{"m/s", "cm/s", 0, 1};
inline constexpr Unit m_s2{"m/s^2", "cm/s^2", 0, 1};
inline constexpr Unit kg_m3{"kg/m^3", "g/cm^3", 1, -3};
inline constexpr Unit Pa{"Pa", "dyn/cm^2", 1, -1};
inline constexpr Unit Pa_s{"Pa s", "poise", 1, -1};
}  // namespace unit

}  // namespace froth
