// SPDX-License-Identifier: Apache-2.0
#include <froth/render/thin_film.h>

namespace froth {

namespace {

constexpr float kWavelengths[3][3] = {{595, 620, 645}, {520, 545, 570}, {440, 460, 480}};  // [nm]
constexpr float kMiddle = 420, kDrained = 160, kUneven = 150;                              // thickness [nm]

/// Of one polarisation: `once` is what one face reflects, `phase` that between neighbours in the sum.
float airy(float once, float half_phase_sine) {
  const float loop = 4 * once * half_phase_sine * half_phase_sine;
  return loop / ((1 - once) * (1 - once) + loop);
}

}  // namespace

Color film_reflectance(float cosine, float thickness, float index) {
  const float inside = std::sqrt(1 - (1 - cosine * cosine) / (index * index));
  const float s = (cosine - index * inside) / (cosine + index * inside),
              p = (index * cosine - inside) / (index * cosine + inside);
  Color share{};
  for (int c = 0; c < 3; ++c) {
    for (const float wavelength : kWavelengths[c]) {
      const float sine = std::sin(2 * kPi * index * thickness * inside / wavelength);
      share[c] += (airy(s * s, sine) + airy(p * p, sine)) / 6;
    }
    share[c] = std::min(share[c], 1.0f);
  }
  return share;
}

float film_thickness(const Vec3<double>& x) {
  // A few waves in directions without common measure.
  const double waves = std::sin(9.1 * x[0] + 4.3 * x[1] + 1.7) + std::sin(-5.2 * x[0] + 7.9 * x[2] + 0.4) +
                       std::sin(6.7 * x[1] - 8.3 * x[2] + 2.9) + 0.6 * std::sin(17.3 * (x[0] + x[1] - x[2]));
  return std::max(60.0f, kMiddle - kDrained * float(x[1]) + kUneven * float(waves / 2));
}

}  // namespace froth
