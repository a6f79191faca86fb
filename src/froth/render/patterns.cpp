// SPDX-License-Identifier: Apache-2.0
#include <froth/render/patterns.h>

#include <cstdint>

#include <froth/render/samples.h>

namespace froth {

namespace {

constexpr double kSpeckle = 0.008;  // size of a cell over that of the picture

Color shaded(const Color& color, float variation, std::uint32_t bits) {
  const float u = unit_number(bits) + unit_number(mixed_bits(bits)) - 1;  // a tent around 0
  const float warm = 0.15f * (unit_number(mixed_bits(bits ^ 0x51ed270bu)) - 0.5f);
  const float shade = 1 + variation * u;
  Color out{shade * (1 + variation * warm), shade, shade * (1 - variation * warm)};
  out = filtered(out, color);
  for (int c = 0; c < 3; ++c) out[c] = std::clamp(out[c], 0.0f, 0.98f);
  return out;
}

std::uint32_t cell_bits(const Vec3<double>& x, std::uint32_t seed) {
  std::uint32_t bits = seed;
  for (int d = 0; d < 3; ++d) bits = mixed_bits(bits ^ std::uint32_t(std::int32_t(std::floor(x[d]))));
  return bits;
}

/// Cells that are long along x, `length` of them in a unit, each row beginning elsewhere, so that no seam
/// runs across all.
Vec3<double> fibre_place(const Vec3<double>& x, double length, double fine, std::uint32_t seed) {
  const Vec3<double> across{0, fine * x[1], fine * x[2]};
  return {length * x[0] + double(unit_number(cell_bits(across, seed))), across[1], across[2]};
}

/// A slow wave along three axes, for rings that are no circles.
double waviness(const Vec3<double>& x) {
  return std::sin(2.1 * x[0] + 1.3) + 0.6 * std::sin(4.7 * x[1] + 2.9 * x[0]) +
         0.6 * std::sin(5.3 * x[2] - 1.7 * x[0]);
}

/// Vessels: thin dark tubes along the axis, dots where wood is cut across and short strokes where it is not.
float vessel_shade(const Vec3<double>& x) {
  constexpr double fine = 70;  // of them in the size of the thing
  const Vec3<double> at = fibre_place(x, 3, fine, 5);
  const std::uint32_t bits = cell_bits(at, 11);
  const auto part = [&](std::uint32_t k) { return double(unit_number(mixed_bits(bits + k * 0x9e3779b9u))); };
  const double radius = 0.12 + 0.16 * part(1);  // of a cell; the tube stays inside of it
  const double dy = at[1] - std::floor(at[1]) - (0.3 + 0.4 * part(2)),
               dz = at[2] - std::floor(at[2]) - (0.3 + 0.4 * part(3));
  const double inside = 1 - std::sqrt(dy * dy + dz * dz) / radius;
  return part(4) < 0.45 && inside > 0 ? float(1 - 0.4 * std::min(1.0, 2 * inside)) : 1.0f;
}

}  // namespace

Color varied_shade(const Color& color, float variation, unsigned grain) {
  return shaded(color, variation, mixed_bits(grain ^ 0x9e3779b9u));
}

Color speckled(const Color& color, float variation, const Vec3<double>& x, unsigned seed) {
  return shaded(color, variation, cell_bits(x / kSpeckle, seed));
}

Color wood_color(const Color& color, const Vec3<double>& x) {
  constexpr double rings = 9;  // in the size of the thing
  const double y = x[1] + 0.6, z = x[2] + 0.35;
  const double radius = std::sqrt(y * y + z * z) + 0.03 * waviness(x);
  const double phase = rings * radius - std::floor(rings * radius);
  const double late =
      std::pow(phase, 3.0) * (phase < 0.94 ? 1 : (1 - phase) / 0.06);  // dark late wood, sharp end
  // Fibres: thin streaks along the axis.
  const std::uint32_t bits = cell_bits(fibre_place(x, 2, 90, 3), 7);
  const double fibre = 0.06 * (double(unit_number(bits)) - 0.5);
  const auto shade = float(1 - 0.45 * late + fibre) * vessel_shade(x);
  return filtered({shade, shade * float(1 - 0.08 * late), shade * float(1 - 0.16 * late)}, color);
}

}  // namespace froth
