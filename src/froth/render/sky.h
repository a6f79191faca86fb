// SPDX-License-Identifier: Apache-2.0
// A clear sky around a given sun: the analytic model of [Preetham1999], tabulated, without the sun's disc.
#pragma once

#include <vector>

#include <froth/render/bsdf.h>

namespace froth {

class Sky {
 public:
  /// `sun` is a unit vector that does not point down.
  explicit Sky(const Direction& sun, double turbidity = 2.8);

  /// Linear, so that a level white floor under the sky alone shows kSkyIrradiance of luminance. Below the
  /// horizon it is the haze at the horizon.
  Color radiance(const Direction& direction) const;

  static constexpr float kSkyIrradiance = 0.26f;  ///< over pi

 private:
  const Color& entry(int row, int column) const;
  void scale();

  static constexpr int kRows = 48, kColumns = 96;
  std::vector<Color> table_;  ///< rows from the horizon up, equal steps of the square root of the height
};

}  // namespace froth
