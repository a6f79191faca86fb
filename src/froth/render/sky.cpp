// SPDX-License-Identifier: Apache-2.0
// Source: [Preetham1999], appendix A.2: Perez's formula for luminance and chromaticity, and their values at
// the zenith.
#include <froth/render/sky.h>

#include <numbers>

#include <froth/render/colormap.h>

namespace froth {

namespace {

struct Perez {
  double a, b, c, d, e;

  double at(double cosine, double angle) const {
    const double near = std::cos(angle);
    return (1 + a * std::exp(b / cosine)) * (1 + c * std::exp(d * angle) + e * near * near);
  }
};

// The model has no haze, and its horizon turns purple; white air low above it, chosen by eye.
constexpr Color kHaze{0.56f, 0.60f, 0.64f};
constexpr float kHazeShare = 0.75f,
                kHazeHeight = 0.16f;  // at the horizon, and the sine at which 1/e of it is left

/// The three polynomials of the sun's angle to the zenith that give a chromaticity there.
double zenith_chromaticity(double t, double angle, const double (&p)[3][4]) {
  const auto cubic = [&](const double(&k)[4]) {
    return ((k[0] * angle + k[1]) * angle + k[2]) * angle + k[3];
  };
  return (cubic(p[0]) * t + cubic(p[1])) * t + cubic(p[2]);
}

constexpr double kZenithX[3][4] = {{0.00166, -0.00375, 0.00209, 0},
                                   {-0.02903, 0.06377, -0.03202, 0.00394},
                                   {0.11693, -0.21196, 0.06052, 0.25886}};
constexpr double kZenithY[3][4] = {{0.00275, -0.00610, 0.00317, 0},
                                   {-0.04214, 0.08970, -0.04153, 0.00516},
                                   {0.15346, -0.26756, 0.06670, 0.26688}};

/// Linear sRGB (D65) of CIE chromaticity and luminance; out of gamut is cut off.
Color from_chromaticity(double x, double y, double luminance) {
  const double big_x = x / y * luminance, big_z = (1 - x - y) / y * luminance;
  const double r = 3.2406 * big_x - 1.5372 * luminance - 0.4986 * big_z,
               g = -0.9689 * big_x + 1.8758 * luminance + 0.0415 * big_z,
               b = 0.0557 * big_x - 0.2040 * luminance + 1.0570 * big_z;
  return {float(std::max(0.0, r)), float(std::max(0.0, g)), float(std::max(0.0, b))};
}

/// The model for one sun, up to a factor.
class Model {
 public:
  Model(const Vec3<double>& sun, double t)
      : sun_(sun),
        zenith_angle_(std::acos(std::clamp(sun[1], 0.0, 1.0))),
        luminance_{0.1787 * t - 1.4630, -0.3554 * t + 0.4275, -0.0227 * t + 5.3251, 0.1206 * t - 2.5771,
                   -0.0670 * t + 0.3703},
        x_{-0.0193 * t - 0.2592, -0.0665 * t + 0.0008, -0.0004 * t + 0.2125, -0.0641 * t - 0.8989,
           -0.0033 * t + 0.0452},
        y_{-0.0167 * t - 0.2608, -0.0950 * t + 0.0092, -0.0079 * t + 0.2102, -0.0441 * t - 1.6537,
           -0.0109 * t + 0.0529},
        zenith_x_(zenith_chromaticity(t, zenith_angle_, kZenithX)),
        zenith_y_(zenith_chromaticity(t, zenith_angle_, kZenithY)) {}

  Color radiance(const Vec3<double>& direction) const {
    const double cosine = std::max(0.01, direction[1]);
    const double angle = std::acos(std::clamp(dot(direction, sun_), -1.0, 1.0));
    const auto relative = [&](const Perez& p) { return p.at(cosine, angle) / p.at(1, zenith_angle_); };
    return from_chromaticity(zenith_x_ * relative(x_), zenith_y_ * relative(y_), relative(luminance_));
  }

 private:
  Vec3<double> sun_;
  double zenith_angle_;
  Perez luminance_, x_, y_;
  double zenith_x_, zenith_y_;
};

}  // namespace

Sky::Sky(const Direction& sun, double turbidity) {
  const Model model(sun.cast<double>(), turbidity);
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column) {
      const double s = double(row) / (kRows - 1), height = s * s, r = std::sqrt(1 - height * height);
      const double around = 2 * std::numbers::pi * column / kColumns;
      table_.push_back(model.radiance({r * std::cos(around), height, r * std::sin(around)}));
    }
  scale();
  for (std::size_t k = 0; k < table_.size(); ++k) {
    const float s = float(int(k) / kColumns) / float(kRows - 1);
    table_[k] = mixed(table_[k], kHaze, kHazeShare * std::exp(-s * s / kHazeHeight));
  }
  scale();
}

void Sky::scale() {
  double irradiance = 0;
  for (int row = 0; row < kRows; ++row) {
    // The measure of cosine times solid angle is h dh d(around) = 2 s^3 ds d(around).
    const double s = double(row) / (kRows - 1), end = row == 0 || row == kRows - 1 ? 0.5 : 1.0;
    for (int column = 0; column < kColumns; ++column)
      irradiance += end * 4 * s * s * s / (kRows - 1) / kColumns * double(luminance(entry(row, column)));
  }
  for (Color& c : table_) c *= kSkyIrradiance / float(irradiance);
}

const Color& Sky::entry(int row, int column) const {
  return table_[std::size_t(row * kColumns + column % kColumns)];
}

Color Sky::radiance(const Direction& direction) const {
  const float s = std::sqrt(std::clamp(direction[1], 0.0f, 1.0f)) * float(kRows - 1);
  const float turn = std::atan2(direction[2], direction[0]) / (2 * kPi);
  const float a = (turn < 0 ? turn + 1 : turn) * float(kColumns);
  const int row = std::min(int(s), kRows - 2), column = std::min(int(a), kColumns - 1);
  const float v = s - float(row), u = a - float(column);
  return mixed(mixed(entry(row, column), entry(row, column + 1), u),
               mixed(entry(row + 1, column), entry(row + 1, column + 1), u), v);
}

}  // namespace froth
